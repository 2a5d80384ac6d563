"""Skyscrapers: numbers of roofs that are seen."""

from collections.abc import Iterator
from pathlib import Path

from quandary.pencil import Digits, Givens, Pencil, Sides, different, skyline
from quandary.pencil.grid import Grid
from quandary.pencil.kind import pencil_kind
from quandary.pencil.words import Word


class Skyscrapers(Pencil):
    """Fill in the heights of skyscrapers so that every row and column has each height once. Numbers outside say how many are seen from there."""

    clues = Sides(), Givens()
    marks = Digits(1)

    def rules(self, grid: Grid) -> Iterator[Word]:
        """Lines have each height once, and as many are seen as the numbers say."""
        yield from map(different, grid.lines)
        yield from (skyline(n, line) for n, line in self.sides)


KIND = pencil_kind(
    Skyscrapers,
    name="skyscrapers",
    title="Skyscrapers",
    folder=Path(__file__).parent,
    sizes=("4x4",),
    levels=("easy", "hard"),
    link="skyscrapers",
)
