"""Boards as text: a character for every cell.

    o o . .     . or o  an empty cell      A to Z  a car, two or more cells in a row or column
    A A B .     x       a wall             A       the car that is to leave at the right

Rows are separated by line breaks or by `/`. A line of 36 characters is a board of six rows, as in public collections.
"""

import re
from collections.abc import Sequence
from string import ascii_uppercase

from quandary.errors import NotationError
from quandary.kind import Notation
from quandary.kinds.rushhour.rules import LEAST_SIDE, MOST_SIDE, RED, SHORTEST, Board, Car, Cell
from quandary.parts.blocks import blocks

EMPTY, WALL = ".o", "x"
MOST_CHARACTERS = 4 * (MOST_SIDE + 1) ** 2
"""The longest text that is read, with room for indentation."""
USUAL = 6
"""The side of a board that is written in one line."""
LINE = re.compile(r"[A-Zox.]{36}")
COLLECTED = re.compile(r"\s*(?P<moves>\d{1,3})\s+(?P<board>[A-Zox.]{36})(?:\s+\d+)?\s*")
"""A line of the public database: the moves, the board and the size of its cluster."""


def parse(text: str) -> Board:
    """Read a board from text.

    Raises NotationError if the text is not a board.

    >>> board = parse("....B./AA..B./......")
    >>> board.width, board.height, [car.letter for car in board.cars]
    (6, 3, ['A', 'B'])
    """
    if len(text) > MOST_CHARACTERS:
        raise NotationError(
            f"A text of {len(text):,} characters is too long for a board of at most"
            f" {MOST_SIDE}×{MOST_SIDE} cells; give one board at a time."
        )
    rows = [row.strip() for row in text.replace("/", "\n").strip().split("\n")]
    if len(rows) == 1 and LINE.fullmatch(rows[0]):
        rows = [rows[0][at : at + USUAL] for at in range(0, USUAL**2, USUAL)]
    _check(rows)
    cells = {(x, y): each for y, row in enumerate(rows) for x, each in enumerate(row)}
    letters = sorted(set(cells.values()) & set(ascii_uppercase))
    cars = tuple(_car(letter, [cell for cell, each in cells.items() if each == letter]) for letter in letters)
    _check_red(cars)
    walls = frozenset(cell for cell, each in cells.items() if each == WALL)
    return Board(len(rows[0]), len(rows), cars, walls)


def format(board: Board) -> str:  # noqa: A001 - the converse of parse, as in every kind
    """Return the text of a board, one row per line, so that `parse(format(board)) == board`.

    >>> print(format(parse("ooooBoAAooBooooooooooooooooooooooooo")).splitlines()[1])
    AA..B.
    """
    cells = {cell: car.letter for car in board.cars for cell in car.cells(car.at)}
    cells |= dict.fromkeys(board.walls, WALL)
    columns, rows = range(board.width), range(board.height)
    return "\n".join("".join(cells.get((x, y), EMPTY[0]) for x in columns) for y in rows)


def line(board: Board) -> str:
    """Return a board of six by six cells in one line, as in public collections.

    >>> line(parse("....B./AA..B./....../....../....../......"))
    'ooooBoAAooBooooooooooooooooooooooooo'
    """
    if (board.width, board.height) != (USUAL, USUAL):
        raise NotationError(
            f"A board of {board.width}×{board.height} cells has no form in one line; write smaller and larger ones than 6×6 in rows."
        )
    return format(board).replace("\n", "").replace(EMPTY[0], EMPTY[1])


def recognise(text: str) -> list[tuple[int, str]] | None:
    """Return each board of a text file with the line it starts on, or None if these are not such boards.

    A board is a line of 36 cells, also behind its number of moves as in the public database, or a block of rows.
    """
    lines = [(number, each.strip()) for number, each in enumerate(text.splitlines(), 1) if each.strip()]
    found = [(number, _in_line(each)) for number, each in lines]
    if lines and all(each for _, each in found):
        return [(number, each) for number, each in found if each]
    rows = [row.strip() for _, each in lines for row in each.split("/")]
    is_board = rows and all(re.fullmatch(r"[A-Zox.]+", row) for row in rows)
    return blocks(text) if is_board and any(RED * SHORTEST in row for row in rows) else None


def _in_line(text: str) -> str | None:
    found = COLLECTED.fullmatch(text)
    board = found["board"] if found else text
    return board if LINE.fullmatch(board) else None


def _check(rows: Sequence[str]) -> None:
    if rows == [""]:
        raise NotationError("The board is empty; a small one is ..B/AAB/....")
    for number, row in enumerate(rows, start=1):
        for column, character in enumerate(row, start=1):
            if character not in ascii_uppercase + EMPTY + WALL:
                raise NotationError(
                    f"Line {number}, column {column}: {character!r} cannot stand for a cell;"
                    " write a letter from A to Z for a car, . for an empty cell and x for a wall."
                )
        if len(row) != len(rows[0]):
            raise NotationError(
                f"Line {number} has {len(row)} cells but line 1 has {len(rows[0])}; make all lines equally long."
            )
    for what, side in (("columns", len(rows[0])), ("rows", len(rows))):
        if not LEAST_SIDE <= side <= MOST_SIDE:
            raise NotationError(f"The board has {side} {what}; it can have {LEAST_SIDE} to {MOST_SIDE}.")


def _car(letter: str, cells: Sequence[Cell]) -> Car:
    """Return the car on some cells, sorted row by row."""
    (x, y), (last_x, last_y) = cells[0], cells[-1]
    car = Car(letter, x if x == last_x else y, y if x == last_x else x, len(cells), upright=x == last_x)
    if len(cells) < SHORTEST or car.cells(car.at) != list(cells):
        raise NotationError(
            f"Line {last_y + 1}, column {last_x + 1}: the cells of {letter} are not a car;"
            " a car covers two or more neighbouring cells of one row or column."
        )
    return car


def _check_red(cars: Sequence[Car]) -> None:
    if not cars or cars[0].letter != RED:
        raise NotationError(
            f"The board has no car {RED}, the one that is to leave; write {RED * 2} in a row."
        )
    if cars[0].upright:
        raise NotationError(
            f"Column {cars[0].lane + 1}: car {RED} stands upright; lay it along a row, at whose right end the exit is."
        )


NOTATION = Notation(parse=parse, format=format, recognise=recognise, forms={"line": line})
