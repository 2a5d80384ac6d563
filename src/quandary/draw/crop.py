"""Leave out the empty margin of a picture, so that what stands beside it can be aligned with the board."""

from collections.abc import Iterator
from dataclasses import replace

from quandary.draw.shapes import Circle, Drawing, Point, Shape, Text

LETTER = 0.6
"""The width of a letter as a share of its size, about."""


def cropped(drawing: Drawing) -> Drawing:
    """Return a picture that ends where its shapes end. What is outside the page stays there.

    A picture with a ground of its own colour is left as it is.

    >>> from quandary.draw.shapes import rectangle
    >>> small = cropped(Drawing(4, 4, (rectangle(1, 1, 2, 1, fill="wall"),)))
    >>> small.width, small.height, small.shapes[0].points[0]
    (2, 1, (0, 0))
    """
    corners = [corner for shape in drawing.shapes for corner in _corners(shape)]
    if not corners or drawing.background != Drawing.background:
        return drawing
    left, top = (max(0, min(each[at] for each in corners)) for at in (0, 1))
    right = min(drawing.width, max(x for x, _ in corners))
    bottom = min(drawing.height, max(y for _, y in corners))
    if right <= left or bottom <= top:
        return drawing
    shapes = tuple(_moved(shape, (left, top)) for shape in drawing.shapes)
    return replace(drawing, width=right - left, height=bottom - top, shapes=shapes)


def _corners(shape: Shape) -> Iterator[Point]:
    """Yield points around everything that a shape paints."""
    if isinstance(shape, Text):
        wide = LETTER * shape.size * len(shape.text)
        start = shape.at[0] - {"start": 0.0, "middle": wide / 2, "end": wide}[shape.anchor]
        yield start, shape.at[1] - shape.size / 2
        yield start + wide, shape.at[1] + shape.size / 2
    elif isinstance(shape, Circle):
        reach = shape.radius + (shape.width / 2 if shape.stroke else 0)
        yield shape.centre[0] - reach, shape.centre[1] - reach
        yield shape.centre[0] + reach, shape.centre[1] + reach
    else:
        half = shape.width / 2 if shape.stroke else 0
        for x, y in shape.points:
            yield x - half, y - half
            yield x + half, y + half


def _moved(shape: Shape, by: Point) -> Shape:
    """Return a shape nearer to the upper left corner."""
    if isinstance(shape, Text):
        return replace(shape, at=_less(shape.at, by))
    if isinstance(shape, Circle):
        return replace(shape, centre=_less(shape.centre, by))
    points = tuple(_less(point, by) for point in shape.points)
    return replace(shape, points=points)


def _less(point: Point, by: Point) -> Point:
    return point[0] - by[0], point[1] - by[1]
