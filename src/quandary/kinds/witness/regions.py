"""Check whether everything in one region holds, given what its eliminators remove.

The elements that *fail* are those that do not hold while every element is in place. Each eliminator of a
region removes one element, and no element is removed twice. The region holds if there is a choice such that

1. every removed element fails, and everything left holds;
2. no removal is needless: removing only some of the same elements would not be enough;
3. an eliminator that finds nothing to remove is itself removed by another one.

So without eliminators everything must hold, and a single eliminator must have one thing to remove. Stars
count a used eliminator like any element of its colour, but they do not count removed elements.

A rule set may drop the second or the third point, or let used eliminators lose their colour. Under one that
*suppresses*, eliminators remove nothing: they allow as many errors as there are eliminators, see `_suppresses`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from quandary.kinds.witness.elements import Colour, Element, Eliminator, Polyomino, Square, Star
from quandary.kinds.witness.lattice import Cell
from quandary.kinds.witness.rulesets import GAME, RuleSet
from quandary.kinds.witness.tiling import PLANE, Ground, tiles
from quandary.limits import check_limits


@dataclass(frozen=True)
class Region:
    """Cells that no path divides, and their elements."""

    cells: frozenset[Cell]
    elements: Counter[Element]
    """The number of each element. Equal elements are interchangeable."""
    broken: Counter[Element]
    """The elements that fail regardless of the others: triangles with the wrong number of lines."""
    loose: int = 0
    """Hexagons that no path covers, on the lines inside or around the region."""
    rules: RuleSet = GAME
    ground: Ground = PLANE
    """Where the polyominoes of the region may be laid."""

    def holds(self) -> bool:
        """Return whether some choice of removals leaves nothing that fails and no eliminator idle."""
        eliminators = self._eliminators()
        if self.rules.suppress:
            return self._suppresses(eliminators.total())
        rest = self.elements - eliminators - self.broken
        free = eliminators.total() - self.broken.total() - self.loose
        if free < 0:
            return False
        if free == 0:
            return self._is_content(rest + self._counted(eliminators))
        failing = [element for element in rest if not self._is_fine(element, self.elements)]
        return any(
            self._can_remove(
                free - 2 * sum(removed),
                failing,
                rest,
                self._counted(_less(eliminators, eliminators, removed)),
            )
            for removed in _removals(tuple(eliminators.values()), free // 2 if self.rules.cancel else 0)
        )

    def is_fine_with_all(self, element: Element) -> bool:
        """Return whether an element holds while every element of the region is in place."""
        return self._is_fine(element, self.elements)

    def _suppresses(self, allowed: int) -> bool:
        """Return whether there are exactly as many errors as are allowed.

        Squares must give way to those of the most frequent colour, stars as far as it takes, and polyominoes all
        together or one alone. Colours are counted with everything in place.
        """
        allowed -= self.broken.total() + self.loose + self._squares_too_many() + self._stars_too_many()
        if allowed < 0:
            return False
        shapes = Counter({each: n for each, n in self.elements.items() if isinstance(each, Polyomino)})
        if tiles(shapes.elements(), self.cells, self.ground):
            return allowed == 0
        if allowed == shapes.total():
            return True
        fewer = (shapes - Counter([each]) for each in shapes)
        return allowed == 1 and any(tiles(some.elements(), self.cells, self.ground) for some in fewer)

    def _squares_too_many(self) -> int:
        squares = [number for each, number in self.elements.items() if isinstance(each, Square)]
        return sum(squares) - max(squares, default=0)

    def _stars_too_many(self) -> int:
        too_many = 0
        for colour in Colour:
            stars, alike = self.elements[Star(colour)], self._alike(colour, self.elements)
            if stars and alike != 2:
                too_many += min(stars, alike - 2) if stars > 1 else stars
        return too_many

    def _can_remove(
        self, number: int, failing: Sequence[Element], rest: Counter[Element], used: Counter[Element]
    ) -> bool:
        """Return whether this number of failing elements can be removed, none of them needlessly."""
        enough: list[tuple[int, ...]] = []
        for removed in _removals([rest[element] for element in failing], number):
            check_limits()
            if any(all(map(int.__le__, fewer, removed)) for fewer in enough):
                continue
            if self.rules.needless and sum(removed) < number:
                continue
            if self._is_content(_less(rest, failing, removed) + used):
                if sum(removed) == number:
                    return True
                enough.append(removed)
        return False

    def _counted(self, used: Counter[Element]) -> Counter[Element]:
        """Return those of the used eliminators that stars still count."""
        return Counter() if self.rules.lose_colour else used

    def _is_content(self, present: Counter[Element]) -> bool:
        # Polyominoes last, because finding a layout takes much longer than counting colours.
        slow_last = sorted(present, key=lambda element: isinstance(element, Polyomino))
        return all(self._is_fine(element, present) for element in slow_last)

    def _is_fine(self, element: Element, present: Counter[Element]) -> bool:
        """Return whether an element that is not broken holds among those that are present."""
        match element:
            case Square():
                return all(other == element for other in present if isinstance(other, Square))
            case Star(colour):
                return self._alike(colour, present) == 2
            case Polyomino():
                shapes = (each for each in present.elements() if isinstance(each, Polyomino))
                return tiles(shapes, self.cells, self.ground)
        return True

    def _alike(self, colour: Colour, present: Counter[Element]) -> int:
        return sum(number for other, number in present.items() if other.colour == colour)

    def _eliminators(self) -> Counter[Element]:
        found: Counter[Element] = Counter()
        for element, number in self.elements.items():
            if isinstance(element, Eliminator):
                found[element] = number
        return found


def _less(elements: Counter[Element], each: Iterable[Element], numbers: Iterable[int]) -> Counter[Element]:
    return elements - Counter(dict(zip(each, numbers, strict=True)))


def _removals(available: Sequence[int], most: int) -> Iterator[tuple[int, ...]]:
    """Yield how many of each to remove, at most `most` in all, fewest first.

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
