"""Nonograms: shade cells so that lines have runs of given lengths."""

from collections.abc import Iterator
from pathlib import Path

from quandary.pencil import LineClues, Pencil, Shade, runs
from quandary.pencil.grid import Grid
from quandary.pencil.kind import pencil_kind


class Nonogram(Pencil):
    """Shade cells so that each row and column has runs of these lengths, in this order."""

    clues = LineClues("runs")
    marks = Shade("black", other="white")

    def rules(self, grid: Grid) -> Iterator[runs]:
        """Each line has its runs."""
        yield from (runs(lengths, line) for line, lengths in self.runs.items())


KIND = pencil_kind(
    Nonogram,
    name="nonogram",
    title="Nonogram",
    folder=Path(__file__).parent,
    sizes=("5x5",),
    link="nonogram",
    levels=("easy", "hard"),
)
