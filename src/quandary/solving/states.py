"""Count the reachable states of a puzzle."""

from quandary.engine import Engine, EngineName, StateCount
from quandary.limits import Limits
from quandary.puzzle import AnyPuzzle
from quandary.solving.choose import engine_for


def count_states(
    puzzle: AnyPuzzle, *, limits: Limits = Limits(), engine: Engine | EngineName = "auto"
) -> StateCount:
    """Count the reachable states without keeping them as a graph.

    >>> from quandary.kinds.witness import KIND
    >>> count_states(KIND.parse("+-+-E/|.|.|/S-+-+")).states_represented  # every beginning of a path
    13
    """
    return engine_for(puzzle, engine).count_states(limits)
