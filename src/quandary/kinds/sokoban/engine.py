"""Fast ways to solve Sokoban levels."""

from dataclasses import replace

from quandary.engine import Declined, Engine, Solver
from quandary.graph import SeenGraph
from quandary.kind import Engines
from quandary.kinds.sokoban.features import shortest_solution
from quandary.kinds.sokoban.fewest import search
from quandary.kinds.sokoban.rules import Level, Situation, Stand, cheapest_matching
from quandary.kinds.sokoban.seen import seen
from quandary.kinds.sokoban.twin import native
from quandary.limits import Limits
from quandary.parts.solvers import FirstSolution


def estimate(level: Level, state: Situation) -> float:
    """Return the fewest pushes that bring each box to its own target, if boxes did not block each other."""
    return cheapest_matching(level, state.boxes)


def onward(level: Level, state: Situation | Stand) -> Level:
    """Return the level with the boxes and the man where a state has them."""
    return replace(level, boxes=state.boxes, man=state.man)


class WalkingMan(Solver):
    """The solver that counts steps, and the graph of what an expert sees."""

    name = "walking"
    minimises = ("steps",)

    def fewest(self, asked: Engine, what: str, limits: Limits) -> str | None:
        """Find the solution with the fewest steps."""
        return shortest_solution(asked.puzzle, limits)

    def seen(self, asked: Engine, limits: Limits) -> SeenGraph | Declined:
        """Return the graph of pushes that an expert does not see to be lost."""
        return seen(asked.puzzle, limits) or Declined(self.name, "there is no twin in C++")


ENGINES = Engines(
    native=native,
    solvers=(FirstSolution(search), WalkingMan(), "native"),
    estimate=estimate,
    onward=onward,
)
