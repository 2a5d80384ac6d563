"""Check whether polyominoes, minus the hollow ones, can be laid out to cover exactly a region.

A solid polyomino counts 1 on its cells and a hollow one −1, and the sum must be 1 on every cell of the
region and 0 on every other. If the areas of both types are equal, it must be 0 everywhere. So solid ones may
overlap, or lie outside the region, where hollow ones make up for it. A `Ground` says where they may lie.

The search is exact, however long it takes: only the limits of the running search end it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import TypeAlias

from quandary.kinds.witness.elements import CellSet, Polyomino, orientations
from quandary.kinds.witness.lattice import Cell, Place
from quandary.limits import check_limits

Stock: TypeAlias = tuple[tuple[Polyomino, int], ...]
"""Polyominoes, with the number left of each."""
Needs: TypeAlias = dict[Cell, int]
"""The amount that the sum on each cell still lacks, without cells that lack nothing."""
Spare: TypeAlias = Counter[Place]
"""How many more polyominoes may lie across each edge. Below 0, a hollow one still has to free it."""


@dataclass(frozen=True)
class Ground:
    """Where polyominoes may be laid. By default anywhere, on the panel or beyond its rim."""

    by_area: bool = False
    """Whether equal areas of solid and hollow ones cancel out, whatever their shapes."""
    room: frozenset[Cell] | None = None
    """The cells on which they may lie, or None if they may lie anywhere."""
    free: frozenset[Place] | None = None
    """The edges of the region on which no path runs, or None if paths may run through polyominoes.

    A polyomino may lie across such an edge. A hollow one makes the edges of its cells free once more.
    """
    around: int = 0
    """The number of columns of a pillar, or 0 if the panel is flat."""

    def laid(self, shape: CellSet, dx: int, dy: int) -> list[Cell]:
        """Return the cells of a shape that is moved."""
        if self.around:
            return [((x + dx) % self.around, y + dy) for x, y in shape]
        return [(x + dx, y + dy) for x, y in shape]

    def across(self, shape: CellSet, dx: int, dy: int) -> Spare:
        """Return the edges that a shape lies across when it is moved, if that matters.

        Round a pillar its ends may touch. It does not lie across the edge between them.
        """
        if self.free is None:
            return Counter()
        right = [(2 * x + 2, 2 * y + 1) for x, y in shape if (x + 1, y) in shape]
        up = [(2 * x + 1, 2 * y + 2) for x, y in shape if (x, y + 1) in shape]
        return Counter(self.place(x + 2 * dx, y + 2 * dy) for x, y in right + up)

    def around_cells(self, cells: Iterable[Cell]) -> Spare:
        """Return the edges of some cells, if they matter."""
        if self.free is None:
            return Counter()
        sides = ((0, 1), (1, 0), (0, -1), (-1, 0))
        return Counter({self.place(2 * x + 1 + dx, 2 * y + 1 + dy) for x, y in cells for dx, dy in sides})

    def place(self, x: int, y: int) -> Place:
        """Return a place as it is on the panel."""
        return (x % (2 * self.around) if self.around else x, y)


PLANE = Ground()


def tiles(polyominoes: Iterable[Polyomino], region: frozenset[Cell], ground: Ground = PLANE) -> bool:
    """Return whether the polyominoes can be laid out to make up the region. No polyominoes make up any.

    >>> bar, dot = Polyomino(frozenset({(0, 0), (1, 0)})), Polyomino(frozenset({(0, 0)}), hollow=True)
    >>> tiles([bar], frozenset({(1, 1), (2, 1)})), tiles([bar], frozenset({(1, 1), (1, 2)}))
    (True, False)
    >>> tiles([bar, dot], frozenset({(1, 1)}))
    True

    Raises OutOfBudget if the search that asks for it runs out of time.
    """
    counts = Counter(polyominoes)
    area = sum(number * area_of(each) for each, number in counts.items())
    if area not in (0, len(region)):
        return False
    if not counts or (area == 0 and ground.by_area):
        return True
    # The order only affects the speed: large ones have the fewest places.
    stock = sorted(counts.items(), key=lambda pair: (-len(pair[0].shape), sorted(pair[0].shape)))
    return _tiles(tuple(stock), region if area else frozenset(), ground)


def area_of(polyomino: Polyomino) -> int:
    """Return the number of cells that a polyomino adds, negative for a hollow one."""
    return -len(polyomino.shape) if polyomino.hollow else len(polyomino.shape)


@lru_cache(maxsize=1 << 16)
def _tiles(stock: Stock, region: frozenset[Cell], ground: Ground) -> bool:
    needs = dict.fromkeys(region, 1)
    if not region and ground.free is not None:  # they cancel out, and the edges of the region do not matter
        ground = replace(ground, free=frozenset())
    if ground.room is None:
        return _Anywhere(ground).can_finish(needs, stock, Counter(ground.free or ()))
    return _on_panel(needs, stock, ground, ground.room)


class _Anywhere:
    """The layouts on an endless plane, or around an endless pillar, that failed so far."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.lost: set[object] = set()

    def can_finish(self, needs: Needs, stock: Stock, spare: Spare) -> bool:
        """Return whether the polyominoes left can give every cell what it lacks."""
        if not stock:
            return not needs and not _crossed(spare)
        key = (frozenset(needs.items()), stock, frozenset(spare.items()))
        if key in self.lost or not _is_enough(needs, stock):
            return False
        check_limits()
        if any(self.can_finish(*after) for after in self._next(needs, stock, spare)):
            return True
        self.lost.add(key)
        return False

    def _next(self, needs: Needs, stock: Stock, spare: Spare) -> Iterator[tuple[Needs, Stock, Spare]]:
        """Yield every way to lay one more polyomino over the first cell that lacks something.

        Once no cell lacks anything, the rest must cancel out, and may do so anywhere, unless a hollow one has to
        free an edge.
        """
        if not needs and (crossed := _crossed(spare)):
            cells, sign = _beside(min(crossed), self.ground), -1
        else:
            cells = [min(needs, default=(0, 0))]
            sign = 1 if needs.get(cells[0], 1) > 0 else -1
        for cell in cells:
            for each, rest in _one_less(stock):
                if area_of(each) * sign > 0:
                    for laid, across in _covering(cell, each, self.ground, stock):
                        yield _after(needs, laid, sign), rest, self._spare_after(spare, laid, across, sign)

    def _spare_after(self, spare: Spare, cells: list[Cell], across: Spare, sign: int) -> Spare:
        if self.ground.free is None:
            return spare
        after = Counter(spare)
        if sign > 0:
            after.subtract(across)
        else:
            after.update(self.ground.around_cells(cells))
        return Counter({edge: number for edge, number in after.items() if number})


