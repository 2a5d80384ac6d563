"""The board: a hexagon of 54 triangles, its neighbourhoods and its twelve symmetries.

A set of cells is an integer with one bit per cell. Cells are numbered row by row:

             0  1  2  3  4  5  6                row 0, columns 2 to 8
          7  8  9 10 11 12 13 14 15             row 1, columns 1 to 9
      16 17 18 19 20 21 22 23 24 25 26          row 2, columns 0 to 10
      27 28 29 30 31 32 33 34 35 36 37          row 3
         38 39 40 41 42 43 44 45 46             row 4
            47 48 49 50 51 52 53                row 5

The triangle at row r and column c points up if r + c is even. The C++ core uses the same numbers.
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from quandary.draw.shapes import Point
from quandary.parts.masks import bits, mask_of

ROWS = ((2, 7), (1, 9), (0, 11), (0, 11), (1, 9), (2, 7))
"""The first column and the length of each row."""


class Cell(NamedTuple):
    """A triangle of the board, by row and column."""

    row: int
    column: int

    @property
    def points_up(self) -> bool:
        """Whether the tip is above the base."""
        return (self.row + self.column) % 2 == 0

    @property
    def neighbours(self) -> tuple["Cell", ...]:
        """The cells that share an edge with this one, on the board or off it."""
        row, column = self
        across = row + 1 if self.points_up else row - 1
        return Cell(row, column - 1), Cell(row, column + 1), Cell(across, column)

    @property
    def corners(self) -> tuple[tuple[int, int], ...]:
        """The corners as (line, column): lines run between rows, columns are those of the cells."""
        row, column = self
        tip, base = (row, row + 1) if self.points_up else (row + 1, row)
        return (tip, column), (base, column - 1), (base, column + 1)


CELLS = tuple(Cell(row, first + i) for row, (first, length) in enumerate(ROWS) for i in range(length))
NUMBER: dict[tuple[int, int], int] = {cell: number for number, cell in enumerate(CELLS)}
FULL = (1 << len(CELLS)) - 1
DOWN = sum(1 << number for number, cell in enumerate(CELLS) if not cell.points_up)
"""The cells that point down, which have the bumps on the side with bumps."""

HEIGHT = 0.8660254037844386
"""The height of a triangle of side 1."""


NEAR = tuple(mask_of(NUMBER[near] for near in cell.neighbours if near in NUMBER) for cell in CELLS)
"""The cells that share an edge with each cell."""
_CORNERS = {corner: at for at, corner in enumerate(sorted({spot for cell in CELLS for spot in cell.corners}))}
CORNERS = tuple(mask_of(_CORNERS[corner] for corner in cell.corners) for cell in CELLS)
"""The corners of each cell, as a set of the board's 37 corners."""


_LINES = tuple((cell.row, (cell.column - cell.row - 1) // 2, (cell.column + cell.row) // 2) for cell in CELLS)
_NUMBERED = {
    line: at for at, line in enumerate(sorted({line for all_ in _LINES for line in enumerate(all_)}))
}
LINES = tuple(mask_of(_NUMBERED[line] for line in enumerate(all_)) for all_ in _LINES)
"""The rows of triangles that each cell lies in, one in each of the three directions, as a set of the board's 18 rows."""


def halo(mask: int) -> int:
    """Return the cells outside a set that share an edge with a cell in it.

    >>> list(bits(halo(mask_of([0, 1, 2]))))
    [3, 8, 10]
    """
    near = 0
    for cell in bits(mask):
        near |= NEAR[cell]
    return near & ~mask


def corners(mask: int) -> int:
    """Return the corners of all cells of a set."""
    found = 0
    for cell in bits(mask):
        found |= CORNERS[cell]
    return found


def lines(mask: int) -> int:
    """Return the rows, in all three directions, of the cells of a set."""
    found = 0
    for cell in bits(mask):
        found |= LINES[cell]
    return found


@cache
def regions(vacant: int) -> tuple[int, ...]:
    """Return the connected parts of a set of cells, ordered by their lowest cell.

    >>> [list(bits(part)) for part in regions(mask_of([0, 1, 5, 6, 14]))]
    [[0, 1], [5, 6, 14]]
    """
    found = []
    while vacant:
        part, edge = 0, vacant & -vacant
        while edge:
            lowest = edge & -edge
            part |= lowest
            edge = (edge | NEAR[lowest.bit_length() - 1] & vacant) & ~part
        found.append(part)
        vacant &= ~part
    return tuple(found)


def _flipped(cell: Cell) -> Cell:
    return Cell(len(ROWS) - 1 - cell.row, cell.column)


def _rotated(cell: Cell) -> Cell:
    """Rotate a cell by a sixth of a turn clockwise.

    The centres of triangles are rotated, with x in half sides and y in sixths of a height.
    """
    x, y = cell.column - 5, 9 - 3 * cell.row - (2 if cell.points_up else 1)
    x, y = (x + y) // 2, (y - 3 * x) // 2
    return Cell((9 - y) // 3, x + 5)


def _symmetries() -> Iterator[tuple[int, ...]]:
    for flips in range(2):
        cells = [_flipped(cell) if flips else cell for cell in CELLS]
        for _ in range(6):
            yield tuple(NUMBER[cell] for cell in cells)
            cells = [_rotated(cell) for cell in cells]


SYMMETRIES = tuple(_symmetries())
"""The image of each cell: symmetry 6 f + t flips top and bottom f times, then turns t sixths clockwise."""


def image(mask: int, symmetry: int) -> int:
    """Rotate or reflect a set of cells.

    >>> list(bits(image(mask_of([0, 1, 2]), 1)))
    [5, 6, 14]
    """
    to = SYMMETRIES[symmetry]
    return mask_of(to[cell] for cell in bits(mask))


def position(line: int, column: int) -> Point:
    """Return the position of a corner on a page on which triangles have side 1."""
    return column / 2, line * HEIGHT
