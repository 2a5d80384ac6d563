"""A picture as a few shapes in puzzle units. Kinds draw once; every surface renders that.

x runs right and y runs down, like a page. Colours are CSS colours: "#3a5fcd", a name such as "gold", or
"#3a5fcd80" to let half of what lies below shine through.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias
from xml.sax.saxutils import escape, quoteattr

Point: TypeAlias = tuple[float, float]

SANS = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
CAPITALS = 0.72
"""How tall digits and capitals stand, as a part of the font size, in the fonts above."""


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
    """A rectangle by its upper left corner and its size; `width` is that of the stroke.

    >>> rectangle(0, 0, 2, 1, fill="red").points
    ((0, 0), (2, 0), (2, 1), (0, 1))
    """
    corners = ((x, y), (x + across, y), (x + across, y + down), (x, y + down))
    return Polygon(corners, fill, stroke, width)


def to_svg(drawing: Drawing, *, scale: float = 48, font: str = SANS) -> str:
    """The picture as a stand-alone SVG document, `scale` pixels to the unit; the same text every time.

    >>> print(to_svg(Drawing(2, 1, (Circle((1, 0.5), 0.4, fill="gold"),), title="Sun & sky")))
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1" width="96" height="48" role="img">
    <title>Sun &amp; sky</title>
    <rect width="2" height="1" fill="white"/>
    <circle cx="1" cy="0.5" r="0.4" fill="gold"/>
    </svg>
    """
    page = {
        "xmlns": "http://www.w3.org/2000/svg",
        "viewBox": f"0 0 {_number(drawing.width)} {_number(drawing.height)}",
        "width": _number(drawing.width * scale),
        "height": _number(drawing.height * scale),
        "role": "img",
    }
    title = [_element("title", {}, drawing.title)] if drawing.title else []
    size = {"width": _number(drawing.width), "height": _number(drawing.height)}
    paper = _element("rect", size | _paint("fill", drawing.background))
    shapes = [_svg(shape, font) for shape in drawing.shapes]
    return "\n".join([_opening("svg", page) + ">", *title, paper, *shapes, "</svg>"])


def printable(text: str) -> str:
    """The text with every character that no XML document may hold replaced by "\N{REPLACEMENT CHARACTER}"."""
    return _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text)


_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SEE_THROUGH = re.compile("(#[0-9a-fA-F]{6})([0-9a-fA-F]{2})")


def _svg(shape: Shape, font: str) -> str:
    match shape:
        case Line():
            # Round ends make each dash one width longer and each gap one width shorter.
            dashes = {"stroke-dasharray": f"{_number(shape.width)} {_number(3 * shape.width)}"}
            attributes = {"points": _points(shape.points), "fill": "none"}
            attributes |= _stroke(shape.stroke, shape.width) | (dashes if shape.dashed else {})
            return _element("polyline", attributes)
        case Polygon():
            attributes = {"points": _points(shape.points)} | _paint("fill", shape.fill)
            return _element("polygon", attributes | _stroke(shape.stroke, shape.width))
        case Circle():
            x, y = shape.centre
            attributes = {"cx": _number(x), "cy": _number(y), "r": _number(shape.radius)}
            attributes |= _paint("fill", shape.fill)
            return _element("circle", attributes | _stroke(shape.stroke, shape.width))
        case Text():
            return _text(shape, font)


def _text(shape: Text, font: str) -> str:
    x, middle = shape.at
    # Few programs besides browsers know dominant-baseline, so the baseline is worked out here.
    baseline = middle + CAPITALS / 2 * shape.size
    attributes = {"x": _number(x), "y": _number(baseline), "text-anchor": shape.anchor}
    attributes |= {"font-family": font, "font-size": _number(shape.size)}
    attributes |= {"font-weight": "bold"} if shape.bold else {}
    return _element("text", attributes | _paint("fill", shape.fill), shape.text)


def _stroke(colour: str | None, width: float) -> dict[str, str]:
    if colour is None or width <= 0:
        return {}
    joints = {"stroke-linecap": "round", "stroke-linejoin": "round"}
    return _paint("stroke", colour) | {"stroke-width": _number(width)} | joints


def _paint(attribute: str, colour: str | None) -> dict[str, str]:
    if colour is None:
        return {attribute: "none"}
    if see_through := _SEE_THROUGH.fullmatch(colour):
        # Printers and older editors know opacity but not eight digits.
        return {attribute: see_through[1], f"{attribute}-opacity": _number(int(see_through[2], 16) / 255)}
    return {attribute: colour}


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _number(value: float) -> str:
    """At most four decimals, none of them idle.

    >>> _number(2.50), _number(1 / 3), _number(-1e-9), _number(10)
    ('2.5', '0.3333', '0', '10')
    """
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _element(name: str, attributes: dict[str, str], content: str = "") -> str:
    inside = f">{escape(printable(content))}</{name}>" if content else "/>"
    return _opening(name, attributes) + inside


def _opening(name: str, attributes: dict[str, str]) -> str:
    return f"<{name}" + "".join(f" {key}={quoteattr(printable(value))}" for key, value in attributes.items())
