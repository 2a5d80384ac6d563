"""Check whether polyominoes, minus the hollow ones, can be laid out to cover exactly a region.

Each polyomino is laid down somewhere, on the panel or beyond its rim. A solid one counts 1 on its cells and
a hollow one −1, and the sum must be 1 on every cell of the region and 0 on every other. If the areas of both
types are equal, it must be 0 everywhere. So solid ones may overlap, or lie outside the region, where hollow
ones make up for it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TypeAlias

from quandary.kinds.witness.elements import Polyomino, orientations
from quandary.kinds.witness.lattice import Cell
from quandary.limits import OutOfBudget, Stop, check_limits

Stock: TypeAlias = tuple[tuple[Polyomino, int], ...]
"""Polyominoes, with the number left of each."""
Needs: TypeAlias = dict[Cell, int]
"""The amount that the sum on each cell still lacks, without cells that lack nothing."""
PATIENCE = 100_000
"""The most layouts to try in one region. Several hollow polyominoes, which may lie anywhere, take forever."""


def tiles(polyominoes: Iterable[Polyomino], region: frozenset[Cell]) -> bool:
    """Return whether the polyominoes can be laid out to make up the region. No polyominoes make up any.

    >>> bar, dot = Polyomino(frozenset({(0, 0), (1, 0)})), Polyomino(frozenset({(0, 0)}), hollow=True)
    >>> tiles([bar], frozenset({(1, 1), (2, 1)})), tiles([bar], frozenset({(1, 1), (1, 2)}))
    (True, False)
    >>> tiles([bar, dot], frozenset({(1, 1)}))
    True

    Raises OutOfBudget if it would take too long. A search then gives up.
    """
    counts = Counter(polyominoes)
    area = sum(number * area_of(each) for each, number in counts.items())
    if area not in (0, len(region)):
        return False
    # The order only affects the speed: large ones have the fewest places.
    stock = sorted(counts.items(), key=lambda pair: (-len(pair[0].shape), sorted(pair[0].shape)))
    return _tiles(tuple(stock), region if area else frozenset())


def area_of(polyomino: Polyomino) -> int:
    """Return the number of cells that a polyomino adds, negative for a hollow one."""
    return -len(polyomino.shape) if polyomino.hollow else len(polyomino.shape)


@lru_cache(maxsize=1 << 16)
def _tiles(stock: Stock, region: frozenset[Cell]) -> bool:
    return _Layouts().can_finish(dict.fromkeys(region, 1), stock)


class _Layouts:
    """The layouts tried so far: those that failed, and how many more may be tried."""

    def __init__(self) -> None:
        self.lost: set[object] = set()
        self.patience = PATIENCE

    def can_finish(self, needs: Needs, stock: Stock) -> bool:
        """Return whether the polyominoes left can give every cell what it lacks."""
        check_limits()
        if not stock:
            return not needs
        key = (frozenset(needs.items()), stock)
        if key in self.lost or not _is_enough(needs, stock):
            return False
        self.patience -= 1
        if not self.patience:
            raise OutOfBudget(Stop("layouts"))
        if any(self.can_finish(after, rest) for after, rest in _next(needs, stock)):
            return True
        self.lost.add(key)
        return False


def _is_enough(needs: Needs, stock: Stock) -> bool:
    lacking = sum(need for need in needs.values() if need > 0)
    return lacking <= sum(number * len(each.shape) for each, number in stock if not each.hollow)


def _next(needs: Needs, stock: Stock) -> Iterator[tuple[Needs, Stock]]:
    """Yield every way to lay one more polyomino over the first cell that lacks something.

    Once no cell lacks anything, the rest must cancel out, and may do so anywhere.
    """
    cell = min(needs, default=(0, 0))
    sign = 1 if needs.get(cell, 1) > 0 else -1
    for index, (each, number) in enumerate(stock):
        if area_of(each) * sign > 0:
            less = ((each, number - 1),) if number > 1 else ()
            rest = stock[:index] + less + stock[index + 1 :]
            for cells in _covering(cell, each, only_inside=not any(other.hollow for other, _ in stock)):
                after = dict(needs)
                for at in cells:
                    after[at] = after.get(at, 0) - sign
                    if not after[at]:
                        del after[at]
                yield after, rest


def _covering(cell: Cell, polyomino: Polyomino, *, only_inside: bool) -> Iterator[list[Cell]]:
    """Yield the ways to lay a polyomino over a cell, with its first cell there if `only_inside`."""
    for shape in orientations(polyomino):
        for x, y in [min(shape)] if only_inside else sorted(shape):
            yield [(cell[0] + dx - x, cell[1] + dy - y) for dx, dy in shape]
