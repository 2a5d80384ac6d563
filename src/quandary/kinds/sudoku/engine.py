"""A Sudoku's twin in C++."""

from dataclasses import replace

from quandary._native import Native, core
from quandary.engine import Engine, Solver
from quandary.kind import Engines
from quandary.kinds.sudoku.board import VALUE
from quandary.kinds.sudoku.count import count_solutions, is_unique
from quandary.kinds.sudoku.explainer import digger, trace
from quandary.kinds.sudoku.rules import Sudoku
from quandary.limits import Limits
from quandary.trace import Trace

SMALL = 9
"""The largest size at which the twin is faster than Python."""


def native(sudoku: Sudoku) -> Native | None:
    """Return the same puzzle in C++, or None without the compiled core."""
    compiled = core()
    if compiled is None:
        return None
    givens = [VALUE.get(symbol, 0) for symbol in sudoku.givens]
    twin = compiled.sudoku.Sudoku if sudoku.size <= SMALL else compiled.sudoku.LargeSudoku
    handle = twin(sudoku.box_rows, sudoku.box_columns, givens, is_unique(sudoku))
    return Native(handle, sudoku.all_moves, sudoku.all_slots)


def has_one_solution(sudoku: Sudoku) -> bool:
    """Return whether there is exactly one solution, at any size.

    >>> has_one_solution(Sudoku(".3....3....41...", 2, 2)), has_one_solution(Sudoku("." * 16, 2, 2))
    (True, False)
    """
    if core() is None:
        return count_solutions(sudoku) == 1
    return bool(digger(sudoku.box_rows, sudoku.box_columns).counts([sudoku.givens], 2) == [1])


def onward(sudoku: Sudoku, state: str) -> Sudoku:
    """Return the Sudoku in which all digits of a state are given."""
    return replace(sudoku, givens=state)


class RatingSolver(Solver):
    """The proof of uniqueness that digging needs, and the steps of a person."""

    name = "explainer"

    def unique(self, asked: Engine, limits: Limits) -> bool:
        """Prove whether there is exactly one solution."""
        return has_one_solution(asked.puzzle)

    def trace(self, asked: Engine) -> Trace:
        """Solve with the easiest technique that helps, step by step."""
        return trace(asked.puzzle)


ENGINES = Engines(native=native, solvers=(RatingSolver(), "native"), onward=onward)
