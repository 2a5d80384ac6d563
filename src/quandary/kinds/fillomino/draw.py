"""Pictures of Fillominos, on the page and in characters."""

from collections.abc import Iterator

from quandary.drawing import Drawing, Line, Point, Shape, Text
from quandary.kinds.fillomino.board import EMPTY, Numbers, Put
from quandary.kinds.fillomino.notation import rows_of
from quandary.kinds.fillomino.rules import Fillomino

MARGIN = 0.25
THIN, THICK = 0.02, 0.08
GRID, GIVEN, FILLED = "#888888", "#000000", "#1f5fbf"
SIZES = {1: 0.7, 2: 0.6, 3: 0.45}
"""How large a number is written, by its digits."""


def draw(puzzle: Fillomino, state: Numbers | None = None) -> Drawing:
    """The board with thick borders between different numbers, the givens in bold, other numbers in blue.

    >>> draw(Fillomino(2, 3, (3, 0, 0, 0, 0, 1))).width
    3.5
    """
    numbers = puzzle.givens if state is None else state
    shapes = (*_grid(puzzle), *_borders(puzzle, numbers), *_numbers(puzzle, numbers))
    width, height = puzzle.columns + 2 * MARGIN, puzzle.rows + 2 * MARGIN
    return Drawing(width, height, shapes, title=f"{puzzle.rows}x{puzzle.columns} Fillomino")


def anchor(puzzle: Fillomino, state: Numbers, move: Put) -> Point:
    """The centre of the move's cell.

    >>> anchor(Fillomino(2, 2, (0, 0, 0, 0)), (0, 0, 0, 0), Put(row=0, column=1, number=2))
    (1.75, 0.75)
    """
    return _centre(move.row, move.column)


def write(puzzle: Fillomino, state: Numbers | None = None) -> str:
    """The board in characters.

    >>> print(write(Fillomino(2, 3, (3, 0, 0, 0, 0, 1)), (3, 3, 3, 2, 2, 1)))
    3 3 3
    2 2 1
    """
    rows = rows_of(puzzle, state)
    width = max(len(str(number)) for row in rows for number in row)
    return "\n".join(" ".join(str(number or ".").rjust(width) for number in row) for row in rows)


def _grid(puzzle: Fillomino) -> Iterator[Shape]:
    """Thin lines inside, and a thick frame on top of their ends."""
    right, below = MARGIN + puzzle.columns, MARGIN + puzzle.rows
    for row in range(1, puzzle.rows):
        yield Line(((MARGIN, MARGIN + row), (right, MARGIN + row)), GRID, THIN)
    for column in range(1, puzzle.columns):
        yield Line(((MARGIN + column, MARGIN), (MARGIN + column, below)), GRID, THIN)
    corners = ((MARGIN, MARGIN), (right, MARGIN), (right, below), (MARGIN, below), (MARGIN, MARGIN))
    yield Line(corners, GIVEN, THICK)


def _borders(puzzle: Fillomino, numbers: Numbers) -> Iterator[Shape]:
    """A thick line wherever two different numbers meet."""
    for cell, number in enumerate(numbers):
        row, column = divmod(cell, puzzle.columns)
        x, y = MARGIN + column, MARGIN + row
        if column + 1 < puzzle.columns and _differ(number, numbers[cell + 1]):
            yield Line(((x + 1, y), (x + 1, y + 1)), GIVEN, THICK)
        if row + 1 < puzzle.rows and _differ(number, numbers[cell + puzzle.columns]):
            yield Line(((x, y + 1), (x + 1, y + 1)), GIVEN, THICK)


def _differ(one: int, other: int) -> bool:
    return EMPTY not in (one, other) and one != other


def _numbers(puzzle: Fillomino, numbers: Numbers) -> Iterator[Shape]:
    for cell, number in enumerate(numbers):
        if number != EMPTY:
            given, text = puzzle.givens[cell] != EMPTY, str(number)
            centre = _centre(*divmod(cell, puzzle.columns))
            yield Text(centre, text, SIZES[len(text)], GIVEN if given else FILLED, bold=given)


def _centre(row: int, column: int) -> Point:
    return MARGIN + column + 0.5, MARGIN + row + 0.5
