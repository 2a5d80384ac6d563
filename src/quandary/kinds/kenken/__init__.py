"""KenKen: cages with operations."""

from collections.abc import Iterator
from pathlib import Path

from quandary.pencil import Cages, Digits, Givens, Pencil, different, total
from quandary.pencil.grid import Grid
from quandary.pencil.kind import pencil_kind
from quandary.pencil.words import Word


class Kenken(Pencil):
    """Fill in the digits so that every row and column has each digit once, and the digits of a cage give its number by its operation."""

    clues = Cages("operation"), Givens()
    marks = Digits(1)

    def rules(self, grid: Grid) -> Iterator[Word]:
        """Lines have each digit once, and cages give their numbers."""
        yield from map(different, grid.lines)
        for cage in self.cages:
            if cage.number is not None:
                yield total(cage.number, cage, operation=cage.operation)


KIND = pencil_kind(
    Kenken,
    name="kenken",
    title="KenKen",
    folder=Path(__file__).parent,
    sizes=("4x4",),
    levels=("easy", "hard"),
)
