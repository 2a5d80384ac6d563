"""Futoshiki: a Latin square with signs."""

from collections.abc import Iterator
from pathlib import Path

from quandary.pencil import Digits, Givens, Pencil, Signs, different, less
from quandary.pencil.grid import Grid
from quandary.pencil.kind import pencil_kind
from quandary.pencil.words import Word


class Futoshiki(Pencil):
    """Fill in the digits so that every row and column has each digit once. Signs point to the smaller of two digits."""

    clues = Givens(), Signs()
    marks = Digits(1)

    def rules(self, grid: Grid) -> Iterator[Word]:
        """Lines have each digit once, and signs point to the smaller digit."""
        yield from map(different, grid.lines)
        yield from map(less, self.signs)


KIND = pencil_kind(
    Futoshiki,
    name="futoshiki",
    title="Futoshiki",
    folder=Path(__file__).parent,
    sizes=("4x4",),
    levels=("easy", "hard"),
)
