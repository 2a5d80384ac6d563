"""Read and write Fillominos as puzz.link addresses and as game ids of Simon Tatham's Filling."""

import re

from quandary.errors import NotationError
from quandary.kinds.fillomino.board import FEWEST, MOST
from quandary.kinds.fillomino.rules import Fillomino
from quandary.parts.addresses import SITE, read_cells, read_game_id, write_cells, write_game_cells

LINK = re.compile(r"fillomino/(\d{1,4})/(\d{1,4})/([^/?#\s]*)")
LARGEST = 9
"""The largest number in a game id, where each digit is a cell."""


def read_link(text: str) -> list[list[int]]:
    """Read the rows of the puzzle from an address.

    >>> read_link("https://puzz.link/p?fillomino/3/2/3i-0cg")
    [[3, 0, 0], [0, 12, 0]]
    """
    match = LINK.search(text)
    if match is None:
        raise NotationError(
            "This is not a puzz.link address of a Fillomino; it should contain 'fillomino/6/6/...'."
        )
    columns, rows = int(match[1]), int(match[2])
    _check_sides(rows, columns)
    cells = list(read_cells(match[3]))
    if len(cells) != rows * columns:
        raise NotationError(
            f"This address has {len(cells)} cells,"
            f" but {rows} rows and {columns} columns need {rows * columns}."
        )
    return _rows(cells, columns)


def link(puzzle: Fillomino) -> str:
    """Return the puzz.link address of a Fillomino.

    >>> link(Fillomino(2, 3, (3, 0, 0, 0, 12, 0)))
    'https://puzz.link/p?fillomino/3/2/3icg'
    """
    return f"{SITE}fillomino/{puzzle.columns}/{puzzle.rows}/{write_cells(puzzle.givens)}"


def read_id(text: str) -> list[list[int]] | None:
    """Read the rows of the puzzle from a game id, or return None if the text is none.

    >>> read_id("3x2:3b3b"), read_id("3x2:3b")
    ([[3, 0, 0], [3, 0, 0]], None)
    """
    found = read_game_id(text, digits=True)
    if found is None:
        return None
    columns, rows, cells = found
    if len(cells) != rows * columns:
        return None
    _check_sides(rows, columns)
    return _rows(cells, columns)


def game_id(puzzle: Fillomino) -> str:
    """Return the id of the puzzle in Filling. Raises NotationError if a number has two digits.

    >>> game_id(Fillomino(2, 3, (3, 0, 0, 0, 1, 3)))
    '3x2:3c13'
    """
    if max(puzzle.givens) > LARGEST:
        raise NotationError(
            f"The game id of a Fillomino has numbers up to {LARGEST}; this one has larger ones."
        )
    return f"{puzzle.columns}x{puzzle.rows}:{write_game_cells(puzzle.givens, apart=False)}"


def _rows(cells: list[int], columns: int) -> list[list[int]]:
    return [cells[start : start + columns] for start in range(0, len(cells), columns)]


def _check_sides(rows: int, columns: int) -> None:
    if not (FEWEST <= columns <= MOST and FEWEST <= rows <= MOST):
        raise NotationError(
            f"This address has a Fillomino with {rows} rows and {columns} columns,"
            f" but the limits are {FEWEST} and {MOST}."
        )
