"""Cells as text in addresses of puzz.link and in the game ids of Simon Tatham's collection.

puzz.link has the name of the puzzle, the columns, the rows, and the cells row by row. A number up to 15 is one
hexadecimal digit, up to 255 it is `-` and two digits, and above that `+` and three. A letter from `g` to `z`
stands for 1 to 20 empty cells. A game id has a size, a colon and the cells, where a letter from `a` to `z` stands
for 1 to 26 empty cells, and `_` separates two numbers.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from quandary.errors import NotationError

SITE = "https://puzz.link/p?"
ADDRESS = re.compile(  # the name is tried only from its beginning, which keeps the search linear
    r"(?<![a-z0-9_])(?P<name>[a-z0-9_]+)/(?P<columns>\d{1,4})/(?P<rows>\d{1,4})/(?P<cells>[^/?#\s]*)", re.I
)
GAME_ID = re.compile(r"(?P<one>\d{1,2})x(?P<other>\d{1,2})(?:d[a-z])?:(?P<cells>[a-z\d_]+)")
_CELL = re.compile(r"-(?P<two>[0-9a-f]{2})|\+(?P<three>[0-9a-f]{3})|(?P<one>[0-9a-f])|(?P<skip>[g-z])")
_PIECE = re.compile(r"(?P<number>\d+)|(?P<skip>[a-z])|_")
_SKIPS = "ghijklmnopqrstuvwxyz"
_RUNS = "abcdefghijklmnopqrstuvwxyz"


def read_cells(body: str) -> Iterator[int]:
    """Yield the numbers of the cells of a puzz.link address, 0 for an empty one.

    >>> list(read_cells("3i-0cg"))
    [3, 0, 0, 0, 12, 0]
    """
    at = 0
    while at < len(body):
        match = _CELL.match(body, at)
        if match is None:
            raise NotationError(
                f"This address cannot contain {body[at]!a} (character {at + 1} of its last part)."
            )
        if skip := match["skip"]:
            yield from [0] * (_SKIPS.index(skip) + 1)
        else:
            yield int(match["one"] or match["two"] or match["three"], 16)
        at = match.end()


def write_cells(numbers: Sequence[int]) -> str:
    """Return numbers as puzz.link writes them.

    >>> write_cells((3, 0, 0, 0, 12, 255))
    '3ic-ff'
    """
    return "".join(_written(numbers, _SKIPS, _hexadecimal))


def read_game_id(text: str, *, digits: bool = False) -> tuple[int, int, list[int]] | None:
    """Return the two numbers of the size and the cells of a game id, or None if the text is none.

    >>> read_game_id("2x1:3a4_10"), read_game_id("2x2:12b", digits=True)
    ((2, 1, [3, 0, 4, 10]), (2, 2, [1, 2, 0, 0]))

    With `digits`, each digit is a cell.
    """
    match = GAME_ID.fullmatch(text.strip())
    if match is None:
        return None
    cells = list[int]()
    for piece in _PIECE.finditer(match["cells"]):
        if number := piece["number"]:
            cells += map(int, number) if digits else [int(number[:4])]
        elif piece["skip"]:
            cells += [0] * (_RUNS.index(piece["skip"]) + 1)
    return int(match["one"]), int(match["other"]), cells


def write_game_cells(numbers: Sequence[int], *, apart: bool) -> str:
    """Return numbers as a game id writes them, with `_` between neighbours if they are kept `apart`.

    >>> write_game_cells((3, 0, 4, 10), apart=True)
    '3a4_10'
    """
    text, was_number = "", False
    for piece in _written(numbers, _RUNS, str):
        is_number = piece.isdigit()
        text += ("_" if apart and is_number and was_number else "") + piece
        was_number = is_number
    return text


def _written(numbers: Sequence[int], skips: str, write: Callable[[int], str]) -> Iterator[str]:
    for is_empty, run in groupby(numbers, key=lambda number: number == 0):
        some = list(run)
        if not is_empty:
            yield from (write(number) for number in some)
            continue
        for start in range(0, len(some), len(skips)):
            yield skips[len(some[start : start + len(skips)]) - 1]


def _hexadecimal(number: int) -> str:
    return f"{number:x}" if number < 16 else f"-{number:02x}" if number < 256 else f"+{number:03x}"
