"""A Sudoku's twin in C++."""

from quandary._native import Native, core
from quandary.kinds.sudoku.board import VALUE
from quandary.kinds.sudoku.rules import Sudoku

MOST = 9


def native(sudoku: Sudoku) -> Native | None:
    """The same puzzle in C++, or None without the compiled core or beyond 9 × 9."""
    compiled = core()
    if compiled is None or sudoku.size > MOST:
        return None
    givens = [VALUE.get(symbol, 0) for symbol in sudoku.givens]
    handle = compiled.sudoku.Sudoku(sudoku.box_rows, sudoku.box_columns, givens)
    return Native(handle, sudoku.all_moves, sudoku.all_slots)
