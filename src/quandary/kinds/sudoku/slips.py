"""What people can write into a Sudoku although it breaks a rule."""

import re

from quandary.kinds.sudoku.board import DIGITS, EMPTY
from quandary.kinds.sudoku.rules import Sudoku


def writes(sudoku: Sudoku, move: str) -> bool:
    """Return whether people can write a move: a digit into a cell that is not given, also beside the same digit.

    >>> writes(Sudoku("1.34" "341." "2143" ".321", 2, 2), "r1c2=1"), writes(Sudoku("1..." * 4, 2, 2), "r1c1=2")
    (True, False)
    """
    found = re.fullmatch(r"r(\d{1,2})c(\d{1,2})=(\w)", move)
    if not found or found[3] not in DIGITS[: sudoku.size]:
        return False
    row, column = int(found[1]), int(found[2])
    inside = 1 <= row <= sudoku.size and 1 <= column <= sudoku.size
    return inside and sudoku.givens[(row - 1) * sudoku.size + column - 1] == EMPTY