def _crossed(spare: Spare) -> list[Place]:
    """Return the edges across which too many polyominoes lie."""
    return [edge for edge, number in spare.items() if number < 0]


def _beside(edge: Place, ground: Ground) -> list[Cell]:
    """Return the two cells beside an edge."""
    x, y = edge
    return ground.laid(frozenset({(x // 2, y // 2), ((x - 1) // 2, (y - 1) // 2)}), 0, 0)


def _is_enough(needs: Needs, stock: Stock) -> bool:
    lacking = sum(need for need in needs.values() if need > 0)
    return lacking <= sum(number * len(each.shape) for each, number in stock if not each.hollow)


def _one_less(stock: Stock) -> Iterator[tuple[Polyomino, Stock]]:
    for index, (each, number) in enumerate(stock):
        less = ((each, number - 1),) if number > 1 else ()
        yield each, stock[:index] + less + stock[index + 1 :]


def _after(needs: Needs, cells: Iterable[Cell], sign: int) -> Needs:
    after = dict(needs)
    for at in cells:
        after[at] = after.get(at, 0) - sign
        if not after[at]:
            del after[at]
    return after


def _covering(
    cell: Cell, polyomino: Polyomino, ground: Ground, stock: Stock
) -> Iterator[tuple[list[Cell], Spare]]:
    """Yield the ways to lay a polyomino over a cell, with the edges that it lies across.

    If nothing is hollow, no polyomino may cover an earlier cell, so its own first one lies there.
    """
    only_first = not ground.around and not any(other.hollow for other, _ in stock)
    for shape in orientations(polyomino):
        for x, y in [min(shape)] if only_first else sorted(shape):
            to = cell[0] - x, cell[1] - y
            yield ground.laid(shape, *to), ground.across(shape, *to)


# On the panel


def _on_panel(needs: Needs, stock: Stock, ground: Ground, room: frozenset[Cell]) -> bool:
    """Return whether the hollow ones can be laid on the panel such that the solid ones then fit."""
    solid = tuple((each, number) for each, number in stock if not each.hollow)
    hollow = [(each, number) for each, number in stock if each.hollow]
    for laid in _layouts(hollow, ground, room):
        check_limits()
        lacking, spare = dict(needs), Counter(ground.free or ())
        for cells in laid:
            lacking = _after(lacking, cells, -1)
            spare.update(ground.around_cells(cells))
        if _cover(lacking, solid, ground, room, spare):
            return True
    return False


def _layouts(
    hollow: list[tuple[Polyomino, int]], ground: Ground, room: frozenset[Cell]
) -> Iterator[tuple[tuple[Cell, ...], ...]]:
    """Yield every way to lay the hollow ones on the panel. Like ones are interchangeable."""
    if not hollow:
        yield ()
        return
    (first, number), *rest = hollow
    for some in combinations_with_replacement(_places(first, ground, room), number):
        for others in _layouts(rest, ground, room):
            yield some + others


def _places(polyomino: Polyomino, ground: Ground, room: frozenset[Cell]) -> list[tuple[Cell, ...]]:
    """Return all ways to lay a polyomino on the panel."""
    found = dict[tuple[Cell, ...], None]()
    for shape in orientations(polyomino):
        for x, y in sorted(room):
            cells = ground.laid(shape, x, y)
            if room.issuperset(cells):  # where it lies twice, round a narrow pillar, it takes away twice
                found[tuple(sorted(cells))] = None
    return list(found)


def _cover(needs: Needs, stock: Stock, ground: Ground, room: frozenset[Cell], spare: Spare) -> bool:
    """Return whether solid ones can give every cell what it lacks, across no more than the spare edges."""
    if not stock:
        return not needs
    if not needs:
        return False
    check_limits()
    cell = min(needs)
    for each, rest in _one_less(stock):
        for cells, across in _covering(cell, each, ground, rest):
            after = _after(needs, cells, 1)
            if (
                room.issuperset(cells)
                and all(need > 0 for need in after.values())
                and all(spare[edge] >= number for edge, number in across.items())
                and _cover(after, rest, ground, room, spare - across)
            ):
                return True
    return False
