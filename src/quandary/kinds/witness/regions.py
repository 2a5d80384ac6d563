"""Whether everything in one region holds, with what its eliminators remove.

The elements that *fail* are those that do not hold with every element in place. The eliminators of a
region, k of them, remove some of these, each at most one, and are used up: neither they nor what they
removed is counted any more. The region holds if there is a choice of removed elements such that

1. what is left holds,
2. none of the removals was needless: fewer of the same would not have done,
3. the eliminators that removed nothing can remove each other, two by two.

So without eliminators everything has to hold, and one eliminator must have exactly one thing to remove.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quandary.kinds.witness.elements import Element, Eliminator, Polyomino, Square, Star
from quandary.kinds.witness.lattice import Cell
from quandary.kinds.witness.tiling import tiles


@dataclass(frozen=True)
class Region:
    """Cells that no path divides, on a panel of `width` × `height`, and what is in them."""

    cells: frozenset[Cell]
    width: int
    height: int
    elements: Counter[Element]
    """How many of each element; equal ones are interchangeable."""
    broken: Counter[Element]
    """Those of them that fail whatever the others do: triangles with another number of lines."""
    loose: int = 0
    """Hexagons that no path covers, on the lines inside or around the region."""

    def holds(self) -> bool:
        """Whether some choice of removals leaves nothing that fails and nobody idle."""
        others = Counter({e: n for e, n in self.elements.items() if not isinstance(e, Eliminator)})
        idle = self.elements.total() - others.total() - self.broken.total() - self.loose
        if idle < 0:
            return False
        rest = others - self.broken
        enough: list[tuple[int, ...]] = []
        failing = (
            [element for element in rest if not self._is_content(element, self.elements)] if idle else []
        )
        for removal in _removals([rest[element] for element in failing], idle):
            if any(all(map(int.__le__, less, removal)) for less in enough):
                continue  # needless: less than this would do
            left = rest - Counter(dict(zip(failing, removal, strict=True)))
            if all(self._is_content(element, left) for element in left):
                if (idle - sum(removal)) % 2 == 0:
                    return True
                enough.append(removal)
        return False

    def _is_content(self, element: Element, present: Counter[Element]) -> bool:
        """Whether an element that is not broken holds among those that are present."""
        match element:
            case Square():
                return all(other == element for other in present if isinstance(other, Square))
            case Star(colour):
                return sum(number for other, number in present.items() if other.colour == colour) == 2
            case Polyomino():
                shapes = (each for each in present.elements() if isinstance(each, Polyomino))
                return tiles(shapes, self.cells, self.width, self.height)
        return True


def _removals(available: Sequence[int], most: int) -> Iterator[tuple[int, ...]]:
    """How many of each to remove, at most so many in all: fewest first.

    >>> list(_removals([1, 2], 2))
    [(0, 0), (0, 1), (1, 0), (0, 2), (1, 1)]
    """
    for total in range(min(most, sum(available)) + 1):
        yield from _shares(available, total)


def _shares(available: Sequence[int], total: int) -> Iterator[tuple[int, ...]]:
    if not available:
        if total == 0:
            yield ()
        return
    for number in range(min(available[0], total) + 1):
        for others in _shares(available[1:], total - number):
            yield (number, *others)
