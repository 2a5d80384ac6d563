"""The effort of iterative deepening: search to depth 1, then to depth 2, and so on until a solution is found.

A fill puzzle is searched as solvers do, in the slot with the fewest moves. Then no state is met twice, and all
rounds can be counted in one walk through the tree. For path puzzles there is the measure `iddfs`.
"""

from typing import Any

from quandary.limits import Budget, Limits, OutOfBudget
from quandary.measuring.rate import rate
from quandary.puzzle import AnyFillPuzzle, AnyPuzzle, by_slot, is_fill
from quandary.score import Score, Status

MEASURE = "deepening"


def deepening(puzzle: AnyPuzzle, limits: Limits) -> Score:
    """Count the expansions of iterative deepening over all rounds up to the first solution.

    >>> from quandary.kinds.sudoku import KIND
    >>> deepening(KIND.parse("1.34341.2143.321"), Limits()).value
    10
    """
    if not is_fill(puzzle):
        return rate(puzzle, ["iddfs"], limits=limits)["iddfs"]
    budget, tree = limits.start(), _Tree(puzzle)
    try:
        for start in puzzle.starts():
            tree.walk(start, 0, budget)
    except OutOfBudget as out:
        return Score(MEASURE, None, Status.GAVE_UP, at_least=tree.nodes, states=tree.nodes, reason=str(out))
    if tree.depth is None:
        return Score(MEASURE, None, Status.UNSOLVABLE, states=tree.nodes)
    return Score(MEASURE, tree.expansions, Status.EXACT, states=tree.nodes)


class _Tree:
    """The search tree: its nodes by depth, and those met before the first solution."""

    def __init__(self, puzzle: AnyFillPuzzle) -> None:
        self.puzzle = puzzle
        self.by_depth: list[int] = []
        self.depth: int | None = None
        """The depth of the first solution. All others have the same."""
        self.before = 0
        """The nodes up to the first solution."""

    @property
    def nodes(self) -> int:
        return sum(self.by_depth)

    @property
    def expansions(self) -> int:
        depth = self.depth or 0
        rounds = [sum(self.by_depth[: limit + 1]) for limit in range(depth)]
        return sum(rounds) + self.before

    def walk(self, state: Any, depth: int, budget: Budget) -> None:
        budget.spend()
        if depth == len(self.by_depth):
            self.by_depth.append(0)
        self.by_depth[depth] += 1
        if self.depth is None:
            self.before += 1
        if self.puzzle.is_solved(state):
            self.depth = depth if self.depth is None else self.depth
            return
        options = by_slot(self.puzzle, state, list(self.puzzle.moves(state)))
        for move in min(options.values(), key=len, default=()):
            self.walk(self.puzzle.apply(state, move), depth + 1, budget)
