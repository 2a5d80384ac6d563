"""Killer Sudoku: digits of cages add up to their numbers."""

from collections.abc import Iterator
from math import isqrt
from pathlib import Path

from quandary.pencil import Cages, Digits, Givens, Pencil, different, total
from quandary.pencil.grid import Grid
from quandary.pencil.kind import pencil_kind
from quandary.pencil.words import Word


class Killer(Pencil):
    """Fill in each digit once in every row, column and box. Digits of a cage differ and add up to its number."""

    clues = Cages("sum"), Givens()
    marks = Digits(1)

    def rules(self, grid: Grid) -> Iterator[Word]:
        """Units have each digit once, and cages have their sums."""
        high = next(n for n in range(isqrt(grid.width), 0, -1) if grid.width % n == 0)
        yield from map(different, (*grid.lines, *grid.boxes(high, grid.width // high)))
        for cage in self.cages:
            yield total(cage.sum, cage, different=True) if cage.sum else different(cage)


KIND = pencil_kind(
    Killer,
    name="killer",
    title="Killer Sudoku",
    folder=Path(__file__).parent,
    sizes=("4x4",),
    levels=("easy", "hard"),
)
