"""python-sat behind the interface of `quandary.parts.sat`: a second opinion that shares no code with the compiled core."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any
from weakref import finalize


class PythonSat:
    """A solver of python-sat, which comes with `quandary[test]`."""

    def __init__(self) -> None:
        self._solver: Any = import_module("pysat.solvers").Solver(name="glucose4")
        finalize(
            self, self._solver.delete
        )  # before the interpreter shuts down, which python-sat does not survive

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause for good."""
        self._solver.add_clause(list(clause))

    def prefer(self, literals: Sequence[int]) -> None:
        """Try these literals first."""
        self._solver.set_phases(list(literals))

    def solve(self, assumptions: Sequence[int], conflicts: int) -> bool | None:
        """Return whether the assumptions can hold, or None if so many conflicts do not tell."""
        self._solver.conf_budget(conflicts)
        answer: bool | None = self._solver.solve_limited(list(assumptions), expect_interrupt=True)
        return answer

    def model(self) -> list[int]:
        """Return the variables that hold in the solution that was just found."""
        return [each for each in self._solver.get_model() if each > 0]

    def core(self) -> list[int]:
        """Return some of the assumptions just refuted that cannot hold together."""
        return list(self._solver.get_core() or ())
