"""Str8ts: runs of consecutive digits."""

from collections.abc import Iterator
from pathlib import Path

from quandary.pencil import Digits, Givens, Numbers, Pencil, different, straight
from quandary.pencil.grid import Grid
from quandary.pencil.kind import pencil_kind
from quandary.pencil.words import Word


class Str8ts(Pencil):
    """Fill in digits so that no row or column has one twice, and the digits of each white run are consecutive, in any order."""

    clues = Numbers(1, 9, attribute="black", unknown="#", black=True), Givens()
    marks = Digits(1)

    def known(self, grid: Grid) -> dict[int, int]:
        """Count digits on black cells as digits of their lines."""
        return {cell: n for cell, n in self.black if n > 0}

    def rules(self, grid: Grid) -> Iterator[Word]:
        """Lines have no digit twice, and white runs are consecutive."""
        empty = {cell for cell, n in self.black if n <= 0}
        yield from (different(tuple(cell for cell in line if cell not in empty)) for line in grid.lines)
        yield from (straight(run) for run in grid.runs(dict(self.black)) if len(run) > 1)


KIND = pencil_kind(
    Str8ts,
    name="straights",
    title="Str8ts",
    folder=Path(__file__).parent,
    sizes=("4x4",),
    levels=("easy", "hard"),
)
