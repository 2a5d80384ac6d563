"""Boards as text: a character for every cell.

    ..o....    . an empty cell   o a ball
    o..o...
    .......

Rows are separated by line breaks or by `/`. A board is also written as its size and a whole number in which
bit y · width + x says that there is a ball in cell (x, y): `7x3 1156`.
"""

import re
from collections.abc import Sequence

from quandary.errors import NotationError
from quandary.kind import Notation
from quandary.kinds.fling.rules import MOST_CELLS, Board
from quandary.parts.blocks import blocks

EMPTY, BALL = ".", "o"
MOST_CHARACTERS = 8 * MOST_CELLS * (MOST_CELLS + 1)
"""The longest text that is read, with room for indentation."""
NUMBER = re.compile(r"\s*(\d{1,3})x(\d{1,3})\s+(\d{1,130})\s*", re.ASCII)
ROW = re.compile(r"\s*[.o]+\s*")


def parse(text: str) -> Board:
    """Read a board from text.

    Raises NotationError if the text is not a board.

    >>> parse("o..o./....."), parse("5x2 9")
    (Board(width=5, height=2, balls=9), Board(width=5, height=2, balls=9))
    """
    if len(text) > MOST_CHARACTERS:
        raise NotationError(
            f"A text of {len(text):,} characters is too long for a board of at most"
            f" {MOST_CELLS}×{MOST_CELLS} cells; give one board at a time."
        )
    if match := NUMBER.fullmatch(text):
        return _numbered(*map(int, match.groups()))
    rows = [row.strip() for row in text.replace("/", "\n").strip().split("\n")]
    _check(rows)
    width, height = len(rows[0]), len(rows)
    cells = ((x, y) for y, row in enumerate(rows) for x, each in enumerate(row) if each == BALL)
    return _with_balls(Board.of(width, height, cells))


def format(board: Board) -> str:  # noqa: A001 - the converse of parse, as in every kind
    """Return the text of a board, one row per line, so that `parse(format(board)) == board`.

    >>> print(format(parse("5x2 9")))
    o..o.
    .....
    """
    balls, rows, columns = set(board.cells(board.balls)), range(board.height), range(board.width)
    return "\n".join("".join(BALL if (x, y) in balls else EMPTY for x in columns) for y in rows)


def number(board: Board) -> str:
    """Return the size of a board and its number.

    >>> number(parse("o..o./....."))
    '5x2 9'
    """
    return f"{board.width}x{board.height} {board.balls}"


def recognise(text: str) -> list[tuple[int, str]] | None:
    """Split a text file at its blank lines and return each board with the line it starts on.

    Returns None if some line is neither a row of cells nor a size with a number, or if there is no ball.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    if lines and all(NUMBER.fullmatch(line) for line in lines):
        return [(at, line.strip()) for at, line in enumerate(text.splitlines(), 1) if line.strip()]
    rows = [row for line in lines for row in line.split("/")]
    if not rows or not all(ROW.fullmatch(row) for row in rows) or BALL not in text:
        return None
    return blocks(text)


def _numbered(width: int, height: int, balls: int) -> Board:
    _check_size(width, height)
    if balls >> width * height:
        raise NotationError(
            f"The number {balls} has a ball beyond the {width * height} cells of a {width}×{height} board;"
            f" the largest number is {(1 << width * height) - 1}."
        )
    return _with_balls(Board(width, height, balls))


def _with_balls(board: Board) -> Board:
    if not board.balls:
        raise NotationError(f"The board has no ball; write {BALL} in at least one cell.")
    return board


def _check(rows: Sequence[str]) -> None:
    if rows == [""]:
        raise NotationError("The board is empty; a small one is o.o.")
    for line, row in enumerate(rows, start=1):
        for column, character in enumerate(row, start=1):
            if character not in EMPTY + BALL:
                raise NotationError(
                    f"Line {line}, column {column}: {character!r} cannot stand for a cell;"
                    f" write {EMPTY} for an empty cell and {BALL} for a ball."
                )
        if len(row) != len(rows[0]):
            raise NotationError(
                f"Line {line} has {len(row)} cells but line 1 has {len(rows[0])}; make all lines equally long."
            )
    _check_size(len(rows[0]), len(rows))


def _check_size(width: int, height: int) -> None:
    if not (1 <= width <= MOST_CELLS and 1 <= height <= MOST_CELLS):
        raise NotationError(
            f"A board cannot have {width}×{height} cells; each side has from 1 to {MOST_CELLS}."
        )


NOTATION = Notation(parse=parse, format=format, recognise=recognise, forms={"number": number})
