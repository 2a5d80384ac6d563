"""What a cell holds, as the game draws it. Shapes tell the types apart, and marks the colours."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, pi, sin

from quandary.draw.shapes import Circle, Line, Point, Polygon, Shape
from quandary.kinds.witness.elements import (
    HOLLOW,
    Colour,
    Element,
    Eliminator,
    Polyomino,
    Square,
    Star,
    Triangles,
)

INK = "#14181a"
TILT = pi / 10
"""How far polyominoes that rotate lean to one side."""
ROOM = 0.52
"""The most that a polyomino takes up of its cell, in both directions."""
LARGEST_TILE = 0.16
HOLLOW_LINE = "#8db4ff"
"""Blue, but light enough to be seen as a thin line."""


@dataclass(frozen=True)
class Paint:
    """How a colour looks: the fill, and a mark of strokes in a box from −1 to 1."""

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
USUAL = {Triangles: Colour.ORANGE, Eliminator: Colour.WHITE, Polyomino: Colour.YELLOW}


def symbol(element: Element, centre: Point) -> Iterator[Shape]:
    """The shapes of an element in the middle of its cell."""
    paint = PAINTS[element.colour]
    match element:
        case Square():
            yield Polygon(_rounded(centre, half=0.24, radius=0.09), fill=paint.fill)
            yield from _mark(centre, paint)
        case Star():
            yield Polygon(_points_of_star(centre), fill=paint.fill)
            yield from _mark(centre, paint)
        case Triangles(count):
            yield from _triangles(centre, count, paint)
        case Polyomino():
            yield from _tiles(centre, element, paint)
        case Eliminator():
            yield from _prongs(centre, paint)
    if not isinstance(element, Square | Star) and element.colour != _usual(element):
        yield from _tag(centre, paint)


def regular(centre: Point, radius: float, *, corners: int, fill: str) -> Polygon:
    """A regular polygon that stands on an edge or, if even, has a corner on top."""
    return Polygon(
        tuple(_around(centre, radius, 2 * pi * n / corners - pi / 2) for n in range(corners)), fill
    )


def _usual(element: Element) -> Colour | None:
    if isinstance(element, Polyomino) and element.hollow:
        return HOLLOW
    return USUAL.get(type(element))


def _around(centre: Point, radius: float, turn: float) -> Point:
    return round(centre[0] + radius * cos(turn), 4), round(centre[1] + radius * sin(turn), 4)


def _mark(centre: Point, paint: Paint, size: float = 0.09) -> Iterator[Shape]:
    x, y = centre
    for stroke in paint.mark:
        yield Line(tuple((x + size * dx, y + size * dy) for dx, dy in stroke), paint.ink, size / 2)


def _tag(centre: Point, paint: Paint) -> Iterator[Shape]:
    """The mark of a colour that this type of element usually does not have, in a corner of the cell."""
    corner = (centre[0] + 0.28, centre[1] + 0.28)
    yield Circle(corner, 0.09, fill=paint.fill)
    yield from _mark(corner, paint, 0.045)


def _rounded(centre: Point, *, half: float, radius: float) -> tuple[Point, ...]:
    """A square with rounded corners, clockwise from its upper right one."""
    x, y = centre
    inset = half - radius
    corners = ((inset, -inset, -pi / 2), (inset, inset, 0), (-inset, inset, pi / 2), (-inset, -inset, pi))
    return tuple(
        _around((x + dx, y + dy), radius, turn + arc * pi / 6) for dx, dy, turn in corners for arc in range(4)
    )


def _points_of_star(centre: Point) -> tuple[Point, ...]:
    """A star with eight points, as of two squares."""
    return tuple(_around(centre, 0.2 if n % 2 else 0.27, n * pi / 8) for n in range(16))


def _triangles(centre: Point, count: int, paint: Paint) -> Iterator[Shape]:
    x, y = centre
    for number in range(count):
        shift = 0.25 * (number - (count - 1) / 2)
        yield regular((x + shift, y + 0.03), 0.13, corners=3, fill=paint.fill)


def _tiles(centre: Point, polyomino: Polyomino, paint: Paint) -> Iterator[Shape]:
    """A small square for each cell; hollow ones are outlined, and those that rotate lean."""
    across, up = (max(cell[axis] for cell in polyomino.shape) + 1 for axis in (0, 1))
    pitch = min(LARGEST_TILE, ROOM / max(across, up))
    lean = TILT if polyomino.rotates else 0.0
    for x, y in sorted(polyomino.shape):
        dx, dy = (x - (across - 1) / 2) * pitch, ((up - 1) / 2 - y) * pitch
        middle = (
            centre[0] + dx * cos(lean) + dy * sin(lean),
            centre[1] - dx * sin(lean) + dy * cos(lean),
        )
        yield _tile(middle, pitch, lean, paint, hollow=polyomino.hollow)


def _tile(middle: Point, pitch: float, lean: float, paint: Paint, *, hollow: bool) -> Polygon:
    reach = pitch * (0.34 if hollow else 0.42) * 2**0.5
    corners = tuple(_around(middle, reach, pi / 4 - lean + n * pi / 2) for n in range(4))
    if not hollow:
        return Polygon(corners, paint.fill)
    stroke = HOLLOW_LINE if paint is PAINTS[HOLLOW] else paint.fill
    return Polygon(corners, stroke=stroke, width=0.22 * pitch)


def _prongs(centre: Point, paint: Paint) -> Iterator[Shape]:
    for n in range(3):
        yield Line((centre, _around(centre, 0.17, 2 * pi * n / 3 - pi / 2)), paint.fill, 0.09)
