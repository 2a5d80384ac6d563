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
    """Find every state that play can reach, breadth first; not `complete` if a limit came first.

    >>> from quandary.kinds.witness import KIND
    >>> len(explore(KIND.parse("+-+-E/|.|.|/S-+-+")))  # every beginning of a path
    13
    """
    return engine_for(puzzle, engine).explore(limits)
