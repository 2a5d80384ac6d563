"""Masyu: one loop through pearls."""

from collections.abc import Iterator
from pathlib import Path

from quandary.pencil import Circles, Edges, Pencil, one_loop, one_of
from quandary.pencil.grid import Grid
from quandary.pencil.kind import pencil_kind
from quandary.pencil.words import Word
from quandary.pencil.words.word import Scope

TEXTS = {
    "w": "at the white circle of {}, the loop goes straight, and turns before or after it",
    "b": "at the black circle of {}, the loop turns, and goes straight before and after it",
}


class Masyu(Pencil):
    """Draw one loop through the centres of cells. At a white circle it goes straight and turns just before or after; at a black one it turns and goes straight before and after."""

    clues = Circles()
    marks = Edges("line", on="between")

    def rules(self, grid: Grid) -> Iterator[Word]:
        """Circles shape the loop, and there is one loop."""
        for cell, colour in self.circles:
            ways = list[tuple[Scope, Scope]]()
            for is_straight, edges, others, onward in grid.through(cell):
                if colour == "b" and not is_straight and len(onward) == 2:
                    ways.append(((*edges, *onward), others))
                elif colour == "w" and is_straight:
                    turns = [(*others, edge) for edge in onward] if len(onward) == 2 else [others]
                    ways += [(edges, free) for free in turns]
            scope = (*grid.out(cell).values(), *grid.beyond(cell).values())
            yield one_of(scope, tuple(way[0] for way in ways), tuple(way[1] for way in ways), TEXTS[colour])
        yield one_loop(grid.edges, grid.ends)


KIND = pencil_kind(
    Masyu,
    name="masyu",
    title="Masyu",
    folder=Path(__file__).parent,
    link="mashu masyu",
    sizes=("5x5",),
)
