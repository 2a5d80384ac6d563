"""Symmetries of puzzles on a declared board: turned, mirrored, or with renamed values."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

from quandary.parts.grid.layout import EMPTY, BoardNumbers
from quandary.parts.grid.puzzle import GridPuzzle

P = TypeVar("P", bound=GridPuzzle)


def symmetries(puzzle: P) -> Iterator[P]:
    """Yield the puzzle's images under the declared turns, also with renamed values if these are only names."""
    layout = puzzle.board
    for turn in layout.turns or (tuple(range(layout.cells)),):
        turned = tuple(puzzle.givens[cell] for cell in turn)
        yield replace(puzzle, givens=turned)
        if layout.renames:
            moved = tuple(number and number % layout.values + 1 for number in turned)
            yield replace(puzzle, givens=moved)


def canonical(puzzle: GridPuzzle) -> str:
    """Return a text that is the same exactly for puzzles that are the same under the layout's symmetries."""
    layout = puzzle.board
    turned = (
        tuple(puzzle.givens[cell] for cell in turn) for turn in layout.turns or (tuple(range(layout.cells)),)
    )
    forms = (_renamed(numbers) if layout.renames else numbers for numbers in turned)
    return f"{puzzle.rows}x{puzzle.columns}:{' '.join(map(str, min(forms)))}"


def _renamed(numbers: BoardNumbers) -> BoardNumbers:
    """Rename the values to 1, 2, 3, ... in the order in which they appear.

    >>> _renamed((0, 7, 3, 7))
    (0, 1, 2, 1)
    """
    names = {EMPTY: EMPTY}
    return tuple(names.setdefault(number, len(names)) for number in numbers)
