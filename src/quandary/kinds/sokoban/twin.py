"""A level's twins in C++: push by push, and step by step."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from quandary._native import Native, core
from quandary.kinds.sokoban.rules import LETTERS, STEPS, Board, Cell, Level, Push

NEVER = 1 << 20
"""A distance longer than any that a box has to go."""
WORDS = {"Level": (1, 2, 4, 8, 16, 64), "Steps": (2, 8, 64)}
"""The compiled sizes of bit boards by class, in words of 64 cells."""


@dataclass(frozen=True)
class Numbering:
    """The numbers of the cells of a board, row by row in the bounding box of its floor.

    Each row ends with an unused number, so that nothing runs from one row into the next.
    """

    left: int
    top: int
    stride: int
    rows: int

    @classmethod
    def of(cls, board: Board) -> "Numbering":
        """Return the numbering of a board."""
        columns, rows = zip(*board.floor, strict=True)
        return cls(min(columns), min(rows), max(columns) - min(columns) + 2, max(rows) - min(rows) + 1)

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return self.stride * self.rows

    def number(self, cell: Cell) -> int:
        """Return the number of a cell."""
        return (cell[1] - self.top) * self.stride + cell[0] - self.left

    def cell(self, number: int) -> Cell:
        """Return the cell with a number."""
        return number % self.stride + self.left, number // self.stride + self.top

    def numbers(self, cells: frozenset[Cell]) -> list[int]:
        """Return the numbers of some cells, in order."""
        return sorted(map(self.number, cells))

    def by_number(self, board: Board, values: Mapping[Cell, float]) -> list[int]:
        """Return the values of the floor by number, NEVER where a cell has no value."""
        filled = [NEVER] * self.size
        for cell, value in values.items():
            if cell in board.floor and value < NEVER:
                filled[self.number(cell)] = int(value)
        return filled


def native(board: Board) -> Native | None:
    """Return the same level in C++, or None without the compiled core or if the level is too large for it."""
    numbering = Numbering.of(board)
    if isinstance(board, Level):
        moves: tuple[Any, ...] = tuple(
            Push(numbering.cell(number), direction) for number in range(numbering.size) for direction in STEPS
        )
        return _native("Level", board, numbering, moves)
    letters = tuple(case for letter in LETTERS.values() for case in (letter, letter.upper()))
    return _native("Steps", board, numbering, letters)


def _native(name: str, board: Board, numbering: Numbering, moves: tuple[Any, ...]) -> Native | None:
    handle = make(name, board, numbering)
    return None if handle is None else Native(handle, moves)


def push_distances(board: Board, numbering: Numbering) -> list[list[int]]:
    """Return the pushes from each cell to each target, by number."""
    targets = sorted(board.targets & board.floor)
    return [numbering.by_number(board, board.push_distance[target]) for target in targets]


def make(name: str, board: Board, numbering: Numbering) -> Any:
    """Return an instance of the smallest class of that name which holds the board, without boxes out of reach.

    Returns None without the compiled core or if the board is too large for it.
    """
    compiled = core()
    cells = next((64 * words for words in WORDS[name] if numbering.size <= 64 * words), None)
    if compiled is None or cells is None:
        return None
    floor = board.floor
    return getattr(compiled.sokoban, f"{name}{cells}")(
        numbering.stride,
        numbering.numbers(floor),
        numbering.numbers(board.targets & floor),
        numbering.numbers(board.boxes & floor),
        numbering.number(board.man),
        numbering.numbers(board.dead_squares & floor),
        bool(board.boxes - floor - board.targets),
    )
