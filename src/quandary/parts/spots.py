"""Places on a board in words."""

from collections.abc import Iterable
from math import atan2, hypot, pi

from quandary.draw.shapes import Point

AROUND = ("right", "lower right", "bottom", "lower left", "left", "upper left", "top", "upper right")
"""The places around the middle, clockwise from the right."""


def whereabouts(spot: Point, middle: Point, near: float) -> str:
    """Return where on a board a point is. Up to the distance `near` it is in the middle.

    >>> whereabouts((1, 9), (5, 5), 1), whereabouts((5, 5.5), (5, 5), 1)
    ('at the lower left', 'in the middle')
    """
    right, below = spot[0] - middle[0], spot[1] - middle[1]
    if hypot(right, below) < near:
        return "in the middle"
    return f"at the {AROUND[round(atan2(below, right) / (pi / 4)) % 8]}"


def farthest(spots: Iterable[Point], away: Point) -> Point:
    """Return the point that is farthest away from another one, the first if several are.

    >>> farthest([(0, 0), (2, 0), (5, 1)], (1, 0))
    (5, 1)
    """
    return max(spots, key=lambda spot: round(hypot(spot[0] - away[0], spot[1] - away[1]), 9))


def column_and_row(cell: tuple[int, int]) -> str:
    """Return a cell (x, y) as people count, from the upper left corner.

    >>> column_and_row((2, 1))
    'column 3, row 2'
    """
    return f"column {cell[0] + 1}, row {cell[1] + 1}"
