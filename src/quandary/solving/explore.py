"""From a puzzle to the graph of its states."""

from quandary.engine import Engine, EngineName
from quandary.graph import StateGraph
from quandary.limits import Limits
from quandary.puzzle import AnyPuzzle
from quandary.solving.choose import engine_for

DEFAULT = Limits(states=1_000_000)


def explore(
    puzzle: AnyPuzzle, *, limits: Limits = DEFAULT, engine: Engine | EngineName = "auto"
) -> StateGraph:
    """Find all reachable states, breadth first.

    >>> from quandary.kinds.witness import KIND
    >>> len(explore(KIND.parse("+-+-E/|.|.|/S-+-+")))  # every beginning of a path
    13

    If a limit is reached, the graph is not `complete`.
    """
    return engine_for(puzzle, engine).explore(limits)
