"""Sudoku in plain Python: each row, column and box takes every digit once."""

from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import compress

from quandary.kinds.sudoku.board import DIGITS, EMPTY, VALUE, Board, Put, board
from quandary.puzzle import Slot


@dataclass(frozen=True)
class Sudoku:
    """A Sudoku, given by one character for each cell, row by row, with `.` for empty cells.

    A state is a text of the same form with more cells filled.

    >>> sudoku = Sudoku("1.34" "341." "2143" ".321", box_rows=2, box_columns=2)
    >>> [str(move) for move in sudoku.moves(sudoku.givens)]
    ['r1c2=2', 'r2c4=2', 'r4c1=4']
    """

    givens: str
    box_rows: int = 3
    box_columns: int = 3

    @cached_property
    def board(self) -> Board:
        """The numbering shared by all Sudokus with the same boxes."""
        return board(self.box_rows, self.box_columns)

    @property
    def size(self) -> int:
        """The number of rows, columns, boxes and digits."""
        return self.box_rows * self.box_columns

    @property
    def all_moves(self) -> tuple[Put, ...]:
        """Every move on the board, legal or not, by its number."""
        return self.board.moves

    @property
    def all_slots(self) -> tuple[Slot, ...]:
        """Every slot on the board, open or filled, by its number."""
        return self.board.slots

    def starts(self) -> tuple[str]:
        """Return the givens."""
        return (self.givens,)

    def moves(self, state: str) -> list[Put]:
        """Return the digits for empty cells that are not yet in the row, column or box, cell by cell."""
        board, size = self.board, self.size
        in_row, in_column, in_box = [0] * size, [0] * size, [0] * size  # the digits there, as bits
        for cell, symbol in enumerate(state):
            if symbol != EMPTY:
                bit = 1 << VALUE[symbol] - 1
                in_row[board.row_of[cell]] |= bit
                in_column[board.column_of[cell]] |= bit
                in_box[board.box_of[cell]] |= bit
        places = zip(state, board.row_of, board.column_of, board.box_of, board.moves_at, strict=True)
        legal: list[Put] = []
        for symbol, row, column, box, moves in places:
            if symbol == EMPTY:
                legal += compress(moves, _missing(in_row[row] | in_column[column] | in_box[box], size))
        return legal

    def apply(self, state: str, move: Put) -> str:
        """Write the digit into the grid."""
        cell = move.row * self.size + move.column
        return state[:cell] + DIGITS[move.digit - 1] + state[cell + 1 :]

    def is_solved(self, state: str) -> bool:
        """Return whether every cell is filled, which legal moves make sufficient."""
        return EMPTY not in state

    def slots(self, state: str) -> tuple[Slot, ...]:
        """Return the empty cells, then the digits missing from each row, each column and each box."""
        return _open_slots(self.board, state)

    def fills(self, move: Put) -> tuple[Slot, ...]:
        """Return the move's cell, and its digit's place in the row, the column and the box."""
        return self.board.fills[(move.row * self.size + move.column) * self.size + move.digit - 1]


@lru_cache(maxsize=64)
def _open_slots(board: Board, state: str) -> tuple[Slot, ...]:
    """Return the slots that are open in a state. Every rule of a player asks for them again."""
    is_open = bytearray(b"\1" * len(board.slots))
    for cell, symbol in enumerate(state):
        if symbol != EMPTY:
            for slot in board.slots_of[board.number(cell, symbol)]:
                is_open[slot] = 0
    return tuple(compress(board.slots, is_open))


@cache
def _missing(digits: int, size: int) -> tuple[bool, ...]:
    """Return for each digit whether its bit is not set."""
    return tuple(not digits >> index & 1 for index in range(size))
