"""Star Battle: stars that do not touch."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

from quandary.pencil import Number, Pencil, Regions, Shade, at_most, exactly
from quandary.pencil.clues.dividing import grown
from quandary.pencil.grid import Grid
from quandary.pencil.kind import pencil_kind
from quandary.pencil.puzzle import State
from quandary.pencil.words import Word


class StarBattle(Pencil):
    """Put stars into the grid so that every row, column and region has the same number. Stars do not touch, not even at corners."""

    clues = Regions(later=True), Number("stars", default=1)
    marks = Shade("star", look="star")

    def rules(self, grid: Grid) -> Iterator[Word]:
        """Lines and regions have their stars, and stars do not touch."""
        yield from (exactly(self.stars, line) for line in (*grid.lines, *self.regions))
        yield from (at_most(1, pair) for pair in grid.touching)

    def setting(self, rng: Random, solved: State) -> tuple[Pencil, State]:
        """Let regions grow around the stars."""
        stars = [(cell,) for cell in self.grid.cells if solved[cell]]
        return replace(self, given=(grown(rng, self.grid, stars), self.stars)), solved


KIND = pencil_kind(
    StarBattle,
    name="starbattle",
    title="Star Battle",
    folder=Path(__file__).parent,
    link="starbattle",
    sizes=("6x6",),
    levels=("easy", "hard"),
)
