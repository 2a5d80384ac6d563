"""Solve clauses: by the compiled core, or without it by a plain solver in Python.

A literal is a variable, numbered from 1, or its negation, with a minus sign. A clause is some literals of which at least
one holds.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from quandary._native import core
from quandary.limits import check_limits

PATIENCE = 1000
"""The number of conflicts between two looks at the limits."""


class ClauseSolver(Protocol):
    """Clauses that grow, and questions about them. What is learnt from one question helps with the next."""

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause for good."""

    def prefer(self, literals: Sequence[int]) -> None:
        """Try these literals first, from now on, where nothing decides between a variable and its negation."""

    def solve(self, assumptions: Sequence[int], conflicts: int) -> bool | None:
        """Return whether the assumptions can hold, or None if so many conflicts do not tell. Call it again to go on."""

    def model(self) -> list[int]:
        """Return the variables that hold in the solution that was just found."""

    def core(self) -> list[int]:
        """Return some of the assumptions just refuted that cannot hold together."""


def new_solver() -> ClauseSolver:
    """Return a solver without clauses.

    >>> solver = new_solver()
    >>> solver.add([1, 2]), solver.add([-1, 2])
    (None, None)
    >>> can_hold(solver, [3, -2]), solver.core()
    (False, [-2])
    """
    compiled = core()
    if compiled is None:
        return PlainSolver()
    solver: ClauseSolver = compiled.sat.Solver()
    return solver


def can_hold(
    solver: ClauseSolver, assumptions: Sequence[int], look: Callable[[], object] = check_limits
) -> bool:
    """Return whether assumptions can hold, and look at the limits now and then."""
    while (answer := solver.solve(assumptions, PATIENCE)) is None:
        look()
    return answer


class PlainSolver:
    """A solver without learning, for when there is no compiled core. Slow, and enough to check rules.

    It keeps every variable false that no clause needs, whatever is preferred, and blames all assumptions.

    >>> plain = PlainSolver([(1, 2), (-1, 2)])
    >>> plain.solve([-2]), plain.core(), plain.solve([1]), plain.model()
    (False, [-2], True, [1, 2])
    """

    def __init__(self, clauses: Iterable[Sequence[int]] = ()) -> None:
        self._clauses: list[tuple[int, ...]] = []
        self._having: dict[int, list[tuple[int, ...]]] = {}
        self._assumed: list[int] = []
        self._true: set[int] | None = None
        for clause in clauses:
            self.add(clause)

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause for good."""
        self._clauses.append(tuple(clause))
        for literal in clause:
            self._having.setdefault(literal, []).append(self._clauses[-1])

    def prefer(self, literals: Sequence[int]) -> None:
        """Do nothing."""

    def solve(self, assumptions: Sequence[int], conflicts: int = PATIENCE) -> bool:
        """Return whether the assumptions can hold, however long it takes."""
        self._assumed = list(assumptions)
        units = [clause[0] for clause in self._clauses if len(clause) == 1]
        self._true = self._search(set(), [*assumptions, *units]) if all(self._clauses) else None
        return self._true is not None

    def model(self) -> list[int]:
        """Return the variables that hold in the solution that was just found."""
        return sorted(each for each in self._true or () if each > 0)

    def core(self) -> list[int]:
        """Return the assumptions just refuted."""
        return self._assumed

    def _search(self, true: set[int], fresh: list[int]) -> set[int] | None:
        """Return literals that satisfy every clause if all else is false, or None."""
        check_limits()
        if not self._propagate(true, fresh):
            return None
        open_ones = self._open_clause(true)
        if open_ones is None:
            return true
        for literal in open_ones:
            found = self._search(set(true), [literal])
            if found is not None:
                return found
            if not self._propagate(true, [-literal]):
                return None
        return None

    def _propagate(self, true: set[int], fresh: list[int]) -> bool:
        """Add literals and all that follows from clauses with one literal left, and return whether that goes well."""
        for literal in fresh:  # grows during the loop
            if -literal in true:
                return False
            if literal in true:
                continue
            true.add(literal)
            for clause in self._having.get(-literal, ()):
                if true.isdisjoint(clause):
                    left = [each for each in clause if -each not in true]
                    if not left:
                        return False
                    if len(left) == 1:
                        fresh.append(left[0])
        return True

    def _open_clause(self, true: set[int]) -> list[int] | None:
        """Return what is left of a clause that would fail if all else were false, or None if there is none."""
        for clause in self._clauses:
            if true.isdisjoint(clause):
                left = [each for each in clause if -each not in true]
                if all(each > 0 for each in left):
                    return left
        return None
