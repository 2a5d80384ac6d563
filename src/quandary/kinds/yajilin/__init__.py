"""Yajilin: one loop past black cells."""

from collections.abc import Iterator
from pathlib import Path

from quandary.pencil import Arrows, Edges, Pencil, Shade, at_most, exactly, one_loop, rows_where, table
from quandary.pencil.grid import Grid
from quandary.pencil.kind import pencil_kind
from quandary.pencil.words import Word

PASSED = "{} is black, or the loop goes through it"


def is_passed(black: int, *lines: int) -> bool:
    """Return whether a cell is black, or the loop goes through it."""
    return sum(lines) == (0 if black else 2)


class Yajilin(Pencil):
    """Shade cells and draw one loop through all others. Arrows count the black cells in their direction. Black cells do not share a side."""

    clues = Arrows(bare=True)
    marks = Shade("black", other="white"), Edges("line", on="between")

    def rules(self, grid: Grid) -> Iterator[Word]:
        """Arrows count, black cells do not touch, and the loop goes through all others."""
        told = dict(self.arrows)
        yield from (exactly(n, grid.way(cell, way)) for cell, (n, way) in told.items() if n >= 0)
        yield from (at_most(1, pair) for pair in grid.beside)
        for cell in grid.cells:
            out = tuple(grid.out(cell).values())
            if cell in told:
                yield exactly(0, out)
            else:
                yield table((cell, *out), rows_where(is_passed, *[(0, 1)] * (len(out) + 1)), PASSED)
        yield one_loop(grid.edges, grid.ends)


KIND = pencil_kind(
    Yajilin,
    name="yajilin",
    title="Yajilin",
    folder=Path(__file__).parent,
    link="yajilin",
    sizes=("5x5",),
)
