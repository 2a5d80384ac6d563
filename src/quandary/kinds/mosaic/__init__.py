"""Mosaic: a picture from numbers."""

from collections.abc import Iterator
from pathlib import Path

from quandary.pencil import Numbers, Pencil, Shade, exactly
from quandary.pencil.grid import Grid
from quandary.pencil.kind import pencil_kind
from quandary.pencil.words import Word


class Mosaic(Pencil):
    """Shade cells so that each number counts the shaded cells around it, its own included."""

    clues = Numbers(0, 9)
    marks = Shade("black", other="white")

    def rules(self, grid: Grid) -> Iterator[Word]:
        """Numbers count their cell and those around it."""
        yield from (exactly(n, (cell, *grid.around(cell))) for cell, n in self.numbers)


KIND = pencil_kind(
    Mosaic,
    name="mosaic",
    title="Mosaic",
    folder=Path(__file__).parent,
    sizes=("5x5",),
    levels=("easy", "hard", "evil"),
)
