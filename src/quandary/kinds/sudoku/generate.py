"""Generate random Sudokus, and remove single givens."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Literal, TypeAlias

from quandary._native import core
from quandary.draw.shapes import Point
from quandary.errors import NativeError
from quandary.kind.change import Change
from quandary.kinds.sudoku.board import DIGITS, EMPTY, SHAPES, Put
from quandary.kinds.sudoku.count import completions, start
from quandary.kinds.sudoku.draw import centre
from quandary.kinds.sudoku.explainer import digger
from quandary.kinds.sudoku.filling import mixed_grid
from quandary.kinds.sudoku.rules import Sudoku
from quandary.parts.named import cell_name

SIZES = tuple(f"{rows * columns}x{rows * columns}" for rows, columns in SHAPES)
SEARCHED = 9
"""The largest size at which full grids are found by search. Larger ones are mixed from a pattern."""
GUESSES = 2_000
"""The most guesses on a large board to prove that a given can be removed. Otherwise it stays."""
EMPTIES = {25: 330}
"""The number of empty cells at which digging stops on boards where the last givens take long."""
DIGS = 8
"""Puzzles to dig from one full grid before the next."""

Symmetry: TypeAlias = Literal["none", "half-turn", "quarter-turn", "left-right", "up-down", "diagonal"]
SYMMETRIES: dict[Symmetry, Callable[[int, int, int], list[tuple[int, int]]]] = {
    "none": lambda row, column, last: [(row, column)],
    "half-turn": lambda row, column, last: [(row, column), (last - row, last - column)],
    "quarter-turn": lambda row, column, last: [
        (row, column),
        (column, last - row),
        (last - row, last - column),
        (last - column, row),
    ],
    "left-right": lambda row, column, last: [(row, column), (row, last - column)],
    "up-down": lambda row, column, last: [(row, column), (last - row, column)],
    "diagonal": lambda row, column, last: [(row, column), (column, row)],
}
"""The symmetries of givens: for each cell, the cells that are given or empty together with it."""


def size(sudoku: Sudoku) -> str:
    """Return the size of a Sudoku.

    >>> size(Sudoku("." * 81))
    '9x9'
    """
    return f"{sudoku.size}x{sudoku.size}"


def generate(rng: Random, size: str) -> Sudoku:
    """Generate a random minimal Sudoku with one solution.

    >>> generate(Random(1), "4x4").givens
    '.3....3....41...'

    Beyond 9x9 this needs the compiled core, and the puzzle may not be minimal where that takes long to prove.
    """
    empty = _empty(size)
    grid = full_grid(rng, empty)
    order = [cell for cell, _ in enumerate(grid)]
    rng.shuffle(order)
    return _dig(empty, grid, [[cell] for cell in order])


def candidates(
    rng: Random,
    size: str,
    *,
    symmetry: Symmetry = "none",
    empties: int | None = None,
    spare: bool = False,
) -> Iterator[Sudoku]:
    """Yield random Sudokus with one solution without end, dug until minimal or until `empties` cells are empty.

    Several are dug from the same full grid, in different orders. With `spare` some givens are put back, so that
    the puzzle is not minimal.

    >>> first = next(candidates(Random(1), "4x4", symmetry="half-turn"))
    >>> [symbol == "." for symbol in first.givens] == [symbol == "." for symbol in reversed(first.givens)]
    True
    """
    empty = _empty(size)
    groups = _groups(empty.size, symmetry)
    while True:
        grid = full_grid(rng, empty)
        for _ in range(DIGS):
            rng.shuffle(groups)
            dug = _dig(empty, grid, groups, empties)
            yield _give_back(rng, dug, grid, groups) if spare else dug


def _give_back(rng: Random, sudoku: Sudoku, grid: str, groups: Sequence[Sequence[int]]) -> Sudoku:
    """Return the Sudoku with up to half of its empty cells filled again, at least one group of cells."""
    symbols = list(sudoku.givens)
    enough = rng.uniform(0.5, 1) * symbols.count(EMPTY)
    open_groups = [group for group in groups if symbols[group[0]] == EMPTY]
    for group in rng.sample(open_groups, len(open_groups) - 1):
        for cell in group:
            symbols[cell] = grid[cell]
        if symbols.count(EMPTY) <= enough:
            break
    return Sudoku("".join(symbols), sudoku.box_rows, sudoku.box_columns)


def scatter(rng: Random, size: str, givens: int) -> Sudoku:
    """Generate a random Sudoku with a number of givens and one or more solutions.

    >>> scatter(Random(1), "4x4", 3).givens
    '.3....32........'
    """
    empty = _empty(size)
    grid = full_grid(rng, empty)
    kept = set(rng.sample(range(len(grid)), givens))
    text = "".join(symbol if cell in kept else EMPTY for cell, symbol in enumerate(grid))
    return Sudoku(text, empty.box_rows, empty.box_columns)


def reductions(sudoku: Sudoku) -> Iterator[Change]:
    """Yield each given in words, and the Sudoku without it.

    >>> next(reductions(Sudoku("12..34.........." , 2, 2)))[0]
    'the 1 at r1c1'
    """
    givens = sudoku.givens
    for cell, symbol in enumerate(givens):
        if symbol != EMPTY:
            rest = givens[:cell] + EMPTY + givens[cell + 1 :]
            less = Sudoku(rest, sudoku.box_rows, sudoku.box_columns)
            yield Change(named(sudoku, cell), less, "remove", spot(sudoku, cell))


def given(sudoku: Sudoku, move: Put) -> Sudoku:
    """Return the Sudoku in which the digit of a move is given, too.

    >>> given(Sudoku("12..34..........", 2, 2), Put(0, 2, 3)).givens
    '123.34..........'
    """
    return replace(sudoku, givens=sudoku.apply(sudoku.givens, move))


def spot(sudoku: Sudoku, cell: int) -> Point:
    """Return the middle of a cell on the page."""
    return centre(sudoku.board.row_of[cell], sudoku.board.column_of[cell])


def named(sudoku: Sudoku, cell: int) -> str:
    """Return the given of a cell in words."""
    board = sudoku.board
    return f"the {sudoku.givens[cell]} at {cell_name(board.row_of[cell], board.column_of[cell])}"


def full(rng: Random, size: str) -> Sudoku:
    """Generate a random Sudoku with every cell given, for digging.

    >>> full(Random(1), "4x4").givens
    '2341413232141423'
    """
    empty = _empty(size)
    return Sudoku(full_grid(rng, empty), empty.box_rows, empty.box_columns)


def full_grid(rng: Random, empty: Sudoku) -> str:
    """Return a random full grid."""
    if empty.size > SEARCHED:
        return mixed_grid(rng, empty)
    moves = next(completions(empty, start(empty, ()), rng))
    return "".join(DIGITS[move % empty.size] for move in sorted(moves))


def _empty(size: str) -> Sudoku:
    rows, columns = SHAPES[SIZES.index(size)]
    return Sudoku(EMPTY * (rows * columns) ** 2, rows, columns)


def _groups(size: int, symmetry: Symmetry) -> list[list[int]]:
    """Return the groups of cells that are given or empty together."""
    together, last = SYMMETRIES[symmetry], size - 1
    groups = {
        tuple(sorted({r * size + c for r, c in together(row, column, last)}))
        for row in range(size)
        for column in range(size)
    }
    return [list(group) for group in sorted(groups)]


def _dig(empty: Sudoku, grid: str, groups: Sequence[Sequence[int]], empties: int | None = None) -> Sudoku:
    """Empty the groups of cells in turn, each only if the solution stays unique."""
    enough = EMPTIES.get(empty.size, len(grid)) if empties is None else empties
    if core() is not None:
        text = digger(empty.box_rows, empty.box_columns).dig(grid, groups, enough, GUESSES)
        return Sudoku(text, empty.box_rows, empty.box_columns)
    if empty.size > SEARCHED:
        raise NativeError(f"Sudokus of {size(empty)} are made by the compiled core only; choose up to 9x9.")
    return _dig_in_python(empty, grid, groups, enough)


def _dig_in_python(empty: Sudoku, grid: str, groups: Iterable[Sequence[int]], enough: int) -> Sudoku:
    givens = {cell: empty.board.number(cell, symbol) for cell, symbol in enumerate(grid)}
    for group in groups:
        if len(grid) - len(givens) >= enough:
            break
        rest = {cell: move for cell, move in givens.items() if cell not in group}
        if not any(_is_open(empty, rest.values(), givens[cell]) for cell in group):
            givens = rest
    text = "".join(symbol if cell in givens else EMPTY for cell, symbol in enumerate(grid))
    return Sudoku(text, empty.box_rows, empty.box_columns)


def _is_open(empty: Sudoku, givens: Iterable[int], move: int) -> bool:
    """Return whether the givens have a solution without this move."""
    notes = start(empty, givens)
    return any(completions(empty, notes._replace(left=notes.left & ~(1 << move))))
