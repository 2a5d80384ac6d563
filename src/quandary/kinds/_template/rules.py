# Keep this file: every kind has rules. Write your own between `starts` and `is_solved`.
"""The rules in plain Python, the reference for everything else."""

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias


class Field(NamedTuple):
    """A place on the board, counted from the top left."""

    row: int
    column: int

    def __str__(self) -> str:
        return f"r{self.row + 1}c{self.column + 1}"


State: TypeAlias = Field
"""What changes in play, as a value that can be hashed."""
Move: TypeAlias = Field
"""What a player does in one step. Its text is shown to people."""


@dataclass(frozen=True)
class Template:
    """A board, one character for each field, row by row.

    Play begins at the top left. A field with the number n leads to the fields n up, left, right and down
    of it, and 0 is the goal.

    >>> puzzle = Template(("11", "10"))
    >>> puzzle.moves(Field(0, 1))
    [Field(row=0, column=0), Field(row=1, column=1)]
    """

    rows: tuple[str, ...]

    def starts(self) -> list[State]:
        """Return the states in which play can begin."""
        return [Field(0, 0)]

    def moves(self, state: State) -> list[Move]:
        """Return the legal moves, always in the same order."""
        row, column = state
        n = int(self.rows[row][column])
        around = ((row - n, column), (row, column - n), (row, column + n), (row + n, column))
        return [Field(*place) for place in around if self._is_on_board(*place)]

    def apply(self, state: State, move: Move) -> State:
        """Return the state after a move."""
        return move

    def is_solved(self, state: State) -> bool:
        """Return whether the puzzle is solved."""
        return self.rows[state.row][state.column] == "0"

    def _is_on_board(self, row: int, column: int) -> bool:
        return 0 <= row < len(self.rows) and 0 <= column < len(self.rows[0])
