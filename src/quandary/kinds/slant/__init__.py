"""Slant: a line in every cell, and no loop."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path

from quandary.pencil import Crossings, Pencil, Shade, no_loop, table
from quandary.pencil.grid import Grid
from quandary.pencil.kind import pencil_kind
from quandary.pencil.words import Word


@cache
def ways(n: int, lines: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the values of cells around a corner with which n of them meet it, given which does."""
    rows = product((0, 1), repeat=len(lines))
    return tuple(row for row in rows if sum(a == b for a, b in zip(row, lines, strict=True)) == n)


class Slant(Pencil):
    """Draw a line from corner to corner in every cell. Numbers say how many lines meet there, and no lines form a loop."""

    clues = Crossings()
    marks = Shade("falling", other="rising", look="slant")

    def rules(self, grid: Grid) -> Iterator[Word]:
        """Numbers count the lines that meet, and there is no loop."""
        for n, (cells, lines) in self.crossings:
            yield table(
                cells,
                ways(n, lines),
                f"{n or 'no'} line{'s' * (n != 1)} of {{}} meet{'s' * (n == 1)} in its number",
            )
        corner = [cell + cell // grid.width for cell in grid.cells]
        falling = tuple((at, at + grid.width + 2) for at in corner)
        yield no_loop(grid.cells, falling, tuple((at + 1, at + grid.width + 1) for at in corner))


KIND = pencil_kind(
    Slant,
    name="slant",
    title="Slant",
    folder=Path(__file__).parent,
    link="gokigen",
    sizes=("4x4",),
)
