"""A drawing as a small grid of square pixels, for surfaces with few of them.

Text is left out, since such surfaces write it as characters. Exact geometry looks bad at this size, so
shapes are fitted to the grid as fonts are on a screen. Lines run through the middles of pixels and are at
least one pixel wide (thin ones are paler instead), and the sides of rectangles fall between pixels. The
whole picture moves by part of a pixel so that most lines need no fitting.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from quandary.draw.colour import parse_colour
from quandary.draw.palette import LIGHT, Palette, painted
from quandary.draw.shapes import Circle, Drawing, Line, Point, Polygon, Shape

Pixels: TypeAlias = npt.NDArray[np.float64]
Mask: TypeAlias = npt.NDArray[np.bool_]
Floats: TypeAlias = npt.NDArray[np.floating[Any]]
Box: TypeAlias = tuple[float, float, float, float]

FAINTEST = 0.2
"""The share of its colour that even the thinnest line keeps."""


def rasterise(drawing: Drawing, scale: float, *, samples: int = 4, palette: Palette = LIGHT) -> Pixels:
    """Return the picture as rows × columns × (red, green, blue), 0 to 255, with `scale` pixels per unit.

    >>> rasterise(Drawing(2, 1, (), background="gold"), 4).shape
    (5, 9, 3)

    There is one more pixel than the units need, so that lines along both edges are in the picture.
    Each pixel is the mean of samples × samples points.
    """
    coloured = painted(drawing, palette)
    canvas = _Canvas(coloured, scale, samples)
    for shape in coloured.shapes:
        canvas.paint(shape)
    return canvas.pixels()


class _Canvas:
    """Sample points in pixel units, painted one shape after another."""

    def __init__(self, drawing: Drawing, scale: float, samples: int) -> None:
        self.scale = scale
        stroked = [point for shape in drawing.shapes for point in _stroked(shape)]
        self.shift = [_phase([point[axis] * scale for point in stroked]) for axis in (0, 1)]
        columns, rows = (math.floor(size * scale + 1e-6) + 1 for size in (drawing.width, drawing.height))
        self.x = (np.arange(columns * samples) + 0.5) / samples
        self.y = (np.arange(rows * samples) + 0.5) / samples
        self.samples = np.empty((rows, samples, columns, samples, 3))
        self.samples[:] = parse_colour(drawing.background)[:3]

    def pixels(self) -> Pixels:
        means: Pixels = self.samples.mean(axis=(1, 3))
        return means

    def paint(self, shape: Shape) -> None:
        match shape:
            case Line():
                path = self._fitted(shape.points)
                pieces = list(pairwise(path))
                if shape.dashed:
                    pieces = list(_dashes(path, max(1.0, shape.width * self.scale)))
                self._stroke(pieces, shape.stroke, shape.width)
            case Polygon():
                self._fill_polygon(shape)
                path = self._fitted(shape.points)
                self._stroke(list(pairwise([*path, path[0]])), shape.stroke, shape.width)
            case Circle():
                self._paint_circle(shape)

    def _place(self, point: Point) -> Point:
        """Return a point in pixels, with whole numbers in the middles of pixels."""
        x, y = (value * self.scale - shift + 0.5 for value, shift in zip(point, self.shift, strict=True))
        return x, y

    def _fitted(self, points: Sequence[Point]) -> list[Point]:
        """Return the middles of the pixels that contain the points."""
        return [(math.floor(x + 1e-6) + 0.5, math.floor(y + 1e-6) + 0.5) for x, y in map(self._place, points)]

    def _fill_polygon(self, shape: Polygon) -> None:
        corners = [self._place(point) for point in shape.points]
        if _is_upright(shape.points):
            columns, rows = (size // self.samples.shape[1] for size in (len(self.x), len(self.y)))
            fitted = [(_side(x, columns), _side(y, rows)) for x, y in corners]
            corners = fitted if _has_area(fitted) else corners
            if len(corners) == 4:  # a rectangle fills its box, and large boards have thousands of them
                self._cover(_around(corners), None, shape.fill)
                return
        self._cover(_around(corners), lambda x, y: _inside(x, y, corners), shape.fill)

    def _paint_circle(self, shape: Circle) -> None:
        across, down = self._place(shape.centre)
        radius = shape.radius * self.scale
        width, strength = _visible(shape.width * self.scale)

        def distance(x: Floats, y: Floats) -> Floats:
            far: Floats = np.hypot(x - across, y - down)
            return far

        self._cover(_around([(across, down)], radius), lambda x, y: distance(x, y) <= radius, shape.fill)
        if shape.width > 0:
            box = _around([(across, down)], radius + width)
            self._cover(box, lambda x, y: abs(distance(x, y) - radius) <= width / 2, shape.stroke, strength)

    def _stroke(self, pieces: Sequence[tuple[Point, Point]], stroke: str | None, width: float) -> None:
        if not pieces or width <= 0:
            return
        wide, strength = _visible(width * self.scale)
        box = _around([point for piece in pieces for point in piece], wide)
        self._cover(box, lambda x, y: _near(x, y, pieces, wide / 2), stroke, strength)

    def _cover(
        self,
        box: Box,
        covers: Callable[[Floats, Floats], Mask] | None,
        paint: str | None,
        strength: float = 1.0,
    ) -> None:
        """Paint those points of a box that are covered, or all of them."""
        if paint is None:
            return
        left, top, right, bottom = box
        columns = slice(*np.searchsorted(self.x, (left, right)))
        rows = slice(*np.searchsorted(self.y, (top, bottom)))
        *rgb, cover = parse_colour(paint)
        area = self.samples.reshape(len(self.y), len(self.x), 3)[rows, columns]
        if covers is None:
            area += (np.array(rgb) - area) * (cover * strength)
            return
        mask = covers(self.x[None, columns], self.y[rows, None])
        area[mask] += (np.array(rgb) - area[mask]) * (cover * strength)


def _stroked(shape: Shape) -> Sequence[Point]:
    """Return the points of a line or an outline."""
    match shape:
        case Line(points) | Polygon(points, stroke=str()):
            return points
        case _:
            return ()


def _phase(values: Sequence[float]) -> float:
    """Return the most frequent distance of the values from the nearest whole number."""
    phases = Counter(round(value - math.floor(value + 0.5 + 1e-6), 4) for value in values)
    return phases.most_common(1)[0][0] if phases else 0.0


def _visible(width: float) -> tuple[float, float]:
    """Return a stroke's width, at least one pixel, and how strong its colour is to make up for it."""
    return max(1.0, width), min(1.0, max(FAINTEST, math.sqrt(width)))


