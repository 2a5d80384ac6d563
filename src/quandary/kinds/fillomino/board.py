"""The cells, moves and slots that all Fillominos of one shape share, each with a fixed number.

On a board with `cells` cells, counting from 0:

    cell    row * columns + column
    move    cell * cells + number - 1
        slot    cell, then one for the board as a whole

The C++ core uses the same numbers. A set of cells is an integer with one bit per cell, so that one operation
handles all of them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple, TypeAlias

from quandary.parts.claims import EMPTY, BoardNumbers
from quandary.parts.named import NamedSlot, cell_name
from quandary.puzzle import Slot

__all__ = [
    "EMPTY",
    "WHOLE",
    "Board",
    "BoardNumbers",
    "Cells",
    "Put",
    "board",
    "cell_name",
    "first",
    "members",
]

FEWEST, MOST = 2, 20
"""The fewest and most rows and columns of a board."""
Cells: TypeAlias = int
"""A set of cells, one bit each."""


class Put(NamedTuple):
    """A number put into a cell. Rows and columns count from 0 here and from 1 in the text.

    >>> print(Put(0, 2, 12))
    r1c3=12
    """

    row: int
    column: int
    number: int

    def __str__(self) -> str:
        return f"{cell_name(self.row, self.column)}={self.number}"


WHOLE = NamedSlot("board", "regions that are too small")
"""The slot that is open when every cell is filled but some region is too small."""


@dataclass(frozen=True, eq=False)
class Board:
    """The numbering for one shape. Get it from `board`, which returns the same object for equal shapes."""

    rows: int
    columns: int

    @property
    def cells(self) -> int:
        """The number of cells, which is also the largest possible number."""
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
        """Every slot, by its number."""
        return (*(NamedSlot("cell", self.name(cell)) for cell in range(self.cells)), WHOLE)

    @cached_property
    def everything(self) -> Cells:
        """All cells."""
        return (1 << self.cells) - 1

    @cached_property
    def _left_edge(self) -> Cells:
        return sum(1 << row * self.columns for row in range(self.rows))

    def name(self, cell: int) -> str:
        """Return the name of a cell for people."""
        return cell_name(*divmod(cell, self.columns))

    def put(self, cell: int, number: int) -> Put:
        """Return the move that writes a number into a cell."""
        return self.moves[cell * self.cells + number - 1]

    def around(self, some: Cells) -> Cells:
        """Return the cells that touch some cells and are not among them.

        >>> bin(board(3, 3).around(0b1))
        '0b1010'
        """
        right = some << 1 & ~self._left_edge
        left = (some & ~self._left_edge) >> 1
        return (some << self.columns | some >> self.columns | right | left) & self.everything & ~some

    def spread(self, some: Cells, within: Cells) -> Cells:
        """Return the cells reachable from some cells in steps that stay within others.

        >>> bin(board(3, 3).spread(0b1, 0b111_010_011))
        '0b111010011'
        """
        while step := self.around(some) & within:
            some |= step
        return some

    def parts(self, some: Cells) -> Iterator[Cells]:
        """Yield the connected parts of some cells, by their first cell."""
        while some:
            part = self.spread(some & -some, some)
            yield part
            some &= ~part


@cache
def board(rows: int, columns: int) -> Board:
    """Return the board with these numbers of rows and columns.

    >>> len(board(3, 4).moves), len(board(3, 4).slots)
    (144, 13)
    """
    return Board(rows, columns)


def members(some: Cells) -> Iterator[int]:
    """Yield the cells of a set, in order.

    >>> list(members(0b10110))
    [1, 2, 4]
    """
    while some:
        lowest = some & -some
        yield lowest.bit_length() - 1
        some ^= lowest


def first(some: Cells) -> int:
    """Return the first cell of a set that is not empty."""
    return (some & -some).bit_length() - 1
