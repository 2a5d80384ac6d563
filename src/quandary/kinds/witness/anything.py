"""Draw small panels by lot, with everything that the notation allows, solvable or not."""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from quandary.kinds.witness.elements import (
    CellSet,
    Colour,
    Element,
    Eliminator,
    Polyomino,
    Square,
    Star,
    Triangles,
    at_origin,
)
from quandary.kinds.witness.engine import JUNCTIONS_IN_A_WORD
from quandary.kinds.witness.lattice import STEPS, Place, Symmetry, is_cell, is_junction
from quandary.kinds.witness.notation import format as write
from quandary.kinds.witness.rules import Panel
from quandary.kinds.witness.rulesets import RULE_SETS, SWITCHES, RuleSet, with_switches
from quandary.kinds.witness.wellformed import with_directions
from quandary.parts.traits import never_both, parities, parity

FREE_EDGES = 9
"""About how many edges a path can cross, so that Python soon knows all paths."""
TRIES = 6
"""How often a place for a start or an exit is drawn."""
TYPES = (
    "square",
    "star",
    *(f"{count} triangles" for count in (1, 2, 3, 4)),
    *(f"{how}polyomino" for how in ("", "rotating ", "hollow ", "hollow rotating ")),
    "eliminator",
)
ELEMENTS = (
    *TYPES,
    "polyomino in pieces",
    "two eliminators",
    *(f"something {colour}" for colour in Colour),
    "several starts",
    "several exits",
    "start on an edge",
    "exit on an edge",
    "exit that points elsewhere",
    *(f"hexagon on {where}" for where in ("a junction", "an edge", "a start", "an exit")),
    "blue hexagon",
    "yellow hexagon",
    "gap",
    "missing line",
)
ALONE = (
    "more than a word of junctions",
    "coloured hexagon on a start or an exit",
    *(f"{colour} {what}" for colour, what in product(Colour, TYPES)),
)
CHOICES = {
    **parities("width", "height"),
    "shape": ("flat", "pillar"),
    "symmetry": tuple(f"symmetry {each}" for each in Symmetry),
    "rules": tuple(RULE_SETS),
    **{switch: (switch, f"no {switch}") for switch in SWITCHES},
}
APART = never_both(
    ("symmetry parallel", "flat"),
    ("symmetry parallel", "odd width"),
    ("symmetry none", "blue hexagon"),
    ("symmetry none", "yellow hexagon"),
)


def drawn(random: Random) -> str:
    """Return the text of a panel. Some of them cannot be read, since their paths would meet at their ends."""
    return write(_Draft(random).panel())


def traits(panel: Panel) -> Iterator[str]:
    """Yield what is on a panel."""
    yield from parity(width=panel.width, height=panel.height)
    yield "pillar" if panel.pillar else "flat"
    yield f"symmetry {panel.symmetry}"
    yield panel.rules.name
    yield from (switch if panel.rules.has(switch) else f"no {switch}" for switch in SWITCHES)
    for _, element in panel.cells:
        yield from (type_of(element), f"something {element.colour}", f"{element.colour} {type_of(element)}")
        if isinstance(element, Polyomino) and not _is_connected(element.shape):
            yield "polyomino in pieces"
    if sum(isinstance(element, Eliminator) for _, element in panel.cells) > 1:
        yield "two eliminators"
    yield from _on_lines(panel)
    if (panel.width + 1) * (panel.height + 1) > JUNCTIONS_IN_A_WORD:
        yield "more than a word of junctions"


def type_of(element: Element) -> str:
    """Return what an element is, whatever its colour."""
    match element:
        case Triangles(count):
            return f"{count} triangles"
        case Polyomino(_, rotates, hollow):
            return f"{'hollow ' * hollow}{'rotating ' * rotates}polyomino"
    return type(element).__name__.lower()


def _on_lines(panel: Panel) -> Iterator[str]:
    lines = 1 if panel.symmetry is Symmetry.NONE else 2
    starts = panel.edge_entrances.union((2 * x, 2 * y) for x, y in panel.entrances)
    exits = panel.edge_exits.union((2 * x, 2 * y) for x, y in panel.exits)
    seen = {
        "several starts": len(starts) > lines,
        "several exits": len(exits) > lines,
        "start on an edge": panel.edge_entrances,
        "exit on an edge": panel.edge_exits,
        "exit that points elsewhere": panel.pointing,
        "hexagon on a start": panel.all_hexagons & starts,
        "hexagon on an exit": panel.all_hexagons & exits,
        "hexagon on a junction": any(map(is_junction, panel.all_hexagons - starts - exits)),
        "hexagon on an edge": not all(map(is_junction, panel.all_hexagons - starts - exits)),
        "blue hexagon": panel.blue,
        "yellow hexagon": panel.yellow,
        "coloured hexagon on a start or an exit": (panel.blue | panel.yellow) & (starts | exits),
        "gap": panel.gaps,
        "missing line": panel.missing,
    }
    yield from (name for name, is_there in seen.items() if is_there)


