"""Suguru: regions with the digits up to their sizes."""

from collections.abc import Iterator
from pathlib import Path

from quandary.pencil import Digits, Givens, Pencil, Regions, different, exactly
from quandary.pencil.grid import Grid
from quandary.pencil.kind import pencil_kind
from quandary.pencil.words import Word


class Suguru(Pencil):
    """Fill each region with the digits from 1 to the number of its cells. Equal digits do not touch, not even at corners."""

    clues = Regions(size=5), Givens()
    marks = Digits(1, 9)

    def rules(self, grid: Grid) -> Iterator[Word]:
        """Regions have each digit up to their sizes once, and equal digits do not touch."""
        for region in self.regions:
            yield from (exactly(0, region, value=n) for n in range(len(region) + 1, 10))
            yield different(region)
        yield from map(different, grid.touching)


KIND = pencil_kind(
    Suguru,
    name="suguru",
    title="Suguru",
    folder=Path(__file__).parent,
    sizes=("4x4",),
    levels=("easy", "hard"),
)
