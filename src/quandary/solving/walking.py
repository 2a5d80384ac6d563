"""All reachable states in plain Python."""

from array import array
from collections import deque
from collections.abc import Callable
from typing import Any

from quandary.graph import UNSEEN, StateGraph
from quandary.limits import Budget, Limits, OutOfBudget, Stop
from quandary.puzzle import AnyPuzzle


def graph_of(puzzle: AnyPuzzle, limits: Limits) -> StateGraph:
    """Return the graph of the states, breadth first. It is not `complete` if a limit is reached."""
    import numpy as np

    budget, stop = limits.start(), Stop()
    index: dict[Any, int] = {}
    states: list[Any] = []

    def number(state: Any) -> int:
        if state not in index:
            index[state] = len(states)
            states.append(state)
        return index[state]

    starts = list(dict.fromkeys(number(state) for state in puzzle.starts()))
    first, target, solved = array("q", [0]), array("q"), list[bool]()
    for state in states:  # grows during the loop
        try:
            budget.spend()
            is_solved = puzzle.is_solved(state)
            if not is_solved:
                target.extend(_numbered(puzzle, state, number, budget))
        except OutOfBudget as out:
            stop = out.stop
            break
        solved.append(is_solved)
        first.append(len(target))
    explored = len(solved)
    ends = np.array(target, dtype=np.int64)
    ends[ends >= explored] = UNSEEN
    return StateGraph(
        np.array(first, dtype=np.int64),
        ends,
        np.array(solved, dtype=bool),
        np.array([start for start in starts if start < explored], dtype=np.int64),
        not stop,
        "python",
        states[:explored],
        stop,
    )


def _numbered(puzzle: AnyPuzzle, state: Any, number: Callable[[Any], int], budget: Budget) -> list[int]:
    """Return the numbers of the states after each move. Some states have very many."""
    numbers = []
    for move in puzzle.moves(state):
        budget.check()
        numbers.append(number(puzzle.apply(state, move)))
    return numbers


def visit_all(puzzle: AnyPuzzle, budget: Budget) -> None:
    """Spend one state of the budget for each reachable state. Raises OutOfBudget."""
    seen = set[Any](puzzle.starts())
    queue = deque(seen)
    while queue:
        state = queue.popleft()
        budget.spend()
        if puzzle.is_solved(state):
            continue
        for move in puzzle.moves(state):
            budget.check()
            after = puzzle.apply(state, move)
            if after not in seen:
                seen.add(after)
                queue.append(after)
