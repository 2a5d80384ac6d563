"""Shikaku: divide the board into rectangles."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

from quandary.pencil import Numbers, Pencil, Walls, one_of
from quandary.pencil.clues.dividing import rectangles
from quandary.pencil.clues.regions import cells_of
from quandary.pencil.grid import Grid
from quandary.pencil.kind import pencil_kind
from quandary.pencil.puzzle import State
from quandary.pencil.shapes import boxes_around, walled
from quandary.pencil.words import Word


class Shikaku(Pencil):
    """Divide the board into rectangles with walls. Each has one number, which says how many cells it has."""

    clues = Numbers(1, unknown="?", kept=True)
    marks = Walls()

    def rules(self, grid: Grid) -> Iterator[Word]:
        """Every number and every cell is in one of the rectangles that numbers allow."""
        told = dict(self.numbers)
        near = {cell: boxes_around(cell, n, grid) for cell, n in told.items()}
        boxes = [box for cell, some in near.items() for box in some if told.keys() & box == {cell}]
        for cell in grid.cells if told else ():
            ways = [walled(box, grid) for box in boxes if cell in box]
            scope = sorted(
                {wall for way in ways for part in way for wall in part} or {*grid.out(cell).values()}
            )
            text = f"{grid.name(cell)} is in a rectangle of one number, which is its size"
            yield one_of(tuple(scope), tuple(way[0] for way in ways), tuple(way[1] for way in ways), text)

    def setting(self, rng: Random, solved: State) -> tuple[Pencil, State]:
        """Divide the board at random, and number each rectangle in one of its cells."""
        areas = cells_of(rectangles(rng, self.grid))
        number = {rng.choice(area): len(area) for area in areas}
        walls = {wall for area in areas for wall in walled(area, self.grid)[0]}
        given = (tuple(number.get(cell) for cell in self.grid.cells),)
        return replace(self, given=given), tuple(int(wall in walls) for wall in self.grid.edges)


KIND = pencil_kind(
    Shikaku,
    name="shikaku",
    title="Shikaku",
    folder=Path(__file__).parent,
    link="shikaku",
    also="sikaku",
    sizes=("4x4",),
    levels=("easy", "hard"),
)
