"""Slitherlink: one loop along the dots."""

from collections.abc import Iterator
from pathlib import Path

from quandary.pencil import Edges, Numbers, Pencil, exactly, one_loop
from quandary.pencil.grid import Grid
from quandary.pencil.kind import pencil_kind
from quandary.pencil.words import Word


class Slitherlink(Pencil):
    """Draw one loop along the dots. A number says how many of its sides the loop uses."""

    clues = Numbers(0, 3)
    marks = Edges("line", other="cross", on="grid lines")

    def rules(self, grid: Grid) -> Iterator[Word]:
        """Each number counts its sides, and there is one loop."""
        yield from (exactly(n, grid.sides(cell)) for cell, n in self.numbers)
        yield one_loop(grid.edges, grid.ends)


KIND = pencil_kind(
    Slitherlink,
    name="slitherlink",
    title="Slitherlink",
    folder=Path(__file__).parent,
    sizes=("4x4",),
    link="slither",
)
