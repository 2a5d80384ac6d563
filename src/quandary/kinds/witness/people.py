"""What people rule out on a Witness panel: the paper's three rules, and what a region or an element shows.

Each is sound: it never rules out a move that leads to a solution. Where it could not be, because an
eliminator may remove what the rule is about or a second path may see to it, it says nothing.
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
    covered_by,
    sides,
    step,
)
from quandary.kinds.witness.outlook import Outlook, outlook
from quandary.kinds.witness.rules import Panel
from quandary.kinds.witness.tiling import area_of
from quandary.player import Player
from quandary.rules import Finding, Moves, Rule, dead_end


def now_or_never(name: str, edges: Callable[[Panel], frozenset[Place]], *, cost: float, says: str) -> Rule:
    """A rule that requires those of a panel's `edges` that meet the head of the path.

    A path meets a junction only once, so an edge at its head is taken now or never. A move is required
    even where it is impossible, because the junction beyond has been visited or the edge is broken: then
    the path is lost. Silent on panels with eliminators or with two paths.
    """

    def find(panel: Panel, state: Path, moves: Moves) -> Iterable[Finding]:
        if panel.has_eliminators or panel.symmetry is not Symmetry.NONE:
            return
        wanted, head = edges(panel), state[-1]
        came_from = state[-2] if len(state) > 1 else None
        for move in STEPS:
            there = step(head, move)
            if there != came_from and between(head, there) in wanted:
                yield Finding(f"the edge from {head} {move}", must=(move,))

    return Rule(name, find, cost, says)


def closed_wrongly(
    name: str, is_wrong: Callable[[frozenset[Cell], list[Element]], bool], *, cost: float, says: str
) -> Rule:
    """A rule against closing a region in whose cells, with these elements, something is wrong for good."""

    def is_lost(panel: Panel, state: Path) -> bool:
        return any(is_wrong(cells, panel.elements_in(cells)) for cells in outlook(panel, state).closed)

    return dead_end(name, is_lost, cost=cost, says=says)


def is_cut_off(panel: Panel, state: Path) -> bool:
    """Whether no exit can be reached any more; a path that ends at one has reached it."""
    return panel.exits.isdisjoint(outlook(panel, state).reachable)


def misses_a_hexagon(panel: Panel, state: Path) -> bool:
    """Whether a hexagon is not covered and cannot be any more, on a panel where nothing removes it."""
    if panel.has_eliminators:
        return False
    view = outlook(panel, state)
    first = covered_by(state) | view.first
    second = frozenset(map(panel.image, first))
    return not (panel.blue <= first and panel.yellow <= second and panel.hexagons <= first | second)


def misses_a_count(panel: Panel, state: Path) -> bool:
    """Whether triangles have too many lines beside them, or too few and no more to come."""
    view = outlook(panel, state)
    return not panel.has_eliminators and any(
        not least <= element.count <= most
        for cell, element in panel.cells
        if isinstance(element, Triangles)
        for least, most in [_lines_beside(view, cell)]
    )


def _lines_beside(view: Outlook, cell: Cell) -> tuple[int, int]:
    """The fewest and the most lines that a cell can end up with."""
    now = sum(side in view.covered for side, _ in sides(cell))
    return now, now + sum(side in view.either for side, _ in sides(cell))


def has_two_colours(cells: frozenset[Cell], elements: list[Element]) -> bool:
    """Whether there are squares of two colours."""
    return len({element.colour for element in elements if isinstance(element, Square)}) > 1


def has_a_star_without_its_pair(cells: frozenset[Cell], elements: list[Element]) -> bool:
    """Whether a star has no element of its colour beside it, or more than one."""
    colours = [element.colour for element in elements]
    return any(colours.count(star.colour) != 2 for star in elements if isinstance(star, Star))


def has_another_area(cells: frozenset[Cell], elements: list[Element]) -> bool:
    """Whether the areas of the polyominoes add up neither to that of the region nor to nothing."""
    areas = [area_of(element) for element in elements if isinstance(element, Polyomino)]
    return bool(areas) and sum(areas) not in (0, len(cells))


SQUARES = now_or_never(
    "squares",
    lambda panel: panel.dividers,
    cost=1,
    says="Between two neighbouring squares of different colours the path has to pass, now that it is there.",
)
MUST_CROSS = now_or_never(
    "must-cross",
    lambda panel: panel.hexagons,
    cost=1,
    says="An edge with a hexagon has to be taken when the path comes to one of its ends.",
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
    says="Beside triangles there must not be more lines than triangles, and still room for as many.",
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


PEOPLE = People(rules=RULES, default=PAPER)