def _around(points: Sequence[Point], margin: float = 0.0) -> Box:
    across, down = zip(*points, strict=True)
    return min(across) - margin, min(down) - margin, max(across) + margin, max(down) + margin


def _is_upright(points: Sequence[Point]) -> bool:
    return all(a[0] == b[0] or a[1] == b[1] for a, b in pairwise([*points, points[0]]))


def _side(value: float, pixels: int) -> float:
    """Return the nearest boundary between pixels, beyond the last pixel for sides along the far edge."""
    return pixels if value >= pixels - 0.5 - 1e-6 else math.ceil(value - 0.5 - 1e-6)


def _has_area(points: Sequence[Point]) -> bool:
    left, top, right, bottom = _around(points)
    return left < right and top < bottom


def _inside(x: Floats, y: Floats, corners: Sequence[Point]) -> Mask:
    """Return the samples that the outline winds around, which SVG counts as inside."""
    turns = np.zeros(np.broadcast_shapes(x.shape, y.shape), dtype=np.int64)
    for (x0, y0), (x1, y1) in pairwise([*corners, corners[0]]):
        if y0 == y1:
            continue
        crossing = x0 + (y - y0) * ((x1 - x0) / (y1 - y0))
        turns += np.where(((y0 <= y) != (y1 <= y)) & (x < crossing), 1 if y1 > y0 else -1, 0)
    inside: Mask = turns != 0
    return inside


def _near(x: Floats, y: Floats, pieces: Sequence[tuple[Point, Point]], reach: float) -> Mask:
    """Return the samples within reach of any of the pieces."""
    mask = np.zeros(np.broadcast_shapes(x.shape, y.shape), dtype=np.bool_)
    for (x0, y0), (x1, y1) in pieces:
        across, down = x1 - x0, y1 - y0
        along = ((x - x0) * across + (y - y0) * down) / (across**2 + down**2 or 1.0)
        nearest = np.clip(along, 0.0, 1.0)
        mask |= np.hypot(x - x0 - nearest * across, y - y0 - nearest * down) <= reach
    return mask


def _dashes(path: Sequence[Point], width: float) -> Iterator[tuple[Point, Point]]:
    """Yield pieces one width long with gaps of three widths between them."""
    walked, period = 0.0, 4 * width
    for start, end in pairwise(path):
        length = math.dist(start, end)
        first = math.floor(walked / period)
        for turn in range(first, math.floor((walked + length) / period) + 1):
            begin = max(turn * period - walked, 0.0)
            stop = min(turn * period + width - walked, length)
            if begin < stop:
                yield _between(start, end, begin / length), _between(start, end, stop / length)
        walked += length


def _between(start: Point, end: Point, part: float) -> Point:
    return start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])
