"""Read and write panels as links of Windmill, the community's editor.

The last part of a link is a protocol buffer message in URL-safe base64, followed by `_0`:

        panel    1: columns of the lattice, 2w + 1    2: the entity at each point, row by row from the top
                 3: symmetry    100: the rule set, if it is not the editor's
        entity   1: type    2: colour    3: direction of an exit    4: shape    5: how many in a row
                 6: number of triangles
    shape    1: width   2: cells, row by row from the top       3: rotates  4: hollow

Entities that have no meaning where they are, such as a square on a line, are left out. The editor skips the field
that it does not know, and judges by its own rules.
"""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import TypeAlias
from urllib.parse import unquote

from quandary.errors import NotationError, UnknownNameError
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
from quandary.kinds.witness.lattice import STEPS, Junction, Place, Symmetry, is_cell, is_junction, point_at
from quandary.kinds.witness.rules import MOST_CELLS, Panel
from quandary.kinds.witness.rulesets import WINDMILL, RuleSet, rule_set
from quandary.kinds.witness.wellformed import checked, with_directions
from quandary.kinds.witness.wire import WireError, field, fields, numbers

LINK = re.compile(r"(?:\S*[/#])?([\w-]{2,}(?:=|%3D){0,2}_\d+)", re.ASCII | re.IGNORECASE)
ADDRESS = re.compile(r"(?:https?://)?windmill\.thefifthmatt\.com\S*", re.IGNORECASE)
SUFFIX = "_0"
LONGEST = 50_000
"""The most characters of a link that are read."""
MOST_POINTS = 2 * MOST_CELLS + 1

ABSENT, START, EXIT, GAP, HEXAGON = 1, 3, 4, 5, 6
SQUARE, STAR, POLYOMINO, ELIMINATOR, TRIANGLES = 7, 8, 9, 10, 11
COLOURS = dict(enumerate(Colour, start=1))
COLOUR_CODE = {colour: number for number, colour in COLOURS.items()}
SYMMETRIES = {2: Symmetry.HORIZONTAL, 3: Symmetry.VERTICAL, 4: Symmetry.ROTATIONAL}
RULES = 100
SYMMETRY_CODE = {symmetry: number for number, symmetry in SYMMETRIES.items()}


@dataclass(frozen=True)
class Entity:
    """The data of a link for one point of the lattice, with 0 for missing values."""

    type: int = 0
    colour: int = 0
    shape: bytes = b""
    triangles: int = 0
    way: tuple[int, int] = (0, 0)
    """The direction of an exit, right and up."""

    def message(self, times: int) -> bytes:
        """Encode the entity, repeated `times` times in a row."""
        runs = times if times > 1 else 0
        way = b"".join(field(number, _zigzag(part)) for number, part in ((1, self.way[0]), (2, -self.way[1])))
        parts = (
            (1, self.type),
            (2, self.colour),
            (3, way if any(self.way) else 0),
            (4, self.shape),
            (5, runs),
            (6, self.triangles),
        )
        return b"".join(field(number, value) for number, value in parts if value)


def _zigzag(number: int) -> int:
    """Return a small number as the format writes those that may be negative."""
    return 2 * number if number >= 0 else -2 * number - 1


Lattice: TypeAlias = dict[Place, Entity]


def is_link(text: str) -> bool:
    """Return whether a text looks like a link or the last part of one, even a damaged one.

    >>> is_link("CAMSABIAEgIIBBIAEgQIBxABEgASAggDEgASAA==_0"), is_link("https://windmill.thefifthmatt.com/build")
    (True, True)
    """
    text = text.strip()
    return any(pattern.fullmatch(text) for pattern in (LINK, ADDRESS))


def decode(link: str) -> Panel:
    """Read the panel of a link, or of the last part of one.

    >>> decode("https://windmill.thefifthmatt.com/build/CAMSABIAEgIIBBIAEgQIBxABEgASAggDEgASAA==_0").cells
    frozenset({((0, 0), Square(colour=<Colour.BLACK: 'black'>))})
    """
    message = _message(link)
    try:
        return checked(_panel(*_lattice(message)))
    except WireError as error:
        raise NotationError(f"The link is damaged: {error}; copy the whole link again.") from None


