"""Panels as text: a character for every junction, edge and cell, and a legend. Paths as words.

    +-+-E    junctions, from which lines run     + plain   S start   E exit
    |b|B|                                        * with a hexagon: also s and e
    +-*-+    edges between them                  - | plain   * hexagon   x gap   . missing
    |A.2|    cells                               . empty   1 to 4 triangles   b w ... squares
    S-+x+                                        B W ... stars   e eliminator
    A = rotating polyomino ##.,.##
    symmetry horizontal                          u and y on lines: hexagons for one of two paths
    rules windmill                               whose rules, unless they are the game's
    hexagon (0, 0) blue                          one on a start or an exit for one of two paths
    exit (2, 2) right                            where an exit points, unless it is the usual way
    pillar                                       the rows go round; they end with an edge

The top row comes first. In a single line, `/` marks the end of each row.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeVar

from quandary.errors import NotationError, UnknownNameError
from quandary.kind import Notation
from quandary.kinds.witness import jbzdarkid, jbzdarkid_write, windmill
from quandary.kinds.witness.elements import Colour, Element, Eliminator, Square, Star, Triangles
from quandary.kinds.witness.lattice import (
    STEPS,
    Path,
    Place,
    Symmetry,
    between,
    is_cell,
    is_junction,
    point_at,
)
from quandary.kinds.witness.legend import LABELS, format_element, parse_element
from quandary.kinds.witness.rules import MOST_CELLS, Panel
from quandary.kinds.witness.rulesets import GAME, RuleSet, rule_set
from quandary.kinds.witness.wellformed import checked, with_directions
from quandary.parts.blocks import blocks

MOST_CHARACTERS = 4 * (2 * MOST_CELLS + 2) ** 2 + 400 * MOST_CELLS**2
"""The longest text that is read, with room for indentation and legends."""

PLAIN, START, EXIT, HEXAGON, BLUE, YELLOW, GAP, NOTHING = "+", "S", "E", "*", "u", "y", "x", "."
HEXAGON_ON = {PLAIN: HEXAGON, START: "s", EXIT: "e"}
LETTERS = {
    Colour.BLACK: "b",
    Colour.WHITE: "w",
    Colour.CYAN: "c",
    Colour.MAGENTA: "m",
    Colour.YELLOW: "y",
    Colour.RED: "r",
    Colour.GREEN: "g",
    Colour.BLUE: "u",
    Colour.ORANGE: "o",
}
ELEMENTS: dict[str, Element | None] = {NOTHING: None}
ELEMENTS.update({str(count): Triangles(count) for count in (1, 2, 3, 4)})
ELEMENTS.update({letter: Square(colour) for colour, letter in LETTERS.items()})
ELEMENTS.update({letter.upper(): Star(colour) for colour, letter in LETTERS.items()})
ELEMENTS["e"] = Eliminator()
CHARACTER_OF = {element: character for character, element in ELEMENTS.items()}
ON_EDGES = HEXAGON + BLUE + YELLOW + GAP + NOTHING + START + EXIT + HEXAGON_ON[START] + HEXAGON_ON[EXIT]
ALLOWED = {
    "a junction": "".join((*HEXAGON_ON, *HEXAGON_ON.values(), BLUE, YELLOW)),
    "an edge between left and right": "-" + ON_EDGES,
    "an edge between top and bottom": "|" + ON_EDGES,
    "a cell": "".join(ELEMENTS),
}
TOP_ROW = re.compile(r"[+SE*seuy](?:[-*uyx.SEse][+SE*seuy])+[-*uyx.SEse]?")
WORDS = re.compile(r"\S\s*=|(?:symmetry|rules|hexagon|exit|pillar)\b")
"""Matches the beginning of a line below the grid."""
LEGEND = re.compile(r"(\S)\s*=\s*(.*)")
SYMMETRY = re.compile(r"symmetry\s+(\w+)")
RULES = re.compile(r"rules\s+(.*)")
POINT = r"\(\s*([\d.]+)\s*,\s*([\d.]+)\s*\)"
POINTING = re.compile(rf"exit\s+{POINT}\s+(up|down|)\s*(right|left|)")
COLOURED = re.compile(rf"hexagon\s+{POINT}\s+(blue|yellow)")
PILLAR = "pillar"
RIGHT = {"right": 1, "left": -1, "": 0}
UP = {"up": 1, "down": -1, "": 0}

T = TypeVar("T")


@dataclass
class PanelText:
    """The lines of a text, sorted by type."""

    rows: list[str] = field(default_factory=list)
    elements: dict[str, Element | None] = field(default_factory=lambda: dict(ELEMENTS))
    symmetry: Symmetry = Symmetry.NONE
    rules: RuleSet = GAME
    pillar: bool = False
    pointing: dict[Place, tuple[int, int]] = field(default_factory=dict)
    coloured: dict[Place, str] = field(default_factory=dict)
    """The colours of hexagons on starts and exits."""


def parse(text: str) -> Panel:
    """Read a panel from text, from a Windmill link or from the JSON of jbzdarkid's editor.

    Raises NotationError if the text is none of these. The rule set is the game's for a text that names none,
    and the editor's for a link or a file.

    >>> parse("+-E/|b|/S-+").element_at
    {(0, 0): Square(colour=<Colour.BLACK: 'black'>)}
    >>> parse("+-E/|A|/S-+/A = red eliminator").element_at
    {(0, 0): Eliminator(colour=<Colour.RED: 'red'>)}
    """
    if windmill.is_link(text) or "://" in text or text.rstrip().endswith(windmill.SUFFIX):
        return windmill.decode(text)
    if jbzdarkid.is_json(text):
        return jbzdarkid.decode(text)
    given = _panel_text(text)
    _check_shape(given.rows, pillar=given.pillar)
    _check_characters(given)
    rows = given.rows
    height = len(rows) // 2
    at = {(x, 2 * height - line): c for line, row in enumerate(rows) for x, c in enumerate(row)}
    junctions = {(x // 2, y // 2): c for (x, y), c in at.items() if is_junction((x, y))}
    edges = {place: c for place, c in at.items() if not is_junction(place) and not is_cell(place)}
    lines = {place: c for place, c in at.items() if not is_cell(place)}
    cells = {(x // 2, y // 2): given.elements[c] for (x, y), c in at.items() if is_cell((x, y))}
    panel = Panel(
        width=len(rows[0]) // 2,
        height=height,
        entrances=_where(junctions, START, HEXAGON_ON[START]),
        exits=_where(junctions, EXIT, HEXAGON_ON[EXIT]),
        hexagons=_where(lines, *HEXAGON_ON.values()),
        gaps=_where(edges, GAP),
        missing=_where(edges, NOTHING),
        cells=frozenset((cell, element) for cell, element in cells.items() if element),
        symmetry=given.symmetry,
        blue=_where(lines, BLUE) | _where(given.coloured, "blue"),
        yellow=_where(lines, YELLOW) | _where(given.coloured, "yellow"),
        rules=given.rules,
        pillar=given.pillar,
        edge_entrances=_where(edges, START, HEXAGON_ON[START]),
        edge_exits=_where(edges, EXIT, HEXAGON_ON[EXIT]),
    )
    return checked(with_directions(panel, given.pointing.items()))


def format(panel: Panel) -> str:  # noqa: A001 - the converse of parse, as in every kind
    """Return the text of a panel: the rows, then the legend, so that `parse(format(panel)) == panel`.

    >>> print(format(parse("+-E/|A|/S*+/A = rotating polyomino #")))
    +-E
    |A|
    S*+
    A = rotating polyomino #
    """
    columns, rows = range(2 * panel.width + (not panel.pillar)), range(2 * panel.height, -1, -1)
    labels = dict(zip(_unusual(panel), LABELS, strict=False))
    character_of = CHARACTER_OF | labels
    lines = ["".join(_character(panel, (x, y), character_of) for x in columns) for y in rows]
    lines += [f"{label} = {format_element(element)}" for element, label in labels.items()]
    if panel.symmetry is not Symmetry.NONE:
        lines.append(f"symmetry {panel.symmetry}")
    if panel.pillar:
        lines.append(PILLAR)
    lines += [f"hexagon {point_at(place)} blue" for place in sorted(panel.blue & _ends(panel))]
    lines += [f"hexagon {point_at(place)} yellow" for place in sorted(panel.yellow & _ends(panel))]
    lines += [f"exit {point_at(place)} {_direction(*way)}" for place, way in sorted(panel.pointing)]
    if panel.rules != GAME:
        lines.append(f"rules {panel.rules}")
    return "\n".join(lines)


def write(panel: Panel, state: Path) -> str:
    """Write a path in words: its start, if there is a choice, and its moves.

    >>> write(parse("+-E/|.|/S-+"), ((0, 0), (1, 0), (1, 1)))
    'right up'
    >>> write(parse("S-E/|.|/S-+"), ((0, 1), (1, 1)))
    'from (0, 1): right'
    """
    name_of = {direction: move for move, direction in STEPS.items()}
    words = [name_of[_sign(there[0] - here[0]), _sign(there[1] - here[1])] for here, there in pairwise(state)]
    way = " ".join(words) or "no move"
    return way if len(panel.starts()) == 1 else f"from {panel.start_name(state)}: {way}"


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)


def recognise(text: str) -> list[tuple[int, str]] | None:
    """Split a text file into links or panels, each with the line it starts on.

    Returns None if the first line that is not blank is neither a link nor the top row of a panel.
    """
    first = next((line.strip() for line in text.splitlines() if line.strip()), "")
    if windmill.is_link(first):
        lines = enumerate(text.splitlines(), start=1)
        return [(number, line.strip()) for number, line in lines if line.strip()]
    if first.startswith(("{", "[")):
        return jbzdarkid.recognise(text)
    return blocks(text) if TOP_ROW.fullmatch(first.partition("/")[0]) else None


def _panel_text(text: str) -> PanelText:
    if len(text) > MOST_CHARACTERS:
        raise NotationError(
            f"A text of {len(text):,} characters is too long for a panel of at most"
            f" {MOST_CELLS}×{MOST_CELLS} cells; give one panel at a time."
        )
    given = PanelText()
    lines = [line.strip() for line in text.strip().replace("/", "\n").split("\n")]
    below = next((number for number, line in enumerate(lines) if WORDS.match(line)), len(lines))
    given.rows = "\n".join(lines[:below]).strip().split("\n")
    for line in filter(None, lines[below:]):
        try:
            _read_words(line, given)
        except NotationError as error:
            raise NotationError(f"Below the grid: {error}") from None
    return given


def _read_words(line: str, given: PanelText) -> None:
    """Read one line of a legend into what is known of the text."""
    if symmetry := SYMMETRY.fullmatch(line):
        if symmetry[1] not in tuple(Symmetry):
            raise NotationError(
                f"no symmetry {symmetry[1][:20]!r}; there are {', '.join(tuple(Symmetry)[1:])}."
            )
        given.symmetry = Symmetry(symmetry[1])
    elif named := RULES.fullmatch(line):
        try:
            given.rules = rule_set(named[1])
        except UnknownNameError as error:
            raise NotationError(str(error)) from None
    elif points := POINTING.fullmatch(line):
        given.pointing.update([_pointing(points)])
    elif coloured := COLOURED.fullmatch(line):
        given.coloured[_place(coloured)] = coloured[3]
    elif line == PILLAR:
        given.pillar = True
    elif named := LEGEND.fullmatch(line):
        label, words = named.groups()
        if not label.isprintable():
            raise NotationError(f"{label!a} cannot be seen; use another character, such as A.")
        if label in given.elements:
            raise NotationError(f"{label!r} has a meaning already; use another character, such as A.")
        given.elements[label] = parse_element(words)
    else:
        raise NotationError(
            f"{line[:40]!r} is neither an element nor a symmetry, a rule set or the direction of an exit;"
            " write `A = red eliminator`."
        )


def _pointing(found: re.Match[str]) -> tuple[Place, tuple[int, int]]:
    x, y, up, right = found.groups()
    if not up and not right:
        raise NotationError(f"The exit at ({x}, {y}) has no direction; write up, right, down or left.")
    return _place(found), (RIGHT[right], UP[up])


def _place(found: re.Match[str]) -> Place:
    try:
        return round(2 * float(found[1])), round(2 * float(found[2]))
    except ValueError:
        raise NotationError(f"({found[1]}, {found[2]}) is not a point; write one such as (2, 0).") from None


def _direction(right: int, up: int) -> str:
    words = [word for word, way in UP.items() if word and way == up]
    return " ".join(words + [word for word, way in RIGHT.items() if word and way == right])


def _check_shape(rows: Sequence[str], *, pillar: bool) -> None:
    if rows == [""]:
        raise NotationError("The panel is empty; the smallest one is +-E/|.|/S-+.")
    width = len(rows[0])
    for number, row in enumerate(rows, start=1):
        if len(row) != width:
            raise NotationError(
                f"Line {number}, column {min(len(row), width) + 1}: the line has {len(row)} characters"
                f" but line 1 has {width}; make all lines equally long, with {NOTHING} for nothing."
            )
    if pillar and (width % 2 or width < 4):
        raise NotationError(
            f"The pillar has {width} columns; n cells round it take 2n of them, since each row ends with an edge,"
            " so the number must be even and at least 4."
        )
    for what, number in (("lines", len(rows)), ("columns", width)):
        if not (pillar and what == "columns") and (number % 2 == 0 or number < 3):
            raise NotationError(
                f"The panel has {number} {what}; n cells take 2n + 1 of them,"
                " so the number must be odd and at least 3."
            )
        if number // 2 > MOST_CELLS:
            raise NotationError(
                f"The panel has {number} {what}, that is {number // 2} cells,"
                f" but the limit is {MOST_CELLS} cells a side."
            )


def _check_characters(given: PanelText) -> None:
    allowed = ALLOWED | {"a cell": "".join(given.elements)}
    for line, row in enumerate(given.rows):
        sorts = tuple(allowed)[2 * (line % 2) :]
        for column, character in enumerate(row):
            what = sorts[column % 2]
            if character not in allowed[what]:
                legend = ", or give it a meaning below the grid, as in `A = red eliminator`"
                raise NotationError(
                    f"Line {line + 1}, column {column + 1}: {character!r} cannot stand for {what};"
                    f" write one of {' '.join(allowed[what])}{legend if what == 'a cell' else ''}"
                )


def _where(characters: Mapping[T, str], *wanted: str) -> frozenset[T]:
    return frozenset(place for place, character in characters.items() if character in wanted)


def _unusual(panel: Panel) -> list[Element]:
    """Return the elements that have no character of their own, in reading order, each once."""
    by_row = sorted(panel.cells, key=lambda pair: (-pair[0][1], pair[0][0]))
    return list(dict.fromkeys(element for _, element in by_row if element not in CHARACTER_OF))


def _character(panel: Panel, place: Place, character_of: Mapping[Element | None, str]) -> str:
    x, y = place
    if is_cell(place):
        return character_of[panel.element_at.get((x // 2, y // 2))]
    if place in panel.blue | panel.yellow and place not in _ends(panel):
        return BLUE if place in panel.blue else YELLOW
    if not is_junction(place):
        return _edge_character(panel, place)
    here = (x // 2, y // 2)
    plain = START if here in panel.entrances else EXIT if here in panel.exits else PLAIN
    return HEXAGON_ON[plain] if place in panel.hexagons else plain


def _ends(panel: Panel) -> frozenset[Place]:
    """Return the places of starts and exits."""
    points = panel.ends.union(panel.entrances)
    return panel.edge_entrances.union(between(point, point) for point in points)


def _edge_character(panel: Panel, place: Place) -> str:
    if place in panel.edge_entrances | panel.edge_exits:
        plain = START if place in panel.edge_entrances else EXIT
        return HEXAGON_ON[plain] if place in panel.hexagons else plain
    if place in panel.hexagons:
        return HEXAGON
    if place in panel.gaps:
        return GAP
    if place in panel.missing:
        return NOTHING
    return "-" if place[0] % 2 else "|"


NOTATION = Notation(
    parse=parse,
    format=format,
    recognise=recognise,
    forms={"windmill": windmill.encode, "jbzdarkid": jbzdarkid_write.encode},
)
