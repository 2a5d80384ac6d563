"""The moves of a solution drawn into its picture, in playing order: numbers, or numbered arrows for moves."""

from collections.abc import Sequence
from math import hypot
from typing import Any

from quandary.draw.shapes import Circle, Drawing, Line, Point, Polygon, Shape, Text
from quandary.kind import kind_of
from quandary.puzzle import is_fill
from quandary.showing.picture import anchor, draw
from quandary.solving.follow import Followed
from quandary.solving.onward import made, played

MOST = 200
"""The most moves that are numbered. More would cover the picture."""
HEAD, RADIUS, SIZE = 0.2, 0.17, 0.24
CORNER = 0.33
"""How far to the left and up of its place the number of a digit or a piece is."""
ALONG = 0.38
"""How far along an arrow its number is: before the middle, so that the way back has another place."""


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
    spots = _spots(puzzle, way)
    return draw(puzzle, states[0]).over(_arrows(spots)) if spots else end


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


def _spots(puzzle: Any, way: Followed) -> list[tuple[Point, Point]]:
    """Return where each move begins and ends, for kinds that say where things are."""
    kind = kind_of(puzzle)
    place = kind.pictures.moved if kind else None
    if place is None:
        return []
    found = [place(puzzle, one, move) for one, move in zip(way.states, _moves(puzzle, way), strict=False)]
    return _joined([each for each in found if each is not None])


def _joined(spots: Sequence[tuple[Point, Point]]) -> list[tuple[Point, Point]]:
    """Join moves that go on in the same direction, such as pushes of one box.

    >>> _joined([((0, 0), (1, 0)), ((1, 0), (2, 0)), ((2, 0), (2, 1))])
    [((0, 0), (2, 0)), ((2, 0), (2, 1))]
    """
    found = list[tuple[Point, Point]]()
    for start, end in spots:
        if found and found[-1][1] == start and _way(*found[-1]) == _way(start, end):
            found[-1] = found[-1][0], end
        else:
            found.append((start, end))
    return found


def _way(start: Point, end: Point) -> Point:
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    return round((end[0] - start[0]) / length, 6), round((end[1] - start[1]) / length, 6)


def _arrows(spots: Sequence[tuple[Point, Point]]) -> list[Shape]:
    """Return an arrow for each move with its number, a little to the side so that the way back is seen."""
    shapes = list[Shape]()
    for number, ((x0, y0), (x1, y1)) in enumerate(spots, start=1):
        dx, dy = _way((x0, y0), (x1, y1))
        side = 0.1
        x0, y0, x1, y1 = x0 - dy * side, y0 + dx * side, x1 - dy * side, y1 + dx * side
        tip, base = (x1, y1), (x1 - dx * HEAD, y1 - dy * HEAD)
        wings = (
            (base[0] - dy * HEAD / 2, base[1] + dx * HEAD / 2),
            (base[0] + dy * HEAD / 2, base[1] - dx * HEAD / 2),
        )
        middle = x0 + (x1 - x0) * ALONG, y0 + (y1 - y0) * ALONG
        shapes += [
            Line(((x0, y0), base), "path", 0.07),
            Polygon((tip, *wings), fill="path"),
            Circle(middle, RADIUS, fill="paper", stroke="path", width=0.03),
            Text(middle, str(number), SIZE),
        ]
    return shapes