def encode(panel: Panel) -> str:
    """Return the last part of the panel's link.

    Raises NotationError if the editor does not support something on the panel.

    >>> panel = decode("CAMSABIAEgIIBBIAEgQIBxABEgASAggDEgASAA==_0")
    >>> encode(panel), decode(encode(panel)) == panel
    ('CAMSAigCEgIIBBIAEgQIBxABEgASAggDEgIoAg==_0', True)
    """
    if panel.pillar or panel.edge_entrances or panel.edge_exits:
        what = "pillars" if panel.pillar else "starts and exits in the middle of an edge"
        raise NotationError(f"Windmill does not support {what}.")
    columns, top = 2 * panel.width + 1, 2 * panel.height
    entities = [_entity(panel, (x, top - row)) for row in range(top + 1) for x in range(columns)]
    parts = [field(1, columns)]
    parts += [field(2, entity.message(len(list(run)))) for entity, run in groupby(entities)]
    if panel.symmetry is not Symmetry.NONE:
        parts.append(field(3, SYMMETRY_CODE[panel.symmetry]))
    if panel.rules != WINDMILL:
        parts.append(field(RULES, str(panel.rules).encode()))
    return urlsafe_b64encode(b"".join(parts)).decode() + SUFFIX


# Reading


def _message(link: str) -> bytes:
    if len(link) > LONGEST:
        raise NotationError(
            f"A link of {len(link):,} characters is too long for a panel; give one at a time."
        )
    found = LINK.fullmatch(link.strip())
    code = unquote(found[1]) if found else ""
    if not code.endswith(SUFFIX):
        raise NotationError(
            f"{link.strip()[:60]!r} is not the link of a panel, whose last part ends in {SUFFIX};"
            " open the panel in the editor and copy that link."
        )
    letters = code.removesuffix(SUFFIX).rstrip("=")
    try:
        return urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
    except ValueError:
        raise NotationError("The link is damaged: a letter is missing; copy the whole link again.") from None


