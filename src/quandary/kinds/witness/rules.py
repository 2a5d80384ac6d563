"""The rules of Witness panels in plain Python, the reference for the C++ core.

A panel is a grid of `width` × `height` cells with lines between them. A path runs along the lines from an
entrance to an exit, meets no junction twice, and must satisfy every element of the panel. On a symmetric
panel, a second path mirrors the first, and the two never meet. On a pillar, the columns go round, so that the
first follows the last.

What holds depends on the panel's rule set in a few points, which `rulesets.py` lists. `lattice.py` has the positions and `elements.py` the elements of a cell. `regions.py` decides whether the
elements of one region hold together, and `tiling.py` what polyominoes can cover.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, TypeVar

from quandary.kinds.witness.elements import (
    Colour,
    Element,
    Eliminator,
    Polyomino,
    Square,
    Star,
    Triangles,
)
from quandary.kinds.witness.lattice import (
    STEPS,
    Cell,
    Junction,
    Path,
    Place,
    Point,
    Symmetry,
    beside,
    between,
    covered_by,
    is_halfway,
    is_junction,
    point_at,
    sides,
    step,
)
from quandary.kinds.witness.outline import PanelOutline
from quandary.kinds.witness.regions import Region
from quandary.kinds.witness.rulesets import GAME, RULE_SETS, RuleSet, rule_set
from quandary.kinds.witness.tiling import Ground

__all__ = [
    "MOST_CELLS",
    "STEPS",
    "Cell",
    "Colour",
    "Element",
    "Eliminator",
    "Junction",
    "Panel",
    "Path",
    "Place",
    "Point",
    "Polyomino",
    "RuleSet",
    "Square",
    "Star",
    "Symmetry",
    "Triangles",
    "between",
    "covered_by",
    "is_junction",
    "sides",
    "step",
]

T = TypeVar("T", int, float)

MOST_CELLS = 10
"""The most cells along a side. A search on a larger panel would never end."""


@dataclass(frozen=True)
class Panel:
    """A Witness panel, as a path puzzle whose states are paths.

    >>> panel = Panel(1, 1, entrances=frozenset({(0, 0)}), exits=frozenset({(1, 1)}))
    >>> panel.moves(((0, 0),))
    ['up', 'right']
    >>> panel.apply(((0, 0),), "up")
    ((0, 0), (0, 1))
    >>> panel.is_solved(((0, 0), (0, 1), (1, 1)))
    True

    No junction is both entrance and exit, no place has two hexagons, and no edge is two of: crossed by a
    hexagon, broken by a gap, missing. On a symmetric panel, entrances and exits come in pairs, each the
    mirror image of the other. Other panels have no blue or yellow hexagons. Code that reads a panel checks all this, and that everything is on the panel.
    """

    width: int
    height: int
    entrances: frozenset[Junction]
    exits: frozenset[Junction]
    hexagons: frozenset[Place] = frozenset()
    """Junctions and edges that a path must cover. On a symmetric panel, either path may do so."""
    gaps: frozenset[Place] = frozenset()
    """Broken edges, which no path can cross."""
    missing: frozenset[Place] = frozenset()
    """Edges that are not drawn. A path cannot cross them, like gaps."""
    cells: frozenset[tuple[Cell, Element]] = frozenset()
    symmetry: Symmetry = Symmetry.NONE
    blue: frozenset[Place] = frozenset()
    """Hexagons that the first path, the drawn one, must cover."""
    yellow: frozenset[Place] = frozenset()
    """Hexagons that its mirror image must cover."""
    rules: RuleSet = GAME
    """Whose rules decide what holds."""
    pillar: bool = False
    """Whether the columns go round: the junctions right of the last cells are those left of the first."""
    edge_entrances: frozenset[Place] = frozenset()
    """Edges in whose middle a path may start."""
    edge_exits: frozenset[Place] = frozenset()
    """Edges in whose middle a path may end."""
    pointing: frozenset[tuple[Place, tuple[int, int]]] = frozenset()
    """The directions (right, up) of exits that do not point where an exit there usually does."""

    states_are_paths: ClassVar[bool] = True
    """A state remembers the whole way, so that no two ways lead to the same one."""

    rule_sets: ClassVar[tuple[str, ...]] = tuple(RULE_SETS)
    """The names of the rule sets that a panel may be judged by, the usual one first."""

    @property
    def rule_set(self) -> str:
        """The name of the rules that decide."""
        return str(self.rules)

    def under(self, name: str) -> "Panel":
        """Return the same panel under another rule set, found by its name.

        >>> from quandary.kinds.witness.notation import format, parse
        >>> format(parse("+-E/|.|/S-+").under("windmill")).splitlines()[-1]
        'rules windmill'
        """
        return replace(self, rules=rule_set(name))

    def start_name(self, start: Path) -> str:
        """Return the junction that a path starts from: (0, 0) is at the bottom left."""
        return str(start[0])

    # The four methods

    def starts(self) -> tuple[Path, ...]:
        """Return a path of one point for each entrance, from left to right, then from the bottom up.

        Of two mirrored entrances, the second is left out because it gives the same two lines, unless blue or
        yellow hexagons make a difference between them.
        """
        entrances = sorted([*self.entrances, *map(point_at, self.edge_entrances)])
        if self.symmetry is not Symmetry.NONE and not (self.blue or self.yellow):
            entrances = [here for here in entrances if here <= self.wrapped(self.mirror(here))]
        return tuple((point,) for point in entrances)

    def moves(self, state: Path) -> list[str]:
        """Return the directions in which the path can go on: up, right, down, left."""
        taken = {*state, *self.second(state)}
        if self.pillar:
            taken = set(map(self.wrapped, taken))
        ways = self.ways[self.wrapped(state[-1])]
        return [move for move, there in ways.items() if there not in taken]

    def apply(self, state: Path, move: str) -> Path:
        """Return the path, one step longer.

        On a pillar, a path that goes round has larger and larger x, or smaller and smaller ones.
        """
        here = self.wrapped(state[-1])
        there = self.ways[here][move]
        if not self.pillar:
            return (*state, there)
        length = 0.5 if is_halfway(here) or is_halfway(there) else 1
        x = state[-1][0] + length * STEPS[move][0]
        return (*state, (int(x) if x == int(x) else x, there[1]))

    def is_solved(self, state: Path) -> bool:
        """Return whether the path ends at an exit and everything on the panel holds.

        An exit that is reached too early does not end play, because the path may run on to another one.
        """
        if self.wrapped(state[-1]) not in self.ends:
            return False
        first, second = self.covered_by(state), self.covered_by(self.second(state))
        if not second.isdisjoint(self.blue) or not first.isdisjoint(self.yellow):
            return False  # beyond repair: the hexagon lies in no region, so nothing removes it
        covered = first | second
        walls = self._without_halves(state, covered)
        if not self.has_eliminators and self._fails_at_a_glance(covered, walls):
            return False
        if self.outline.is_whole:
            return all(self.region(cells, covered).holds() for cells in self.regions(walls))
        return all(
            self.region(cells, covered, lines).holds() for cells, lines in self.outline.parts(covered, walls)
        )

    # Properties derived from the fields

    def wrapped(self, point: Point) -> Point:
        """Return a point as it is on the panel: on a pillar, x is less than the width."""
        return (point[0] % self.width, point[1]) if self.pillar else point

    def wrapped_place(self, place: Place) -> Place:
        """Return a place as it is on the panel: on a pillar, x is less than twice the width."""
        return (place[0] % (2 * self.width), place[1]) if self.pillar else place

    @property
    def columns(self) -> int:
        """The number of columns of junctions."""
        return self.width if self.pillar else self.width + 1

    @cached_property
    def ends(self) -> frozenset[Point]:
        """The points where a path may end: the exits, also those in the middle of an edge."""
        return self.exits.union(map(point_at, self.edge_exits))

    def mirror(self, point: tuple[T, T]) -> tuple[T, T]:
        """Return the point of the second path when the first is at a point.

        On a pillar the second path is on the other side, so that every symmetry also goes halfway round. Without
        a second path, it is the point itself.
        """
        x, y = self.symmetry.image(point, self.width, self.height)
        return x + self._opposite // 2, y

    def image(self, place: Place) -> Place:
        """Return the place that the second path covers when the first covers a place."""
        x, y = self.symmetry.image(place, 2 * self.width, 2 * self.height)
        return self.wrapped_place((x + self._opposite, y))

    @property
    def _opposite(self) -> int:
        """How far the second path is on the other side, in half columns: half of a pillar's way round."""
        return self.width if self.pillar and self.symmetry is not Symmetry.NONE else 0

    def second(self, state: Path) -> Path:
        """Return the path that mirrors another, empty if the panel has no symmetry."""
        if self.symmetry is Symmetry.NONE:
            return ()
        return tuple(map(self.mirror, state))

    def covered(self, state: Path) -> frozenset[Place]:
        """Return the places that a path covers, together with its mirror image if it has one."""
        return self.covered_by(state) | self.covered_by(self.second(state))

    def covered_by(self, path: Path) -> frozenset[Place]:
        """Return the places that one path covers, also an edge that it covers by half."""
        covered = covered_by(path)
        return frozenset(map(self.wrapped_place, covered)) if self.pillar else covered

    def walls(self, state: Path) -> frozenset[Place]:
        """Return the edges that divide cells: those that a path covers, but not by half."""
        return self._without_halves(state, self.covered(state))

    def _without_halves(self, state: Path, covered: frozenset[Place]) -> frozenset[Place]:
        halves = [point for path in (state, self.second(state)) for point in _halves(path, self.rules)]
        if not halves:
            return covered
        return covered - {self.wrapped_place(between(point, point)) for point in halves}

    @cached_property
    def ways(self) -> dict[Point, dict[str, Point]]:
        """The point that each move leads to from each point, along edges that can be crossed.

        A move goes to the next junction, or to the middle of an edge where a path may start or end. On a
        symmetric panel, both paths must be able to go, and a point on the axis, where they would meet, leads
        nowhere.
        """
        blocked = self.gaps | self.missing
        blocked |= frozenset(map(self.image, blocked))
        ways: dict[Point, dict[str, Point]] = {here: {} for here in self.junctions()}
        for place in self.edge_entrances | self.edge_exits:
            ways[point_at(place)] = {}
        for here in list(ways):
            for move in STEPS:
                there = self._next(here, move)
                if there is None or self.is_on_axis(there) or self.edge_towards(here, move) in blocked:
                    continue
                ways[here][move] = there
        return ways

    def _next(self, here: Point, move: str) -> Point | None:
        """Return the next point in a direction, if there is one on the panel."""
        place = self.edge_towards(here, move)
        if not is_halfway(here) and place in self.edge_entrances | self.edge_exits:
            return point_at(place)
        dx, dy = STEPS[move]
        length = 0.5 if is_halfway(here) else 1
        x, y = here[0] + length * dx, here[1] + length * dy
        if x != int(x) or y != int(y):
            return None  # off the edge, sideways
        there = self.wrapped((int(x), int(y)))
        return there if self.has_junction(there) else None

    def edge_towards(self, here: Point, move: str) -> Place:
        """Return the edge that a move runs along."""
        if is_halfway(here):
            return self.wrapped_place(between(here, here))
        return self.wrapped_place(between(here, step(here, move)))

    def is_on_axis(self, point: Point) -> bool:
        """Return whether both paths of a symmetric panel would meet at a point."""
        return self.symmetry is not Symmetry.NONE and self.wrapped(self.mirror(point)) == self.wrapped(point)

    @property
    def may_have_outside(self) -> bool:
        """Whether some cells may not count."""
        return self.rules.cut_outside and bool(self.missing)

    @cached_property
    def outline(self) -> PanelOutline:
        """The part of the panel that counts."""
        return PanelOutline(self)

    @cached_property
    def element_at(self) -> dict[Cell, Element]:
        """The elements by cell, without empty cells."""
        return dict(self.cells)

    @cached_property
    def counted(self) -> dict[Cell, Element]:
        """The elements by cell, without those in cells that do not count."""
        return {cell: element for cell, element in self.cells if cell not in self.outline.outside}

    def elements_in(self, cells: Iterable[Cell]) -> list[Element]:
        """Return the elements in some cells."""
        return [self.counted[cell] for cell in cells if cell in self.counted]

    def elements(self) -> Iterator[str]:
        """Yield the name of each sort of element, in the order in which a designer would introduce them.

        >>> from quandary.kinds.witness.notation import parse
        >>> list(parse("+-+-E/|w|2|/+x+-+/|b|b|/S-+-+").elements())
        ['gaps', 'squares', 'triangles']
        """
        there = [element for _, element in self.cells]
        pieces = [each for each in there if isinstance(each, Polyomino)]
        ways = 1 if self.symmetry is Symmetry.NONE else 2
        found = {
            "gaps": self.gaps or self.missing,
            "hexagons": self.all_hexagons,
            "squares": any(isinstance(each, Square) for each in there),
            "triangles": any(isinstance(each, Triangles) for each in there),
            "stars": any(isinstance(each, Star) for each in there),
            "polyominoes": pieces,
            "rotating polyominoes": any(each.rotates for each in pieces),
            "hollow polyominoes": any(each.hollow for each in pieces),
            "eliminators": any(isinstance(each, Eliminator) for each in there),
            "several ways in or out": len(self.entrances) > ways or len(self.exits) > ways,
            "two paths": self.symmetry is not Symmetry.NONE,
        }
        return (name for name, is_there in found.items() if is_there)

    def eliminates(self, cell: Cell) -> bool:
        """Return whether there is an eliminator in a cell."""
        return isinstance(self.counted.get(cell), Eliminator)

    @cached_property
    def has_eliminators(self) -> bool:
        """Whether something may be removed, so that no other element is certain to have to hold."""
        return any(isinstance(element, Eliminator) for element in self.counted.values())

    @cached_property
    def all_hexagons(self) -> frozenset[Place]:
        """The places of the hexagons of every colour."""
        return self.hexagons | self.blue | self.yellow

    @cached_property
    def colour_at(self) -> dict[Cell, Colour]:
        """The colours of the squares by cell."""
        return {cell: element.colour for cell, element in self.counted.items() if isinstance(element, Square)}

    @cached_property
    def dividers(self) -> frozenset[Place]:
        """The edges between squares of different colours. A path takes them all if none is removed."""
        colours = self.colour_at
        return frozenset(
            side
            for cell, colour in colours.items()
            for side, beyond in self.sides(cell)
            if colours.get(beyond, colour) != colour
        )

    def sides(self, cell: Cell) -> Iterator[tuple[Place, Cell]]:
        """Yield the four edges around a cell, each with the cell beyond it, on the panel or off it."""
        if not self.pillar:
            return sides(cell)
        return ((self.wrapped_place(side), (x % self.width, y)) for side, (x, y) in sides(cell))

    def beside(self, place: Place) -> Iterator[Cell]:
        """Yield the cells that touch a place on the lines, on the panel or off it."""
        if not self.pillar:
            return beside(place)
        return ((x % self.width, y) for x, y in beside(place))

    def has_junction(self, junction: Point) -> bool:
        """Return whether the junction is on the panel."""
        return 0 <= junction[0] < self.columns and 0 <= junction[1] <= self.height

    def has_edge(self, place: Place) -> bool:
        """Return whether the place is that of an edge on the panel, missing or not."""
        x, y = place
        on_panel = 0 <= x < 2 * self.columns - (not self.pillar) and 0 <= y <= 2 * self.height
        return on_panel and (x + y) % 2 == 1

    def has_cell(self, cell: Cell) -> bool:
        """Return whether the cell is on the panel."""
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.height

    def junctions(self) -> Iterator[Junction]:
        """Yield all junctions, row by row from the bottom."""
        return ((x, y) for y in range(self.height + 1) for x in range(self.columns))

    def edges(self) -> Iterator[tuple[Junction, Junction]]:
        """Yield all edges by their two junctions, missing ones included, row by row from the bottom.

        The edge that closes a row of a pillar ends at x = width.
        """
        for here in self.junctions():
            for move in ("up", "right"):
                there = step(here, move)
                if self.has_junction((there[0] % self.width if self.pillar else there[0], there[1])):
                    yield here, there

    def regions(self, walls: frozenset[Place]) -> Iterator[list[Cell]]:
        """Yield the regions into which paths divide the cells, given the edges that divide."""
        todo = {(x, y) for x in range(self.width) for y in range(self.height)} - self.outline.outside
        if not self.outline.is_whole:
            yield from (list(cells) for cells, _ in self.outline.parts(walls, walls) if cells)
            return
        while todo:
            region = [todo.pop()]
            for cell in region:  # grows during the loop
                for side, beyond in self.sides(cell):
                    if beyond in todo and side not in walls:
                        todo.remove(beyond)
                        region.append(beyond)
            yield region

    def region(
        self, cells: Iterable[Cell], covered: frozenset[Place], lines: frozenset[Place] | None = None
    ) -> Region:
        """Return a region with its elements, given the lines in it if these do not follow from its cells."""
        inside = frozenset(cells)
        here = {cell: self.counted[cell] for cell in inside if cell in self.counted}
        missed = self.all_hexagons - covered
        if lines is None:
            loose = sum(not inside.isdisjoint(self.beside(place)) for place in missed)
        else:
            loose = len(missed & lines)
        return Region(
            inside,
            elements=Counter(here.values()),
            broken=Counter(
                element for cell, element in here.items() if self.is_broken(cell, element, covered)
            ),
            loose=loose,
            rules=self.rules,
            ground=self.ground(inside, covered),
        )

    def ground(self, inside: frozenset[Cell], covered: frozenset[Place]) -> Ground:
        """Return where the polyominoes of a region may be laid."""
        if not self.has_polyominoes:
            return Ground()
        room = free = None
        if self.rules.stay_on_panel:
            room = frozenset((x, y) for x in range(self.width) for y in range(self.height))
        if not self.rules.cross:
            free = frozenset(side for cell in inside for side, _ in self.sides(cell)) - covered
        return Ground(self.rules.by_area, room, free, self.width if self.pillar else 0)

    @cached_property
    def has_polyominoes(self) -> bool:
        """Whether any cell that counts holds a polyomino."""
        return any(isinstance(element, Polyomino) for element in self.counted.values())

    def is_broken(self, cell: Cell, element: Element, covered: frozenset[Place]) -> bool:
        """Return whether an element fails whatever its region: triangles beside too many or too few lines."""
        return isinstance(element, Triangles) and element.count != sum(
            side in covered for side, _ in self.sides(cell)
        )

    def _fails_at_a_glance(self, covered: frozenset[Place], walls: frozenset[Place]) -> bool:
        """Return whether something fails, by a fast test without regions that is nearly always enough."""
        return (
            not self.all_hexagons <= covered
            or not self.dividers <= walls
            or any(self.is_broken(cell, element, covered) for cell, element in self.counted.items())
        )


def _halves(path: Path, rules: RuleSet) -> Iterator[Point]:
    """Yield the ends of a path that lie in the middle of an edge and do not divide."""
    if path and is_halfway(path[-1]) and not (len(path) == 1 and rules.wide_starts):
        yield path[-1]
    if len(path) > 1 and is_halfway(path[0]) and not rules.wide_starts:
        yield path[0]
