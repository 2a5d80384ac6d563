"""Engines: a kind's own solvers and counters agree with listing. The native half is in twins.py."""

from random import Random

from quandary.engine import Count, Declined, Solution, Solutions, Solver, counted
from quandary.limits import Limits, OutOfBudget
from quandary.measuring.shape import GraphShape
from quandary.puzzle import AnyPuzzle, is_fill
from quandary.solving.choose import QuickestEngine, engine_for
from quandary.solving.explore import explore
from quandary.solving.search import solutions
from quandary.testing.samples import SMALL, Samples, require

FIRST = 3
"""How many solutions a kind's own search is asked for."""

FINER = Limits(seconds=10, states=100_000)
"""For counts that are finer than moves, which have more states."""


def check_solvers(samples: Samples) -> None:
    """Compare what each solver of the kind answers with the solutions listed by a plain search."""
    kind = samples.kind

    def promise(puzzle: AnyPuzzle, random: Random) -> None:
        listed = solutions(puzzle, limits=SMALL, engine="auto" if kind.engines.by_way else "python")
        if not listed.complete:
            return
        ends = [solution.end(puzzle) for solution in listed.found]
        require(all(map(puzzle.is_solved, ends)), "a solution that is listed does not solve it")
        for solver in kind.engines.own:
            _require_solver(solver, puzzle, listed, kind.engines.by_way)

    samples.try_on_examples(promise, small=True)
    samples.try_on_generated(promise, small=True)
    samples.try_on_drawn(promise, small=True)


def _require_solver(solver: Solver, puzzle: AnyPuzzle, listed: Solutions, by_way: bool) -> None:
    """Raise AssertionError if a solver does not decline a question and its answer differs from listing."""
    engine, expected = engine_for(puzzle), counted(listed)
    number = solver.count(engine, None, Limits())
    if not isinstance(number, Declined):
        found, right = _sums(number), _sums(expected)
        require(found == right, f"the {solver.name} of its solutions is {found}, but listing gives {right}")
    for most in (1, 2, FIRST, None):
        some = solver.solutions(engine, most, Limits())
        if not isinstance(some, Declined):
            _require_listing(solver, puzzle, some, listed, most, by_way=by_way)
    one = solver.unique(engine, Limits())
    if not isinstance(one, Declined):
        right_one = expected.solutions == 1
        require(one == right_one, f"{solver.name} says {one} to unique, but listing {right_one}")
    moves = solver.decide(engine)
    if not isinstance(moves, Declined):
        require((moves is None) == (not listed.found), f"{solver.name} decides {moves}, against listing")
        if moves is not None:
            start = next(iter(puzzle.starts()))
            end = Solution(start, tuple(moves)).end(puzzle)
            require(puzzle.is_solved(end), f"{solver.name} decides {moves}, which do not solve it")


def _sums(count: Count) -> tuple[int | None, ...]:
    return count.solutions, count.total_length, count.shortest, count.longest


def _require_listing(
    solver: Solver, puzzle: AnyPuzzle, some: Solutions, listed: Solutions, most: int | None, *, by_way: bool
) -> None:
    """Raise AssertionError unless a solver's list is the beginning of the right one, each solution once."""
    wanted = len(listed.found) if most is None else min(most, len(listed.found))
    if not is_fill(puzzle):
        lengths = [len(each.moves) for each in some.found]
        first = sorted(len(each.moves) for each in listed.found)[:wanted]
        require(lengths == first, f"{solver.name} gives lengths {lengths}, but listing {first}")
    ends = [each.end(puzzle) for each in some.found]
    right = len(ends) == wanted and {*ends} <= {each.end(puzzle) for each in listed.found}
    distinct = by_way or len({*ends}) == len(ends)
    require(right and distinct, f"{solver.name} finds {len({*ends})} of {wanted} solutions")


def check_estimate(samples: Samples) -> None:
    """Compare the kind's estimate of the moves still needed with the true number."""
    estimate = samples.kind.engines.estimate

    def promise(puzzle: AnyPuzzle, random: Random) -> None:
        shape = GraphShape(explore(puzzle, limits=SMALL, engine="python"))
        for state, needed in zip(shape.graph.states or (), shape.steps_left, strict=True):
            said = estimate(puzzle, state) if estimate else 0
            require(
                0 <= said <= needed, f"the estimate in {state!r} is {said} moves, but {needed} are enough"
            )

    samples.try_on_examples(promise, small=True)
    samples.try_on_generated(promise, small=True)
    samples.try_on_drawn(promise, small=True)


def check_fewest(samples: Samples) -> None:
    """Replay the solutions that the kind calls shortest by other counts than moves."""
    kind = samples.kind

    def promise(puzzle: AnyPuzzle, random: Random) -> None:
        known = solutions(puzzle, most=1, limits=SMALL).status
        for what in kind.engines.minimised:
            try:
                text = QuickestEngine(puzzle).ask_kind("fewest", what, FINER).answer
            except OutOfBudget:
                continue
            told = "none" if text is None else "solved"
            require(known in (told, "gave up"), f"the solution with fewest {what} is {text!r}")
            if text is not None and kind.notation.moves:
                kind.notation.moves.replay(puzzle, text)

    samples.try_on_examples(promise, small=True)
    samples.try_on_generated(promise, small=True)
    samples.try_on_drawn(promise, small=True)
