"""All reachable states in plain Python."""

from collections import deque
from typing import Any

from quandary.graph import UNSEEN, StateGraph
from quandary.limits import Budget, Limits, OutOfBudget
from quandary.puzzle import AnyPuzzle


def graph_of(puzzle: AnyPuzzle, limits: Limits) -> StateGraph:
    """Return the graph of the states, breadth first. It is not `complete` if a limit is reached."""
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
    for state in states:  # grows during the loop
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
            after = puzzle.apply(state, move)
            if after not in seen:
                seen.add(after)
                queue.append(after)
