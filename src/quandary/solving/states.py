"""How many states play can reach."""

from collections import deque
from dataclasses import dataclass
from typing import Any

from quandary._native import native_limits
from quandary.limits import Budget, Limits, OutOfBudget
from quandary.puzzle import AnyPuzzle
from quandary.solving.engine import Engine, native_of


@dataclass(frozen=True)
class StateCount:
    """How many states play can reach; a lower bound unless `complete`."""

    states_represented: int
    complete: bool
    states: int = 0
    """How many were looked at: fewer where states with the same future are taken for one."""
    seconds: float = 0.0
    engine: str = "python"
    reason: str = ""


def count_states(puzzle: AnyPuzzle, *, limits: Limits = Limits(), engine: Engine = "auto") -> StateCount:
    """The number of states that play can reach, without keeping them as a graph.

    >>> from quandary.kinds.witness import KIND
    >>> count_states(KIND.parse("+-+-E/|.|.|/S-+-+")).states_represented  # every beginning of a path
    13
    """
    budget, reason = limits.start(), ""
    if twin := native_of(puzzle, engine):
        raw = twin.handle.count_states(native_limits(limits))
        return StateCount(raw.represented, raw.complete, raw.states, budget.seconds, twin.name, raw.stop.text)
    try:
        _visit_all(puzzle, budget)
    except OutOfBudget as out:
        reason = str(out)
    return StateCount(budget.states, not reason, budget.states, budget.seconds, "python", reason)


def _visit_all(puzzle: AnyPuzzle, budget: Budget) -> None:
    seen = set[Any](puzzle.starts())
    queue = deque(seen)
    while queue:
        state = queue.popleft()
        budget.spend()
        if puzzle.is_solved(state):
            continue
        for move in puzzle.moves(state):
            after = puzzle.apply(state, move)
            if after not in seen:
                seen.add(after)
                queue.append(after)
