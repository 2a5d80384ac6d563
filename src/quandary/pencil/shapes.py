"""Shapes of a few cells: where they fit, which are the same if they are turned, and which lie side by side."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import product

from quandary.parts.square import TURNS
from quandary.pencil.grid import CellNumber, Grid
from quandary.pencil.words.word import Scope


@lru_cache(4096)
def fitting(region: Scope, size: int, grid: Grid) -> tuple[Scope, ...]:
    """Return the connected shapes of so many cells within a region, each as its cells in order.

    >>> fitting((0, 1, 3, 4), 3, Grid(2, 3, ()))
    ((0, 1, 3), (0, 1, 4), (0, 3, 4), (1, 3, 4))
    """
    inside = frozenset(region)
    found = {frozenset([cell]) for cell in region}
    for _ in range(size - 1):
        found = {
            some | {near} for some in found for cell in some for near in {*grid.near(cell)} & inside - some
        }
    return tuple(sorted(tuple(sorted(some)) for some in found))


@lru_cache(4096)
def boxes_around(cell: CellNumber, size: int, grid: Grid) -> tuple[Scope, ...]:
    """Return the rectangles of so many cells around a cell, or of any number if it is not positive.

    >>> boxes_around(0, 2, Grid(2, 3, ()))
    ((0, 1), (0, 3))
    """
    row, column = divmod(cell, grid.width)
    found = list[Scope]()
    for top, left in product(range(row + 1), range(column + 1)):
        for bottom, right in product(range(row, grid.height), range(column, grid.width)):
            if size <= 0 or (bottom - top + 1) * (right - left + 1) == size:
                lines = grid.rows[top : bottom + 1]
                found.append(tuple(each for line in lines for each in line[left : right + 1]))
    return tuple(found)


@lru_cache(10_000)
def walled(cells: Scope, grid: Grid) -> tuple[Scope, Scope]:
    """Return the walls around a shape, and those within it.

    >>> from quandary.pencil.marks import Walls
    >>> walled((0, 1), Grid(2, 2, (Walls(),)))
    ((2, 3), (0,))
    """
    around, within = set[int](), set[int]()
    for cell in cells:
        for way, wall in grid.out(cell).items():
            (within if grid.way(cell, way)[0] in cells else around).add(wall)
    return tuple(sorted(around)), tuple(sorted(within))


@lru_cache(10_000)
def outline(cells: Scope, grid: Grid) -> tuple[tuple[int, int], ...]:
    """Return a shape as it is wherever it lies, however it is turned and mirrored.

    >>> grid = Grid(3, 3, ())
    >>> outline((0, 1, 2, 5), grid) == outline((0, 3, 6, 7), grid), outline((0, 1), grid)
    (True, ((0, 0), (0, 1)))
    """
    places = [divmod(cell, grid.width) for cell in cells]
    images = [[turn.point(place, 0, 0) for place in places] for turn in TURNS]
    return min(tuple(sorted(_moved(image))) for image in images)


def _moved(places: list[tuple[int, int]]) -> Iterable[tuple[int, int]]:
    top, left = (min(place[axis] for place in places) for axis in (0, 1))
    return ((row - top, column - left) for row, column in places)


@lru_cache(4096)
def alike_and_beside(some: tuple[Scope, ...], others: tuple[Scope, ...], grid: Grid) -> tuple[Scope, ...]:
    """Return the cells of each two shapes that are the same and share a side, one of each list.

    >>> alike_and_beside(((0, 1),), ((2, 5), (6, 7), (8, 5)), Grid(3, 3, ()))
    ((0, 1, 2, 5),)
    """
    other_ones = [({*cells}, cells, outline(cells, grid)) for cells in others]
    found = list[Scope]()
    for cells in some:
        shape, around = outline(cells, grid), {near for cell in cells for near in grid.near(cell)}
        found += [(*cells, *theirs) for them, theirs, kind in other_ones if kind == shape and around & them]
    return tuple(found)
