"""Yin-Yang: two colours, each connected."""

from collections.abc import Iterator
from pathlib import Path

from quandary.pencil import NO, Circles, Pencil, Shade, connected, no_square, rows_where, table
from quandary.pencil.grid import Grid
from quandary.pencil.kind import pencil_kind
from quandary.pencil.words import Word

STRAIGHT = rows_where(lambda a, b, c, d: not a == d != b == c, *[(0, 1)] * 4)
"""The squares that are no checkerboard."""
CROSSED = "{} is no checkerboard, since two ways would cross"


class YinYang(Pencil):
    """Make every cell black or white so that all black cells are connected, all white ones are connected, and no square of four has one colour."""

    clues = Circles(given=True)
    marks = Shade("black", other="white", look="disc")

    def rules(self, grid: Grid) -> Iterator[Word]:
        """No square has one colour, and both colours are connected, so that no square crosses them either."""
        yield from map(no_square, grid.squares)
        yield from (no_square(square, value=NO) for square in grid.squares)
        yield from (table(square, STRAIGHT, CROSSED) for square in grid.squares)
        yield connected(grid.cells, grid.beside)
        yield connected(grid.cells, grid.beside, value=NO)


KIND = pencil_kind(
    YinYang,
    name="yinyang",
    title="Yin-Yang",
    folder=Path(__file__).parent,
    link="yinyang",
    sizes=("5x5",),
)
