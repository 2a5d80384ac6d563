"""Sudokus as text, one character for each cell, row by row, and the common file formats."""

from collections.abc import Iterator, Sequence
from itertools import takewhile

from quandary.errors import NotationError
from quandary.kind import FoundPuzzle, Notation
from quandary.kinds.sudoku.board import DIGITS, EMPTY, SHAPES, Board
from quandary.kinds.sudoku.link import (
    game_id,
    header,
    link,
    read_link,
    read_opensudoku,
    write_opensudoku,
    write_sdk,
    write_sdm,
)
from quandary.kinds.sudoku.rules import Sudoku
from quandary.parts.blocks import blocks
from quandary.parts.named import cell_name

SEPARATORS = "|-+ \t\r\n"
LONGEST = 4000
"""The most characters of a puzzle. A 25x25 grid of numbers with all separators has about 3,000."""

LONGEST_NOTE = 200
"""The most characters behind a puzzle that are kept."""

_SHAPE_FOR = {(rows * columns) ** 2: (rows, columns) for rows, columns in SHAPES}
_KNOWN_DIGITS = DIGITS[: max(rows * columns for rows, columns in SHAPES)]
_CELL_SYMBOLS = EMPTY + "0" + _KNOWN_DIGITS
_LENGTHS = ", ".join(f"{cells} ({int(cells**0.5)}x{int(cells**0.5)})" for cells in _SHAPE_FOR)
_COMMENT = "#"
_SECTION = "["
_EMPTY_NUMBERS = {"0", EMPTY, "-", "_", "x", "X"}


def parse(text: str) -> Sudoku:
    """Read a Sudoku from text.

    >>> parse("1.3. | .... | .... | .2.4")
    Sudoku(givens='1.3..........2.4', box_rows=2, box_columns=2)

    `.` or `0` is an empty cell, and `|`, `-`, `+` and blanks are skipped. In a grid of numbers separated by
    blanks, common for large Sudokus, `10` is one digit.
    """
    if len(text) > LONGEST:
        raise NotationError(f"This Sudoku has {len(text):,} characters, but the limit is {LONGEST:,}.")
    givens = read_link(text) or _numbers(text) or _cells(text)
    if len(givens) not in _SHAPE_FOR:
        raise NotationError(f"This Sudoku has {len(givens)} cells; give one of {_LENGTHS}.")
    sudoku = Sudoku(givens, *_SHAPE_FOR[len(givens)])
    _check_digits(sudoku)
    _check_conflicts(sudoku)
    if EMPTY not in givens:
        raise NotationError(
            f"All {len(givens)} cells are given, so nothing is left to solve; leave some empty with '.'."
        )
    return sudoku


def format(sudoku: Sudoku) -> str:  # noqa: A001 - the counterpart of parse
    """Return the text of a Sudoku on one line.

    >>> format(parse("10 30  00 00  00 00  02 04"))
    '1.3..........2.4'
    """
    return sudoku.givens


def format_sdk(sudoku: Sudoku) -> str:
    r"""Return the text of a `.sdk` file, one row per line.

    >>> format_sdk(parse("1.3..........2.4"))
    '1.3.\n....\n....\n.2.4\n'
    """
    size = sudoku.size
    return "".join(sudoku.givens[first : first + size] + "\n" for first in range(0, size * size, size))


def format_numbers(sudoku: Sudoku) -> str:
    """Return rows of numbers, the usual form of large Sudokus.

    >>> print(format_numbers(parse("1.3..........2.4")))
    1 . 3 .
    . . . .
    . . . .
    . 2 . 4
    """
    size = sudoku.size
    cells = [symbol if symbol == EMPTY else str(DIGITS.index(symbol) + 1) for symbol in sudoku.givens]
    wide = max(map(len, cells))
    lines = (cells[first : first + size] for first in range(0, size * size, size))
    return "\n".join(" ".join(cell.rjust(wide) for cell in line) for line in lines)


FORMS = {"sdk": format_sdk, "sdm": format, "numbers": format_numbers, "puzz.link": link, "tatham": game_id}
"""The text forms of a Sudoku by name, all of which `parse` reads."""


FILES = {".sdm": write_sdm, ".sdk": write_sdk, ".opensudoku": write_opensudoku}
"""Files of several Sudokus by the end of their names."""


