"""Fillomino in plain Python: every region of connected equal numbers has as many cells as its number."""

from dataclasses import dataclass
from functools import cached_property

from quandary.kinds.fillomino.board import EMPTY, WHOLE, Board, BoardNumbers, Put, board
from quandary.puzzle import Slot


@dataclass(frozen=True)
class Fillomino:
    """A Fillomino, given by the number in each cell, row by row, with 0 for an empty cell.

    A state is such a tuple of numbers, too, with more cells filled.

    >>> puzzle = Fillomino(2, 2, (0, 3, 1, 3))
    >>> [str(move) for move in puzzle.moves(puzzle.givens)]
    ['r1c1=2', 'r1c1=3', 'r1c1=4']
    """

    rows: int
    columns: int
    givens: BoardNumbers

    @cached_property
    def board(self) -> Board:
        """The numbering shared by all Fillominos of this shape."""
        return board(self.rows, self.columns)

    def starts(self) -> tuple[BoardNumbers]:
        """Return the givens."""
        return (self.givens,)

    def moves(self, state: BoardNumbers) -> list[Put]:
        """Return the numbers for empty cells that make no region larger than its number, cell by cell."""
        board = self.board
        region, sizes = regions(board, state)
        legal: list[Put] = []
        for cell, number in enumerate(state):
            if number != EMPTY:
                continue
            joined: dict[int, set[int]] = {}
            for near in board.beside[cell]:
                if state[near] != EMPTY:
                    joined.setdefault(state[near], set()).add(region[near])
            start = cell * board.cells
            for other in sorted(joined):
                if 1 + sum(sizes[each] for each in joined[other]) > other:
                    legal += board.moves[start : cell * board.cells + other - 1]
                    start = cell * board.cells + other
            legal += board.moves[start : (cell + 1) * board.cells]
        return legal

    def apply(self, state: BoardNumbers, move: Put) -> BoardNumbers:
        """Return the board with the number written in."""
        cell = move.row * self.columns + move.column
        return (*state[:cell], move.number, *state[cell + 1 :])

    def is_solved(self, state: BoardNumbers) -> bool:
        """Return whether every cell is filled and every region is as large as its number."""
        if EMPTY in state:
            return False
        region, sizes = regions(self.board, state)
        return all(sizes[region[cell]] == number for cell, number in enumerate(state))

    def slots(self, state: BoardNumbers) -> list[Slot]:
        """Return the empty cells, or on a full board one slot that nothing fills if a region is too small."""
        if EMPTY in state:
            return [slot for slot, number in zip(self.board.slots, state, strict=False) if number == EMPTY]
        return [] if self.is_solved(state) else [WHOLE]

    def fills(self, move: Put) -> tuple[Slot]:
        """Return the move's cell."""
        return (self.board.slots[move.row * self.columns + move.column],)


def regions(board: Board, numbers: BoardNumbers) -> tuple[list[int], list[int]]:
    """Return the region of each cell, -1 for an empty one, and the size of each region.

    >>> regions(board(2, 2), (1, 2, 0, 2))
    ([0, 1, -1, 1], [1, 2])
    """
    region, sizes = [-1] * len(numbers), list[int]()
    for cell, number in enumerate(numbers):
        if number == EMPTY or region[cell] >= 0:
            continue
        region[cell], queue = len(sizes), [cell]
        for here in queue:  # grows during the loop
            for near in board.beside[here]:
                if numbers[near] == number and region[near] < 0:
                    region[near] = len(sizes)
                    queue.append(near)
        sizes.append(len(queue))
    return region, sizes
