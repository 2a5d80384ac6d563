"""Heyawake: rooms with numbers of black cells."""

from collections.abc import Iterator
from pathlib import Path

from quandary.pencil import NO, Cages, Pencil, Shade, at_least, at_most, connected, exactly
from quandary.pencil.grid import Grid
from quandary.pencil.kind import pencil_kind
from quandary.pencil.words import Word


class Heyawake(Pencil):
    """Shade as many cells of each room as its number says. Black cells do not share a side, white ones are connected, and no white line passes through three rooms."""

    clues = Cages("count", attribute="rooms")
    marks = Shade("black", other="white")

    def rules(self, grid: Grid) -> Iterator[Word]:
        """Rooms have their numbers, lines end after two rooms, black cells do not touch, and white ones are connected."""
        yield from (exactly(room.number, room) for room in self.rooms if room.number is not None)
        yield from (at_most(1, pair) for pair in grid.beside)
        yield from (at_least(1, span) for span in grid.spans(self.rooms))
        yield connected(grid.cells, grid.beside, value=NO)


KIND = pencil_kind(
    Heyawake,
    name="heyawake",
    title="Heyawake",
    folder=Path(__file__).parent,
    link="heyawake",
    sizes=("5x5",),
)
