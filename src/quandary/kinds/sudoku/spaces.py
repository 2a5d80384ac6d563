"""The spaces of Sudokus that have a name."""

from collections.abc import Mapping
from random import Random

from quandary.errors import NotationError, SpaceError
from quandary.kind import NamedSpace
from quandary.kinds.sudoku.board import EMPTY
from quandary.kinds.sudoku.generate import SIZES, full
from quandary.kinds.sudoku.notation import parse
from quandary.kinds.sudoku.rules import Sudoku
from quandary.parts.space import Space
from quandary.parts.spaces import Made, Subset
from quandary.parts.spaces.options import one_of, whole

RANDOM = "random"
MOST_SEED = 10**9 - 1


def givens(options: Mapping[str, str]) -> Space[Sudoku]:
    """Return the Sudokus with a given number of givens of one solved grid.

    >>> space = givens({"size": "4x4", "givens": "4", "grid": "random", "seed": "1"})
    >>> space.size, space.unrank(0).givens
    (1820, '2341............')
    """
    grid = _grid(options)
    cells = len(grid.givens)
    number = whole(options, "givens", 0, cells - 1)

    def make(taken: tuple[int, ...]) -> Sudoku:
        kept = set(taken)
        text = "".join(symbol if cell in kept else EMPTY for cell, symbol in enumerate(grid.givens))
        return Sudoku(text, grid.box_rows, grid.box_columns)

    def code(sudoku: Sudoku) -> list[int]:
        if (sudoku.box_rows, sudoku.box_columns) != (grid.box_rows, grid.box_columns) or any(
            symbol not in (EMPTY, solved) for symbol, solved in zip(sudoku.givens, grid.givens, strict=True)
        ):
            raise SpaceError("The Sudoku is not in this space: its givens are not those of the solved grid.")
        return [cell for cell, symbol in enumerate(sudoku.givens) if symbol != EMPTY]

    return Made(Subset(cells, number), make, code)


def _grid(options: Mapping[str, str]) -> Sudoku:
    """Return the solved grid: a random one, or one that is given as text."""
    if options["grid"] == RANDOM:
        return full(Random(whole(options, "seed", 0, MOST_SEED)), one_of(options, "size", SIZES))
    try:
        grid = parse(options["grid"])
    except NotationError as error:
        raise SpaceError(f"grid={options['grid'][:40]} is not a grid: {error}") from None
    if EMPTY in grid.givens:
        raise SpaceError(f"grid={options['grid'][:40]} has empty cells. Give a solved grid, or grid=random.")
    return grid


SPACES = {
    "givens": NamedSpace(
        "Sudokus with some givens of one solved grid",
        {"size": "4x4", "givens": "5", "grid": RANDOM, "seed": "1"},
        givens,
    )
}
