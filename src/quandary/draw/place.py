"""Put one picture into another."""

from collections.abc import Iterator
from dataclasses import replace

from quandary.draw.shapes import Circle, Drawing, Line, Point, Polygon, Shape, Text, rectangle


def fitted(drawing: Drawing, x: float, y: float, width: float, height: float) -> Iterator[Shape]:
    """Yield the shapes of a picture scaled into a box, in its middle, on the picture's own background.

    >>> [shape.points for shape in fitted(Drawing(2, 1, ()), 0, 0, 1, 1)]
    [((0.0, 0.25), (1.0, 0.25), (1.0, 0.75), (0.0, 0.75))]
    """
    scale = min(width / drawing.width, height / drawing.height)
    left, top = x + (width - drawing.width * scale) / 2, y + (height - drawing.height * scale) / 2
    yield rectangle(left, top, drawing.width * scale, drawing.height * scale, fill=drawing.background)
    for shape in drawing.shapes:
        yield scaled(shape, scale, left, top)


def scaled(shape: Shape, scale: float, left: float, top: float) -> Shape:
    """Return a shape made larger or smaller, then moved."""

    def move(point: Point) -> Point:
        return left + point[0] * scale, top + point[1] * scale

    match shape:
        case Line():
            return replace(shape, points=tuple(map(move, shape.points)), width=shape.width * scale)
        case Polygon():
            return replace(shape, points=tuple(map(move, shape.points)), width=shape.width * scale)
        case Circle():
            return replace(
                shape, centre=move(shape.centre), radius=shape.radius * scale, width=shape.width * scale
            )
        case Text():
            return replace(shape, at=move(shape.at), size=shape.size * scale)
