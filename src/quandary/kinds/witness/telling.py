"""The facts of learned rules of Witness panels in words and pictures."""

from collections.abc import Iterator

from quandary.draw.shapes import Shape, rectangle
from quandary.kinds.witness.elements import Colour, Element, Polyomino, Square, Star, Triangles, at_origin
from quandary.kinds.witness.symbols import regular, symbol
from quandary.theory import Fact
from quandary.theory.lines import Spot
from quandary.theory.telling import place_of, where

TOLD = (Colour.BLACK, Colour.WHITE, Colour.CYAN)
"""The colours in which the first, second and third colour of a pattern are shown."""


def content(fact: Fact) -> str:
    """Return what is told of a cell, or "" if a fact is about something else.

    >>> content(Fact("triangles", (1, 1), 2)), content(Fact("line", (1, 0)))
    ('the cell ahead on the right has 2 triangles', '')
    """
    place, value = where(place_of(fact)), fact.value
    cell = f"the cell {place}{',' * (',' in place)}"
    match fact.sort:
        case "off":
            return f"there is no cell {place}"
        case "blank":
            return f"{cell} is empty"
        case "triangles":
            return f"{cell} has {value} triangle{'s' * (value != 1)}"
        case "square" | "star":
            return f"{cell} has a {TOLD[_number(fact)]} {fact.sort}"
        case "area":
            return f"{cell} has a polyomino of {value}"
    return ""


def shapes(fact: Fact, spot: Spot) -> Iterator[Shape]:
    """Draw an element, a hexagon or an empty cell."""
    x, y = spot(place_of(fact))
    if fact.sort in ("must", "dot"):
        yield regular((x, y), 0.14, corners=6, fill="track")
        yield regular((x, y), 0.1, corners=6, fill="dot")
    elif fact.sort == "blank":
        yield rectangle(x - 0.06, y - 0.06, 0.12, 0.12, stroke="track", width=0.02)
    elif element := _element(fact):
        yield from symbol(element, (x, y))


def _number(fact: Fact) -> int:
    return fact.value if isinstance(fact.value, int) else 0


def _element(fact: Fact) -> Element | None:
    number = _number(fact)
    match fact.sort:
        case "triangles":
            return Triangles(number)
        case "square":
            return Square(TOLD[number])
        case "star":
            return Star(TOLD[number])
        case "area":
            cells = frozenset((each % 3, each // 3) for each in range(abs(number)))
            return Polyomino(at_origin(cells), hollow=number < 0)
    return None
