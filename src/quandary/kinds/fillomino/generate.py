"""Generate random Fillominos, and list those with one given less."""

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from quandary._native import core
from quandary.errors import UnknownNameError
from quandary.kind.change import Change
from quandary.kinds.fillomino.board import EMPTY, FEWEST, MOST, BoardNumbers, Put, cell_name
from quandary.kinds.fillomino.complete import emptied, is_needed
from quandary.kinds.fillomino.growth import full_board
from quandary.kinds.fillomino.page import centre
from quandary.kinds.fillomino.rules import Fillomino

SIZES = ("3x3", "4x4", "5x5", "6x6", "8x8", "10x10", "12x12", "16x16", "20x20")
"""The usual sizes. Any other from 2x2 to 20x20 works, too."""
_SIZE = re.compile(r"([1-9][0-9]?)x([1-9][0-9]?)")


def size(puzzle: Fillomino) -> str:
    """Return the size of a Fillomino: rows by columns.

    >>> size(Fillomino(2, 3, (3, 0, 0, 0, 0, 1)))
    '2x3'
    """
    return f"{puzzle.rows}x{puzzle.columns}"


def generate(rng: Random, size: str) -> Fillomino:
    """Generate a random Fillomino with a unique solution and no spare givens.

    >>> generate(Random(1), "3x3").givens
    (0, 0, 2, 0, 0, 7, 0, 0, 0)
    """
    puzzle = full(rng, size)
    order = list(range(len(puzzle.givens)))
    rng.shuffle(order)
    return Fillomino(puzzle.rows, puzzle.columns, dig(puzzle.rows, puzzle.columns, puzzle.givens, order))


def full(rng: Random, size: str) -> Fillomino:
    """Generate a random full board.

    >>> full(Random(1), "2x3").givens
    (5, 5, 5, 5, 1, 5)
    """
    rows, columns = _shape(size)
    return Fillomino(rows, columns, full_board(rng, rows, columns))


def dig(
    rows: int, columns: int, board: BoardNumbers, order: list[int], most: int | None = None
) -> BoardNumbers:
    """Empty cells in this order, as long as the board stays the only solution.

    At most `most` cells are emptied, if it is given.

    >>> dig(2, 2, (1, 3, 3, 3), [0, 1, 2, 3])
    (0, 3, 3, 3)
    """
    if compiled := core():
        return tuple(
            compiled.fillomino.dig(rows, columns, board, order, len(board) if most is None else most)
        )
    return emptied(board, order, is_needed(rows, columns, board), most)


def reductions(puzzle: Fillomino) -> Iterator[Change]:
    """Yield each given, in words, with the Fillomino without it.

    >>> next(reductions(Fillomino(2, 2, (0, 3, 0, 1))))[0]
    'the 3 at r1c2'
    """
    for cell, number in enumerate(puzzle.givens):
        if number != EMPTY:
            words = f"the {number} at {cell_name(*divmod(cell, puzzle.columns))}"
            rest = (*puzzle.givens[:cell], EMPTY, *puzzle.givens[cell + 1 :])
            less = Fillomino(puzzle.rows, puzzle.columns, rest)
            yield Change(words, less, "remove", centre(*divmod(cell, puzzle.columns)))


def given(puzzle: Fillomino, move: Put) -> Fillomino:
    """Return the Fillomino in which the number of a move is given, too.

    >>> given(Fillomino(2, 2, (0, 3, 0, 1)), Put(0, 0, 3)).givens
    (3, 3, 0, 1)
    """
    return replace(puzzle, givens=puzzle.apply(puzzle.givens, move))


def is_size(size: str) -> bool:
    """Return whether a text names a size from 2x2 to 20x20.

    >>> is_size("7x12"), is_size("7x21"), is_size("seven")
    (True, False, False)
    """
    match = _SIZE.fullmatch(size)
    return match is not None and all(FEWEST <= int(side) <= MOST for side in match.groups())


def _shape(size: str) -> tuple[int, int]:
    if not is_size(size):
        raise UnknownNameError("size of fillomino", size, SIZES)
    rows, _, columns = size.partition("x")
    return int(rows), int(columns)
