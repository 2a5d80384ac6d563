"""Hitori: shade what comes twice."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

from quandary.pencil import NO, Numbers, Pencil, Shade, at_most, connected
from quandary.pencil.filling import latin
from quandary.pencil.grid import Grid
from quandary.pencil.kind import pencil_kind
from quandary.pencil.puzzle import State
from quandary.pencil.words import Word


class Hitori(Pencil):
    """Shade cells so that no row or column has a white number twice. Black cells do not share a side, and the white ones are connected."""

    clues = Numbers(1, whole=True)
    marks = Shade("black", other="white")

    def rules(self, grid: Grid) -> Iterator[Word]:
        """Have each number white once in a line; black cells do not touch, and white ones are connected."""
        number = dict(self.numbers)
        for line in grid.lines:
            for n in sorted({number[cell] for cell in line if cell in number}):
                if len(same := tuple(cell for cell in line if number.get(cell) == n)) > 1:
                    yield at_most(1, same, value=NO)
        yield from (at_most(1, pair) for pair in grid.beside)
        yield connected(grid.cells, grid.beside, value=NO)

    def setting(self, rng: Random, solved: State) -> tuple[Pencil, State]:
        """Fill in a Latin square, and make black cells repeat a number of their row."""
        number = latin(rng, self.grid)
        for cell in (cell for cell in self.grid.cells if solved[cell]):
            row = self.grid.rows[cell // self.columns]
            number[cell] = number[rng.choice([other for other in row if not solved[other]])]
        return replace(self, given=(tuple(number),)), solved


KIND = pencil_kind(
    Hitori,
    name="hitori",
    title="Hitori",
    folder=Path(__file__).parent,
    link="hitori",
    sizes=("5x5",),
    levels=("hard", "evil"),
)
