"""The rules that people use on a Witness panel: the paper's three, and those about regions and elements.

Each rule is sound: it never rules out a move that leads to a solution. It finds nothing where it would not
be sound, because an eliminator may remove the element in question or a second path may satisfy it.
"""

from collections.abc import Callable, Iterable

from quandary.kind import People
from quandary.kinds.witness.elements import Element, Polyomino, Square, Star, Triangles
from quandary.kinds.witness.lattice import (
    STEPS,
    Cell,
    Path,
    Place,
    Symmetry,
    between,
    is_halfway,
)
from quandary.kinds.witness.outlook import PathOutlook, outlook
from quandary.kinds.witness.rules import Panel
from quandary.kinds.witness.tiling import area_of
from quandary.parts.spots import named
from quandary.player import Player
from quandary.rules import Finding, Moves, Rule, dead_end
from quandary.theory import Theory


def now_or_never(name: str, edges: Callable[[Panel], frozenset[Place]], *, cost: float, says: str) -> Rule:
    """Make a rule that requires those of a panel's `edges` that meet the head of the path.

    A path meets a junction only once, so an edge at its head is taken now or never. A move is required even
    if it is impossible, because the junction beyond has been visited or the edge is broken. Then the path is
    lost. The rule finds nothing on panels with eliminators or with two paths, nor in the middle of an edge.
    """

    def find(panel: Panel, state: Path, moves: Moves) -> Iterable[Finding]:
        if panel.has_eliminators or panel.symmetry is not Symmetry.NONE or is_halfway(state[-1]):
            return
        wanted, head = edges(panel), panel.wrapped(state[-1])
        came_by = panel.wrapped_place(between(state[-2], state[-1])) if len(state) > 1 else None
        for move in STEPS:
            edge = panel.edge_towards(head, move)
            if edge != came_by and edge in wanted:
                yield Finding(
                    f"the edge from point {named((int(head[0]), int(head[1])), panel.height)} {move}",
                    must=(move,),
                )

    return Rule(name, find, cost, says)


def closed_wrongly(
    name: str, is_wrong: Callable[[frozenset[Cell], list[Element]], bool], *, cost: float, says: str
) -> Rule:
    """Make a rule against closing a region whose elements are wrong for good."""

    def is_lost(panel: Panel, state: Path) -> bool:
        return any(is_wrong(cells, panel.elements_in(cells)) for cells in outlook(panel, state).closed)

    return dead_end(name, is_lost, cost=cost, says=says)


def is_cut_off(panel: Panel, state: Path) -> bool:
    """Return whether no exit can be reached any more. A path that ends at an exit has reached it."""
    return panel.ends.isdisjoint(outlook(panel, state).reachable)


def misses_a_hexagon(panel: Panel, state: Path) -> bool:
    """Return whether a hexagon can no longer be covered, on a panel where nothing removes it."""
    if panel.has_eliminators:
        return False
    view = outlook(panel, state)
    first = panel.covered_by(state) | view.first
    second = frozenset(map(panel.image, first))
    return not (panel.blue <= first and panel.yellow <= second and panel.hexagons <= first | second)


def misses_a_count(panel: Panel, state: Path) -> bool:
    """Return whether triangles have too many lines beside them, or too few with no more to come."""
    view = outlook(panel, state)
    return not panel.has_eliminators and any(
        not least <= element.count <= most
        for cell, element in panel.counted.items()
        if isinstance(element, Triangles)
        for least, most in [_lines_beside(view, cell)]
    )


def _lines_beside(view: PathOutlook, cell: Cell) -> tuple[int, int]:
    """Return the fewest and the most lines that a cell can end up with."""
    around = [side for side, _ in view.panel.sides(cell)]
    now = sum(side in view.covered for side in around)
    return now, now + sum(side in view.either and side not in view.covered for side in around)


def has_two_colours(cells: frozenset[Cell], elements: list[Element]) -> bool:
    """Return whether there are squares of two colours."""
    return len({element.colour for element in elements if isinstance(element, Square)}) > 1


def has_a_star_without_its_pair(cells: frozenset[Cell], elements: list[Element]) -> bool:
    """Return whether a star has no other element of its colour in the region, or more than one."""
    colours = [element.colour for element in elements]
    return any(colours.count(star.colour) != 2 for star in elements if isinstance(star, Star))


def has_another_area(cells: frozenset[Cell], elements: list[Element]) -> bool:
    """Return whether the areas of the polyominoes add up neither to that of the region nor to zero."""
    areas = [area_of(element) for element in elements if isinstance(element, Polyomino)]
    return bool(areas) and sum(areas) not in (0, len(cells))


SQUARES = now_or_never(
    "squares",
    lambda panel: panel.dividers,
    cost=1,
    says="The path must pass between neighbouring squares of different colours as soon as it gets there.",
)
MUST_CROSS = now_or_never(
    "must-cross",
    lambda panel: panel.hexagons,
    cost=1,
    says="An edge with a hexagon must be taken when the path reaches one of its ends.",
)
EXIT_REACHABLE = dead_end(
    "exit-reachable",
    is_cut_off,
    cost=2,
    says="The path must not cut itself off from every exit.",
)
HEXAGONS = dead_end(
    "hexagons",
    misses_a_hexagon,
    cost=2,
    says="The path must not cut itself off from a hexagon.",
)
TRIANGLES = dead_end(
    "triangles",
    misses_a_count,
    cost=2,
    says="Triangles must not have more lines beside them than triangles, and must have room for as many.",
)
REGIONS = closed_wrongly(
    "regions",
    has_two_colours,
    cost=3,
    says="A region must not be closed with squares of two colours in it.",
)
STARS = closed_wrongly(
    "stars",
    has_a_star_without_its_pair,
    cost=3,
    says="A region must not be closed unless each star in it has exactly one partner of its colour.",
)
POLYOMINOES = closed_wrongly(
    "polyominoes",
    has_another_area,
    cost=4,
    says="A region must not be closed unless its polyominoes have as many cells as the region.",
)

RULES = (SQUARES, MUST_CROSS, EXIT_REACHABLE, HEXAGONS, TRIANGLES, REGIONS, STARS, POLYOMINOES)
PAPER = Player(rules=(SQUARES, MUST_CROSS, EXIT_REACHABLE), name="paper")
"""Frozen: published scores are for this player, so another set of rules needs another name."""


def theory() -> Theory:
    """Return the laws that rules are learned from."""
    from quandary.kinds.witness.theory import THEORY

    return THEORY


PEOPLE = People(deeds="line", rules=RULES, players=(PAPER,), theory=theory)
