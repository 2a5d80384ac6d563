"""Features of a Fling! board: its solutions, and how much smaller it is for those who know that moves commute.

Sources: N. R. Sturtevant, An Argument for Large-Scale Breadth-First Search for Game Design and Content
Generation via a Case Study of Fling!, AIIDE 2013, for the evaluator, the full tree over the expert's.
README.md says where our counts differ from those of his program.
"""

from collections.abc import Callable
from typing import Any

from quandary._native import native_limits
from quandary.feature import Feature, Work
from quandary.kinds.fling.counts import Survey, count, open_moves
from quandary.kinds.fling.engine import native
from quandary.kinds.fling.rules import Board
from quandary.limits import Limits, OutOfBudget, current_budget
from quandary.score import Score, Status

COUNTS = ("solutions", "solutions_by_moves", "full_states", "full_tree", "expert_states", "expert_tree")


def survey(
    board: Board,
    limits: Limits = Limits(),
    *,
    engine: str = "auto",
    as_expert: bool = True,
    sees_islands: bool = False,
) -> Survey:
    """Count positions and ways, or raise OutOfBudget at a limit.

    >>> from quandary.kinds.fling.notation import parse
    >>> found = survey(parse("..../o..o/..../..o."))
    >>> found.solutions, found.full_states, found.full_tree
    (1, 4, 5)

    Without `as_expert` the expert's counts are 0. An expert who sees islands does not go on from positions whose
    balls fall apart.
    """
    twin = None if engine == "python" else native(board)
    if twin is None:
        with limits.start() as budget:
            return count(board, budget, as_expert=as_expert, sees_islands=sees_islands)
    handle: Any = twin.handle
    seen = handle.survey(native_limits(limits), as_expert, sees_islands)
    if seen.stop:
        raise OutOfBudget(limits.named(seen.stop))
    counts = {name: getattr(seen, name) for name in COUNTS}
    return Survey(**counts, engine="native", states=seen.states)


def has_one_solution(board: Board) -> bool:
    """Return whether exactly one sequence of positions leads down to two balls that can be won.

    If the caller's limits do not suffice to prove it, it is not so.
    """
    budget = current_budget()
    try:
        return survey(board, budget.rest() if budget else Limits(), as_expert=False).solutions == 1
    except OutOfBudget:
        return False


def _seen(name: str, unit: str, says: str, value: Callable[[Survey], float]) -> Feature:
    def read(board: Board, work: Work) -> Score:
        found = work.once("survey", lambda limits: survey(board, limits))
        return Score(name, value(found), Status.EXACT, engine=found.engine, states=found.states)

    return Feature(name, unit, says, read, work="survey")


DECLARED = (
    Feature("ball_count", "balls", "balls on the board", lambda board, _: board.balls.bit_count()),
    Feature(
        "legal_moves", "moves", "moves at the start", lambda board, _: len(open_moves(board, board.balls))
    ),
    _seen(
        "solutions_by_moves",
        "solutions",
        "sequences of moves down to two balls that can be won",
        lambda s: s.solutions_by_moves,
    ),
    _seen("full_states", "states", "positions that play can reach", lambda s: s.full_states),
    _seen(
        "full_tree",
        "nodes",
        "sequences of moves from the start, the empty one included",
        lambda s: s.full_tree,
    ),
    _seen("expert_states", "states", "positions without moves that commute", lambda s: s.expert_states),
    _seen("expert_tree", "nodes", "sequences without moves that commute", lambda s: s.expert_tree),
    _seen("tree_ratio", "ratio", "full_tree / expert_tree", lambda s: s.full_tree / s.expert_tree),
    _seen("states_ratio", "ratio", "full_states / expert_states", lambda s: s.full_states / s.expert_states),
)
"""All features, declared for the kind."""
