"""Sudokus as text: one character for each cell, row by row; and the files they come in."""

from collections.abc import Sequence
from itertools import islice

from quandary.errors import NotationError
from quandary.kinds.sudoku.board import DIGITS, EMPTY, SHAPES, Board, cell_name
from quandary.kinds.sudoku.rules import Sudoku

SEPARATORS = "|-+ \t\r\n"
LONGEST = 1000
"""A 9x9 grid with every customary separator has some 400 characters."""

_SHAPE_FOR = {(rows * columns) ** 2: (rows, columns) for rows, columns in SHAPES}
_KNOWN_DIGITS = DIGITS[: max(rows * columns for rows, columns in SHAPES)]
_CELL_SYMBOLS = EMPTY + "0" + _KNOWN_DIGITS
_LENGTHS = ", ".join(f"{cells} ({int(cells**0.5)}x{int(cells**0.5)})" for cells in _SHAPE_FOR)
_COMMENT = "#"


def parse(text: str) -> Sudoku:
    """The Sudoku that a text describes: `.` or `0` is an empty cell, `|`, `-`, `+` and blanks do not count.

    >>> parse("1.3. | .... | .... | .2.4")
    Sudoku(givens='1.3..........2.4', box_rows=2, box_columns=2)
    """
    if len(text) > LONGEST:
        raise NotationError(f"This Sudoku has {len(text):,} characters; give at most {LONGEST:,}.")
    givens = _cells(text)
    if len(givens) not in _SHAPE_FOR:
        raise NotationError(f"This Sudoku has {len(givens)} cells; give one of {_LENGTHS}.")
    sudoku = Sudoku(givens, *_SHAPE_FOR[len(givens)])
    _check_digits(sudoku)
    _check_conflicts(sudoku)
    if EMPTY not in givens:
        raise NotationError(
            f"All {len(givens)} cells are given: nothing left to solve; leave some empty with '.'."
        )
    return sudoku


def format(sudoku: Sudoku) -> str:  # noqa: A001 - the counterpart of parse
    """The text that describes a Sudoku, on one line.

    >>> format(parse("10 30  00 00  00 00  02 04"))
    '1.3..........2.4'
    """
    return sudoku.givens


def recognise(text: str) -> Sequence[tuple[int, str]] | None:
    r"""The puzzles of a file with one on each line, or of one grid, with their lines; None if it is neither.

    >>> recognise("# easy\n1.3..........2.4\n\n.4....2..1....3.\n")
    [(2, '1.3..........2.4'), (4, '.4....2..1....3.')]
    >>> recognise("1.|3.\n..|..\n--+--\n..|..\n.2|.4")
    [(1, '1.3..........2.4')]

    The first line decides, so that a mistake in a later line can be reported as what it is.
    """
    numbered = ((number, line.strip()) for number, line in enumerate(text.split("\n"), start=1))
    lines = ((number, line) for number, line in numbered if line and not line.startswith(_COMMENT))
    first = next(lines, None)
    if first is None:
        return None
    if len(first[1]) in _SHAPE_FOR and set(first[1]) <= set(_CELL_SYMBOLS):
        return [first, *lines]
    grid = "".join([first[1], *(line for _, line in islice(lines, LONGEST))])
    return [(first[0], _cells(grid))] if _is_grid(grid) else None


def _is_grid(text: str) -> bool:
    if len(text) > LONGEST or not set(text) <= {*_CELL_SYMBOLS, *SEPARATORS}:
        return False
    return len(_cells(text)) in _SHAPE_FOR


def _cells(text: str) -> str:
    """The cells alone, `.` for the empty ones."""
    cells = ""
    for at, symbol in enumerate(text):
        if symbol in SEPARATORS:
            continue
        if symbol not in _CELL_SYMBOLS:
            raise NotationError(
                f"A Sudoku cannot contain {symbol!a} ({_place(text, at)}):"
                f" use 1 to {_KNOWN_DIGITS[-1]}, and '.' or '0' for an empty cell."
            )
        cells += EMPTY if symbol == "0" else symbol
    return cells


def _place(text: str, at: int) -> str:
    line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
    return f"line {line}, character {column}" if "\n" in text else f"character {column}"


def _check_digits(sudoku: Sudoku) -> None:
    allowed = EMPTY + DIGITS[: sudoku.size]
    for cell, symbol in enumerate(sudoku.givens):
        if symbol not in allowed:
            raise NotationError(
                f"The {symbol} at {_name(sudoku.board, cell)} is too large:"
                f" a {sudoku.size}x{sudoku.size} Sudoku has the digits 1 to {allowed[-1]}."
            )


def _check_conflicts(sudoku: Sudoku) -> None:
    board, seen = sudoku.board, dict[int, int]()
    for cell, symbol in enumerate(sudoku.givens):
        for slot in board.slots_of[board.number(cell, symbol)] if symbol != EMPTY else ():
            other = seen.setdefault(slot, cell)
            if other != cell:
                raise NotationError(
                    f"There is more than one {board.slots[slot]}:"
                    f" at {_name(board, other)} and {_name(board, cell)}; change one of them."
                )


def _name(board: Board, cell: int) -> str:
    return cell_name(board.row_of[cell], board.column_of[cell])
