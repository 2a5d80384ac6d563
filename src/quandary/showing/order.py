"""The moves of a solution drawn into its picture, in playing order: numbers, or numbered arrows for moves."""

from collections.abc import Sequence
from math import hypot
from typing import Any, NamedTuple

from quandary.draw.shapes import Circle, Drawing, Line, Point, Polygon, Shape, Text
from quandary.kind import kind_of
from quandary.puzzle import is_fill
from quandary.showing.picture import anchor, draw
from quandary.solving.follow import Followed
from quandary.solving.onward import made, played

MOST = 200
"""The most moves that are numbered. More would cover the picture."""
HEAD, RADIUS, SIZE = 0.2, 0.17, 0.24
SIDE = 0.1
"""How far beside the way an arrow is drawn."""
CORNER = 0.33
"""How far to the left and up of its place the number of a digit or a piece is."""
ALONG = 0.38
"""How far along an arrow its number is: before the middle, so that the way back has another place."""


class Arrow(NamedTuple):
    """One or more moves that go on in the same direction, such as pushes of one box."""

    start: Point
    end: Point
    first: int
    """The index of its first move."""
    last: int
    number: int = 1
    """What is written on it."""


def in_order(puzzle: Any, way: Followed) -> Drawing:
    """Draw the last state of a way with the order of the moves that led there.

    >>> from quandary.kinds.tilt import KIND
    >>> maze = KIND.parse("+-+-+-+/|o . .|/+ +-+ +/|. .|*|/+-+-+-+")
    >>> from quandary.solving.follow import follow
    >>> [shape.text for shape in in_order(maze, follow(maze, "right down")).shapes if isinstance(shape, Text)]
    ['1', '2']

    Where a state is the path itself, the picture shows the order already. Pieces and digits get small numbers,
    and what moves across the board gets arrows on the picture of the start.
    """
    states = way.states
    end = draw(puzzle, states[-1])
    if _is_path(states) or len(states) > MOST + 1:
        return end
    if is_fill(puzzle):
        return end.over(_numbers(puzzle, way))
    found = arrows_of(puzzle, way)
    return draw(puzzle, states[0]).over(arrows(found)) if found else end


def _is_path(states: Sequence[Any]) -> bool:
    return type(states[-1]) is tuple and len(states[-1]) == len(states)


def _moves(puzzle: Any, way: Followed) -> Sequence[Any]:
    return made(played(puzzle), way.states) if way.moves is None else way.moves


def _numbers(puzzle: Any, way: Followed) -> list[Shape]:
    """Return the number of each move on a piece, or in a corner of the cell."""
    shapes, kind = list[Shape](), kind_of(puzzle)
    place = kind.pictures.moved if kind else None
    for number, (state, move) in enumerate(zip(way.states, _moves(puzzle, way), strict=False), start=1):
        if spot := anchor(puzzle, state, move):
            moved = place(puzzle, state, move) if place else None
            at = moved[1] if moved else (spot[0] - CORNER, spot[1] - CORNER)
            shapes += [Circle(at, RADIUS * 0.8, fill="paper"), Text(at, str(number), 0.2, fill="soft")]
    return shapes


def arrows_of(puzzle: Any, way: Followed) -> list[Arrow]:
    """Return an arrow for each run of moves in one direction, for kinds that say where things are."""
    kind = kind_of(puzzle)
    place = kind.pictures.moved if kind else None
    if place is None:
        return []
    moves = zip(way.states, _moves(puzzle, way), strict=False)
    spots = (place(puzzle, state, move) for state, move in moves)
    return _joined([Arrow(*spot, at, at) for at, spot in enumerate(spots) if spot is not None])


def _joined(single: Sequence[Arrow]) -> list[Arrow]:
    """Join moves that go on in the same direction, and number the arrows.

    >>> joined = _joined([Arrow((0, 0), (1, 0), 0, 0), Arrow((1, 0), (2, 0), 1, 1), Arrow((2, 0), (2, 1), 5, 5)])
    >>> [(arrow.end, arrow.last, arrow.number) for arrow in joined]
    [((2, 0), 1, 1), ((2, 1), 5, 2)]
    """
    found = list[Arrow]()
    for arrow in single:
        before = found[-1] if found else None
        if before and before.end == arrow.start and direction(before) == direction(arrow):
            found[-1] = before._replace(end=arrow.end, last=arrow.last)
        else:
            found.append(arrow._replace(number=len(found) + 1))
    return found


def direction(arrow: Arrow) -> Point:
    """Return the direction of an arrow as a step of length 1."""
    across, down = arrow.end[0] - arrow.start[0], arrow.end[1] - arrow.start[1]
    length = hypot(across, down) or 1.0
    return round(across / length, 6), round(down / length, 6)


def arrows(found: Sequence[Arrow]) -> list[Shape]:
    """Return each arrow with its number, a little to the side so that the way back is seen."""
    shapes = list[Shape]()
    for arrow in found:
        (x0, y0), (x1, y1) = beside(arrow)
        dx, dy = direction(arrow)
        tip, base = (x1, y1), (x1 - dx * HEAD, y1 - dy * HEAD)
        wings = (
            (base[0] - dy * HEAD / 2, base[1] + dx * HEAD / 2),
            (base[0] + dy * HEAD / 2, base[1] - dx * HEAD / 2),
        )
        middle = number_at(arrow)
        shapes += [
            Line(((x0, y0), base), "path", 0.07),
            Polygon((tip, *wings), fill="path"),
            Circle(middle, RADIUS, fill="paper", stroke="path", width=0.03),
            Text(middle, str(arrow.number), SIZE),
        ]
    return shapes


def beside(arrow: Arrow) -> tuple[Point, Point]:
    """Return where an arrow is drawn, to the right of its way."""
    dx, dy = direction(arrow)
    return (arrow.start[0] - dy * SIDE, arrow.start[1] + dx * SIDE), (
        arrow.end[0] - dy * SIDE,
        arrow.end[1] + dx * SIDE,
    )


def number_at(arrow: Arrow) -> Point:
    """Return where the number of an arrow is written."""
    (x0, y0), (x1, y1) = beside(arrow)
    return x0 + (x1 - x0) * ALONG, y0 + (y1 - y0) * ALONG
