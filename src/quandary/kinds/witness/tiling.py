"""Whether polyominoes, less the hollow ones, can be laid out to cover exactly a region.

Each polyomino is laid somewhere on the panel. A solid one counts 1 on its cells and a hollow one −1, and
the sum has to be 1 on every cell of the region and 0 on every other. Where the areas of both sorts are
equal, it has to be 0 everywhere. So solid ones may overlap, or lie beyond the region, where hollow ones
make up for it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import TypeAlias

from quandary.kinds.witness.elements import Polyomino, orientations
from quandary.kinds.witness.lattice import Cell

Stock: TypeAlias = tuple[tuple[Polyomino, int], ...]
"""Polyominoes with the number of each."""


def tiles(polyominoes: Iterable[Polyomino], region: frozenset[Cell], width: int, height: int) -> bool:
    """Whether the polyominoes can be laid out on a panel of that size to make up the region.

    >>> bar = Polyomino(frozenset({(0, 0), (1, 0)}))
    >>> tiles([bar], frozenset({(1, 1), (2, 1)}), 3, 3), tiles([bar], frozenset({(1, 1), (1, 2)}), 3, 3)
    (True, False)
    """
    counts = Counter(polyominoes)
    area = sum(number * area_of(each) for each, number in counts.items())
    if not counts or area not in (0, len(region)):
        return not counts
    target = region if area else frozenset()
    if not any(each.hollow for each in counts):
        # Nothing makes up for what lies beyond the region, so where the panel ends does not matter.
        width, height = max(x for x, _ in region) + 1, max(y for _, y in region) + 1
    return _tiles(frozenset(counts.items()), target, width, height)


def area_of(polyomino: Polyomino) -> int:
    """How many cells a polyomino adds; a hollow one takes them away."""
    return -len(polyomino.shape) if polyomino.hollow else len(polyomino.shape)


@lru_cache(maxsize=1 << 16)
def _tiles(stock: frozenset[tuple[Polyomino, int]], target: frozenset[Cell], width: int, height: int) -> bool:
    return _Layout(dict(stock), target, width, height).is_possible()


class _Layout:
    """A search from cell to cell, row by row: what starts at a cell settles the sum there."""

    def __init__(self, stock: dict[Polyomino, int], target: frozenset[Cell], width: int, height: int) -> None:
        self.width = width
        self.kinds = list(stock)
        self.stock = tuple(stock.values())
        self.wanted = tuple(int((x, y) in target) for y in range(height) for x in range(width))
        self.lost: set[tuple[int, ...]] = set()
        self.starting = [
            [
                [
                    self._numbers(shape, x, y)
                    for shape in orientations(kind)
                    if self._fits(shape, x, y, height)
                ]
                for kind in self.kinds
            ]
            for y in range(height)
            for x in range(width)
        ]

    def is_possible(self) -> bool:
        return self._finish(0, self.wanted, self.stock)

    def _fits(self, shape: frozenset[Cell], x: int, y: int, height: int) -> bool:
        first = min(dx for dx, dy in shape if dy == 0)
        return all(0 <= x + dx - first < self.width and y + dy < height for dx, dy in shape)

    def _numbers(self, shape: frozenset[Cell], x: int, y: int) -> list[int]:
        """The cells of a shape whose first cell, in reading order from the bottom, is (x, y)."""
        first = min(dx for dx, dy in shape if dy == 0)
        return [(y + dy) * self.width + x + dx - first for dx, dy in shape]

    def _finish(self, here: int, wanted: tuple[int, ...], stock: tuple[int, ...]) -> bool:
        """Whether the sums still wanted from this cell on can be had from what is left."""
        if here == len(wanted):
            return not any(stock)
        key = (here, *wanted[here:], *stock)
        if key in self.lost:
            return False
        if any(
            self._finish(here + 1, after, rest)
            for after, rest in self._start(here, wanted, stock)
            if not after[here]
        ):
            return True
        self.lost.add(key)
        return False

    def _start(
        self, here: int, wanted: tuple[int, ...], stock: tuple[int, ...], kind: int = 0
    ) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        """What is wanted, and what is left, after each choice of shapes that start at this cell."""
        if kind == len(self.kinds):
            yield wanted, stock
            return
        sign = -1 if self.kinds[kind].hollow else 1
        for number in range(stock[kind] + 1):
            rest = (*stock[:kind], stock[kind] - number, *stock[kind + 1 :])
            for chosen in combinations_with_replacement(self.starting[here][kind], number):
                after = list(wanted)
                for cells in chosen:
                    for cell in cells:
                        after[cell] -= sign
                yield from self._start(here, tuple(after), rest, kind + 1)
