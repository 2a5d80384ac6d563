"""Tapa: runs of black cells around numbers."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from quandary.pencil import ANY, Around, Pencil, Shade, connected, no_square, rows_where, table
from quandary.pencil.clues.lines import run_lengths
from quandary.pencil.grid import Grid
from quandary.pencil.kind import pencil_kind
from quandary.pencil.words import Word


@cache
def rows_around(lengths: tuple[int, ...], cells: int, closed: bool) -> tuple[tuple[int, ...], ...]:
    """Return the ways to shade a ring of cells, or a part of one that is not closed, in runs of these lengths."""

    def holds(*marks: int) -> bool:
        gap = marks.index(0) if closed and 0 in marks else 0
        found = run_lengths((*marks[gap:], *marks[:gap])) or (0,)
        told, free = [n for n in lengths if n != ANY], lengths.count(ANY)
        rest = [n for n in found if n not in told or told.remove(n)]  # type: ignore[func-returns-value]
        return not told and len(rest) == free and (not free or 0 not in rest)

    return rows_where(holds, *[(0, 1)] * cells)


class Tapa(Pencil):
    """Shade cells so that the black cells around each clue form runs of these lengths. The black cells are connected, and no square of four is black."""

    clues = Around()
    marks = Shade("black", other="white")

    def rules(self, grid: Grid) -> Iterator[Word]:
        """Clues tell the runs around them, and the black cells are connected without squares."""
        for cell, lengths in self.around:
            ring, closed = grid.ring(cell)
            clue = " ".join(map(str, lengths)).replace("-1", "?")
            text = f"around {grid.name(cell)}, there are runs of {clue}"
            yield table(ring, rows_around(lengths, len(ring), closed), text)
        yield from map(no_square, grid.squares)
        yield connected(grid.cells, grid.beside)


KIND = pencil_kind(
    Tapa,
    name="tapa",
    title="Tapa",
    folder=Path(__file__).parent,
    link="tapa",
    sizes=("5x5",),
)
