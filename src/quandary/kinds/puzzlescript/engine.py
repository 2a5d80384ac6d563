"""Fast ways to solve levels: every position in order, and where that takes too long, the most promising first."""

from dataclasses import replace
from typing import Any

from quandary._native import native_limits
from quandary.engine import Declined, Engine, Solution, Solutions, Solver
from quandary.kind import Engines
from quandary.kinds.puzzlescript.twin import native
from quandary.kinds.puzzlescript.words import INPUTS
from quandary.limits import Limits, Stop

BREADTH = 0.4
"""The share of the time for going through all positions in order, which finds shortest solutions."""
WEIGHTS = {0: 0.1, 2: 0.5, 30: 1.0}
"""What a step of the estimated way to winning counts in moves, in each of the searches that follow, and the share of what
is left that it takes. The first one goes on in order, and tells how many moves every solution has at least."""


class BestFirst(Solver):
    """A search for shortest solutions that ends with one for any solution."""

    name = "best first"

    def solutions(self, asked: Engine, most: int | None, limits: Limits) -> Solutions | Declined:
        """List solutions, shortest first, or return one of any length if that takes too long."""
        twin: Any = getattr(asked, "native", None)
        if twin is None:
            return Declined(self.name, "it needs the compiled core")
        budget = limits.start()
        answer: Solutions = twin.solutions(most, _share(budget.rest(), BREADTH))
        if answer.found or answer.complete:
            return answer
        handle = twin.twin.handle
        for weight, share in WEIGHTS.items():
            found = handle.seek(weight, native_limits(_share(budget.rest(), share)))
            if weight == 0:
                answer = replace(answer, at_least=handle.reached or None)
            if found.stop:
                continue
            if found.value is None:
                return replace(answer, complete=True, stop=Stop(), at_least=None)
            moves = tuple(tuple(INPUTS)[move] for move in found.value)
            start = asked.puzzle.starts()[0]
            return replace(answer, found=(Solution(start, moves),), any_length=weight > 0)
        return replace(answer, stop=limits.named(answer.stop))


def _share(limits: Limits, share: float) -> Limits:
    return limits if limits.seconds is None else replace(limits, seconds=limits.seconds * share)


ENGINES = Engines(native=native, solvers=(BestFirst(), "native"))
