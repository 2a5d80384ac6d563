"""Pencil marks: the digits that each cell of a Sudoku can still take."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from quandary.kinds.sudoku.board import EMPTY, VALUE, Put, board
from quandary.parts.masks import bits

Set = int
"""A set of cells, digits, units or moves, with a bit for each member."""
BOX, ROW, COLUMN = range(3)


@dataclass(frozen=True, eq=False)
class BoardShape:
    """The units of a board, numbered boxes first, then rows, then columns."""

    size: int
    units: tuple[tuple[int, ...], ...]
    """The cells of each unit, ascending."""
    inside: tuple[Set, ...]
    """The cells of each unit as sets."""
    units_of: tuple[tuple[int, int, int], ...]
    """The box, the row and the column of each cell."""
    seen: tuple[Set, ...]
    """The cells that share a unit with each cell."""

    @property
    def boxes(self) -> range:
        """The numbers of the boxes."""
        return range(self.size)

    @property
    def lines(self) -> range:
        """The numbers of the rows and columns."""
        return range(self.size, 3 * self.size)

    def type(self, unit: int) -> int:
        """Return whether a unit is a box, a row or a column.

        >>> shape(3, 3).type(9) == ROW
        True
        """
        return unit // self.size

    def seen_by_all(self, cells: Iterable[int]) -> Set:
        """Return the cells that all of these see.

        >>> shape(2, 2).seen_by_all([0, 1, 2]) == 1 << 3
        True
        """
        out = (1 << self.size**2) - 1
        for cell in cells:
            out &= self.seen[cell]
        return out


@cache
def shape(box_rows: int, box_columns: int) -> BoardShape:
    """Return the units of a board with boxes of this shape.

    >>> shape(2, 2).units[1]
    (2, 3, 6, 7)
    """
    grid = board(box_rows, box_columns)
    size, cells = grid.size, range(grid.size**2)
    units_of = tuple(
        (box, size + row, 2 * size + column)
        for box, row, column in zip(grid.box_of, grid.row_of, grid.column_of, strict=True)
    )
    units = tuple(tuple(cell for cell in cells if unit in units_of[cell]) for unit in range(3 * size))
    inside = tuple(sum(1 << cell for cell in unit) for unit in units)
    seen = tuple((inside[b] | inside[r] | inside[c]) & ~(1 << at) for at, (b, r, c) in enumerate(units_of))
    return BoardShape(size, units, inside, units_of, seen)


class PencilMarks:
    """The digits left for each cell, and the cells left for each digit."""

    def __init__(self, of: BoardShape) -> None:
        """Begin with all digits everywhere."""
        cells = of.size**2
        self.shape = of
        self.left: list[Set] = [(1 << of.size) - 1] * cells
        self.where: list[Set] = [(1 << cells) - 1] * of.size
        self.open = [of.size] * len(of.units)
        """The number of empty cells of each unit."""

    @classmethod
    def after(cls, of: BoardShape, givens: str) -> "PencilMarks":
        """Return the marks of a grid, based only on its digits.

        >>> PencilMarks.after(shape(2, 2), "12..............").left[2:4] == [0b1100, 0b1100]
        True
        """
        marks = cls(of)
        for cell, symbol in enumerate(givens):
            if symbol != EMPTY:
                marks.put(cell, VALUE[symbol] - 1)
        return marks

    @classmethod
    def of_moves(cls, of: BoardShape, state: str, moves: Iterable[Put]) -> "PencilMarks":
        """Return the marks of a player who has ruled out all moves but these."""
        marks = cls(of)
        marks.left, marks.where = [0] * of.size**2, [0] * of.size
        for row, column, digit in moves:
            cell = row * of.size + column
            marks.left[cell] |= 1 << digit - 1
            marks.where[digit - 1] |= 1 << cell
        marks.open = [sum(state[cell] == EMPTY for cell in unit) for unit in of.units]
        return marks

    def copy(self) -> "PencilMarks":
        """Return an independent copy."""
        twin = PencilMarks.__new__(PencilMarks)
        twin.shape, twin.left, twin.where, twin.open = (
            self.shape,
            self.left.copy(),
            self.where.copy(),
            self.open.copy(),
        )
        return twin

    def places(self, unit: int, digit: int) -> Set:
        """Return the cells of a unit that can take a digit."""
        return self.shape.inside[unit] & self.where[digit]

    def count(self, cell: int) -> int:
        """Return how many digits are left for a cell."""
        return self.left[cell].bit_count()

    def with_count(self, least: int, most: int) -> Set:
        """Return the cells with from `least` to `most` digits left."""
        return sum(1 << cell for cell, left in enumerate(self.left) if least <= left.bit_count() <= most)

    def strike(self, cell: int, digit: int) -> None:
        """Rule out a digit in a cell."""
        self.left[cell] &= ~(1 << digit)
        self.where[digit] &= ~(1 << cell)

    def put(self, cell: int, digit: int) -> None:
        """Fill a cell and strike what that rules out."""
        for other in bits(self.left[cell]):
            self.strike(cell, other)
        for other in bits(self.shape.seen[cell] & self.where[digit]):
            self.strike(other, digit)
        for unit in self.shape.units_of[cell]:
            self.open[unit] -= 1

    @property
    def is_full(self) -> bool:
        """Whether no cell is empty."""
        return not any(self.open)


def lowest(members: Set) -> int:
    """Return the least member of a nonempty set.

    >>> lowest(0b1100)
    2
    """
    return (members & -members).bit_length() - 1


def is_single(members: Set) -> bool:
    """Return whether a set has exactly one member.

    >>> is_single(0b100), is_single(0b101), is_single(0)
    (True, False, False)
    """
    return members != 0 and not members & (members - 1)
