"""Clues at all four sides of the board: a number for each line, seen from each of its ends."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

from quandary.draw.shapes import Shape, Text
from quandary.errors import NotationError
from quandary.pencil.archive import ArchiveRow, number_or_point
from quandary.pencil.clues.cells import number_of
from quandary.pencil.clues.clue import BoardSize, Clue, Margins
from quandary.pencil.codes import NONE, Hexadecimal, LinkPart
from quandary.pencil.grid import Grid
from quandary.pencil.notation import EMPTY, FEWEST, LONGEST, MOST
from quandary.pencil.words.word import Scope

SideNumbers: TypeAlias = tuple[tuple[int | None, ...], ...]
"""The numbers above, below, to the left and to the right."""
NAMES = ("above column", "below column", "left of row", "right of row")


class Sides(Clue):
    """Numbers above, below, to the left and to the right, with a point for none: "3.1./..../2.../...2"."""

    def __init__(self, attribute: str = "sides") -> None:
        self.attribute = attribute

    def read(self, text: str, title: str, size: BoardSize | None) -> tuple[SideNumbers, BoardSize]:
        """Read the four sides. Numbers of two digits have blanks between."""
        if len(text) > LONGEST:
            raise NotationError(f"This {title} has {len(text):,} characters, but the limit is {LONGEST:,}.")
        sides = [side.split() if " " in side.strip() else [*side.strip()] for side in text.split("/")]
        if len(sides) != 4 or len(sides[0]) != len(sides[1]) or len(sides[2]) != len(sides[3]):
            raise NotationError(
                f"The numbers of a {title} come in four parts of fitting lengths, above / below / left / right."
            )
        if not all(FEWEST <= len(side) <= MOST for side in sides):
            raise NotationError(f"A {title} has from {FEWEST} to {MOST} rows and columns.")
        return tuple(tuple(_number(token, title) for token in side) for side in sides), BoardSize(
            len(sides[2]), len(sides[0])
        )

    def write(self, value: SideNumbers, size: BoardSize) -> str:
        """Write the four sides."""
        tokens = [[EMPTY if number is None else str(number) for number in side] for side in value]
        gap = " " if any(len(token) > 1 for side in tokens for token in side) else ""
        return (" / " if gap else "/").join(gap.join(side) for side in tokens)

    def blank(self, size: BoardSize) -> SideNumbers:
        """Return no numbers."""
        return ((None,) * size.columns,) * 2 + ((None,) * size.rows,) * 2

    def view(self, value: SideNumbers, grid: Grid) -> list[tuple[int, Scope]]:
        """Return each number with the line that is seen from it."""
        return [
            (number, line)
            for side, lines in zip(value, _lines(grid), strict=True)
            for number, line in zip(side, lines, strict=True)
            if number is not None
        ]

    def derived(
        self, value: SideNumbers, grid: Grid, solved: Sequence[int], holds: Callable[[SideNumbers], bool]
    ) -> SideNumbers:
        """Return how many are seen from everywhere."""
        return tuple(
            tuple(_seen([solved[cell] for cell in line]) for line in lines) for lines in _lines(grid)
        )

    def margins(self, value: SideNumbers) -> Margins:
        """Return the room for a number on all sides."""
        return Margins(0.7, 0.7, 0.7, 0.7)

    def draw(self, value: SideNumbers, grid: Grid) -> Iterator[Shape]:
        """Draw the numbers outside the board."""
        for at, side in enumerate(value):
            for place, number in enumerate(side):
                if number is not None:
                    off = (-0.42, grid.height + 0.42, -0.42, grid.width + 0.42)[at]
                    spot = (place + 0.5, off) if at < 2 else (off, place + 0.5)
                    yield Text(spot, str(number), 0.5, "given")

    def of_row(self, row: ArchiveRow) -> str:
        """Return the labels at all sides."""
        if int(row.told.get("depth", row.rows)) != row.rows:
            raise NotationError("This row has cells without a height.")
        sides = (*row.told.get("clabels", ()), *row.told.get("rlabels", ()))
        return " / ".join(" ".join(number_or_point(str(label)) for label in side) for side in sides)

    def link(self) -> LinkPart:
        """Return the numbers of all sides, one after the other."""
        return LinkPart(Hexadecimal(side_count), _of_link, _to_link, order=1)

    def turned(self, value: SideNumbers, grid: Grid, order: tuple[int, ...], *, swapped: bool) -> SideNumbers:
        """Return the numbers of the turned lines."""
        told = {
            line: number
            for side, lines in zip(value, _lines(grid), strict=True)
            for number, line in zip(side, lines, strict=True)
        }
        height = grid.width if swapped else grid.height
        new = Grid(height, len(order) // height, grid.marks)
        return tuple(
            tuple(told[tuple(order[cell] for cell in line)] for line in lines) for lines in _lines(new)
        )

    def reductions(self, value: SideNumbers, grid: Grid) -> Iterator[tuple[str, SideNumbers]]:
        """Yield each number, with the others."""
        for side, at, number in _told(value):
            yield f"the {number} {NAMES[side]} {at + 1}", _with(value, side, at, None)

    def changes(self, value: SideNumbers, grid: Grid) -> Iterator[tuple[str, SideNumbers]]:
        """Yield each other number."""
        for side, numbers in enumerate(value):
            for at, number in enumerate(numbers):
                for other in range(1, max(grid.width, grid.height) + 1):
                    if other != number:
                        yield f"{other} {NAMES[side]} {at + 1}", _with(value, side, at, other)


def _lines(grid: Grid) -> tuple[list[Scope], ...]:
    """Return the lines as they are seen from above, below, left and right."""
    columns, rows = [*grid.columns], [*grid.rows]
    return columns, [line[::-1] for line in columns], rows, [line[::-1] for line in rows]


def _seen(heights: Sequence[int]) -> int:
    return sum(height > max(heights[:at], default=0) for at, height in enumerate(heights))


def _told(value: SideNumbers) -> Iterator[tuple[int, int, int]]:
    for side, numbers in enumerate(value):
        for at, number in enumerate(numbers):
            if number is not None:
                yield side, at, number


def _with(value: SideNumbers, side: int, at: int, number: int | None) -> SideNumbers:
    new = (*value[side][:at], number, *value[side][at + 1 :])
    return (*value[:side], new, *value[side + 1 :])


def side_count(size: BoardSize) -> int:
    """Return the number of ends of all lines."""
    return 2 * (size.rows + size.columns)


def _of_link(told: Sequence[int], size: BoardSize) -> SideNumbers:
    ends = (0, size.columns, 2 * size.columns, 2 * size.columns + size.rows, side_count(size))
    numbers = [None if number < 0 else number for number in told]
    return tuple(tuple(numbers[one:other]) for one, other in pairwise(ends))


def _to_link(value: SideNumbers, size: BoardSize) -> list[int]:
    return [NONE if number is None else number for side in value for number in side]


def _number(token: str, title: str) -> int | None:
    try:
        return None if token == EMPTY else number_of(token, 1, 99)
    except ValueError as error:
        raise NotationError(f"A {title} cannot contain {token[:20]!a} at its sides: {error}.") from error
