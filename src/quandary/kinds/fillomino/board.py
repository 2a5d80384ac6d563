"""What all Fillominos of one shape share: cells, moves and slots, each numbered once and for all.

On a board with `cells` cells, everything counted from 0:

    cell    row * columns + column
    move    cell * cells + number - 1
    slot    cell; then one for the board as a whole

Native code uses the same numbers. A set of cells is one integer with a bit for each cell's number, so
that all of them take a step at once.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TypeAlias

from quandary.parts.grid.layout import EMPTY, Numbers, Place, Put, cell_name
from quandary.puzzle import Slot

__all__ = ["EMPTY", "WHOLE", "Board", "Cells", "Numbers", "Put", "board", "cell_name", "first", "members"]

FEWEST, MOST = 2, 20
"""How many rows and columns there may be."""
Cells: TypeAlias = int
"""A set of cells: a bit for each."""


WHOLE = Place("board", "regions that are too small")
"""What is open when every cell is filled, but not every region is as large as it says."""


@dataclass(frozen=True, eq=False)
class Board:
    """The numbering for one shape. Ask `board` for it: equal shapes share one."""

    rows: int
    columns: int

    @property
    def cells(self) -> int:
        """How many cells there are; no number is larger."""
        return self.rows * self.columns

    @cached_property
    def beside(self) -> tuple[tuple[int, ...], ...]:
        """The cells that touch each cell."""
        return tuple(tuple(members(self.around(1 << cell))) for cell in range(self.cells))

    @cached_property
    def moves(self) -> tuple[Put, ...]:
        """Every move, legal or not, by its number."""
        numbers = range(1, self.cells + 1)
        return tuple(Put(*divmod(cell, self.columns), n) for cell in range(self.cells) for n in numbers)

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """Every slot by its number."""
        return (*(Place("cell", self.name(cell)) for cell in range(self.cells)), WHOLE)

    @cached_property
    def everything(self) -> Cells:
        """All cells."""
        return (1 << self.cells) - 1

    @cached_property
    def _left_edge(self) -> Cells:
        return sum(1 << row * self.columns for row in range(self.rows))

    def name(self, cell: int) -> str:
        """What people call a cell."""
        return cell_name(*divmod(cell, self.columns))

    def put(self, cell: int, number: int) -> Put:
        """The move that writes a number into a cell."""
        return self.moves[cell * self.cells + number - 1]

    def around(self, some: Cells) -> Cells:
        """The cells that touch some cells and are not among them.

        >>> bin(board(3, 3).around(0b1))
        '0b1010'
        """
        right = some << 1 & ~self._left_edge
        left = (some & ~self._left_edge) >> 1
        return (some << self.columns | some >> self.columns | right | left) & self.everything & ~some

    def spread(self, some: Cells, within: Cells) -> Cells:
        """What can be reached from some cells in steps that stay within others.

        >>> bin(board(3, 3).spread(0b1, 0b111_010_011))
        '0b111010011'
        """
        while step := self.around(some) & within:
            some |= step
        return some

    def parts(self, some: Cells) -> Iterator[Cells]:
        """The connected parts of some cells, by their first cell."""
        while some:
            part = self.spread(some & -some, some)
            yield part
            some &= ~part


@cache
def board(rows: int, columns: int) -> Board:
    """The board with so many rows and columns.

    >>> len(board(3, 4).moves), len(board(3, 4).slots)
    (144, 13)
    """
    return Board(rows, columns)


def members(some: Cells) -> Iterator[int]:
    """The cells of a set, in order.

    >>> list(members(0b10110))
    [1, 2, 4]
    """
    while some:
        lowest = some & -some
        yield lowest.bit_length() - 1
        some ^= lowest


def first(some: Cells) -> int:
    """The first cell of a set that is not empty."""
    return (some & -some).bit_length() - 1
