"""Kuromasu: numbers that see cells."""

from collections.abc import Iterator
from pathlib import Path

from quandary.pencil import NO, Numbers, Pencil, Shade, at_most, connected, sees
from quandary.pencil.grid import Grid
from quandary.pencil.kind import pencil_kind
from quandary.pencil.words import Word


class Kuromasu(Pencil):
    """Shade cells so that each number sees that many white cells, itself included. Black cells do not share a side, and white ones are connected."""

    clues = Numbers(2)
    marks = Shade("black", other="white")

    def rules(self, grid: Grid) -> Iterator[Word]:
        """Numbers see their cells, black cells do not touch, and white ones are connected."""
        for cell, n in self.numbers:
            yield sees(n, cell, tuple(ray for way in range(4) if (ray := grid.way(cell, way))))
        yield from (at_most(1, pair) for pair in grid.beside)
        yield connected(grid.cells, grid.beside, value=NO)


KIND = pencil_kind(
    Kuromasu,
    name="kuromasu",
    title="Kuromasu",
    folder=Path(__file__).parent,
    link="kurodoko kuromasu",
    sizes=("5x5",),
)
