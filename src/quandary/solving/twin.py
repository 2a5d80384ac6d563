"""A puzzle's twin in C++ as one of the engines that are asked: it answers in its fastest way."""

from dataclasses import replace

from quandary.engine import Count, Declined, Solutions, counted
from quandary.limits import Budget, Limits
from quandary.solving.native import NativeEngine

SEARCHING = 0.15
"""The share of the time for the shortest solution of a puzzle whose twin can then find some other one."""


class TwinEngine:
    """The twin with the solvers that were made for its kind, where it has any."""

    name = "native"

    def __init__(self, native: NativeEngine) -> None:
        self._native = native

    def solutions(self, most: int | None, limits: Limits) -> Solutions:
        """List solutions with the twin's fastest solver."""
        native = self._native
        if native.can_attempt:
            return shortest_or_any(native, most, limits.start())
        return native.solutions_by(native.quick_solutions or native.twin.handle.solutions, most, limits)

    def count(self, most: int | None, limits: Limits) -> Count:
        """Count the solutions, by listing them if the twin has a solver made for its kind."""
        if self._native.quick_solutions:
            return counted(self.solutions(most, limits))
        return self._native.count(most, limits)

    def unique(self, limits: Limits) -> Declined:
        """Leave it to a listing by whoever lists solutions fastest."""
        return Declined(self.name, "it has no proof that is faster than listing")


def shortest_or_any(native: NativeEngine, most: int | None, budget: Budget) -> Solutions:
    """List the shortest solutions or, if none is found in a part of the time, some solution."""
    left = budget.seconds_left
    first = budget.rest().part(None if left is None else SEARCHING * left)
    answer = native.solutions(most, first)
    if answer.status != "gave up" or answer.stop.code != "seconds":
        return answer
    other = native.attempt(budget.rest())
    if other.found:
        other = replace(other, stop=answer.stop)
    return replace(other, states=answer.states + other.states, seconds=budget.seconds)
