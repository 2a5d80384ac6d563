"""Panels as the game shows them: thick rounded lines, and a bright path along them.

Shapes tell the elements apart, not only colours: each colour of squares has a mark of its own.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, pi, sin

from quandary.drawing import Circle, Drawing, Line, Point, Polygon, Shape
from quandary.kinds.witness.rules import (
    Colour,
    Junction,
    Panel,
    Path,
    Place,
    Square,
    Triangles,
    between,
    step,
)

MARGIN = 0.6
LINE = 0.2
NUB = 0.3
BACKGROUND, GRID, TRACE, INK, AMBER = "#66808c", "#d3dee3", "#e8452c", "#14181a", "#ffb52e"


@dataclass(frozen=True)
class Paint:
    """How squares of one colour look: the fill, and a mark of strokes in a box from −1 to 1."""

    fill: str
    ink: str = INK
    mark: tuple[tuple[Point, Point], ...] = ()


LEVEL, UPRIGHT = ((-1, 0), (1, 0)), ((0, -1), (0, 1))
RISING, FALLING = ((-1, 1), (1, -1)), ((-1, -1), (1, 1))
PAINTS = {
    Colour.BLACK: Paint("#14181a", "white"),
    Colour.WHITE: Paint("white", mark=(LEVEL,)),
    Colour.CYAN: Paint("#4fd5e0", mark=(UPRIGHT,)),
    Colour.MAGENTA: Paint("#d052b8", mark=(LEVEL, UPRIGHT)),
    Colour.YELLOW: Paint("#f6dd3c", mark=(RISING,)),
    Colour.RED: Paint("#c62f2f", "white", (RISING, FALLING)),
    Colour.GREEN: Paint("#3f9d4f", "white", (FALLING,)),
    Colour.BLUE: Paint("#2f50c0", "white", (((-1, -0.6), (1, -0.6)), ((-1, 0.6), (1, 0.6)))),
    Colour.ORANGE: Paint("#ee8624", mark=(((-0.6, -1), (-0.6, 1)), ((0.6, -1), (0.6, 1)))),
}


def draw(panel: Panel, state: Path | None = None) -> Drawing:
    """The picture of a panel, with a path on it if one is given."""
    shapes: list[Shape] = [*_lines(panel), *_ends(panel), *_elements(panel)]
    if state:
        shapes += _path(panel, state)
    shapes += [_polygon(_spot(panel, place), 0.09, corners=6, fill=INK) for place in sorted(panel.hexagons)]
    title = f"A Witness panel of {panel.width} × {panel.height} cells"
    return Drawing(panel.width + 2 * MARGIN, panel.height + 2 * MARGIN, tuple(shapes), title, BACKGROUND)


def anchor(panel: Panel, state: Path, move: str) -> Point:
    """The middle of the edge that a move crosses."""
    head = state[-1]
    return _spot(panel, between(head, step(head, move)))


def _spot(panel: Panel, place: Place) -> Point:
    """Where a place is on the page; places are counted in half cells and from the bottom."""
    return MARGIN + place[0] / 2, MARGIN + panel.height - place[1] / 2


def _at(panel: Panel, junction: Junction) -> Point:
    return _spot(panel, between(junction, junction))


def _lines(panel: Panel) -> Iterator[Shape]:
    for here, there in panel.edges():
        place = between(here, there)
        a, b = _at(panel, here), _at(panel, there)
        if place in panel.gaps:
            yield Line((a, _along(a, b, 0.28)), GRID, LINE)
            yield Line((b, _along(b, a, 0.28)), GRID, LINE)
        elif place not in panel.missing:
            yield Line((a, b), GRID, LINE)


def _along(a: Point, b: Point, part: float) -> Point:
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def _ends(panel: Panel) -> Iterator[Shape]:
    for here in sorted(panel.entrances):
        yield Circle(_at(panel, here), 0.26, fill=GRID)
    for here in sorted(panel.exits):
        yield Line((_at(panel, here), _nub(panel, here)), GRID, LINE)


def _nub(panel: Panel, junction: Junction) -> Point:
    """The tip of an exit: off the panel, or into a cell where the exit is not at the rim."""
    x, y = _at(panel, junction)
    if junction[1] in (0, panel.height):
        return x, y - NUB if junction[1] else y + NUB
    if junction[0] in (0, panel.width):
        return x + NUB if junction[0] else x - NUB, y
    return x + NUB * 0.7, y - NUB * 0.7


def _elements(panel: Panel) -> Iterator[Shape]:
    for cell, element in sorted(panel.cells, key=lambda pair: pair[0]):
        centre = _spot(panel, (2 * cell[0] + 1, 2 * cell[1] + 1))
        match element:
            case Square(colour):
                yield from _square(centre, PAINTS[colour])
            case Triangles(count):
                yield from _triangles(centre, count)


def _square(centre: Point, paint: Paint) -> Iterator[Shape]:
    x, y = centre
    yield Polygon(_rounded(centre, half=0.24, radius=0.09), fill=paint.fill)
    for start, end in paint.mark:
        points = tuple((x + 0.09 * dx, y + 0.09 * dy) for dx, dy in (start, end))
        yield Line(points, paint.ink, 0.045)


def _rounded(centre: Point, *, half: float, radius: float) -> tuple[Point, ...]:
    """A square with rounded corners, clockwise from its upper right one."""
    x, y = centre
    inset = half - radius
    corners = ((inset, -inset, -pi / 2), (inset, inset, 0), (-inset, inset, pi / 2), (-inset, -inset, pi))
    return tuple(
        (
            round(x + dx + radius * cos(turn + arc * pi / 6), 4),
            round(y + dy + radius * sin(turn + arc * pi / 6), 4),
        )
        for dx, dy, turn in corners
        for arc in range(4)
    )


def _triangles(centre: Point, count: int) -> Iterator[Shape]:
    x, y = centre
    for number in range(count):
        shift = 0.25 * (number - (count - 1) / 2)
        yield _polygon((x + shift, y + 0.03), 0.13, corners=3, fill=AMBER)


def _polygon(centre: Point, radius: float, *, corners: int, fill: str) -> Polygon:
    """A regular polygon that stands on an edge or, if even, has a corner on top."""
    x, y = centre
    turns = [2 * pi * corner / corners - pi / 2 for corner in range(corners)]
    return Polygon(
        tuple((round(x + radius * cos(turn), 4), round(y + radius * sin(turn), 4)) for turn in turns), fill
    )


def _path(panel: Panel, state: Path) -> Iterator[Shape]:
    points = [_at(panel, junction) for junction in state]
    yield Circle(points[0], 0.26, fill=TRACE)
    if panel.is_solved(state):
        points.append(_nub(panel, state[-1]))
    if len(points) > 1:
        yield Line(tuple(points), TRACE, LINE)
