"""LITS: a shape of four cells in each region."""

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

from quandary.pencil import NO, Pencil, Regions, Shade, connected, no_square, one_of
from quandary.pencil.grid import Grid
from quandary.pencil.kind import pencil_kind
from quandary.pencil.shapes import alike_and_beside, fitting, outline
from quandary.pencil.words import Word

SQUARE = ((0, 0), (0, 1), (1, 0), (1, 1))


class Lits(Pencil):
    """Shade four connected cells in each region. All are connected, no square of four is black, and equal shapes share no side."""

    clues = Regions(size=6)
    marks = Shade("black", other="white")

    def known(self, grid: Grid) -> dict[int, int]:
        """Leave cells outside all regions white."""
        return dict.fromkeys({*grid.cells}.difference(*self.regions), NO)

    def rules(self, grid: Grid) -> Iterator[Word]:
        """Regions have their shapes, equal ones are apart, and the black cells are connected without squares."""
        ways = [
            tuple(way for way in fitting(region, 4, grid) if outline(way, grid) != SQUARE)
            for region in self.regions
        ]
        for region, some in zip(self.regions, ways, strict=True):
            rest = tuple(tuple(cell for cell in region if cell not in way) for way in some)
            yield one_of(region, some, rest, "{} has four connected black cells, but no square")
        yield from map(no_square, grid.squares)
        for one, other in combinations(ways, 2):
            for cells in alike_and_beside(one, other, grid):
                yield no_square(cells, text="{} would be two equal shapes side by side")
        yield connected(grid.cells, grid.beside)


KIND = pencil_kind(
    Lits,
    name="lits",
    title="LITS",
    folder=Path(__file__).parent,
    link="lits",
    sizes=("4x5",),
    levels=("hard", "evil"),
)
