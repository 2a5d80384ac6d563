"""The effort of plain searches, in expansions: states taken up and looked at, solved ones included.

Machines that search without insight are a baseline for what people do with it.
"""

import heapq
from collections.abc import Callable
from itertools import count
from math import inf
from typing import Any

import numpy as np

from quandary.limits import Budget
from quandary.measuring.shape import Shape
from quandary.puzzle import AnyPuzzle
from quandary.score import NotComputed

Estimate = Callable[[Any, Any], float]
"""From a puzzle and a state to moves that are certainly still needed."""


def dfs(shape: Shape) -> int:
    """The expansions of depth-first search that remembers where it was, moves in order.

    >>> from quandary.kinds.witness import KIND
    >>> from quandary.solving.explore import explore
    >>> dfs(Shape(explore(KIND.parse("+-E/|.|/S-+"))))       # two moves, without a detour
    3
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import depth_first_order

    graph, root = shape.graph, len(shape.graph)  # one more node, from which all starts are a move away
    target = np.concatenate([graph.target, graph.starts])
    first = np.append(graph.first, len(target))
    moves = csr_array((np.ones(len(target)), target, first), shape=(root + 1, root + 1))
    order = depth_first_order(moves, root, return_predecessors=False)[1:]
    return int(np.argmax(graph.solved[order])) + 1


def iddfs(shape: Shape, budget: Budget) -> float:
    """The expansions of iterative deepening without memory, all rounds up to the first solution.

    It is counted, not run: a search from s to depth d expands T(s, d) = 1 + Σ T(child, d − 1) states, so
    one pass over the moves per depth is enough. Above 2⁵³ the count is rounded as floats are.
    """
    graph, steps_left = shape.graph, shape.steps_left
    depth = int(steps_left[graph.starts].min())
    passed = _passed_over(shape, depth)
    expansions = depth + 1.0  # the last round's own way
    below = np.ones(len(graph))
    with np.errstate(over="ignore"):
        for limit in range(depth + 1):
            budget.check()
            in_vain = passed[limit] if limit == depth else [*graph.starts, *passed[limit]]
            expansions += float(below[in_vain].sum())
            below = 1 + shape.moves @ below
    if expansions == inf:
        raise NotComputed("the number of expansions is beyond what a float holds")
    return expansions


def _passed_over(shape: Shape, depth: int) -> list[list[int]]:
    """By depth left, the states that the last round searches in vain before it finds the way."""
    passed: list[list[int]] = [[] for _ in range(depth + 1)]
    options = shape.graph.starts
    for left in range(depth, -1, -1):
        at = int(np.argmax(shape.steps_left[options] == left))
        passed[left] = [int(state) for state in options[:at]]
        options = shape.graph.children(int(options[at]))
    return passed


def no_estimate(puzzle: AnyPuzzle, state: Any) -> float:
    """What is certain where a kind has no estimate: 0. A* then searches breadth first."""
    return 0


def astar(puzzle: AnyPuzzle, estimate: Estimate, budget: Budget) -> int | None:
    """The expansions of A* until a solved state is taken up; None if there is none.

    The next state is the one with the least moves made + estimate, then the least estimate, then the
    earliest. A state to which a shorter way turns up later is taken up again.

    >>> from quandary.kinds.witness import KIND
    >>> astar(KIND.parse("+-E/|.|/S-+"), lambda puzzle, path: 3 - len(path), Budget())
    3
    """
    made: dict[Any, int] = {}
    expansions, order, queue = 0, count(), list[tuple[float, float, int, int, Any]]()

    def meet(state: Any, moves: int) -> None:
        if moves < made.get(state, inf):
            made[state] = moves
            still = estimate(puzzle, state)
            heapq.heappush(queue, (moves + still, still, next(order), moves, state))

    for start in puzzle.starts():
        meet(start, 0)
    while queue:
        *_, moves, state = heapq.heappop(queue)
        if moves > made[state]:
            continue
        budget.spend()
        expansions += 1
        if puzzle.is_solved(state):
            return expansions
        for move in puzzle.moves(state):
            meet(puzzle.apply(state, move), moves + 1)
    return None
