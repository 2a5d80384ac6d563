"""A picture as SVG, in one palette or following its page.

In one palette every colour is an attribute of its shape. The palette "auto" adds a class to each shape and
one `<style>` with media queries, so that the picture turns dark with the page, in an `<img>` and in the page
itself. Programs that ignore style sheets, and pages that forbid them, show it light. A page with many
pictures includes `stylesheet()` in its own styles and leaves it out of the pictures. A picture with colours
other than roles stays light, since these have no dark counterpart.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

from quandary.draw.palette import AUTO, ROLES, Palette, paints
from quandary.draw.shapes import CAPITALS, Circle, Drawing, Line, Point, Polygon, Shape, Text

SANS = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
EVERY_ROLE = tuple(role for name in ROLES for role in (name, f"on-{name}"))


def to_svg(
    drawing: Drawing, *, palette: Palette = AUTO, scale: float = 48, font: str = SANS, styled: bool = True
) -> str:
    """Return the picture as a stand-alone SVG document with `scale` pixels per unit.

    >>> print(to_svg(Drawing(2, 1, (Circle((1, 0.5), 0.4, fill="gold"),), "Sun & sky", "white")))
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1" width="96" height="48" role="img">
    <title>Sun &amp; sky</title>
    <rect width="2" height="1" fill="white"/>
    <circle cx="1" cy="0.5" r="0.4" fill="gold"/>
    </svg>

    The same drawing gives the same text every time. If `styled` is false, the page must include `stylesheet()`
    for the dark and the printed look.
    """
    page = {
        "xmlns": "http://www.w3.org/2000/svg",
        "viewBox": f"0 0 {_number(drawing.width)} {_number(drawing.height)}",
        "width": _number(drawing.width * scale),
        "height": _number(drawing.height * scale),
        "role": "img",
    }
    used = set(paints(drawing))
    follows = bool(palette.media) and all(paint in palette for paint in used)
    brush = _Brush(palette, font, follows)
    title = [_element("title", {}, drawing.title)] if drawing.title else []
    style = [_element("style", {}, stylesheet(palette, sorted(used)))] if follows and styled else []
    size = {"width": _number(drawing.width), "height": _number(drawing.height)}
    paper = _element("rect", size | brush.paint(fill=drawing.background))
    shapes = [brush.draw(shape) for shape in drawing.shapes]
    return "\n".join([_opening("svg", page) + ">", *title, *style, paper, *shapes, "</svg>"])


def stylesheet(palette: Palette = AUTO, roles: Iterable[str] = EVERY_ROLE) -> str:
    """Return the CSS rules that change the colours of pictures with the medium.

    >>> print(stylesheet(AUTO, ["ink"]))
    @media (prefers-color-scheme: dark) {
    .fill-ink { fill: #e8e8ec } .stroke-ink { stroke: #e8e8ec }
    }
    @media print {
    .fill-ink { fill: #000000 } .stroke-ink { stroke: #000000 }
    }
    """
    listed = list(roles)
    return "\n".join(
        f"@media {query} {{\n" + "\n".join(_rules(other, role) for role in listed) + "\n}"
        for query, other in palette.media
    )


def printable(text: str) -> str:
    """Replace every character that XML does not allow, or that turns the direction, by "\N{REPLACEMENT CHARACTER}"."""
    return _UNSAFE.sub("\N{REPLACEMENT CHARACTER}", text)


_UNSAFE = re.compile(
    "[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
    "|[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]"
)
_SEE_THROUGH = re.compile("(#[0-9a-fA-F]{6})([0-9a-fA-F]{2})")


def _rules(palette: Palette, role: str) -> str:
    sides = ("fill", "stroke")
    return " ".join(f".{side}-{role} {{ {_declared(_colour(side, palette[role]))} }}" for side in sides)


def _declared(attributes: dict[str, str]) -> str:
    return "; ".join(f"{name}: {value}" for name, value in attributes.items())


@dataclass(frozen=True)
class _Brush:
    """Turns shapes into elements, with classes if the picture follows its page."""

    palette: Palette
    font: str
    follows: bool

    def draw(self, shape: Shape) -> str:
        match shape:
            case Line():
                # Round ends make each dash one width longer and each gap one width shorter.
                dashes = {"stroke-dasharray": f"{_number(shape.width)} {_number(3 * shape.width)}"}
                attributes = {"points": _points(shape.points)} | self._sides(None, shape.stroke, shape.width)
                return _element("polyline", attributes | (dashes if shape.dashed else {}))
            case Polygon():
                sides = self._sides(shape.fill, shape.stroke, shape.width)
                return _element("polygon", {"points": _points(shape.points)} | sides)
            case Circle():
                x, y = shape.centre
                attributes = {"cx": _number(x), "cy": _number(y), "r": _number(shape.radius)}
                return _element("circle", attributes | self._sides(shape.fill, shape.stroke, shape.width))
            case Text():
                return self._text(shape)

    def paint(self, **sides: str | None) -> dict[str, str]:
        """Return the attributes for the roles or colours of the fill and the stroke."""
        attributes: dict[str, str] = {}
        for side, paint in sides.items():
            attributes |= _colour(side, paint and self.palette[paint])
        classes = [f"{side}-{paint}" for side, paint in sides.items() if paint is not None]
        return attributes | ({"class": " ".join(classes)} if self.follows and classes else {})

    def _sides(self, fill: str | None, stroke: str | None, width: float) -> dict[str, str]:
        if stroke is None or width <= 0:
            return self.paint(fill=fill)
        joints = {"stroke-linecap": "round", "stroke-linejoin": "round"}
        return self.paint(fill=fill, stroke=stroke) | {"stroke-width": _number(width)} | joints

    def _text(self, shape: Text) -> str:
        x, middle = shape.at
        # Few programs besides browsers know dominant-baseline, so the baseline is worked out here.
        baseline = middle + CAPITALS / 2 * shape.size
        attributes = {"x": _number(x), "y": _number(baseline), "text-anchor": shape.anchor}
        attributes |= {"font-family": self.font, "font-size": _number(shape.size)}
        attributes |= {"font-weight": "bold"} if shape.bold else {}
        return _element("text", attributes | self.paint(fill=shape.fill), shape.text)


def _colour(side: str, css: str | None) -> dict[str, str]:
    if css is None:
        return {side: "none"}
    if see_through := _SEE_THROUGH.fullmatch(css):
        # Printers and older editors know opacity but not eight digits.
        return {side: see_through[1], f"{side}-opacity": _number(int(see_through[2], 16) / 255)}
    return {side: css}


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _number(value: float) -> str:
    """Return a number as text with at most four decimals and no trailing zeros.

    >>> _number(2.50), _number(1 / 3), _number(-1e-9), _number(10)
    ('2.5', '0.3333', '0', '10')
    """
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _element(name: str, attributes: dict[str, str], content: str = "") -> str:
    inside = f">{escape(printable(content), quote=False)}</{name}>" if content else "/>"
    return _opening(name, attributes) + inside


def _opening(name: str, attributes: dict[str, str]) -> str:
    return f"<{name}" + "".join(f" {key}={_quoted(printable(value))}" for key, value in attributes.items())


def _quoted(value: str) -> str:
    """Return the value of an attribute in quotes, as `xml.sax.saxutils.quoteattr` does, which loads half the web.

    >>> print(_quoted("a < b"), _quoted('say "b"'))
    "a &lt; b" 'say "b"'
    """
    text = escape(value, quote=False).replace("\n", "&#10;").replace("\r", "&#13;").replace("\t", "&#9;")
    if '"' not in text:
        return f'"{text}"'
    return f"'{text}'" if "'" not in text else '"' + text.replace('"', "&quot;") + '"'
