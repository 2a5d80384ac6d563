"""The three lattices of cells: squares, triangles and hexagons.

A cell is a row and a column. In the triangle lattice the cell at row r and column c points up if r + c is even.
In the hexagon lattice columns count half cells, so that r + c is always even. In text, odd rows of hexagons
are shifted to the right by half a cell.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import TypeAlias

from quandary.draw.shapes import Point

Cell: TypeAlias = tuple[int, int]
"""The row and the column of a cell."""
Corner: TypeAlias = tuple[int, int]
"""The line and the column of a corner, in units of the lattice."""

SQRT3 = sqrt(3)


@dataclass(frozen=True)
class Lattice:
    """One way to divide the plane into cells."""

    name: str
    near: Callable[[Cell], tuple[Cell, ...]]
    """The cells that share an edge with a cell."""
    corners: Callable[[Cell], tuple[Corner, ...]]
    """The corners of a cell, in the order in which they lie around it."""
    rotated: Callable[[Cell], Cell]
    """The cell turned clockwise about the origin by the smallest turn that keeps the lattice."""
    flipped: Callable[[Cell], Cell]
    """The cell reflected, top to bottom or left to right."""
    lines: Callable[[Cell], tuple[int, ...]]
    """The row of a cell in each direction of the lattice, by number."""
    scale: Point
    """The size of a unit of corners on a page on which cells have side 1."""
    turns: int
    """The number of turns in a full circle."""
    step: int
    """A slide by (down, right) keeps the lattice if down + right is a multiple of this."""

    def position(self, corner: Corner) -> Point:
        """Return the position of a corner on a page on which cells have side 1."""
        line, column = corner
        return column * self.scale[0], line * self.scale[1]

    @cached_property
    def symmetries(self) -> tuple[tuple[int, int], ...]:
        """Every symmetry as (flips, turns): it flips first, then turns. Those without a flip come first."""
        return tuple((flips, turns) for flips in range(2) for turns in range(self.turns))

    def image(self, cells: Iterable[Cell], symmetry: tuple[int, int]) -> list[Cell]:
        """Return cells flipped and turned about the origin, in the same order.

        >>> LATTICES["square"].image([(0, 1)], (0, 1))
        [(1, 0)]
        """
        flips, turns = symmetry
        moved = [self.flipped(cell) if flips else cell for cell in cells]
        for _ in range(turns):
            moved = [self.rotated(cell) for cell in moved]
        return moved

    def home(self, cells: Sequence[Cell]) -> Cell:
        """Return the slide (down, right) that brings cells as far to the top left as the lattice lets them.

        >>> LATTICES["triangle"].home([(3, 4), (3, 5)])
        (-3, -3)
        """
        down, right = -min(row for row, _ in cells), -min(column for _, column in cells)
        return down, right + (down + right) % self.step

    def settled(self, cells: Sequence[Cell]) -> tuple[Cell, ...]:
        """Return cells slid to the top left, row by row."""
        down, right = self.home(cells)
        return tuple(sorted((row + down, column + right) for row, column in cells))

    def cell(self, row: int, at: int) -> Cell:
        """Return the cell that a character of a text stands for.

        >>> LATTICES["hexagon"].cell(1, 2), LATTICES["square"].cell(1, 2)
        ((1, 5), (1, 2))
        """
        return (row, 2 * at + row % 2) if self.name == "hexagon" else (row, at)

    def place(self, cell: Cell) -> Cell:
        """Return the line and the place in it of the character that stands for a cell."""
        row, column = cell
        return (row, (column - row % 2) // 2) if self.name == "hexagon" else cell


def _near_square(cell: Cell) -> tuple[Cell, ...]:
    row, column = cell
    return (row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)


def _corners_of_square(cell: Cell) -> tuple[Corner, ...]:
    row, column = cell
    return (row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column)


def points_up(cell: Cell) -> bool:
    """Return whether the tip of a triangle is above its base."""
    return sum(cell) % 2 == 0


def _near_triangle(cell: Cell) -> tuple[Cell, ...]:
    row, column = cell
    across = row + 1 if points_up(cell) else row - 1
    return (row, column - 1), (row, column + 1), (across, column)


def _corners_of_triangle(cell: Cell) -> tuple[Corner, ...]:
    row, column = cell
    if points_up(cell):
        return (row, column), (row + 1, column + 1), (row + 1, column - 1)
    return (row + 1, column), (row, column - 1), (row, column + 1)


def _rotated_triangle(cell: Cell) -> Cell:
    """Turn the middle of a triangle by a sixth, with x in half sides and y in thirds of a height."""
    row, column = cell
    x, y = column, -3 * row - (2 if points_up(cell) else 1)
    x, y = (x + y) // 2, (y - 3 * x) // 2
    return -y // 3, x


def _lines_of_triangle(cell: Cell) -> tuple[int, ...]:
    row, column = cell
    return row, (column - row - 1) // 2, (column + row) // 2


def _near_hexagon(cell: Cell) -> tuple[Cell, ...]:
    row, column = cell
    return (
        (row - 1, column - 1),
        (row - 1, column + 1),
        (row, column + 2),
        (row + 1, column + 1),
        (row + 1, column - 1),
        (row, column - 2),
    )


def _corners_of_hexagon(cell: Cell) -> tuple[Corner, ...]:
    row, column = cell
    middle = 3 * row
    return (
        (middle - 2, column),
        (middle - 1, column + 1),
        (middle + 1, column + 1),
        (middle + 2, column),
        (middle + 1, column - 1),
        (middle - 1, column - 1),
    )


def _rotated_hexagon(cell: Cell) -> Cell:
    row, column = cell
    return (column + row) // 2, (column - 3 * row) // 2


def _lines_of_hexagon(cell: Cell) -> tuple[int, ...]:
    row, column = cell
    return row, (column - row) // 2, (column + row) // 2


LATTICES = {
    "square": Lattice(
        "square",
        _near_square,
        _corners_of_square,
        lambda cell: (cell[1], -cell[0]),
        lambda cell: (-cell[0], cell[1]),
        lambda cell: cell,
        (1, 1),
        turns=4,
        step=1,
    ),
    "triangle": Lattice(
        "triangle",
        _near_triangle,
        _corners_of_triangle,
        _rotated_triangle,
        lambda cell: (-1 - cell[0], cell[1]),
        _lines_of_triangle,
        (0.5, SQRT3 / 2),
        turns=6,
        step=2,
    ),
    "hexagon": Lattice(
        "hexagon",
        _near_hexagon,
        _corners_of_hexagon,
        _rotated_hexagon,
        lambda cell: (-cell[0], cell[1]),
        _lines_of_hexagon,
        (SQRT3 / 2, 0.5),
        turns=6,
        step=2,
    ),
}
