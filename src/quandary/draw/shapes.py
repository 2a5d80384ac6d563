"""A picture as a few shapes in puzzle units. A kind draws once, and every surface renders that.

x runs right and y runs down, as on a page. A colour is best named by its role, "ink" or "wall", which every
palette knows (`palette.ROLES`). It may also be a CSS colour, which is the same in every palette: "gold",
"#rrggbb", or the half transparent "#rrggbb80".
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import ClassVar, Literal, TypeAlias

Point: TypeAlias = tuple[float, float]

CAPITALS = 0.72
"""The height of digits and capitals as a share of the font size, in the usual fonts without serifs."""


@dataclass(frozen=True)
class Line:
    """A stroke through two or more points, with round ends and joints."""

    points: tuple[Point, ...]
    stroke: str = "ink"
    width: float = 0.05
    dashed: bool = False


@dataclass(frozen=True)
class Polygon:
    """A closed outline. The function `rectangle` makes one from a corner and a size."""

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
    """A short text, where `size` is the height of a line."""

    at: Point
    text: str
    size: float = 0.5
    fill: str = "ink"
    anchor: Literal["middle", "start", "end"] = "middle"
    bold: bool = False


Shape: TypeAlias = Line | Polygon | Circle | Text


@dataclass(frozen=True, repr=False)
class Drawing:
    """Shapes on a page of `width` × `height` puzzle units, painted in order."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    title: str = ""
    background: str = "paper"

    _repr_svg_: ClassVar[Callable[["Drawing"], str]]
    """How notebooks show it. The package sets it, since what turns shapes into SVG needs the shapes."""

    def __repr__(self) -> str:
        said = f" {self.title!r}" if self.title else ""
        return f"<Drawing{said}: {self.width:g} × {self.height:g}, {len(self.shapes)} shapes>"

    def over(self, shapes: Iterable[Shape]) -> "Drawing":
        """Return the same picture with more shapes on top."""
        return replace(self, shapes=self.shapes + tuple(shapes))


def rectangle(
    x: float,
    y: float,
    across: float,
    down: float,
    /,
    *,
    fill: str | None = None,
    stroke: str | None = None,
    width: float = 0.0,
) -> Polygon:
    """Return a rectangle from its upper left corner, its size and the width of its stroke.

    >>> rectangle(0, 0, 2, 1, fill="red").points
    ((0, 0), (2, 0), (2, 1), (0, 1))
    """
    corners = ((x, y), (x + across, y), (x + across, y + down), (x, y + down))
    return Polygon(corners, fill, stroke, width)
