"""Boards of tokens as text: rows end with `/` or with the line, and tokens longer than a character have blanks between."""

import re
from collections.abc import Sequence

from quandary.errors import NotationError

LONGEST = 12_000
"""The longest text that is read. A board of 30x30 cells with three characters each has 3,600 characters."""
EMPTY = "."
"""A cell with nothing in it."""
FEWEST, MOST = 2, 50
"""The fewest and most rows and columns of a board."""


def read_cells(text: str, title: str) -> list[list[str]]:
    """Read the tokens of each row. Messages call the puzzle by its `title`.

    >>> read_cells("3..5 / .1..", "board"), read_cells("12 . / . 1", "board")
    ([['3', '.', '.', '5'], ['.', '1', '.', '.']], [['12', '.'], ['.', '1']])
    """
    if len(text) > LONGEST:
        raise NotationError(f"This {title} has {len(text):,} characters, but the limit is {LONGEST:,}.")
    parts = [part.strip() for part in re.split(r"[/\n]", text)]
    while parts and not parts[-1]:
        parts.pop()
    rows = [part.split() if len(part.split()) > 1 else list(part) for part in parts]
    check_shape(rows, title)
    return rows


def check_shape(
    rows: Sequence[Sequence[object]], title: str, *, fewest: int = FEWEST, most: int = MOST
) -> None:
    """Raise NotationError unless the rows form a rectangle of a supported size."""
    columns = len(rows[0]) if rows else 0
    for at, row in enumerate(rows, start=1):
        if len(row) != columns:
            raise NotationError(
                f"Row {at} of this {title} has {len(row)} cells, but row 1 has {columns};"
                " make all rows equally long, with '/' or a line break between them."
            )
    if not (fewest <= len(rows) <= most and fewest <= columns <= most):
        raise NotationError(
            f"This {title} has {len(rows)} rows and {columns} columns, but the limits are {fewest} and {most}."
        )


def write_cells(tokens: Sequence[str], columns: int) -> str:
    """Return the text of a board, on one line.

    >>> write_cells(["3", ".", ".", "1"], 2), write_cells(["12", ".", ".", "1"], 2)
    ('3./.1', '12 . / . 1')
    """
    wide = any(len(token) > 1 for token in tokens)
    rows = [tokens[at : at + columns] for at in range(0, len(tokens), columns)]
    return (" / " if wide else "/").join((" " if wide else "").join(row) for row in rows)
