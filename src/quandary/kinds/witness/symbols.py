"""Draw the elements in cells as the game does. Types differ by shape, and colours also by marks."""

from collections.abc import Iterator
from math import cos, pi, sin
from typing import TypeAlias

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

TILT = pi / 10
"""The angle at which rotating polyominoes are drawn."""
ROOM = 0.52
"""The largest share of its cell's side that a polyomino takes up."""
LARGEST_TILE = 0.16
EDGE = 0.025
"""The width of the outline that sets off an element of any colour from the panel."""


Mark: TypeAlias = tuple[tuple[Point, Point], ...]
"""Strokes in a box from −1 to 1."""
LEVEL, UPRIGHT = ((-1, 0), (1, 0)), ((0, -1), (0, 1))
RISING, FALLING = ((-1, 1), (1, -1)), ((-1, -1), (1, 1))
MARKS: dict[Colour, Mark] = {
    Colour.BLACK: (),
    Colour.WHITE: (),
    Colour.CYAN: (UPRIGHT,),
    Colour.MAGENTA: (LEVEL, UPRIGHT),
    Colour.YELLOW: (RISING,),
    Colour.RED: (RISING, FALLING),
    Colour.GREEN: (FALLING,),
    Colour.BLUE: (((-1, -0.6), (1, -0.6)), ((-1, 0.6), (1, 0.6))),
    Colour.ORANGE: (((-0.6, -1), (-0.6, 1)), ((0.6, -1), (0.6, 1))),
}
"""The marks that distinguish colours in black and white. Black and white need none."""
USUAL = {Triangles: Colour.ORANGE, Eliminator: Colour.WHITE, Polyomino: Colour.YELLOW}


def symbol(element: Element, centre: Point) -> Iterator[Shape]:
    """Draw an element in the middle of its cell."""
    fill = f"full-{element.colour.value}"
    match element:
        case Square():
            yield Polygon(_rounded(centre, half=0.24, radius=0.09), fill, "edge", EDGE)
            yield from _mark(centre, element.colour)
        case Star():
            yield Polygon(_points_of_star(centre), fill, "edge", EDGE)
            yield from _mark(centre, element.colour)
        case Triangles(count):
            yield from _triangles(centre, count, fill)
        case Polyomino():
            yield from _tiles(centre, element, fill)
        case Eliminator():
            yield from _prongs(centre, fill)
    if not isinstance(element, Square | Star) and element.colour != _usual(element):
        yield from _tag(centre, element.colour)


def regular(
    centre: Point, radius: float, *, corners: int, fill: str, stroke: str | None = None, width: float = 0.0
) -> Polygon:
    """Return a regular polygon with a corner on top."""
    turns = (2 * pi * n / corners - pi / 2 for n in range(corners))
    return Polygon(tuple(_around(centre, radius, turn) for turn in turns), fill, stroke, width)


def _usual(element: Element) -> Colour | None:
    if isinstance(element, Polyomino) and element.hollow:
        return HOLLOW
    return USUAL.get(type(element))


def _around(centre: Point, radius: float, turn: float) -> Point:
    return round(centre[0] + radius * cos(turn), 4), round(centre[1] + radius * sin(turn), 4)


def _mark(centre: Point, colour: Colour, size: float = 0.09) -> Iterator[Shape]:
    x, y = centre
    ink = f"on-full-{colour.value}"
    for stroke in MARKS[colour]:
        yield Line(tuple((x + size * dx, y + size * dy) for dx, dy in stroke), ink, size / 2)


def _tag(centre: Point, colour: Colour) -> Iterator[Shape]:
    """Draw the mark of a colour that is unusual for the type of element in a corner of the cell."""
    corner = (centre[0] + 0.28, centre[1] + 0.28)
    yield Circle(corner, 0.1, f"full-{colour.value}", "edge", EDGE)
    yield from _mark(corner, colour, 0.042)


def _rounded(centre: Point, *, half: float, radius: float) -> tuple[Point, ...]:
    """Return the outline of a square with rounded corners, clockwise from the upper right one."""
    x, y = centre
    inset = half - radius
    corners = ((inset, -inset, -pi / 2), (inset, inset, 0), (-inset, inset, pi / 2), (-inset, -inset, pi))
    return tuple(
        _around((x + dx, y + dy), radius, turn + arc * pi / 6) for dx, dy, turn in corners for arc in range(4)
    )


def _points_of_star(centre: Point) -> tuple[Point, ...]:
    """Return the outline of a star with eight points, made of two squares."""
    return tuple(_around(centre, 0.2 if n % 2 else 0.27, n * pi / 8) for n in range(16))


def _triangles(centre: Point, count: int, fill: str) -> Iterator[Shape]:
    x, y = centre
    pitch = min(0.25, 0.75 / count)  # four stand closer together
    for number in range(count):
        shift = pitch * (number - (count - 1) / 2)
        yield regular((x + shift, y + 0.03), 0.52 * pitch, corners=3, fill=fill, stroke="edge", width=EDGE)


def _tiles(centre: Point, polyomino: Polyomino, fill: str) -> Iterator[Shape]:
    """Draw a small square for each cell, outlined if the polyomino is hollow and tilted if it rotates."""
    across, up = (max(cell[axis] for cell in polyomino.shape) + 1 for axis in (0, 1))
    pitch = min(LARGEST_TILE, ROOM / max(across, up))
    lean = TILT if polyomino.rotates else 0.0
    for x, y in sorted(polyomino.shape):
        dx, dy = (x - (across - 1) / 2) * pitch, ((up - 1) / 2 - y) * pitch
        middle = (
            centre[0] + dx * cos(lean) + dy * sin(lean),
            centre[1] - dx * sin(lean) + dy * cos(lean),
        )
        yield from _tile(middle, pitch, lean, fill, hollow=polyomino.hollow)


def _tile(middle: Point, pitch: float, lean: float, fill: str, *, hollow: bool) -> Iterator[Shape]:
    reach = pitch * (0.34 if hollow else 0.42) * 2**0.5
    corners = tuple(_around(middle, reach, pi / 4 - lean + n * pi / 2) for n in range(4))
    if hollow:
        yield Polygon(corners, stroke="edge", width=0.22 * pitch + 2 * EDGE)
        yield Polygon(corners, stroke=fill, width=0.22 * pitch)
    else:
        yield Polygon(corners, fill, "edge", EDGE)


def _prongs(centre: Point, fill: str) -> Iterator[Shape]:
    for role, width in (("edge", 0.09 + 2 * EDGE), (fill, 0.09)):
        for n in range(3):
            yield Line((centre, _around(centre, 0.17, 2 * pi * n / 3 - pi / 2)), role, width)
