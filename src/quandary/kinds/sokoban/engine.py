"""Fast ways to solve Sokoban levels."""

from dataclasses import replace

from quandary.kind import Engines
from quandary.kinds.sokoban.features import shortest_solution
from quandary.kinds.sokoban.fewest import search
from quandary.kinds.sokoban.rules import Level, Situation, Stand, cheapest_matching
from quandary.kinds.sokoban.seen import seen
from quandary.kinds.sokoban.twin import native


def estimate(level: Level, state: Situation) -> float:
    """Return the fewest pushes that bring each box to its own target, if boxes did not block each other."""
    return cheapest_matching(level, state.boxes)


def onward(level: Level, state: Situation | Stand) -> Level:
    """Return the level with the boxes and the man where a state has them."""
    return replace(level, boxes=state.boxes, man=state.man)


ENGINES = Engines(
    native=native,
    search=search,
    shortest={"steps": shortest_solution},
    estimate=estimate,
    seen=seen,
    onward=onward,
)
