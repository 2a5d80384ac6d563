"""More Sudokus: random ones, and the same with a given less."""

from collections.abc import Iterable, Iterator
from random import Random

from quandary.kinds.sudoku.board import DIGITS, EMPTY, SHAPES, cell_name
from quandary.kinds.sudoku.count import completions, start
from quandary.kinds.sudoku.rules import Sudoku

SIZES = tuple(f"{rows * columns}x{rows * columns}" for rows, columns in SHAPES)


def size(sudoku: Sudoku) -> str:
    """How large a Sudoku is.

    >>> size(Sudoku("." * 81))
    '9x9'
    """
    return f"{sudoku.size}x{sudoku.size}"


def generate(rng: Random, size: str) -> Sudoku:
    """A random Sudoku with one solution, of whose givens none can be spared.

    >>> generate(Random(1), "4x4").givens
    '.3....3....41...'
    """
    empty = _empty(size)
    givens = _full_grid(rng, empty)
    order = list(givens)
    rng.shuffle(order)
    for move in order:
        rest = [other for other in givens if other != move]
        if not _is_open(empty, rest, move):
            givens = rest
    return _with_givens(empty, givens)


def scatter(rng: Random, size: str, givens: int) -> Sudoku:
    """A random Sudoku with so many givens and at least one solution, often with several.

    >>> scatter(Random(1), "4x4", 3).givens
    '.3....32........'
    """
    empty = _empty(size)
    return _with_givens(empty, rng.sample(_full_grid(rng, empty), givens))


def reductions(sudoku: Sudoku) -> Iterator[tuple[str, Sudoku]]:
    """Each given in words, and the Sudoku without it.

    >>> next(reductions(Sudoku("12..34.........." , 2, 2)))[0]
    'the 1 at r1c1'
    """
    board, givens = sudoku.board, sudoku.givens
    for cell, symbol in enumerate(givens):
        if symbol != EMPTY:
            words = f"the {symbol} at {cell_name(board.row_of[cell], board.column_of[cell])}"
            rest = givens[:cell] + EMPTY + givens[cell + 1 :]
            yield words, Sudoku(rest, sudoku.box_rows, sudoku.box_columns)


def _empty(size: str) -> Sudoku:
    rows, columns = SHAPES[SIZES.index(size)]
    return Sudoku(EMPTY * (rows * columns) ** 2, rows, columns)


def _full_grid(rng: Random, empty: Sudoku) -> list[int]:
    """The moves of a random full grid, by number."""
    return next(completions(empty, start(empty, ()), rng))


def _is_open(empty: Sudoku, givens: Iterable[int], move: int) -> bool:
    """Whether the givens have a solution without this move."""
    notes = start(empty, givens)
    return any(completions(empty, notes._replace(left=notes.left & ~(1 << move))))


def _with_givens(empty: Sudoku, givens: Iterable[int]) -> Sudoku:
    grid = list(empty.givens)
    for move in givens:
        cell, digit = divmod(move, empty.size)
        grid[cell] = DIGITS[digit]
    return Sudoku("".join(grid), empty.box_rows, empty.box_columns)
