"""Read panels from the JSON of jbzdarkid's editor.

`grid[x][y]` runs to the right and down over the lattice of junctions, edges and cells. Cells have a `type`:
square, star, triangle (with `count`), nega, poly or ylop (hollow), the last two with a `polyshape`, where bit
4·x + y is the cell x to the right and y down, and bit 20 is set if it rotates. Lines have `dot` (1 plain, 2 blue,
3 yellow, 4 invisible), `gap` (1 broken, 2 missing), `start` and `end`, the direction of an exit. On a `pillar`,
the left and the right edge are joined. `settings` change some of the rules.

Old files have `start`, `startPoints`, `end`, `endPoints`, `dots` and `gaps` beside the grid instead. Looks that
change no solution are not kept: a dot that is invisible, and colours other than ours.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from quandary.errors import NotationError, UnknownNameError
from quandary.kinds.witness.elements import (
    HOLLOW,
    Colour,
    Element,
    Eliminator,
    Polyomino,
    Square,
    Star,
    Triangles,
    at_origin,
)
from quandary.kinds.witness.lattice import STEPS, Place, Symmetry, is_cell, is_junction, point_at
from quandary.kinds.witness.rules import MOST_CELLS, Panel
from quandary.kinds.witness.rulesets import JBZDARKID, RuleSet, rule_set, with_switches
from quandary.kinds.witness.wellformed import checked, with_directions

LONGEST = 500_000
"""The most characters of one panel that are read."""
MOST_POINTS = 2 * MOST_CELLS + 1
SHAPE_SIDE, ROTATES = 4, 1 << 20
EMPTY = (None, "nonce", "line")
PLAIN, BLUE, YELLOW = (1, 4), 2, 3
BROKEN, MISSING = 1, 2
WAYS = {"top": (0, 1), "right": (1, 0), "bottom": (0, -1), "left": (-1, 0)}
NEAREST = {"purple": Colour.MAGENTA, "pink": Colour.MAGENTA, "gray": Colour.WHITE, "grey": Colour.WHITE}
"""Our colours for some of the editor's, if the panel does not have them already."""
SETTINGS = {
    "NEGATIONS_CANCEL_NEGATIONS": "cancel",
    "SHAPELESS_ZERO_POLY": "by-area",
    "PRECISE_POLYOMINOS": "cross",
    "FAT_STARTPOINTS": "wide-starts",
}
"""The settings that change rules, with the points of a rule set that they are about."""


def is_json(text: str) -> bool:
    """Return whether a text looks like a panel in JSON, even a damaged one."""
    return text.lstrip().startswith("{")


def decode(text: str) -> Panel:
    """Read a panel from JSON.

    >>> line, start, end = {"type": "line"}, {"type": "line", "start": True}, {"type": "line", "end": "right"}
    >>> panel = decode(json.dumps({"grid": [[line, line, start], [line, None, line], [end, line, line]]}))
    >>> panel.entrances, panel.exits, panel.rules.name
    (frozenset({(0, 0)}), frozenset({(1, 1)}), 'jbzdarkid')
    """
    if len(text) > LONGEST:
        raise NotationError(f"A panel of {len(text):,} characters is too long; give one at a time.")
    panel = _panel_in(_loaded(text))
    if panel is None:
        raise NotationError('The JSON is not a panel; it needs a "grid" of columns.')
    return checked(_Sheet(panel).panel())


def recognise(text: str) -> list[tuple[int, str]] | None:
    """Split a text into panels, each with the line it starts on: one panel, a list, or one on each line.

    Returns None if the first one is not a panel in JSON.
    """
    try:
        whole = _loaded(text)
    except NotationError:
        return _on_lines(text)
    found = [_panel_in(each) for each in (whole if isinstance(whole, list) else [whole])]
    return None if not found or found[0] is None else [(1, json.dumps(each)) for each in found]


def _on_lines(text: str) -> list[tuple[int, str]] | None:
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    try:
        first = _panel_in(_loaded(lines[0][1])) if lines else None
    except NotationError:
        return None
    return None if first is None else [(number, line.strip()) for number, line in lines]


