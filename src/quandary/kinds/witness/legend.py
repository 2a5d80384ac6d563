"""Elements in words, as they are written below the grid: `A = hollow rotating polyomino ##.,.##`.

A line names a character of the grid and its meaning: its colour if it is not the usual one, what is special
about it, its name and, for a polyomino, its rows from the top with commas between them.
"""

import re

from quandary.errors import NotationError
from quandary.kinds.witness.elements import (
    HOLLOW,
    LARGEST_SHAPE,
    CellSet,
    Colour,
    Element,
    Eliminator,
    Polyomino,
    Square,
    Star,
    Triangles,
    at_origin,
    fits,
)

LABELS = (
    "ADFHIJKLNPQSTVXZadfhijklnpqstvxz"
    + "567890@#$%&?!^~<>:'\"()[]{}_"
    + "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΦΨΩбгджзилпфцчшщыэюя"
)
"""The characters without a meaning of their own, in the order in which legends use them."""

COLOURS = {str(colour): colour for colour in Colour}
NOUNS = {"square", "star", "polyomino", "eliminator", "triangle", "triangles"}
ADJECTIVES = {"hollow", "rotating", "fixed"}
EXAMPLE = "`A = rotating polyomino ##.,.##`"
ROW = re.compile(r"[#.]+")


def parse_element(words: str) -> Element:
    """Read an element from words, or raise NotationError.

    >>> parse_element("2 red triangles")
    Triangles(count=2, colour=<Colour.RED: 'red'>)
    >>> parse_element("hollow polyomino ##").colour
    <Colour.BLUE: 'blue'>
    """
    said = words.split()
    nouns = [word for word in said if word in NOUNS]
    colours = [COLOURS[word] for word in said if word in COLOURS]
    if len(nouns) != 1 or len(colours) > 1:
        raise NotationError(f"{words[:60]!r} does not name one element; write something like {EXAMPLE}.")
    noun, colour = nouns[0], colours[0] if colours else None
    others = [word for word in said if word not in NOUNS and word not in COLOURS]
    if noun == "polyomino":
        return _polyomino(others, colour)
    if noun in ("triangle", "triangles"):
        count = (
            others.pop() if others[-1:] in (["1"], ["2"], ["3"], ["4"]) else "1" if noun == "triangle" else ""
        )
        if not count:
            raise NotationError(f"{words[:60]!r} does not give a number; write 1, 2, 3 or 4 triangles.")
        _check_used_up(others)
        return Triangles(int(count), colour or Colour.ORANGE)
    _check_used_up(others)
    if noun == "eliminator":
        return Eliminator(colour or Colour.WHITE)
    if colour is None:
        raise NotationError(f"A {noun} needs a colour; write one of {', '.join(COLOURS)}.")
    return Square(colour) if noun == "square" else Star(colour)


def format_element(element: Element) -> str:
    """Describe an element in words, so that `parse_element(format_element(element)) == element`.

    >>> format_element(Polyomino(frozenset({(0, 0), (1, 0), (1, 1)}), rotates=True))
    'rotating polyomino .#,##'
    """
    match element:
        case Square() | Star():
            return str(element)
        case Triangles(count, colour):
            usual = colour == Colour.ORANGE
            words = [str(count), *_named(colour, usual), "triangle" if count == 1 else "triangles"]
        case Eliminator(colour):
            words = [*_named(colour, colour == Colour.WHITE), "eliminator"]
        case Polyomino(shape, rotates, hollow, colour):
            usual = colour == (HOLLOW if hollow else Colour.YELLOW)
            words = [*_named(colour, usual), *["hollow"] * hollow, *["rotating"] * rotates]
            words += ["polyomino", format_shape(shape)]
    return " ".join(words)


def _named(colour: Colour, usual: bool) -> list[str]:
    return [] if usual else [colour]


def format_shape(shape: CellSet) -> str:
    """Return the rows of a shape from the top, with commas between them.

    >>> format_shape(frozenset({(0, 0), (1, 0), (1, 1)}))
    '.#,##'
    """
    width, height = max(x for x, _ in shape) + 1, max(y for _, y in shape) + 1
    rows = ["".join(".#"[(x, y) in shape] for x in range(width)) for y in reversed(range(height))]
    return ",".join(rows)


def _polyomino(words: list[str], colour: Colour | None) -> Polyomino:
    shapes = [word for word in words if word not in ADJECTIVES]
    if len(shapes) != 1:
        raise NotationError(f"A polyomino has exactly one shape; write something like {EXAMPLE}.")
    hollow = "hollow" in words
    usual = HOLLOW if hollow else Colour.YELLOW
    return Polyomino(_shape(shapes[0]), "rotating" in words, hollow, colour or usual)


def _shape(text: str) -> CellSet:
    rows = text.split(",")
    if not all(map(ROW.fullmatch, rows)) or "#" not in text:
        raise NotationError(
            f"{text[:40]!r} is not a shape; write # for its cells and . beside them,"
            " rows from the top, such as ##.,.##"
        )
    top = len(rows) - 1
    shape = at_origin(
        frozenset((x, top - y) for y, row in enumerate(rows) for x, c in enumerate(row) if c == "#")
    )
    if not fits(shape):
        raise NotationError(
            f"A shape that takes a rectangle of more than {LARGEST_SHAPE} cells is too large; make it smaller."
        )
    return shape


def _check_used_up(words: list[str]) -> None:
    if words:
        raise NotationError(
            f"{words[0][:40]!r} means nothing here; write something like `A = red eliminator`."
        )
