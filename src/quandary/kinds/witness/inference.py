"""What people rule out on a Witness panel: the three rules behind the paper's Figure 4.

Each is sound: a path meets a junction only once, so an edge at its head is taken now or never.
"""

from collections.abc import Callable, Iterable

from quandary.kinds.witness.rules import STEPS, Panel, Path, Place, between, step
from quandary.player import Finding, Moves, Player, Rule, dead_end


def now_or_never(name: str, edges: Callable[[Panel], frozenset[Place]], *, cost: float, says: str) -> Rule:
    """A rule that requires those of a panel's `edges` that meet the head of the path.

    A move is required even where it is impossible, because the junction beyond has been visited or
    the edge is broken: then the path is lost.
    """

    def find(panel: Panel, state: Path, moves: Moves) -> Iterable[Finding]:
        wanted, head = edges(panel), state[-1]
        came_from = state[-2] if len(state) > 1 else None
        for move in STEPS:
            there = step(head, move)
            if there != came_from and between(head, there) in wanted:
                yield Finding(f"the edge from {head} {move}", must=(move,))

    return Rule(name, find, cost, says)


def is_cut_off(panel: Panel, state: Path) -> bool:
    """Whether no exit can be reached any more; a path that ends at one has reached it."""
    seen, todo = set(state), [state[-1]]
    for here in todo:  # grows while we walk it
        if here in panel.exits:
            return False
        fresh = [there for there in panel.ways[here].values() if there not in seen]
        seen.update(fresh)
        todo += fresh
    return True


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

RULES = (SQUARES, MUST_CROSS, EXIT_REACHABLE)
PAPER = Player(rules=RULES, name="paper")
"""Frozen: published scores are for this player, so another set of rules needs another name."""
