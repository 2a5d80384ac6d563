"""The outline of some cells, a little inside their border."""

from collections.abc import Collection
from typing import TypeAlias

from quandary.draw.shapes import Point
from quandary.pencil.grid import STEPS, CellNumber, Grid

RowColumn: TypeAlias = tuple[int, int]
Side: TypeAlias = tuple[RowColumn, int]
"""A cell, and the direction in which the side faces."""


def outlines(cells: Collection[CellNumber], grid: Grid, inset: float) -> list[tuple[Point, ...]]:
    """Return the closed lines around some cells and around the holes in them, so far inside.

    >>> outlines([0], Grid(1, 2, ()), 0.1)
    [((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9), (0.1, 0.1))]
    """
    inside = {divmod(cell, grid.width) for cell in cells}
    left = {(at, way) for at in inside for way in range(4) if _beyond(at, way) not in inside}
    found = list[tuple[Point, ...]]()
    while left:
        here, corners = min(left), list[Point]()
        while here in left:
            left.remove(here)
            here = _next(here, inside, inset, corners)
        found.append((corners[-1], *corners))
    return found


def _next(side: Side, inside: Collection[RowColumn], inset: float, corners: list[Point]) -> Side:
    """Go along a side with the cells to the right, note the corner at its end, and return the next side."""
    at, way = side
    ahead = _beyond(at, way + 1)
    across = _beyond(ahead, way)
    if ahead not in inside:
        corners.append(_corner(at, way, 0.5 - inset, 0.5 - inset))
        return at, (way + 1) % 4
    if across in inside:
        corners.append(_corner(at, way, 0.5 - inset, 0.5 + inset))
        return across, (way + 3) % 4
    return ahead, way


def _beyond(at: RowColumn, way: int) -> RowColumn:
    down, right = STEPS[way % 4]
    return at[0] + down, at[1] + right


def _corner(at: RowColumn, way: int, out: float, on: float) -> Point:
    """Return the point so far out of the middle of a cell, and so far on along the side."""
    (down, right), (down_on, right_on) = STEPS[way], STEPS[(way + 1) % 4]
    return (
        round(at[1] + 0.5 + out * right + on * right_on, 4),
        round(at[0] + 0.5 + out * down + on * down_on, 4),
    )