class _Draft:
    """A panel in the making."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.pillar = random.random() < 0.4
        self.symmetry = Symmetry.NONE
        if random.random() < 0.4:
            some = [each for each in Symmetry if self.pillar or each is not Symmetry.PARALLEL]
            self.symmetry = random.choice(some)
        self.width, self.height = self._size()
        across = 2 * self.width + (not self.pillar)
        places = list(product(range(across), range(2 * self.height + 1)))
        self.lines = [place for place in places if not is_cell(place)]
        self.edges = [place for place in self.lines if not is_junction(place)]

    def _size(self) -> tuple[int, int]:
        random = self.random
        if random.random() < 0.01:
            return random.choice((8, 10)), random.choice((7, 8, 9, 10))
        if not self.pillar:
            return random.choice(((1, 1), (1, 2), (2, 1), (2, 2), (2, 2), (3, 1), (1, 3), (3, 2), (2, 3)))
        widths = (2, 3, 4, 5, 6) if self.symmetry is Symmetry.NONE else (2, 4, 4, 6)
        return random.choice(widths), random.choice((1, 1, 2, 3))

    def panel(self) -> Panel:
        starts, exits = self._ends()
        panel = Panel(
            self.width,
            self.height,
            entrances=frozenset((x // 2, y // 2) for x, y in filter(is_junction, starts)),
            exits=frozenset((x // 2, y // 2) for x, y in filter(is_junction, exits)),
            cells=frozenset(self._cells()),
            symmetry=self.symmetry,
            rules=self._rules(),
            pillar=self.pillar,
            edge_entrances=frozenset(place for place in starts if not is_junction(place)),
            edge_exits=frozenset(place for place in exits if not is_junction(place)),
            **self._marks(starts | exits),
        )
        ways = [(place, self.random.choice(list(STEPS.values()))) for place in exits]
        return with_directions(panel, ways if self.random.random() < 0.2 else [])

    def _ends(self) -> tuple[set[Place], set[Place]]:
        """Return the places of starts and of exits, in pairs if there is a second path."""
        junctions = list(filter(is_junction, self.lines))
        on_edges = self.random.random() < 0.2
        ends: tuple[set[Place], set[Place]] = set(), set()
        for some in ends:
            wanted = self.random.choice((1, 1, 2)) * (1 if self.symmetry is Symmetry.NONE else 2)
            for _ in range(TRIES):
                place = self.random.choice(
                    self.edges if on_edges and self.random.random() < 0.6 else junctions
                )
                pair = {place, self._image(place)}
                if len(some) < wanted and ends[0].isdisjoint(pair) and ends[1].isdisjoint(pair):
                    some |= pair
        return ends

    def _image(self, place: Place) -> Place:
        if self.symmetry is Symmetry.NONE:
            return place
        x, y = self.symmetry.image(place, 2 * self.width, 2 * self.height)
        return ((x + self.width) % (2 * self.width), y) if self.pillar else (x, y)

    def _marks(self, ends: set[Place]) -> dict[str, Any]:
        """Return hexagons, gaps and missing lines."""
        random = self.random
        blocked = max(0.0, 1 - FREE_EDGES / len(self.edges)) if random.random() < 0.8 else 0.1
        hexagons = random.choice((0.0, 0.1, 0.1, 0.3))
        colours: tuple[str, ...] = ("hexagons", "hexagons", "blue", "yellow")
        if self.symmetry is Symmetry.NONE or random.random() < 0.4:
            colours = ("hexagons",)
        broken = random.choice((("gaps",), ("missing",), ("gaps", "missing")))
        marks: dict[str, set[Place]] = {name: set() for name in (*colours, *broken)}
        for place in self.lines:
            if not is_junction(place) and place not in ends and random.random() < blocked:
                marks[random.choice(broken)].add(place)
            elif random.random() < hexagons:
                marks[random.choice(colours)].add(place)
        return {name: frozenset(places) for name, places in marks.items()}

    def _cells(self) -> Iterator[tuple[Place, Element]]:
        random = self.random
        palette = [self._element() for _ in range(random.choice((1, 2, 3, 4)))]
        filled = random.choice((0.0, 0.3, 0.6, 0.9)) if self.width * self.height < 9 else 0.1
        for cell in product(range(self.width), range(self.height)):
            if random.random() < filled:
                yield cell, random.choice(palette)

    def _element(self) -> Element:
        random = self.random
        colour = random.choice(list(Colour) if random.random() < 0.6 else [Colour.BLACK, Colour.WHITE])
        match random.randrange(6):
            case 0:
                return Square(colour)
            case 1:
                return Star(colour)
            case 2:
                return Triangles(random.randint(1, 4), colour)
            case 3:
                return Eliminator(colour)
        rotates, hollow = random.random() < 0.4, random.random() < 0.4
        return Polyomino(self._shape(), rotates, hollow, colour)

    def _shape(self) -> CellSet:
        cells = [(0, 0)]
        for _ in range(self.random.choice((0, 1, 1, 2, 3))):
            x, y = self.random.choice(cells)
            far = 2 if self.random.random() < 0.1 else 1
            dx, dy = self.random.choice(list(STEPS.values()))
            cells.append((x + far * dx, y + far * dy))
        return at_origin(frozenset(cells))

    def _rules(self) -> RuleSet:
        random = self.random
        rules = RULE_SETS[random.choice(list(RULE_SETS))]
        if random.random() < 0.5:
            return rules
        return with_switches(rules, {switch: random.random() < 0.5 for switch in random.sample(SWITCHES, 3)})


def _is_connected(shape: CellSet) -> bool:
    todo = [next(iter(shape))]
    for x, y in todo:  # grows during the loop
        todo += {(x + dx, y + dy) for dx, dy in STEPS.values()} & shape - set(todo)
    return len(todo) == len(shape)
