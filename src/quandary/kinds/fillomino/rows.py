"""Boards of numbers as text: rows of numbers and dots."""

import re

from quandary.errors import NotationError
from quandary.parts.claims import EMPTY, BoardNumbers
from quandary.pencil.notation import check_shape

NOTHING = {".", "-", "0", "?", "_"}
LONGEST = 4000
"""The longest text that is read. A board of 20x20 three-digit numbers has 1,600 characters."""
_MOST_DIGITS = 3


def read_rows(text: str, title: str, *, fewest: int = 1, most: int = 25) -> list[list[int]]:
    """Read the numbers of each row, with 0 for an empty cell. Messages call the puzzle by its `title`.

    Rows end with `/` or with the line. If there are blanks between the cells, numbers may have several
    digits. Otherwise each character is a cell.

    >>> read_rows("3..5. / .1..2", "board")
    [[3, 0, 0, 5, 0], [0, 1, 0, 0, 2]]
    >>> read_rows("12 . . / . . 1", "board")
    [[12, 0, 0], [0, 0, 1]]
    """
    if len(text) > LONGEST:
        raise NotationError(f"This {title} has {len(text):,} characters, but the limit is {LONGEST:,}.")
    parts = [part.strip() for part in re.split(r"[/\n]", text)]
    while parts and not parts[-1]:
        parts.pop()
    rows = [_row(part, at, title) for at, part in enumerate(parts, start=1)]
    check_shape(rows, title, fewest=fewest, most=most)
    return rows


def write_rows(numbers: BoardNumbers, columns: int) -> str:
    """Return the text of a board, on one line.

    >>> write_rows((3, 0, 0, 0, 0, 1), 3), write_rows((12, 0, 0, 1), 2)
    ('3../..1', '12 . / . 1')
    """
    wide = any(number > 9 for number in numbers)
    rows = [(" " if wide else "").join(str(n or ".") for n in row) for row in rows_of(numbers, columns)]
    return (" / " if wide else "/").join(rows)


def rows_of(numbers: BoardNumbers, columns: int) -> list[BoardNumbers]:
    """Return the numbers row by row."""
    return [numbers[start : start + columns] for start in range(0, len(numbers), columns)]


def cells_of(row: str) -> list[str]:
    """Return the cells of a row as they are written."""
    return row.split() if len(row.split()) > 1 else list(row.strip())


def _row(text: str, at: int, title: str) -> list[int]:
    cells = cells_of(text)
    for column, cell in enumerate(cells, start=1):
        is_number = cell.isascii() and cell.isdigit() and len(cell) <= _MOST_DIGITS
        if cell not in NOTHING and not is_number:
            raise NotationError(
                f"A {title} cannot contain {cell[:20]!a} (row {at}, cell {column}):"
                " use numbers, and '.' for an empty cell."
            )
    return [EMPTY if cell in NOTHING else int(cell) for cell in cells]
