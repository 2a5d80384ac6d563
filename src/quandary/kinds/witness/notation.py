"""Panels as text: a character for every junction, edge and cell, and paths as words.

    +-+-E    junctions, from which lines run     + plain   S start   E exit
    |b|b|                                        * with a hexagon: also s and e
    +-*-+    edges between them                  - | plain   * hexagon   x gap   . missing
    |w.2|    cells                               . empty   1 2 3 triangles   b w ... squares
    S-+x+

The top row comes first; rows are lines, or stand in one line with `/` between them.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TypeVar

from quandary.errors import NotationError
from quandary.kinds.witness.rules import (
    MOST_CELLS,
    STEPS,
    Colour,
    Element,
    Panel,
    Path,
    Place,
    Square,
    Triangles,
    between,
)

MOST_CHARACTERS = 4 * (2 * MOST_CELLS + 2) ** 2
"""The longest text that is looked at; generous to indentation."""

PLAIN, START, EXIT, HEXAGON, GAP, NOTHING = "+", "S", "E", "*", "x", "."
HEXAGON_ON = {PLAIN: HEXAGON, START: "s", EXIT: "e"}
ELEMENTS: dict[str, Element | None] = {
    NOTHING: None,
    "1": Triangles(1),
    "2": Triangles(2),
    "3": Triangles(3),
    "b": Square(Colour.BLACK),
    "w": Square(Colour.WHITE),
    "c": Square(Colour.CYAN),
    "m": Square(Colour.MAGENTA),
    "y": Square(Colour.YELLOW),
    "r": Square(Colour.RED),
    "g": Square(Colour.GREEN),
    "u": Square(Colour.BLUE),
    "o": Square(Colour.ORANGE),
}
CHARACTER_OF = {element: character for character, element in ELEMENTS.items()}
ALLOWED = {
    "a junction": "".join((*HEXAGON_ON, *HEXAGON_ON.values())),
    "an edge between left and right": "-" + HEXAGON + GAP + NOTHING,
    "an edge between top and bottom": "|" + HEXAGON + GAP + NOTHING,
    "a cell": "".join(ELEMENTS),
}
TOP_ROW = re.compile(r"[+SE*se](?:[-*x.][+SE*se])+")

T = TypeVar("T")


def parse(text: str) -> Panel:
    """The panel that the text shows; NotationError if it shows none.

    >>> parse("+-E/|b|/S-+").element_at
    {(0, 0): Square(colour=<Colour.BLACK: 'black'>)}
    """
    rows = _rows(text)
    _check_shape(rows)
    _check_characters(rows)
    height = len(rows) // 2
    at = {(x, 2 * height - line): c for line, row in enumerate(rows) for x, c in enumerate(row)}
    junctions = {(x // 2, y // 2): c for (x, y), c in at.items() if not x % 2 and not y % 2}
    edges = {place: c for place, c in at.items() if (place[0] + place[1]) % 2}
    cells = {(x // 2, y // 2): ELEMENTS[c] for (x, y), c in at.items() if x % 2 and y % 2}
    panel = Panel(
        width=len(rows[0]) // 2,
        height=height,
        entrances=_where(junctions, START, HEXAGON_ON[START]),
        exits=_where(junctions, EXIT, HEXAGON_ON[EXIT]),
        hexagons=_where(edges, HEXAGON)
        | {between(here, here) for here in _where(junctions, *HEXAGON_ON.values())},
        gaps=_where(edges, GAP),
        missing=_where(edges, NOTHING),
        cells=frozenset((cell, element) for cell, element in cells.items() if element),
    )
    if not panel.entrances:
        raise NotationError(
            "The panel has no start; write S at a junction, such as the one at the bottom left."
        )
    if not panel.exits:
        raise NotationError("The panel has no exit; write E at a junction, such as the one at the top right.")
    return panel


def format(panel: Panel) -> str:  # noqa: A001 - the converse of parse, as in every kind
    """The text of a panel, one row a line: `parse(format(panel)) == panel`.

    >>> print(format(parse("+-E/|.|/S*+")))
    +-E
    |.|
    S*+
    """
    columns, rows = range(2 * panel.width + 1), range(2 * panel.height, -1, -1)
    return "\n".join("".join(_character(panel, (x, y)) for x in columns) for y in rows)


def write(panel: Panel, state: Path) -> str:
    """A path in words: where it starts, if there is a choice, and its moves.

    >>> write(parse("+-E/|.|/S-+"), ((0, 0), (1, 0), (1, 1)))
    'right up'
    >>> write(parse("S-E/|.|/S-+"), ((0, 1), (1, 1)))
    'from (0, 1): right'
    """
    name_of = {direction: move for move, direction in STEPS.items()}
    words = [name_of[there[0] - here[0], there[1] - here[1]] for here, there in pairwise(state)]
    way = " ".join(words) or "no move"
    return way if len(panel.entrances) == 1 else f"from {state[0]}: {way}"


def recognise(text: str) -> list[tuple[int, str]] | None:
    """The panels of a text file with blank lines between them, each with the line it starts on.

    None if the first line that is not blank could not be the top row of a panel.
    """
    panels: list[tuple[int, str]] = []
    block: list[str] = []
    for number, line in enumerate([*text.splitlines(), ""], start=1):
        if line.strip():
            block.append(line.strip())
        elif block:
            panels.append((number - len(block), "\n".join(block)))
            block = []
    first = panels[0][1].partition("\n")[0] if panels else ""
    return panels if TOP_ROW.fullmatch(first.partition("/")[0]) else None


def _rows(text: str) -> list[str]:
    if len(text) > MOST_CHARACTERS:
        raise NotationError(
            f"A text of {len(text):,} characters is too long for a panel of at most"
            f" {MOST_CELLS}×{MOST_CELLS} cells; give one panel at a time."
        )
    return [row.strip() for row in text.replace("/", "\n").strip().split("\n")]


def _check_shape(rows: Sequence[str]) -> None:
    if rows == [""]:
        raise NotationError("The panel is empty; the smallest one is +-E/|.|/S-+.")
    width = len(rows[0])
    for number, row in enumerate(rows, start=1):
        if len(row) != width:
            raise NotationError(
                f"Line {number}, column {min(len(row), width) + 1}: the line has {len(row)} characters"
                f" but line 1 has {width}; make all lines equally long, with {NOTHING} where there is nothing."
            )
    for what, number in (("lines", len(rows)), ("columns", width)):
        if number % 2 == 0 or number < 3:
            raise NotationError(
                f"The panel has {number} {what}; n cells take 2n + 1 of them, so the number must be odd and at least 3."
            )
        if number // 2 > MOST_CELLS:
            raise NotationError(
                f"The panel has {number} {what}, that is {number // 2} cells; {MOST_CELLS} cells are the most a side may have."
            )


def _check_characters(rows: Sequence[str]) -> None:
    for line, row in enumerate(rows):
        kinds = tuple(ALLOWED)[2 * (line % 2) :]
        for column, character in enumerate(row):
            what = kinds[column % 2]
            if character not in ALLOWED[what]:
                raise NotationError(
                    f"Line {line + 1}, column {column + 1}: {character!r} cannot stand for {what};"
                    f" write one of {' '.join(ALLOWED[what])}"
                )


def _where(characters: Mapping[T, str], *wanted: str) -> frozenset[T]:
    return frozenset(place for place, character in characters.items() if character in wanted)


def _character(panel: Panel, place: Place) -> str:
    x, y = place
    if x % 2 and y % 2:
        return CHARACTER_OF[panel.element_at.get((x // 2, y // 2))]
    if x % 2 or y % 2:
        return _edge_character(panel, place)
    here = (x // 2, y // 2)
    plain = START if here in panel.entrances else EXIT if here in panel.exits else PLAIN
    return HEXAGON_ON[plain] if place in panel.hexagons else plain


def _edge_character(panel: Panel, place: Place) -> str:
    if place in panel.hexagons:
        return HEXAGON
    if place in panel.gaps:
        return GAP
    if place in panel.missing:
        return NOTHING
    return "-" if place[0] % 2 else "|"
