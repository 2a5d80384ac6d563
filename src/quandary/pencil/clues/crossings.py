"""Numbers at the corners of cells: how many lines from corner to corner meet there."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from quandary.draw.shapes import Circle, Shape, Text
from quandary.parts.square import orders
from quandary.pencil.clues.cells import Numbers
from quandary.pencil.clues.clue import BoardSize, ClueValue, Margins
from quandary.pencil.codes import NONE, LinkPart, UpToFour, crossings
from quandary.pencil.grid import CellNumber, Grid
from quandary.pencil.words.word import NO, YES, Scope

Meeting: TypeAlias = tuple[Scope, tuple[int, ...]]
"""The cells around a corner, and the value of each with which its line meets it."""


class Crossings(Numbers):
    """Numbers from 0 to 4 at corners of cells, in one row and one column more than there are cells."""

    def __init__(self, attribute: str = "crossings") -> None:
        super().__init__(0, 4, attribute=attribute)

    def read(self, text: str, title: str, size: BoardSize | None) -> tuple[ClueValue, BoardSize]:
        """Read rows of numbers, with a point for none."""
        value, (rows, columns) = super().read(text, title, size)
        return value, BoardSize(rows - 1, columns - 1)

    def write(self, value: ClueValue, size: BoardSize) -> str:
        """Write rows of numbers."""
        return super().write(value, _larger(size))

    def blank(self, size: BoardSize) -> ClueValue:
        """Return corners without numbers."""
        return super().blank(_larger(size))

    def view(self, value: ClueValue, grid: Grid) -> list[tuple[int, Meeting]]:
        """Return each number with the cells around it."""
        return [(n, meeting(corner, grid)) for corner, n in enumerate(value) if n is not None]

    def place(self, cell: CellNumber, grid: Grid) -> str:
        """Return the name of a corner."""
        row, column = divmod(cell, grid.width + 1)
        return f"corner {row + 1}, {column + 1}"

    def random(self, rng: object, grid: Grid) -> ClueValue:
        """Return corners without numbers."""
        return self.blank(BoardSize(grid.height, grid.width))

    def derived(
        self, value: ClueValue, grid: Grid, solved: Sequence[int], holds: Callable[[ClueValue], bool]
    ) -> ClueValue:
        """Return how many lines of the solution meet at each corner."""
        around = [meeting(corner, grid) for corner in range(len(value))]
        return tuple(
            sum(solved[cell] == line for cell, line in zip(cells, lines, strict=True))
            for cells, lines in around
        )

    def margins(self, value: ClueValue) -> Margins:
        """Return the room for numbers on the frame."""
        return Margins(*[0.15] * 4)

    def draw(self, value: ClueValue, grid: Grid) -> Iterator[Shape]:
        """Draw the numbers in discs at the corners."""
        for corner, n in enumerate(value):
            if n is not None:
                y, x = divmod(corner, grid.width + 1)
                yield Circle((x, y), 0.22, fill="paper")
                yield Text((x, y), str(n), 0.36, "given", bold=True)

    def turned(self, value: ClueValue, grid: Grid, order: tuple[int, ...], *, swapped: bool) -> ClueValue:
        """Return the numbers at their new corners."""
        turns = orders(grid.height, grid.width)
        turn = next(turn for turn, cells in turns.items() if cells == order and turn.swapped == swapped)
        return tuple(value[old] for old in orders(grid.height + 1, grid.width + 1)[turn])

    def link(self) -> LinkPart:
        """Return the numbers with the gaps after them."""
        return LinkPart(
            UpToFour(crossings),
            lambda told, size: tuple(None if n < 0 else n for n in told),
            lambda value, size: [NONE if n is None else n for n in value],
        )


def meeting(corner: int, grid: Grid) -> Meeting:
    """Return the cells around a corner, and the value of each with which its line meets it.

    >>> meeting(4, Grid(2, 2, ()))
    ((0, 1, 2, 3), (1, 0, 0, 1))
    """
    row, column = divmod(corner, grid.width + 1)
    found = [
        ((row + down) * grid.width + column + right, YES if down == right else NO)
        for down in (-1, 0)
        for right in (-1, 0)
        if 0 <= row + down < grid.height and 0 <= column + right < grid.width
    ]
    return tuple(cell for cell, _ in found), tuple(line for _, line in found)


def _larger(size: BoardSize) -> BoardSize:
    return BoardSize(size.rows + 1, size.columns + 1)