def _lattice(message: bytes) -> tuple[Lattice, Symmetry, RuleSet]:
    columns, symmetry, rules, entities = 0, 0, WINDMILL, list[Entity]()
    for number, value in fields(message):
        match number, value:
            case 1, int():
                columns = value
            case 2, bytes():
                entity, times = _read_entity(value)
                if len(entities) + times > MOST_POINTS**2:
                    raise WireError(f"it has more than {MOST_CELLS}×{MOST_CELLS} cells")
                entities += [entity] * times
            case 3, int():
                symmetry = value
            case 100, bytes():
                rules = _rules(value)
    rows = len(entities) // columns if columns else 0
    if columns * rows != len(entities) or not all(n % 2 and 3 <= n <= MOST_POINTS for n in (columns, rows)):
        raise WireError(f"{len(entities)} points in {columns} columns are not a panel")
    lattice = {(n % columns, rows - 1 - n // columns): entity for n, entity in enumerate(entities)}
    return lattice, SYMMETRIES.get(symmetry, Symmetry.NONE), rules


def _rules(name: bytes) -> RuleSet:
    try:
        return rule_set(name.decode())
    except (UnknownNameError, UnicodeDecodeError):
        raise WireError("it names no rule set") from None


def _read_entity(message: bytes) -> tuple[Entity, int]:
    said = dict(fields(message))
    whole = {number: value for number, value in said.items() if isinstance(value, int)}
    shape = said.get(4, b"")
    if not isinstance(shape, bytes):
        raise WireError("a shape in it is a number")
    return Entity(whole.get(1, 0), whole.get(2, 0), shape, whole.get(6, 0), _way(said.get(3))), whole.get(
        5, 1
    )


def _way(message: object) -> tuple[int, int]:
    """Return the direction of an exit, right and up."""
    said = dict(fields(message)) if isinstance(message, bytes) else {}
    right, down = (value if isinstance(value := said.get(number, 0), int) else 0 for number in (1, 2))
    signs = [(part > 0) * (-1 if part % 2 else 1) for part in (right, down)]
    return signs[0], -signs[1]


def _element(entity: Entity) -> Element | None:
    if entity.type == SQUARE:
        return Square(_colour(entity))
    if entity.type == STAR:
        return Star(_colour(entity))
    if entity.type == POLYOMINO:
        return _polyomino(entity)
    if entity.type == ELIMINATOR:
        return Eliminator(_colour(entity, Colour.WHITE))
    if entity.type == TRIANGLES:
        if entity.triangles not in (1, 2, 3):
            raise WireError(f"a cell in it has {entity.triangles} triangles")
        return Triangles(entity.triangles, _colour(entity, Colour.ORANGE))
    return None


def _colour(entity: Entity, usual: Colour | None = None) -> Colour:
    colour = COLOURS.get(entity.colour) if entity.colour else usual
    if colour is None:
        raise WireError(f"an element in it has the colour {entity.colour}")
    return colour


def _polyomino(entity: Entity) -> Polyomino:
    said = dict(fields(entity.shape))
    width, grid = said.get(1, 0), said.get(2, b"")
    if (
        not isinstance(width, int)
        or not isinstance(grid, bytes)
        or not 0 < width <= len(grid) <= LARGEST_SHAPE
    ):
        raise WireError("a polyomino in it has no shape")
    cells = list(numbers(grid))
    rows = -(-len(cells) // width)
    filled = frozenset((n % width, rows - 1 - n // width) for n, is_full in enumerate(cells) if is_full)
    if not filled:
        raise WireError("a polyomino in it has no cells")
    shape = at_origin(filled)
    if not fits(shape):
        raise WireError("a polyomino in it is too large")
    rotates, hollow = bool(said.get(3)), bool(said.get(4))
    return Polyomino(shape, rotates, hollow, _colour(entity, HOLLOW if hollow else Colour.YELLOW))


def _panel(lattice: Lattice, symmetry: Symmetry, rules: RuleSet) -> Panel:
    right, top = max(lattice)
    lines = {place: entity.type for place, entity in lattice.items() if not is_cell(place)}
    gaps, missing = _blocked(lines, GAP), _blocked(lines, ABSENT)
    hexagons = frozenset(place for place, sort in lines.items() if sort == HEXAGON)
    if not hexagons.isdisjoint(gaps | missing):
        raise WireError("a hexagon in it is on a line that is not there")
    elements = {place: _element(entity) for place, entity in lattice.items() if is_cell(place)}
    panel = Panel(
        width=right // 2,
        height=top // 2,
        entrances=_ends(lines, START),
        exits=_ends(lines, EXIT),
        hexagons=hexagons,
        gaps=gaps - missing,
        missing=missing,
        cells=frozenset(((x // 2, y // 2), element) for (x, y), element in elements.items() if element),
        symmetry=symmetry,
        rules=rules,
    )
    ways = {(x, y): lattice[x, y].way for x, y in lines if point_at((x, y)) in panel.exits}
    return with_directions(panel, [(place, way) for place, way in ways.items() if any(way)])


def _ends(lines: Mapping[Place, int], wanted: int) -> frozenset[Junction]:
    return frozenset(
        (x // 2, y // 2) for (x, y), sort in lines.items() if sort == wanted and is_junction((x, y))
    )


def _blocked(lines: Mapping[Place, int], wanted: int) -> frozenset[Place]:
    """Return the edges of a type, and all edges at junctions of that type, where no path can pass."""
    blocked = set[Place]()
    for (x, y), sort in lines.items():
        if sort == wanted:
            around = [(x + dx, y + dy) for dx, dy in STEPS.values()]
            blocked.update(around if is_junction((x, y)) else [(x, y)])
    return frozenset(blocked & lines.keys())


# Writing


def _entity(panel: Panel, place: Place) -> Entity:
    x, y = place
    if is_cell(place):
        element = panel.element_at.get((x // 2, y // 2))
        return _element_entity(element) if element else Entity()
    sorts = {
        HEXAGON: place in panel.hexagons,
        GAP: place in panel.gaps,
        ABSENT: place in panel.missing,
        START: is_junction(place) and (x // 2, y // 2) in panel.entrances,
        EXIT: is_junction(place) and (x // 2, y // 2) in panel.exits,
    }
    here = [sort for sort, is_here in sorts.items() if is_here]
    if len(here) > 1:
        raise NotationError(
            f"Windmill does not support a hexagon on a start or an exit; remove it at {x // 2, y // 2}."
        )
    if place in panel.blue | panel.yellow:
        raise NotationError("Windmill does not support hexagons for one of two paths; write them as * first.")
    return Entity(here[0], way=dict(panel.pointing).get(place, (0, 0))) if here else Entity()


def _element_entity(element: Element) -> Entity:
    number = COLOUR_CODE[element.colour]
    match element:
        case Square():
            return Entity(SQUARE, number)
        case Star():
            return Entity(STAR, number)
        case Polyomino(shape, rotates, hollow):
            _check_colour(element, HOLLOW if hollow else Colour.YELLOW)
            return Entity(POLYOMINO, shape=_shape(shape, rotates, hollow))
        case Eliminator():
            _check_colour(element, Colour.WHITE)
            return Entity(ELIMINATOR)
        case Triangles(count):
            _check_colour(element, Colour.ORANGE)
            return Entity(TRIANGLES, triangles=count)


def _check_colour(element: Element, known: Colour) -> None:
    if element.colour != known:
        raise NotationError(
            f"Windmill draws a {element} in {known} only, not in {element.colour}; recolour it first."
        )


def _shape(shape: CellSet, rotates: bool, hollow: bool) -> bytes:
    width, height = max(x for x, _ in shape) + 1, max(y for _, y in shape) + 1
    grid = bytes((x, y) in shape for y in reversed(range(height)) for x in range(width))
    flags = b"".join(field(number, 1) for number, is_set in ((3, rotates), (4, hollow)) if is_set)
    return field(1, width) + field(2, grid) + flags