def recognise(text: str) -> Sequence[tuple[int, str] | FoundPuzzle] | None:
    r"""Return the puzzles of a file, one per line or one grid, with their lines, or None if it is neither.

    >>> recognise("# easy\n1.3..........2.4\n\n.4....2..1....3.\n")
    [(2, '1.3..........2.4'), (4, '.4....2..1....3.')]
    >>> [found] = recognise("#DFirst\n[Puzzle]\n1.|3.\n..|..\n--+--\n..|..\n.2|.4\n[State]\n1234")
    >>> found.line, found.notation, found.title
    (3, '1.3..........2.4', 'First')

    The first line decides, so that a mistake in a later line can be reported precisely. Text after a puzzle on
    its line, separated by a blank or a comma (a rating, a name), becomes the fact `note`. Links, game ids and
    files of OpenSudoku are recognised, too.
    """
    if (games := read_opensudoku(text)) is not None:
        return games
    lines = list(_content(text))
    if not lines:
        return None
    first = _first_word(lines[0][1])
    if len(first) in _SHAPE_FOR and set(first) <= set(_CELL_SYMBOLS):
        return [_noted(number, line) for number, line in lines]
    if _is_link(first):
        return [_noted(number, line) for number, line in lines]
    if lines[0][1].split() == [str(len(lines) - 1)] * 2:  # the numbers of rows and columns
        lines = lines[1:]
    cells = _grid([line for _, line in lines])
    if not cells:
        several = [(number, _grid(block.split("\n"))) for number, block in blocks(text)]
        return several if several and all(grid for _, grid in several) else None
    said = header(text)
    source = ", ".join(filter(None, (said.get("author"), said.get("source"))))
    facts = {"level": said["level"]} if "level" in said else {}
    return [FoundPuzzle(lines[0][0], cells, title=said.get("title", ""), source=source, facts=facts)]


def _grid(lines: Sequence[str]) -> str:
    """Return the cells of a grid, or "" if the lines are none."""
    grid = "\n".join(lines[:LONGEST])
    if len(grid) > LONGEST:
        return ""
    if cells := _numbers(grid):
        return cells
    known = set(grid) <= {*_CELL_SYMBOLS, *SEPARATORS}
    return cells if known and len(cells := _cells(grid)) in _SHAPE_FOR else ""


def _is_link(word: str) -> bool:
    try:
        return read_link(word) is not None
    except NotationError:  # an address of a Sudoku, if of a size that there is not
        return True


def _noted(number: int, line: str) -> tuple[int, str] | FoundPuzzle:
    """Return the puzzle of a line, and what stands behind it as a fact."""
    word = _first_word(line)
    note = line[len(word) :].strip(" \t,;")
    if not note or len(note) > LONGEST_NOTE:
        return number, word
    try:
        return FoundPuzzle(number, word, facts={"note": float(note)})
    except ValueError:
        return FoundPuzzle(number, word, facts={"note": note})


def _content(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of the first section with their numbers, without comments."""
    numbered = [(number, line.strip()) for number, line in enumerate(text.split("\n"), start=1)]
    lines = [(number, line) for number, line in numbered if line and not line.startswith(_COMMENT)]
    if lines and lines[0][1].startswith(_SECTION):
        lines = list(takewhile(lambda each: not each[1].startswith(_SECTION), lines[1:]))
    return iter(lines)


def _first_word(line: str) -> str:
    words = line.replace(",", " ").replace(";", " ").split(maxsplit=1)
    return words[0] if words else ""


def _numbers(text: str) -> str:
    """Return the cells of a grid of numbers as symbols, or "" if the text is not one."""
    words = text.replace("|", " ").split()
    words = [word for word in words if len(word) <= 2 and not set(word) <= {"+"}]
    if not any(len(word) == 2 for word in words) or len(words) not in _SHAPE_FOR:
        return ""
    size = int(len(words) ** 0.5)
    if not all(word in _EMPTY_NUMBERS or (word.isascii() and word.isdigit()) for word in words):
        return ""
    values = [0 if word in _EMPTY_NUMBERS else int(word) for word in words]
    if size <= len("123456789") or max(values) > size:
        return ""
    return "".join(DIGITS[value - 1] if value else EMPTY for value in values)


def _cells(text: str) -> str:
    """Return only the cells, with `.` for empty ones."""
    cells = ""
    for at, symbol in enumerate(text):
        if symbol in SEPARATORS:
            continue
        if symbol not in _CELL_SYMBOLS:
            raise NotationError(
                f"A Sudoku cannot contain {symbol!a} ({_place(text, at)}):"
                f" use 1 to 9, then A to {_KNOWN_DIGITS[-1]}, and '.' or '0' for an empty cell."
            )
        cells += EMPTY if symbol == "0" else symbol
    return cells


def _place(text: str, at: int) -> str:
    line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
    return f"line {line}, character {column}" if "\n" in text else f"character {column}"


def _check_digits(sudoku: Sudoku) -> None:
    allowed = EMPTY + DIGITS[: sudoku.size]
    for cell, symbol in enumerate(sudoku.givens):
        if symbol not in allowed:
            raise NotationError(
                f"The {symbol} at {_name(sudoku.board, cell)} is too large:"
                f" a {sudoku.size}x{sudoku.size} Sudoku has the digits 1 to {allowed[-1]}."
            )


def _check_conflicts(sudoku: Sudoku) -> None:
    board, seen = sudoku.board, dict[int, int]()
    for cell, symbol in enumerate(sudoku.givens):
        for slot in board.slots_of[board.number(cell, symbol)] if symbol != EMPTY else ():
            other = seen.setdefault(slot, cell)
            if other != cell:
                raise NotationError(
                    f"There is more than one {board.slots[slot]}:"
                    f" at {_name(board, other)} and {_name(board, cell)}; change one of them."
                )


def _name(board: Board, cell: int) -> str:
    return cell_name(board.row_of[cell], board.column_of[cell])


NOTATION = Notation(parse=parse, format=format, recognise=recognise, forms={**FORMS, **FILES})
