"""Minesweeper without clicking: mines from numbers."""

from collections.abc import Iterator
from pathlib import Path

from quandary.pencil import Numbers, Pencil, Shade, exactly
from quandary.pencil.grid import Grid
from quandary.pencil.kind import pencil_kind
from quandary.pencil.words import Word


class Minesweeper(Pencil):
    """Find the mines. Each number counts the mines around it, and has none below it."""

    clues = Numbers(0, 8, bare=True)
    marks = Shade("mine", look="disc")

    def rules(self, grid: Grid) -> Iterator[Word]:
        """Numbers count the mines around them."""
        yield from (exactly(n, grid.around(cell)) for cell, n in self.numbers)


KIND = pencil_kind(
    Minesweeper,
    name="minesweeper",
    title="Minesweeper",
    folder=Path(__file__).parent,
    link="mines minesweeper",
    sizes=("6x6",),
    levels=("easy", "hard", "evil"),
)
