"""Engines: a kind's own solvers and counters agree with listing. The native half is in twins.py."""

from itertools import islice
from random import Random

from quandary.limits import Budget, Limits, OutOfBudget
from quandary.measuring.shape import GraphShape
from quandary.puzzle import AnyPuzzle
from quandary.solving.explore import explore
from quandary.solving.search import Solution, solutions
from quandary.testing.samples import SMALL, Samples, require

FIRST = 3
"""How many solutions a kind's own search is asked for."""

FINER = Limits(seconds=10, states=100_000)
"""For counts that are finer than moves, which have more states."""


def check_tally(samples: Samples) -> None:
    """Compare the solutions that the kind's own engines count and find with those listed by search."""
    kind = samples.kind

    def promise(puzzle: AnyPuzzle, random: Random) -> None:
        listed = solutions(puzzle, limits=SMALL, engine="auto" if kind.engines.by_way else "python")
        if not listed.complete:
            return
        ends = [solution.end(puzzle) for solution in listed.found]
        require(all(map(puzzle.is_solved, ends)), "a solution that is listed does not solve it")
        lengths = sorted(len(solution.moves) for solution in listed.found)
        expected = (len(lengths), sum(lengths), min(lengths, default=None), max(lengths, default=None))
        found = kind.engines.tally(puzzle, Budget()) if kind.engines.tally else expected
        require(found == expected, f"its tally is {found}, but listing gives {expected}")
        if kind.engines.search:
            asked = FIRST if kind.engines.tally else 1
            first = [len(moves) for moves in islice(kind.engines.search(puzzle, Budget()), asked)]
            require(first == lengths[:asked], f"search gives lengths {first}, but listing {lengths[:asked]}")

    samples.try_on_examples(promise, small=True)
    samples.try_on_generated(promise, small=True)


def check_complete(samples: Samples) -> None:
    """Compare the solutions of the kind's own solver with those listed by search, each once."""
    complete = samples.kind.engines.complete

    def promise(puzzle: AnyPuzzle, random: Random) -> None:
        listed = solutions(puzzle, limits=SMALL, engine="python")
        if complete is None or not listed.complete:
            return
        (start,) = puzzle.starts()
        found = [Solution(start, tuple(moves)).end(puzzle) for moves in complete(puzzle, Budget())]
        ends = {solution.end(puzzle) for solution in listed.found}
        require(
            len(found) == len(ends) and set(found) == ends, f"it finds {len(found)} of {len(ends)} solutions"
        )

    samples.try_on_examples(promise, small=True)
    samples.try_on_generated(promise, small=True)


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


def check_fewest(samples: Samples) -> None:
    """Replay the solutions that the kind calls shortest by other counts than moves."""
    kind = samples.kind

    def promise(puzzle: AnyPuzzle, random: Random) -> None:
        known = solutions(puzzle, most=1, limits=SMALL).status
        for what, find in kind.engines.shortest.items():
            try:
                text = find(puzzle, FINER)
            except OutOfBudget:
                continue
            told = "none" if text is None else "solved"
            require(known in (told, "gave up"), f"the solution with fewest {what} is {text!r}")
            if text is not None and kind.notation.replay:
                kind.notation.replay(puzzle, text)

    samples.try_on_examples(promise, small=True)
    samples.try_on_generated(promise, small=True)
