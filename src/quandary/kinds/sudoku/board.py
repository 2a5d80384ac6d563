"""The cells, moves and slots that all Sudokus with the same boxes share, with their numbers.

On a board of n × n cells, everything counted from 0:

    cell    row * n + column
    box     (row // rows in a box) * (boxes side by side) + column // (columns in a box)
    move    cell * n + digit - 1
    slot    cell                                then, from n² on, row by row: row * n + digit - 1,
            then the same from 2n² by column, then the same from 3n² by box

Native code uses the same numbers.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from quandary.parts.named import NamedSlot, cell_name
from quandary.puzzle import Slot

EMPTY = "."
DIGITS = "123456789ABCDEFGHIJKLMNOP"
"""The symbols of digits, of which a board of size n uses the first n."""
SHAPES = ((2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (5, 5))
"""The rows and columns of a box on each supported board, smallest first."""
VALUE = {symbol: value for value, symbol in enumerate(DIGITS, start=1)}


class Put(NamedTuple):
    """A digit put into a cell. Rows and columns count from 0 here and from 1 in the text.

    >>> print(Put(0, 0, 5))
    r1c1=5
    """

    row: int
    column: int
    digit: int

    def __str__(self) -> str:
        return f"{cell_name(self.row, self.column)}={DIGITS[self.digit - 1]}"


@dataclass(frozen=True, eq=False)
class Board:
    """The numbering for one shape of box. Get it from `board`, which shares one for equal shapes."""

    size: int
    row_of: tuple[int, ...]
    """The row of each cell by the cell's number, and below its column and its box."""
    column_of: tuple[int, ...]
    box_of: tuple[int, ...]
    moves: tuple[Put, ...]
    moves_at: tuple[tuple[Put, ...], ...]
    """The moves into each cell."""
    slots: tuple[Slot, ...]
    slots_of: tuple[tuple[int, ...], ...]
    """The numbers of the slots that each move fills: its cell, and its digit in row, column and box."""
    fills: tuple[tuple[Slot, ...], ...]
    """The slots that each move fills."""
    first: Mapping[Slot, Mapping[str, Slot]]
    """For each slot, the slots that its first move fills, by family.

    Slots of one family that could share a slot of another have the same first one, as the cells of a row do.
    """

    def number(self, cell: int, symbol: str) -> int:
        """Return the number of the move that writes `symbol` into a cell."""
        return cell * self.size + VALUE[symbol] - 1


@cache
def board(box_rows: int, box_columns: int) -> Board:
    """Return the board for boxes of a shape.

    >>> len(board(3, 3).moves), len(board(3, 3).slots)
    (729, 324)
    """
    size = box_rows * box_columns
    lines, digits = range(size), range(1, size + 1)
    cells = [(row, column) for row in lines for column in lines]
    boxes = [row // box_rows * box_rows + column // box_columns for row, column in cells]
    moves = tuple(Put(row, column, digit) for row, column in cells for digit in digits)
    slots = tuple(NamedSlot("cell", cell_name(row, column)) for row, column in cells) + tuple(
        NamedSlot(family, f"{DIGITS[digit - 1]} in {family} {line + 1}")
        for family in ("row", "column", "box")
        for line in lines
        for digit in digits
    )

    def slots_of(move: Put) -> tuple[int, ...]:
        cell = move.row * size + move.column
        homes = enumerate((move.row, move.column, boxes[cell]), start=1)
        return cell, *(family * size * size + line * size + move.digit - 1 for family, line in homes)

    numbers = tuple(map(slots_of, moves))
    fills = tuple(tuple(slots[slot] for slot in each) for each in numbers)
    first: dict[Slot, dict[str, Slot]] = {}
    for filled in fills:
        for slot in filled:
            first.setdefault(slot, {each.family: each for each in filled})
    return Board(
        size,
        tuple(row for row, _ in cells),
        tuple(column for _, column in cells),
        tuple(boxes),
        moves,
        tuple(moves[first : first + size] for first in range(0, len(moves), size)),
        slots,
        numbers,
        fills,
        first,
    )
