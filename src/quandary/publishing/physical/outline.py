"""The outline of some cells, moved inwards so that pieces fit beside each other.

Each corner of a cell belongs to a sector: the cells around a point that hang together by edges. All cells of a
sector share the moved corner, and two parts that touch only in a point come apart.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import hypot
from typing import TypeAlias

from quandary.solid import Corner, Corners

Key: TypeAlias = tuple[int, int]
DIGITS = 6


def key(corner: Corner) -> Key:
    """Return a corner as whole numbers, so that equal corners are equal."""
    return round(corner[0] * 10**DIGITS), round(corner[1] * 10**DIGITS)


@dataclass(frozen=True)
class Outline:
    """Cells whose border is moved inwards by a distance, or outwards if it is negative."""

    cells: tuple[Corners, ...]
    inset: float = 0.0

    @cached_property
    def moved(self) -> tuple[Corners, ...]:
        """The cells with moved corners."""
        return tuple(
            tuple(self._place(number, at) for at in range(len(cell)))
            for number, cell in enumerate(self.cells)
        )

    @cached_property
    def border(self) -> list[tuple[int, int]]:
        """The edges that belong to one cell only, as (cell, number of its first corner)."""
        return [
            (number, at)
            for number, cell in enumerate(self.cells)
            for at in range(len(cell))
            if self._beyond(number, at) is None
        ]

    @cached_property
    def loops(self) -> list[Corners]:
        """The closed lines around the cells: outer ones counter-clockwise, those of holes clockwise."""
        following = {self.moved_edge(edge)[0]: self.moved_edge(edge)[1] for edge in self.border}
        loops = []
        while following:
            start = next(iter(following))
            loop = [start]
            here = following.pop(start)
            while here != start:
                loop.append(here)
                here = following.pop(here)
            loops.append(tuple(loop))
        return [_without_straight(loop) for loop in loops]

    def moved_edge(self, edge: tuple[int, int]) -> tuple[Corner, Corner]:
        """Return the ends of an edge after moving."""
        number, at = edge
        cell = self.moved[number]
        return cell[at], cell[(at + 1) % len(cell)]

    @cached_property
    def area(self) -> float:
        """The area inside the border."""
        return sum(area(cell) for cell in self.moved)

    @cached_property
    def _owners(self) -> dict[tuple[Key, Key], tuple[int, int]]:
        """The cell and the number of each directed edge."""
        return {
            (key(cell[at]), key(cell[(at + 1) % len(cell)])): (number, at)
            for number, cell in enumerate(self.cells)
            for at in range(len(cell))
        }

    def _beyond(self, number: int, at: int) -> tuple[int, int] | None:
        """Return the same edge seen from the cell on its other side, or None at the border."""
        cell = self.cells[number]
        return self._owners.get((key(cell[(at + 1) % len(cell)]), key(cell[at])))

    def _place(self, number: int, at: int) -> Corner:
        """Return a corner, moved if its point is on the border.

        Around the point, the sector's first edge leads away from it and its last edge leads to it.
        """
        cell = self.cells[number]
        out, coming = (number, at), (number, (at - 1) % len(cell))
        seen = {out}
        while (other := self._beyond(*out)) is not None:  # turn clockwise around the corner
            out = (other[0], (other[1] + 1) % len(self.cells[other[0]]))
            if out in seen:
                return cell[at]
            seen.add(out)
        while (other := self._beyond(*coming)) is not None:  # turn counter-clockwise
            coming = (other[0], (other[1] - 1) % len(self.cells[other[0]]))
        one, two = self._normal(*out), self._normal(*coming)
        stretch = self.inset / (1 + one[0] * two[0] + one[1] * two[1])
        return cell[at][0] + (one[0] + two[0]) * stretch, cell[at][1] + (one[1] + two[1]) * stretch

    def _normal(self, number: int, at: int) -> Corner:
        """Return the direction into the cell, at a right angle to an edge."""
        (ax, ay), (bx, by) = self.cells[number][at], self.cells[number][(at + 1) % len(self.cells[number])]
        length = hypot(bx - ax, by - ay)
        return (ay - by) / length, (bx - ax) / length


def area(corners: Sequence[Corner]) -> float:
    """Return the area of a polygon, positive if its corners run counter-clockwise.

    >>> area([(0, 0), (2, 0), (2, 1), (0, 1)])
    2.0
    """
    pairs = zip(corners, [*corners[1:], corners[0]], strict=True)
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs) / 2


def centre(corners: Sequence[Corner]) -> Corner:
    """Return the mean of the corners."""
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)


def _without_straight(loop: Corners) -> Corners:
    """Leave out corners at which the line does not turn."""
    kept = []
    for at, (x, y) in enumerate(loop):
        (ax, ay), (bx, by) = loop[at - 1], loop[(at + 1) % len(loop)]
        if abs((x - ax) * (by - y) - (y - ay) * (bx - x)) > 1e-9:
            kept.append((x, y))
    return tuple(kept)
