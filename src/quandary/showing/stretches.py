"""A long solution in stretches: pictures whose arrows do not hide each other, one after another."""

from collections.abc import Sequence
from math import hypot
from typing import Any

from quandary.draw.shapes import Drawing, Point
from quandary.puzzle import is_fill
from quandary.showing.order import RADIUS, Arrow, arrows, arrows_of, beside, direction, in_order, number_at
from quandary.showing.picture import draw
from quandary.solving.follow import Followed

MOST = 12
"""The most arrows of one picture."""
NEAR = 0.15
"""How near arrows along one line are when they hide each other."""


def stretches(puzzle: Any, way: Followed) -> list[Drawing]:
    """Return pictures of a solution in playing order, each of the position from which its arrows start.

    >>> from quandary.kinds.tilt import KIND
    >>> from quandary.solving.follow import follow
    >>> maze = KIND.parse("+-+-+-+/|o . .|/+ +-+ +/|. .|*|/+-+-+-+")
    >>> len(stretches(maze, follow(maze, "right down"))), len(stretches(maze, follow(maze, "right left right down")))
    (1, 2)

    A solution that fits into one picture, and one that needs no arrows, has one.
    """
    found = [] if is_fill(puzzle) else arrows_of(puzzle, way)
    parts = _parts(found)
    if len(parts) < 2:
        return [in_order(puzzle, way)]
    begins = [0, *(part[-1].last + 1 for part in parts)]
    return [
        draw(puzzle, way.states[begin]).over(arrows(part)) for begin, part in zip(begins, parts, strict=False)
    ]


def _parts(found: Sequence[Arrow]) -> list[list[Arrow]]:
    """Split arrows into runs that can be seen together."""
    parts = list[list[Arrow]]()
    for arrow in found:
        if parts and len(parts[-1]) < MOST and not any(_hide(arrow, other) for other in parts[-1]):
            parts[-1].append(arrow)
        else:
            parts.append([arrow])
    return parts


def _hide(one: Arrow, other: Arrow) -> bool:
    """Return whether two arrows lie on each other, or the number of one lies on the other.

    >>> there, back = Arrow((0, 0), (3, 0), 0, 0), Arrow((3, 0), (0, 0), 1, 1)
    >>> _hide(there, there), _hide(there, back), _hide(there, Arrow((2, 2), (2, -2), 1, 1))
    (True, False, False)
    """
    if _distance(number_at(one), number_at(other)) < 2 * RADIUS:
        return True
    if min(_to_line(number_at(one), other), _to_line(number_at(other), one)) < RADIUS:
        return True
    return _overlap(one, other)


def _distance(one: Point, other: Point) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


def _to_line(point: Point, arrow: Arrow) -> float:
    """Return the distance of a point from an arrow."""
    start, end = beside(arrow)
    length = _distance(start, end)
    dx, dy = direction(arrow)
    along = min(max((point[0] - start[0]) * dx + (point[1] - start[1]) * dy, 0.0), length)
    return _distance(point, (start[0] + dx * along, start[1] + dy * along))


def _overlap(one: Arrow, other: Arrow) -> bool:
    """Return whether arrows in the same direction lie on each other."""
    if direction(one) != direction(other):
        return False
    (dx, dy), start = direction(one), beside(one)[0]
    spans = []
    for arrow in (one, other):
        points = [(x - start[0], y - start[1]) for x, y in beside(arrow)]
        if any(abs(x * dy - y * dx) > NEAR for x, y in points):
            return False
        spans.append(sorted(x * dx + y * dy for x, y in points))
    return min(spans[0][1], spans[1][1]) - max(spans[0][0], spans[1][0]) > NEAR
