"""The effort of plain searches, in expansions: states that are taken up and examined, solved ones included.

Searches without insight are a baseline for what people achieve with it.
"""

from collections.abc import Callable, Iterator
from functools import partial
from math import inf
from typing import Any

import numpy as np

from quandary.limits import Budget
from quandary.measuring.shape import GraphShape
from quandary.parts import directed
from quandary.puzzle import AnyPuzzle
from quandary.score import NotComputed

Heuristic = Callable[[Any, Any], float]
"""(puzzle, state) → a lower bound on the moves still needed."""


def dfs(shape: GraphShape) -> int:
    """Count the expansions of depth-first search that remembers visited states.

    >>> from quandary.kinds.witness import KIND
    >>> from quandary.solving.explore import explore
    >>> dfs(GraphShape(explore(KIND.parse("+-E/|.|/S-+"))))       # two moves, without a detour
    3
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import depth_first_order

    graph, root = shape.graph, len(shape.graph)  # an extra node with a move to every start
    target = np.concatenate([graph.target, graph.starts])
    first = np.append(graph.first, len(target))
    moves = csr_array((np.ones(len(target)), target, first), shape=(root + 1, root + 1))
    order = depth_first_order(moves, root, return_predecessors=False)[1:]
    return int(np.argmax(graph.solved[order])) + 1


def iddfs(shape: GraphShape, budget: Budget) -> float:
    """Count the expansions of iterative deepening without memory, over all rounds up to the first solution.

    The search is not actually run: a search from s to depth d expands T(s, d) = 1 + Σ T(child, d − 1) states,
    so one pass over the moves per depth is enough. Above 2⁵³ the count is rounded as floats are.
    """
    graph, steps_left = shape.graph, shape.steps_left
    depth = int(steps_left[graph.starts].min())
    passed = _passed_over(shape, depth)
    expansions = depth + 1.0  # the solution itself, in the last round
    below = np.ones(len(graph))
    with np.errstate(over="ignore"):
        for limit in range(depth + 1):
            budget.check()
            in_vain = passed[limit] if limit == depth else [*graph.starts, *passed[limit]]
            expansions += float(below[in_vain].sum())
            below = 1 + shape.moves @ below
    if expansions == inf:
        raise NotComputed("the number of expansions is too large for a float")
    return expansions


def _passed_over(shape: GraphShape, depth: int) -> list[list[int]]:
    """Return, by remaining depth, the states that the last round searches in vain before it succeeds."""
    passed: list[list[int]] = [[] for _ in range(depth + 1)]
    options = shape.graph.starts
    for left in range(depth, -1, -1):
        at = int(np.argmax(shape.steps_left[options] == left))
        passed[left] = [int(state) for state in options[:at]]
        options = shape.graph.children(int(options[at]))
    return passed


def no_estimate(puzzle: AnyPuzzle, state: Any) -> float:
    """Return 0, the estimate of kinds without one. A* then searches breadth first."""
    return 0


def astar(puzzle: AnyPuzzle, estimate: Heuristic, budget: Budget) -> int | None:
    """Count the expansions of A* until it takes up a solved state, or return None if there is none.

    The next state is the one with the smallest moves made + estimate, then the smallest estimate, then the
    earliest. A state to which a shorter way is found later is taken up again.

    >>> from quandary.kinds.witness import KIND
    >>> astar(KIND.parse("+-E/|.|/S-+"), lambda puzzle, path: 3 - len(path), Budget())
    3
    """

    def onwards(state: Any) -> Iterator[Any]:
        return (puzzle.apply(state, move) for move in puzzle.moves(state))

    return directed.expansions(
        puzzle.starts(), onwards, partial(estimate, puzzle), puzzle.is_solved, spend=budget.spend
    )
