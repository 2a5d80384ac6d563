"""Read and write Fillominos as puzz.link addresses.

After the name of the puzzle come the columns, the rows, and the cells row by row. A number up to 15 is one
hexadecimal digit, up to 255 it is `-` and two digits, and above that `+` and three. A letter from `g` to `z`
stands for 1 to 20 empty cells.
"""

import re
from collections.abc import Iterator
from itertools import groupby

from quandary.errors import NotationError
from quandary.kinds.fillomino.board import EMPTY, FEWEST, MOST
from quandary.kinds.fillomino.rules import Fillomino

LINK = re.compile(r"fillomino/(\d{1,4})/(\d{1,4})/([^/?#\s]*)")
SITE = "https://puzz.link/p?fillomino"
_CELL = re.compile(r"-(?P<two>[0-9a-f]{2})|\+(?P<three>[0-9a-f]{3})|(?P<one>[0-9a-f])|(?P<skip>[g-z])")
_MOST_SKIPPED = 20
_SKIPS = "ghijklmnopqrstuvwxyz"


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
    if not (FEWEST <= columns <= MOST and FEWEST <= rows <= MOST):
        raise NotationError(
            f"This address has a Fillomino with {rows} rows and {columns} columns,"
            f" but the limits are {FEWEST} and {MOST}."
        )
    cells = list(_cells(match[3]))
    if len(cells) != rows * columns:
        raise NotationError(
            f"This address has {len(cells)} cells,"
            f" but {rows} rows and {columns} columns need {rows * columns}."
        )
    return [cells[start : start + columns] for start in range(0, len(cells), columns)]


def link(puzzle: Fillomino) -> str:
    """Return the puzz.link address of a Fillomino.

    >>> link(Fillomino(2, 3, (3, 0, 0, 0, 12, 0)))
    'https://puzz.link/p?fillomino/3/2/3icg'
    """
    return f"{SITE}/{puzzle.columns}/{puzzle.rows}/{''.join(_written(puzzle))}"


def _cells(body: str) -> Iterator[int]:
    at = 0
    while at < len(body):
        match = _CELL.match(body, at)
        if match is None:
            raise NotationError(
                f"This address cannot contain {body[at]!a} (character {at + 1} of its last part)."
            )
        if skip := match["skip"]:
            yield from [EMPTY] * (_SKIPS.index(skip) + 1)
        else:
            yield int(match["one"] or match["two"] or match["three"], 16)
        at = match.end()


def _written(puzzle: Fillomino) -> Iterator[str]:
    for is_empty, run in groupby(puzzle.givens, key=lambda number: number == EMPTY):
        numbers = list(run)
        if not is_empty:
            yield from (_hexadecimal(number) for number in numbers)
            continue
        for start in range(0, len(numbers), _MOST_SKIPPED):
            yield _SKIPS[len(numbers[start : start + _MOST_SKIPPED]) - 1]


def _hexadecimal(number: int) -> str:
    return f"{number:x}" if number < 16 else f"-{number:02x}" if number < 256 else f"+{number:03x}"
