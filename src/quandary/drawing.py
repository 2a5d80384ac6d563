"""A picture as a few shapes in puzzle units. Kinds draw once; every surface renders that.

x runs right and y runs down, like a page. Colours are CSS colours ("#3a5fcd" or a basic name).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True)
class Line:
    """A stroke through two or more points, with round ends and joints."""

    points: tuple[Point, ...]
    stroke: str = "black"
    width: float = 0.05
    dashed: bool = False


@dataclass(frozen=True)
class Polygon:
    """A closed outline; a rectangle is a polygon made by `rectangle`."""

    points: tuple[Point, ...]
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0


@dataclass(frozen=True)
class Circle:
    """A disc or a ring."""

    centre: Point
    radius: float
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0


@dataclass(frozen=True)
class Text:
    """A short text; `size` is the height of a line."""

    at: Point
    text: str
    size: float = 0.5
    fill: str = "black"
    anchor: Literal["middle", "start", "end"] = "middle"
    bold: bool = False


Shape: TypeAlias = Line | Polygon | Circle | Text


@dataclass(frozen=True)
class Drawing:
    """Shapes on a page of `width` × `height` puzzle units, painted in order."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    title: str = ""
    background: str = "white"

    def over(self, shapes: Iterable[Shape]) -> "Drawing":
        """The same picture with more shapes on top."""
        return replace(self, shapes=self.shapes + tuple(shapes))

    def _repr_svg_(self) -> str:
        return to_svg(self)


def rectangle(x: float, y: float, width: float, height: float, **style: object) -> Polygon:
    """A rectangle by its upper left corner and its size.

    >>> rectangle(0, 0, 2, 1, fill="red").points
    ((0, 0), (2, 0), (2, 1), (0, 1))
    """
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return Polygon(corners, **style)  # type: ignore[arg-type]
