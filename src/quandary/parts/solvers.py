"""Solvers that a kind makes from a function: each answers the questions that the function is good for."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeAlias

from quandary.engine import Count, Declined, Engine, Solution, Solutions, Solver, collected, counted
from quandary.feature import Tally
from quandary.limits import Budget, Limits, OutOfBudget, Stop

FindMoves: TypeAlias = Callable[[Any, Budget], Iterator[Sequence[Any]]]
"""(puzzle, budget) → the moves of each solution. Raises OutOfBudget."""


@dataclass(frozen=True)
class FirstSolution(Solver):
    """A search for one shortest solution, which leaves open whether there are others."""

    search: FindMoves
    name: str = "first"

    def solutions(self, asked: Engine, most: int | None, limits: Limits) -> Solutions | Declined:
        """Find a shortest solution, or prove that there is none."""
        if most != 1:
            return Declined(self.name, "it finds one solution only")
        budget = limits.start()
        found, stop = _found(self.search, asked.puzzle, 1, budget)
        complete = not found and not stop
        if found and not stop:
            stop = Stop("other", words="there may be others")
        return _answer(found, complete, asked, budget, stop)


@dataclass(frozen=True)
class FewSolutions(Solver):
    """A search that finds solutions shortest first. Whether there are others, a count says."""

    search: FindMoves
    most: int | None = 2
    """The most solutions that it is good for, None for any number: listing many is faster by another engine."""
    name: str = "few"

    def solutions(self, asked: Engine, most: int | None, limits: Limits) -> Solutions | Declined:
        """List the first few solutions."""
        if self.most is not None and (most is None or most > self.most):
            return Declined(self.name, f"it lists at most {self.most} solutions")
        budget = limits.start()
        found, stop = _found(self.search, asked.puzzle, most, budget)
        complete = False
        if not stop:
            number = asked.count(None, budget.rest())
            complete, stop = number.complete and number.solutions == len(found), number.stop
            if not complete and not stop:
                stop = Stop("enough", len(found))
        return _answer(found, complete, asked, budget, stop)


@dataclass(frozen=True)
class AllSolutions(Solver):
    """A search in Python for every solution of a fill puzzle."""

    search: FindMoves
    name: str = "all"

    def solutions(self, asked: Engine, most: int | None, limits: Limits) -> Solutions:
        """List the solutions in the order of the search."""
        budget, start = limits.start(), next(iter(asked.puzzle.starts()))
        return collected(
            (Solution(start, tuple(moves)) for moves in self.search(asked.puzzle, budget)), most, budget
        )

    def count(self, asked: Engine, most: int | None, limits: Limits) -> Count:
        """Count the solutions by listing them."""
        return counted(self.solutions(asked, most, limits))

    def unique(self, asked: Engine, limits: Limits) -> bool | Declined:
        """Look for a second solution, unless the puzzle has a twin, which is quicker."""
        if getattr(asked, "native", None):
            return super().unique(asked, limits)
        answer = self.solutions(asked, 2, limits)
        if answer.stop and len(answer.found) < 2:
            raise OutOfBudget(answer.stop)
        return len(answer.found) == 1


@dataclass(frozen=True)
class Tallying(Solver):
    """A count of the solutions without listing them, in Python."""

    tally: Callable[[Any, Budget], Tally]
    by_way: bool = False
    name: str = "tally"
    counts = True

    def count(self, asked: Engine, most: int | None, limits: Limits) -> Count:
        """Count all solutions, whatever the most that is asked for."""
        budget = limits.start()
        try:
            told, stop = self.tally(asked.puzzle, budget), Stop()
        except OutOfBudget as out:
            told, stop = Tally(), out.stop
        return Count(*told, not stop, budget.states, budget.seconds, "python", stop)


def _found(search: FindMoves, puzzle: Any, most: int | None, budget: Budget) -> tuple[list[Solution], Stop]:
    """Return the solutions found before a limit is reached, and the limit."""
    found, starts = list[Solution](), list(puzzle.starts())
    try:
        for moves in islice(search(puzzle, budget), most) if starts else ():
            found.append(Solution(starts[0], tuple(moves)))
            budget.check()
    except OutOfBudget as out:
        return found, out.stop
    return found, Stop()


def _answer(found: list[Solution], complete: bool, asked: Engine, budget: Budget, stop: Stop) -> Solutions:
    return Solutions(
        tuple(found), complete, budget.states, budget.seconds, asked.name, budget.limits.named(stop)
    )
