"""Fillominos as text, in rows of numbers and dots, and as links and files."""

import re
from collections.abc import Iterator, Sequence

from quandary.errors import NotationError
from quandary.kind import Notation
from quandary.kinds.fillomino.board import EMPTY, FEWEST, MOST, cell_name
from quandary.kinds.fillomino.link import LINK, game_id, link, read_id, read_link
from quandary.kinds.fillomino.rows import LONGEST, cells_of, read_rows, write_rows
from quandary.kinds.fillomino.rules import Fillomino, regions

_COMMENT = "#"
_SUDOKU_SIZES = {4, 6, 8, 9, 12, 16, 25}
_SMALL_SUDOKU = 16
"""The cells of the smallest Sudoku."""
_ROW = re.compile(r"[\d.?_\-\s]+")


def parse(text: str) -> Fillomino:
    """Read a Fillomino from rows of numbers and dots, a puzz.link address, or a game id of Filling.

    Rows end with `/` or with the line. If there are blanks between the cells, numbers may have several
    digits. Otherwise each character is a cell.

    >>> parse("3..5. / .1..2").givens
    (3, 0, 0, 5, 0, 0, 1, 0, 0, 2)
    >>> parse("12 . . . . . / . . . . . 1").givens
    (12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)
    """
    if len(text) <= LONGEST and LINK.search(text):
        rows = read_link(text)
    else:
        rows = read_id(text) or read_rows(text, "Fillomino", fewest=FEWEST, most=MOST)
    puzzle = Fillomino(len(rows), len(rows[0]), tuple(number for row in rows for number in row))
    _check_numbers(puzzle)
    return puzzle


def format(puzzle: Fillomino) -> str:  # noqa: A001 - the counterpart of parse
    """Return the text of a Fillomino, on one line.

    >>> format(Fillomino(2, 3, (3, 0, 0, 0, 0, 1)))
    '3../..1'
    >>> format(parse("12 . . . . . / . . . . . ."))
    '12 . . . . . / . . . . . .'
    """
    return write_rows(puzzle.givens, puzzle.columns)


def recognise(text: str) -> Sequence[tuple[int, str]] | None:
    r"""Split a file of links or boards into puzzles with their lines, or return None for other files.

    >>> recognise("# two\n3.\n..\n\n. 2\n. .\n")
    [(2, '3./..'), (5, '. 2 / . .')]
    >>> recognise("4 4\n3 - - -\n- - - -\n- - - -\n- - - -\n")
    [(1, '3 - - - / - - - - / - - - - / - - - -')]
    >>> recognise("https://puzz.link/p?fillomino/2/2/3i\n")
    [(1, 'https://puzz.link/p?fillomino/2/2/3i')]

    A line with the numbers of rows and columns may come before a board. It must if the board could be a
    Sudoku by its shape. The first puzzle decides, so that a mistake in a later one can be reported as such.
    """
    found = []
    for number, lines in _blocks(text):
        if all(LINK.search(line) or read_id(line) for line in lines):
            found += [(number + at, line) for at, line in enumerate(lines)]
        elif found or _is_board(lines):
            found.append((number, _join(_without_size(lines))))
        else:
            return None
    return found or None


def _blocks(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines between blank ones and comments, with the number of the first of them."""
    start, lines = 0, list[str]()
    for number, line in enumerate([*text.split("\n"), ""], start=1):
        if line.strip() and not line.startswith(_COMMENT):
            start = start if lines else number
            lines.append(line.strip())
        elif lines:
            yield start, lines
            lines = []


def _without_size(lines: list[str]) -> list[str]:
    return lines[1:] if _says_size(lines) else lines


def _says_size(lines: list[str]) -> bool:
    size = lines[0].split()
    return len(size) == 2 and size[0] == str(len(lines) - 1) and size[1] == str(len(lines[-1].split()))


def _is_board(lines: list[str]) -> bool:
    """Return whether the lines are equally long rows that cannot be another kind of board."""
    rows = [row for line in _without_size(lines) for row in line.split("/")]
    widths = {len(cells_of(row)) for row in rows}
    if len(widths) != 1 or not all(_ROW.fullmatch(row) for row in rows):
        return False
    width = widths.pop()
    if width == _SMALL_SUDOKU and len(rows) == len(lines):  # one 4x4 Sudoku in each line
        return False
    may_be_sudoku = width == len(rows) and width in _SUDOKU_SIZES
    may_be_sudoku = may_be_sudoku and (
        not _says_size(lines) or _has_no_pairs([cells_of(row) for row in rows])
    )
    return FEWEST <= len(rows) <= MOST and FEWEST <= width <= MOST and not may_be_sudoku


def _has_no_pairs(rows: list[list[str]]) -> bool:
    """Return whether a board has many numbers, but none twice in a row or a column, as only Sudokus have."""
    lines = [[cell for cell in line if cell.isdigit()] for line in (*rows, *zip(*rows, strict=True))]
    return sum(map(len, lines)) > 4 * len(rows) and all(len(set(line)) == len(line) for line in lines)


def _join(lines: list[str]) -> str:
    wide = any(" " in line for line in lines)
    return (" / " if wide else "/").join(lines)


def _check_numbers(puzzle: Fillomino) -> None:
    cells = len(puzzle.givens)
    if EMPTY not in puzzle.givens:
        raise NotationError(
            f"All {cells} cells are given and none is left to solve; leave some empty with '.'."
        )
    region, sizes = regions(puzzle.board, puzzle.givens)
    for cell, number in enumerate(puzzle.givens):
        name = cell_name(*divmod(cell, puzzle.columns))
        if number > cells:
            raise NotationError(f"The {number} at {name} is too large for a board of {cells} cells.")
        if number and sizes[region[cell]] > number:
            raise NotationError(
                f"The region of the {number} at {name} has {sizes[region[cell]]} cells already,"
                f" but it must not have more than {number}."
            )


NOTATION = Notation(
    parse=parse, format=format, recognise=recognise, forms={"puzz.link": link, "tatham": game_id}
)