def _loaded(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise NotationError("The panel is not complete JSON; copy the whole file again.") from None


def _panel_in(given: Any) -> dict[str, Any] | None:
    """Return the panel itself, also from an object that has it as `puzzle`."""
    if isinstance(given, dict) and isinstance(given.get("puzzle"), dict):
        given = given["puzzle"]
    return given if isinstance(given, dict) and isinstance(given.get("grid"), list) else None


@dataclass
class _Sheet:
    """One panel as the file has it."""

    given: Mapping[str, Any]
    colours: dict[str, Colour] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.pillar = self.given.get("pillar") is True
        columns = self.given["grid"]
        self.across, self.up = (
            len(columns),
            len(columns[0]) if columns and isinstance(columns[0], list) else 0,
        )
        if (
            self.across % 2 == self.pillar
            or not self.up % 2
            or not all(3 <= n <= MOST_POINTS for n in (self.across, self.up))
            or not all(isinstance(column, list) and len(column) == self.up for column in columns)
        ):
            raise NotationError(
                f"A grid of {self.across} columns and {self.up} rows is not a panel of at most"
                f" {MOST_CELLS}×{MOST_CELLS} cells."
            )
        self.at: dict[Place, dict[str, Any]] = {
            (x, self.up - 1 - y): dict(point) if isinstance(point, dict) else {}
            for x, column in enumerate(columns)
            for y, point in enumerate(column)
        }
        self._read_lists()

    def _read_lists(self) -> None:
        """Read what old files have beside the grid."""
        for name, one, key in (
            ("startPoints", "start", "start"),
            ("endPoints", "end", "end"),
            ("dots", "", "dot"),
            ("gaps", "", "gap"),
        ):
            listed = self.given.get(name) or ([self.given[one]] if one and self.given.get(one) else [])
            for spot in listed if isinstance(listed, list) else []:
                place = self._place(spot)
                self.at[place][key] = spot.get("dir", "top") if key == "end" else True

    def _place(self, spot: Any) -> Place:
        x, y = (spot.get("x"), spot.get("y")) if isinstance(spot, dict) else (None, None)
        place = (x, self.up - 1 - y) if isinstance(x, int) and isinstance(y, int) else (-1, -1)
        if place not in self.at:
            raise NotationError(f"{str(spot)[:40]} is not a point of the grid.")
        return place

    def panel(self) -> Panel:
        lines = {place: point for place, point in self.at.items() if not is_cell(place)}
        gaps, missing = self._blocked(lines)
        dots = {place: _whole(point.get("dot")) for place, point in lines.items() if point.get("dot")}
        for place in sorted(dots.keys() & (gaps | missing)):
            raise NotationError(f"The dot at {point_at(place)} is on a line that is not there; remove one.")
        starts = {place for place, point in lines.items() if point.get("start")}
        ends = {place: point["end"] for place, point in lines.items() if point.get("end")}
        for place in sorted(starts & ends.keys()):
            raise NotationError(f"{point_at(place)} is both start and end; move one of them.")
        symmetry = self._symmetry()
        coloured = symmetry is not Symmetry.NONE
        cells = {place: self._element(point) for place, point in self.at.items() if is_cell(place)}
        panel = Panel(
            width=self.across // 2,
            height=self.up // 2,
            entrances=_junctions(starts),
            exits=_junctions(ends),
            hexagons=frozenset(
                place for place, dot in dots.items() if not coloured or dot not in (BLUE, YELLOW)
            ),
            gaps=gaps - missing,
            missing=missing,
            cells=frozenset(((x // 2, y // 2), element) for (x, y), element in cells.items() if element),
            symmetry=symmetry,
            blue=frozenset(place for place, dot in dots.items() if coloured and dot == BLUE),
            yellow=frozenset(place for place, dot in dots.items() if coloured and dot == YELLOW),
            rules=self._rules(),
            pillar=self.pillar,
            edge_entrances=frozenset(place for place in starts if not is_junction(place)),
            edge_exits=frozenset(place for place in ends if not is_junction(place)),
        )
        return with_directions(panel, [(place, WAYS[way]) for place, way in ends.items() if way in WAYS])

    def _blocked(self, lines: Mapping[Place, Mapping[str, Any]]) -> tuple[frozenset[Place], frozenset[Place]]:
        """Return the broken and the missing edges. No path passes a junction with a gap."""
        broken, missing = set[Place](), set[Place]()
        for place, point in lines.items():
            gap = _whole(point.get("gap"))
            if gap and is_junction(place):
                broken.update(near for near in self._near(place) if near in lines)
            elif gap:
                (missing if gap == MISSING else broken).add(place)
        return frozenset(broken), frozenset(missing)

    def _near(self, place: Place) -> Iterator[Place]:
        for dx, dy in STEPS.values():
            x = place[0] + dx
            yield x % self.across if self.pillar else x, place[1] + dy

    def _symmetry(self) -> Symmetry:
        said = self.given.get("symmetry")
        if not isinstance(said, dict):
            return Symmetry.NONE
        neither = Symmetry.PARALLEL if self.pillar else Symmetry.NONE
        return {
            (False, False): neither,
            (True, False): Symmetry.HORIZONTAL,
            (False, True): Symmetry.VERTICAL,
            (True, True): Symmetry.ROTATIONAL,
        }[said.get("x") is True, said.get("y") is True]

    def _rules(self) -> RuleSet:
        if isinstance(name := self.given.get("rules"), str):  # written by quandary, unknown to the editor
            try:
                return rule_set(name)
            except UnknownNameError as error:
                raise NotationError(str(error)) from None
        said = self.given.get("settings")
        switched: dict[str, bool] = {}
        for name, switch in SETTINGS.items():
            if isinstance(said, dict) and isinstance(said.get(name), bool):
                switched[switch] = said[name] ^ (switch == "cross")  # a precise polyomino is not crossed
        return with_switches(JBZDARKID, switched)

    def _element(self, point: Mapping[str, Any]) -> Element | None:
        match point.get("type"):
            case sort if sort in EMPTY:
                return None
            case "square":
                return Square(self._colour(point, Colour.BLACK))
            case "star":
                return Star(self._colour(point, Colour.BLACK))
            case "nega":
                return Eliminator(self._colour(point, Colour.WHITE))
            case "triangle":
                count = _whole(point.get("count"))
                if count not in (1, 2, 3, 4):
                    raise NotationError(f"A cell has {count} triangles; there can be 1 to 4.")
                return Triangles(count, self._colour(point, Colour.ORANGE))
            case "poly":
                return self._polyomino(point, hollow=False)
            case "ylop":
                return self._polyomino(point, hollow=True)
            case other:
                raise NotationError(
                    f"A cell has the type {str(other)[:30]!r}, which is not an element of panels."
                )

    def _polyomino(self, point: Mapping[str, Any], *, hollow: bool) -> Polyomino | None:
        bits = _whole(point.get("polyshape"))
        side = range(SHAPE_SIDE)
        shape = frozenset((x, -y) for x in side for y in side if bits >> (SHAPE_SIDE * x + y) & 1)
        if not shape:
            raise NotationError("A polyomino has no cells; remove it.")
        rotates = bool(bits & ROTATES) or point.get("rot") == "all"
        return Polyomino(
            at_origin(shape), rotates, hollow, self._colour(point, HOLLOW if hollow else Colour.YELLOW)
        )

    def _colour(self, point: Mapping[str, Any], usual: Colour) -> Colour:
        name = str(point.get("color") or usual).lower()
        if not self.colours:
            self.colours = _assigned(
                str(each["color"]).lower() for each in self.at.values() if each.get("color")
            )
        colour = self.colours.get(name) or (Colour(name) if name in tuple(Colour) else None)
        if colour is None:
            raise NotationError(f"The panel has more than {len(Colour)} colours; use fewer.")
        return colour


def _assigned(names: Iterable[str]) -> dict[str, Colour]:
    """Give each of the editor's colours one of ours: itself, the nearest, or any that is left."""
    wanted = sorted(set(names))
    found = {name: Colour(name) for name in wanted if name in tuple(Colour)}
    for name in wanted:
        left = [colour for colour in Colour if colour not in found.values()]
        if name not in found and left:
            nearest = NEAREST.get(name)
            found[name] = nearest if nearest in left else left[0]
    return found


def _junctions(places: Iterable[Place]) -> frozenset[tuple[int, int]]:
    return frozenset((x // 2, y // 2) for x, y in places if is_junction((x, y)))


def _whole(value: Any) -> int:
    return int(value) if isinstance(value, int) and abs(value) < 1 << 32 else 0
