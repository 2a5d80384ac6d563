"""From a puzzle to the graph of its states."""

from typing import Any

from quandary._native import native_limits
from quandary.graph import UNSEEN, StateGraph
from quandary.limits import Limits, OutOfBudget
from quandary.puzzle import AnyPuzzle
from quandary.solving.engine import Engine, native_of

DEFAULT = Limits(states=1_000_000)


def explore(puzzle: AnyPuzzle, *, limits: Limits = DEFAULT, engine: Engine = "auto") -> StateGraph:
    """Every state that play can reach, breadth first; not `complete` if a limit came first.

    >>> from quandary.kinds.witness import KIND
    >>> len(explore(KIND.parse("+-+-E/|.|.|/S-+-+")))  # every beginning of a path
    13
    """
    if twin := native_of(puzzle, engine):
        raw = twin.handle.explore(native_limits(limits))
        return StateGraph(raw.first, raw.target, raw.solved.astype(bool), raw.starts, raw.complete, "native")
    return _explore_in_python(puzzle, limits)


def _explore_in_python(puzzle: AnyPuzzle, limits: Limits) -> StateGraph:
    import numpy as np

    budget, complete = limits.start(), True
    index: dict[Any, int] = {}
    states: list[Any] = []

    def number(state: Any) -> int:
        if state not in index:
            index[state] = len(states)
            states.append(state)
        return index[state]

    starts = list(dict.fromkeys(number(state) for state in puzzle.starts()))
    first, target, solved = [0], list[int](), list[bool]()
    for state in states:  # grows while we walk it
        try:
            budget.spend()
        except OutOfBudget:
            complete = False
            break
        solved.append(puzzle.is_solved(state))
        if not solved[-1]:
            target += [number(puzzle.apply(state, move)) for move in puzzle.moves(state)]
        first.append(len(target))
    explored = len(solved)
    ends = np.array(target, dtype=np.int64)
    ends[ends >= explored] = UNSEEN
    return StateGraph(
        np.array(first, dtype=np.int64),
        ends,
        np.array(solved, dtype=bool),
        np.array([start for start in starts if start < explored], dtype=np.int64),
        complete,
        "python",
        states[:explored],
    )
