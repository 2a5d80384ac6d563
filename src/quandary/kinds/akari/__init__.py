"""Akari: lamps that light every cell."""

from collections.abc import Iterator
from pathlib import Path

from quandary.pencil import Numbers, Pencil, Shade, at_least, at_most, exactly
from quandary.pencil.grid import Grid
from quandary.pencil.kind import pencil_kind
from quandary.pencil.words import Word


class Akari(Pencil):
    """Put lamps into white cells so that every white cell is lit. Lamps shine up to the next black cell, and no lamp lights another."""

    clues = Numbers(0, 4, unknown="#", black=True)
    marks = Shade("lamp", look="disc")

    def rules(self, grid: Grid) -> Iterator[Word]:
        """Numbers count the lamps beside them, runs have one lamp at most, and each cell is lit."""
        black = dict(self.numbers)
        yield from (exactly(n, grid.near(cell)) for cell, n in black.items() if n >= 0)
        yield from (at_most(1, run) for run in grid.runs(black) if len(run) > 1)
        yield from (at_least(1, (cell, *grid.seen(cell, black))) for cell in grid.cells if cell not in black)


KIND = pencil_kind(
    Akari,
    name="akari",
    title="Akari",
    folder=Path(__file__).parent,
    link="lightup akari",
    sizes=("5x5",),
    levels=("easy", "hard", "evil"),
)
