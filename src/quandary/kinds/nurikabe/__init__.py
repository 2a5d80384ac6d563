"""Nurikabe: islands of numbered sizes in one sea."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

from quandary.pencil import NO, Numbers, Pencil, Shade, areas, connected, no_square
from quandary.pencil.grid import Grid
from quandary.pencil.kind import pencil_kind
from quandary.pencil.puzzle import State
from quandary.pencil.words import Word


class Nurikabe(Pencil):
    """Shade cells so that each number is in an island of that many white cells. The black cells are connected, and no square of four is black."""

    clues = Numbers(1, unknown="?")
    marks = Shade("black", other="white")

    def rules(self, grid: Grid) -> Iterator[Word]:
        """Islands have their sizes, and the sea is connected without squares."""
        sizes = tuple((cell, max(n, 0)) for cell, n in self.numbers)
        yield from map(no_square, grid.squares)
        if sizes:
            yield areas(grid.cells, grid.beside, sizes, value=NO)
        yield connected(grid.cells, grid.beside)

    def setting(self, rng: Random, solved: State) -> tuple[Pencil, State]:
        """Put the size of each island into one of its cells."""
        white = [cell for cell in self.grid.cells if solved[cell] == NO]
        islands = self.grid.groups(white)
        sizes = {rng.choice(sorted(island)): len(island) for island in islands}
        return replace(self, given=(tuple(map(sizes.get, self.grid.cells)),)), solved


KIND = pencil_kind(
    Nurikabe,
    name="nurikabe",
    title="Nurikabe",
    folder=Path(__file__).parent,
    link="nurikabe",
    sizes=("5x5",),
    levels=("medium", "hard", "evil"),
)
