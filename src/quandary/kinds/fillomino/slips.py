"""What people can write into a Fillomino although it breaks a rule."""

import re

from quandary.kinds.fillomino.board import EMPTY
from quandary.kinds.fillomino.rules import Fillomino


def writes(puzzle: Fillomino, move: str) -> bool:
    """Return whether people can write a move: a number into a cell that is not given, also if a region becomes too large.

    >>> writes(Fillomino(1, 3, (1, 0, 0)), "r1c2=1"), writes(Fillomino(1, 3, (1, 0, 0)), "r1c1=1")
    (True, False)
    """
    found = re.fullmatch(r"r(\d{1,3})c(\d{1,3})=(\d{1,4})", move)
    if not found or not 1 <= int(found[3]) <= puzzle.rows * puzzle.columns:
        return False
    row, column = int(found[1]), int(found[2])
    inside = 1 <= row <= puzzle.rows and 1 <= column <= puzzle.columns
    return inside and puzzle.givens[(row - 1) * puzzle.columns + column - 1] == EMPTY
