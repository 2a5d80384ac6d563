"""Draw Fillominos on the page and in characters."""

from quandary.draw.shapes import Drawing, Point
from quandary.kind import Pictures
from quandary.kinds.fillomino.board import EMPTY, BoardNumbers, Put
from quandary.kinds.fillomino.page import centre, draw_board, write_board
from quandary.kinds.fillomino.rules import Fillomino
from quandary.kinds.fillomino.step import over_step, state_before
from quandary.trace import Trace


def draw(puzzle: Fillomino, state: BoardNumbers | None = None) -> Drawing:
    """Draw the board with thick borders between different numbers, givens in bold and other numbers in blue.

    >>> draw(Fillomino(2, 3, (3, 0, 0, 0, 0, 1))).width
    3.5
    """
    numbers = puzzle.givens if state is None else state

    def border(one: int, other: int) -> bool:
        return EMPTY not in (numbers[one], numbers[other]) and numbers[one] != numbers[other]

    title = f"{puzzle.rows}x{puzzle.columns} Fillomino"
    return draw_board(puzzle.givens, puzzle.columns, state, title=title, border=border)


def draw_step(puzzle: Fillomino, trace: Trace, number: int) -> Drawing:
    """Draw the board before a step, with what the step writes in green and what it rules out in red."""
    state = state_before(puzzle.givens, puzzle.columns, trace, number)
    return over_step(draw(puzzle, state), trace.steps[number])


def anchor(puzzle: Fillomino, state: BoardNumbers, move: Put) -> Point:
    """Return the centre of the move's cell.

    >>> anchor(Fillomino(2, 2, (0, 0, 0, 0)), (0, 0, 0, 0), Put(row=0, column=1, number=2))
    (1.75, 0.75)
    """
    return centre(move.row, move.column)


def write(puzzle: Fillomino, state: BoardNumbers | None = None) -> str:
    """Write the board in characters.

    >>> print(write(Fillomino(2, 3, (3, 0, 0, 0, 0, 1)), (3, 3, 3, 2, 2, 1)))
    3 3 3
    2 2 1
    """
    return write_board(puzzle.givens if state is None else state, puzzle.columns)


PICTURES = Pictures(draw=draw, anchor=anchor, write=write, draw_step=draw_step)
