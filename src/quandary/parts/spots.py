"""Places on a board in words."""

from collections import Counter
from collections.abc import Iterable, Iterator
from math import atan2, hypot, pi

from quandary.draw.shapes import Point
from quandary.kind.change import Change

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


def moved(here: str, there: str) -> str:
    """Return what happens to a piece that goes from one place to another, both in words.

    >>> moved("at the top", "in the middle"), moved("at the top", "at the top")
    ('at the top moved to the middle', 'at the top laid another way there')
    """
    return (
        f"{here} laid another way there"
        if here == there
        else f"{here} moved to the {there.split(' the ')[1]}"
    )


def told_apart(changes: Iterable[Change]) -> Iterator[Change]:
    """Yield changes, with a number where the same words came before.

    >>> list(told_apart([Change("at the top", 1, "add"), Change("at the top", 2, "add")]))
    [('at the top', 1), ('at the top (2)', 2)]
    """
    met = Counter[str]()
    for change in changes:
        met[change.words] += 1
        number = met[change.words]
        yield change if number == 1 else change.but(f"{change.words} ({number})")


def farthest(spots: Iterable[Point], away: Point) -> Point:
    """Return the point that is farthest away from another one, the first if several are.

    >>> farthest([(0, 0), (2, 0), (5, 1)], (1, 0))
    (5, 1)
    """
    return max(spots, key=lambda spot: round(hypot(spot[0] - away[0], spot[1] - away[1]), 9))


def on_the_lines(here: tuple[int, int], there: tuple[int, int], top: int) -> str:
    """Return where something is on the lines of a grid: at a point, which is both ends, or between two.

    Points are (x, y) from the lower left corner, and `top` is the y of the highest.

    >>> on_the_lines((1, 1), (1, 1), 2), on_the_lines((0, 0), (1, 0), 2)
    ('at point r2c2', 'between points r3c1 and r3c2')
    """
    one, other = (named(point, top) for point in (here, there))
    return f"at point {one}" if one == other else f"between points {one} and {other}"


def named(cell: tuple[int, int], top: int | None = None) -> str:
    """Return a cell (x, y) as people call it: the row from the top and the column from the left, from 1.

    >>> named((2, 1)), named((2, 0), top=4)
    ('r2c3', 'r5c3')

    If y is counted from the bottom, `top` is that of the highest row.
    """
    x, y = cell
    return f"r{(y if top is None else top - y) + 1}c{x + 1}"
