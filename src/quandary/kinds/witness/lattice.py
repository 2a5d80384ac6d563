"""Positions on a panel: junctions, cells, places on the lines, and their mirror images.

Junctions and cells are (x, y), counted from (0, 0) at the bottom left. Things on the lines are at a
*place*, the sum of the two junctions they lie between: (1, 0) is the edge from (0, 0) to (1, 0), and
junction (1, 1) is at the place (2, 2).

A path may also start or end in the middle of an edge, at a point with a half: (0.5, 0) is the middle of the
edge from (0, 0) to (1, 0), and at the same place as that edge.
"""

from collections.abc import Iterator
from enum import StrEnum
from itertools import pairwise
from typing import TypeAlias, TypeVar

Junction: TypeAlias = tuple[int, int]
Point: TypeAlias = tuple[float, float]
"""A junction, or the middle of an edge where paths may start or end."""
Cell: TypeAlias = tuple[int, int]
Place: TypeAlias = tuple[int, int]
Path: TypeAlias = tuple[Point, ...]
"""A state: the points of the path so far."""

STEPS = {"up": (0, 1), "right": (1, 0), "down": (0, -1), "left": (-1, 0)}
"""The moves with their directions, in the order in which they are always listed."""


T = TypeVar("T", int, float)


class Symmetry(StrEnum):
    """The way a second path follows the first, if there is one."""

    NONE = "none"
    HORIZONTAL = "horizontal"
    """Swaps left and right."""
    VERTICAL = "vertical"
    """Swaps top and bottom."""
    ROTATIONAL = "rotational"
    """Swaps both, which is half a turn."""
    PARALLEL = "parallel"
    """Moves halfway round a pillar."""

    def image(self, point: tuple[T, T], right: int, top: int) -> tuple[T, T]:
        """Return the image of a point on a grid from (0, 0) to (right, top).

        >>> Symmetry.HORIZONTAL.image((0, 1), 4, 3), Symmetry.ROTATIONAL.image((0, 1), 4, 3)
        ((4, 1), (4, 2))
        """
        x, y = point
        if self in (Symmetry.HORIZONTAL, Symmetry.ROTATIONAL):
            x = right - x
        if self in (Symmetry.VERTICAL, Symmetry.ROTATIONAL):
            y = top - y
        return x, y


def step(junction: tuple[T, T], move: str) -> tuple[T, T]:
    """Return the junction that a move leads to, on the panel or off it."""
    dx, dy = STEPS[move]
    return junction[0] + dx, junction[1] + dy


def between(here: Point, there: Point) -> Place:
    """Return the place of the edge between two neighbours, or of a point that is given twice.

    >>> between((0, 0), (1, 0)), between((0.5, 0), (0.5, 0)), between((0, 0), (0.5, 0))
    ((1, 0), (1, 0), (1, 0))
    """
    if is_halfway(here):
        there = here
    elif is_halfway(there):
        here = there
    return int(here[0] + there[0]), int(here[1] + there[1])


def is_halfway(point: Point) -> bool:
    """Return whether a point is the middle of an edge."""
    return point[0] % 1 != 0 or point[1] % 1 != 0


def point_at(place: Place) -> Point:
    """Return the point at a place: a junction, or the middle of an edge.

    >>> point_at((2, 2)), point_at((1, 0))
    ((1, 1), (0.5, 0))
    """
    x, y = (part // 2 if part % 2 == 0 else part / 2 for part in place)
    return x, y


def is_junction(place: Place) -> bool:
    """Return whether a place is that of a junction, not of an edge."""
    return place[0] % 2 == place[1] % 2 == 0


def is_cell(place: Place) -> bool:
    """Return whether a place is the middle of a cell, not on a line."""
    return place[0] % 2 == place[1] % 2 == 1


def beside(place: Place) -> Iterator[Cell]:
    """Yield the cells that touch a place on the lines, on the panel or off it.

    >>> list(beside((1, 2))), list(beside((2, 2)))
    ([(0, 0), (0, 1)], [(0, 0), (0, 1), (1, 0), (1, 1)])
    """
    x, y = place
    for column in sorted({(x - 1) // 2, x // 2}):
        for row in sorted({(y - 1) // 2, y // 2}):
            yield column, row


def sides(cell: Cell) -> Iterator[tuple[Place, Cell]]:
    """Yield the four edges around a cell, each with the cell beyond it, on the panel or off it."""
    x, y = cell
    for dx, dy in STEPS.values():
        yield (2 * x + 1 + dx, 2 * y + 1 + dy), (x + dx, y + dy)


def covered_by(path: Path) -> frozenset[Place]:
    """Return the places of the junctions and edges on a path.

    >>> sorted(covered_by(((0, 0), (1, 0))))
    [(0, 0), (1, 0), (2, 0)]
    >>> sorted(covered_by(((0.5, 0), (1, 0))))
    [(1, 0), (2, 0)]
    """
    places = [(int(2 * x), int(2 * y)) for x, y in path]
    # Beside the middle of an edge this is one of the two places again, so nothing is added.
    edges = (((x + to_x) // 2, (y + to_y) // 2) for (x, y), (to_x, to_y) in pairwise(places))
    return frozenset(places).union(edges)
