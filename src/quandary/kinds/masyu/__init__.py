"""Masyu: one loop through pearls."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from quandary.pencil import Circles, Edges, Pencil, one_loop, rows_where, table
from quandary.pencil.grid import Grid
from quandary.pencil.kind import pencil_kind
from quandary.pencil.words import Word

TEXTS = {
    "w": "at the white circle of {}, the loop goes straight, and turns before or after it",
    "b": "at the black circle of {}, the loop turns, and goes straight before and after it",
}


@cache
def passing(colour: str, ways: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return how a loop can pass a circle, given the directions of the edges at it, and 4 more of those beyond."""

    def holds(*lines: int) -> bool:
        used = {way for way, line in zip(ways, lines, strict=True) if line}
        near = [way for way in used if way < 4]
        straight = len(near) == 2 and near[0] % 2 == near[1] % 2
        goes_on = [4 + way in used for way in near]
        return (
            not all(goes_on) and straight
            if colour == "w"
            else len(near) == 2 and not straight and all(goes_on)
        )

    return rows_where(holds, *[(0, 1)] * len(ways))


class Masyu(Pencil):
    """Draw one loop through the centres of cells. At a white circle it goes straight and turns just before or after; at a black one it turns and goes straight before and after."""

    clues = Circles()
    marks = Edges("line", on="between")

    def rules(self, grid: Grid) -> Iterator[Word]:
        """Circles shape the loop, and there is one loop."""
        for cell, colour in self.circles:
            near, far = grid.out(cell), grid.beyond(cell)
            scope = (*near.values(), *far.values())
            yield table(scope, passing(colour, (*near, *(4 + way for way in far))), TEXTS[colour])
        yield one_loop(grid.edges, grid.ends)


KIND = pencil_kind(
    Masyu,
    name="masyu",
    title="Masyu",
    folder=Path(__file__).parent,
    link="mashu masyu",
    sizes=("5x5",),
)
