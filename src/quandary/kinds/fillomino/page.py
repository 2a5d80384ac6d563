"""Draw boards of numbers on the page and in characters."""

from collections.abc import Callable, Iterator

from quandary.draw.shapes import Drawing, Line, Point, Shape, Text
from quandary.kinds.fillomino.rows import rows_of
from quandary.parts.claims import EMPTY, BoardNumbers

MARGIN = 0.25
THIN, THICK = 0.02, 0.08
SIZES = {1: 0.7, 2: 0.6, 3: 0.45}
"""The font size of a number by its count of digits."""


def draw_board(
    givens: BoardNumbers,
    columns: int,
    state: BoardNumbers | None = None,
    *,
    title: str = "",
    border: Callable[[int, int], bool] = lambda one, other: False,
) -> Drawing:
    """Draw a board with a frame, givens in bold and other numbers in blue.

    A thick line separates two adjacent cells if `border(cell, cell)` is true.

    >>> draw_board((1, 0, 0, 2), 2).width
    2.5
    """
    numbers = givens if state is None else state
    rows = len(givens) // columns
    shapes = (*_lines(rows, columns), *_borders(rows, columns, border), *_numbers(givens, numbers, columns))
    return Drawing(columns + 2 * MARGIN, rows + 2 * MARGIN, shapes, title=title)


def centre(row: int, column: int) -> Point:
    """Return the centre of a cell.

    >>> centre(0, 1)
    (1.75, 0.75)
    """
    return MARGIN + column + 0.5, MARGIN + row + 0.5


def write_board(numbers: BoardNumbers, columns: int) -> str:
    """Write a board in characters.

    >>> print(write_board((3, 3, 3, 2, 2, 12), 3))
     3  3  3
     2  2 12
    """
    width = max(len(str(number)) for number in numbers)
    lines = [" ".join(str(n or ".").rjust(width) for n in row) for row in rows_of(numbers, columns)]
    return "\n".join(lines)


def _lines(rows: int, columns: int) -> Iterator[Shape]:
    """Draw thin lines inside and a thick frame on top of their ends."""
    right, below = MARGIN + columns, MARGIN + rows
    for row in range(1, rows):
        yield Line(((MARGIN, MARGIN + row), (right, MARGIN + row)), "line", THIN)
    for column in range(1, columns):
        yield Line(((MARGIN + column, MARGIN), (MARGIN + column, below)), "line", THIN)
    corners = ((MARGIN, MARGIN), (right, MARGIN), (right, below), (MARGIN, below), (MARGIN, MARGIN))
    yield Line(corners, "given", THICK)


def _borders(rows: int, columns: int, border: Callable[[int, int], bool]) -> Iterator[Shape]:
    for cell in range(rows * columns):
        row, column = divmod(cell, columns)
        x, y = MARGIN + column, MARGIN + row
        if column + 1 < columns and border(cell, cell + 1):
            yield Line(((x + 1, y), (x + 1, y + 1)), "given", THICK)
        if row + 1 < rows and border(cell, cell + columns):
            yield Line(((x, y + 1), (x + 1, y + 1)), "given", THICK)


def _numbers(givens: BoardNumbers, numbers: BoardNumbers, columns: int) -> Iterator[Shape]:
    for cell, number in enumerate(numbers):
        if number != EMPTY:
            given, text = givens[cell] != EMPTY, str(number)
            role = "given" if given else "written"
            yield Text(centre(*divmod(cell, columns)), text, SIZES[len(text)], role, bold=given)
