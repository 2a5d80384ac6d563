"""Norinori: dominoes in regions."""

from collections.abc import Iterator
from pathlib import Path

from quandary.pencil import Pencil, Regions, Shade, exactly, touches
from quandary.pencil.grid import Grid
from quandary.pencil.kind import pencil_kind
from quandary.pencil.words import Word


class Norinori(Pencil):
    """Shade two cells of each region so that the shaded cells form dominoes, which do not share a side."""

    clues = Regions(size=4)
    marks = Shade("black", other="white")

    def rules(self, grid: Grid) -> Iterator[Word]:
        """Regions have two black cells, each of which has one black neighbour."""
        yield from (exactly(2, region) for region in self.regions)
        yield from (touches(1, cell, grid.near(cell)) for cell in grid.cells)


KIND = pencil_kind(
    Norinori,
    name="norinori",
    title="Norinori",
    folder=Path(__file__).parent,
    link="norinori",
    sizes=("5x5",),
    levels=("easy", "hard", "evil"),
)
