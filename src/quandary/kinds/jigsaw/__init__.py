"""Jigsaw Sudoku: regions instead of boxes."""

from collections.abc import Iterator
from pathlib import Path

from quandary.pencil import Digits, Givens, Pencil, Regions, different
from quandary.pencil.grid import Grid
from quandary.pencil.kind import pencil_kind
from quandary.pencil.words import Word


class JigsawSudoku(Pencil):
    """Fill in the digits so that every row, column and region has each digit once."""

    clues = Regions(equal=True), Givens()
    marks = Digits(1)

    def rules(self, grid: Grid) -> Iterator[Word]:
        """Lines and regions have each digit once."""
        yield from map(different, (*grid.lines, *self.regions))


KIND = pencil_kind(
    JigsawSudoku,
    name="jigsaw",
    title="Jigsaw Sudoku",
    folder=Path(__file__).parent,
    sizes=("4x4",),
    levels=("easy", "hard"),
)
