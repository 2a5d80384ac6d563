"""Clues at the edge of the board: numbers for each row and column."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, TypeAlias

from quandary.draw.shapes import Line, Shape, Text
from quandary.errors import NotationError
from quandary.pencil.archive import SHADED, TENT, ArchiveRow, columns_of
from quandary.pencil.clues.cells import number_of
from quandary.pencil.clues.clue import BoardSize, Clue, Margins
from quandary.pencil.codes import NONE, UNKNOWN, Code, Hexadecimal, LinkPart, RunLengths
from quandary.pencil.codes import lines as line_count
from quandary.pencil.grid import Grid
from quandary.pencil.notation import EMPTY, FEWEST, LONGEST, MOST
from quandary.pencil.words.word import YES, Scope

LineNumbers: TypeAlias = tuple[tuple[int, ...] | None, ...]
"""The numbers of each row, then of each column. None where nothing is told."""
FIVE = 5
"""After how many cells there is a line to count by."""


class LineClues(Clue):
    """Numbers for each row, then for each column: "2,1 3 0 / 1 1,1 2". A line without a clue is a point.

    With `single`, each line has one number at most.
    """

    def __init__(self, attribute: str = "lines", *, single: bool = False) -> None:
        self.attribute, self.single = attribute, single

    def read(
        self, text: str, title: str, size: BoardSize | None
    ) -> tuple[tuple[int, LineNumbers], BoardSize]:
        """Read the numbers of the rows and of the columns."""
        if len(text) > LONGEST:
            raise NotationError(f"This {title} has {len(text):,} characters, but the limit is {LONGEST:,}.")
        halves = text.replace("\n", "/").split("/")
        if len(halves) != 2:
            raise NotationError(
                f"The numbers of a {title} come in two parts, rows / columns, but there are {len(halves)}."
            )
        rows, columns = (half.split() for half in halves)
        if not all(FEWEST <= len(some) <= MOST for some in (rows, columns)):
            raise NotationError(
                f"This {title} has {len(rows)} rows and {len(columns)} columns, but the limits are {FEWEST} and {MOST}."
            )
        lines = tuple(self._line(token, title) for token in (*rows, *columns))
        return (len(rows), lines), BoardSize(len(rows), len(columns))

    def write(self, value: tuple[int, LineNumbers], size: BoardSize) -> str:
        """Write the numbers of the rows and of the columns."""
        rows, lines = value
        tokens = ["." if line is None else ",".join(map(str, line)) or "0" for line in lines]
        return f"{' '.join(tokens[:rows])} / {' '.join(tokens[rows:])}"

    def blank(self, size: BoardSize) -> tuple[int, LineNumbers]:
        """Return lines without numbers."""
        return size.rows, (None,) * (size.rows + size.columns)

    def derived(
        self,
        value: tuple[int, LineNumbers],
        grid: Grid,
        solved: Sequence[int],
        holds: Callable[[tuple[int, LineNumbers]], bool],
    ) -> tuple[int, LineNumbers]:
        """Return the runs of each line, or the number of marks in it."""
        lines = [[solved[cell] for cell in line] for line in grid.lines]
        found = ((line.count(YES),) if self.single else run_lengths(line) for line in lines)
        return value[0], tuple(found)

    def view(self, value: tuple[int, LineNumbers], grid: Grid) -> dict[Scope, tuple[int, ...]]:
        """Return the numbers of each line that has some."""
        return {line: told for line, told in zip(grid.lines, value[1], strict=True) if told is not None}

    def tells(self, value: tuple[int, LineNumbers], grid: Grid) -> Mapping[str, str]:
        """Return the numbers of each line."""
        names = [f"row {at}" for at in range(1, value[0] + 1)]
        names += [f"column {at}" for at in range(1, len(value[1]) - value[0] + 1)]
        return {
            name: " ".join(map(str, line or (0,)))
            for name, line in zip(names, value[1], strict=True)
            if line is not None
        }

    def margins(self, value: tuple[int, LineNumbers]) -> Margins:
        """Return the room for the longest lists."""
        rows, lines = value
        longest = [
            max((len(line or ()) or 1 for line in some), default=1) for some in (lines[rows:], lines[:rows])
        ]
        return Margins(0.55 * longest[0] + 0.2, 0.55 * longest[1] + 0.2)

    def draw(self, value: tuple[int, LineNumbers], grid: Grid) -> Iterator[Shape]:
        """Draw the numbers to the left and above, and a stronger line after every five cells to count by."""
        rows, lines = value
        if not self.single:
            for at in range(FIVE, grid.height, FIVE):
                yield Line(((0, at), (grid.width, at)), "line", 0.05)
            for at in range(FIVE, grid.width, FIVE):
                yield Line(((at, 0), (at, grid.height)), "line", 0.05)
        for at, line in enumerate(lines):
            numbers = (line or (0,)) if line is not None else ()
            for back, number in enumerate(reversed(numbers)):
                off = -0.4 - 0.55 * back
                spot = (off, at + 0.5) if at < rows else (at - rows + 0.5, off)
                yield Text(spot, str(number), 0.5 if number < 10 else 0.4, "given")

    def turned(
        self, value: tuple[int, LineNumbers], grid: Grid, order: tuple[int, ...], *, swapped: bool
    ) -> tuple[int, LineNumbers]:
        """Return the numbers of the turned lines, backwards where the line is read backwards."""
        rows, columns = (grid.width, grid.height) if swapped else (grid.height, grid.width)
        cells = [order[at : at + columns] for at in range(0, len(order), columns)]
        new = [*cells, *(tuple(row[at] for row in cells) for at in range(columns))]
        old = dict(zip(grid.lines, value[1], strict=True))
        return rows, tuple(
            old[line] if line in old else _backwards(old[line[::-1]]) for line in map(tuple, new)
        )

    def reductions(
        self, value: tuple[int, LineNumbers], grid: Grid
    ) -> Iterator[tuple[str, tuple[int, LineNumbers]]]:
        """Yield each line, with the others."""
        rows, lines = value
        for at, line in enumerate(lines):
            if line is not None:
                name = f"row {at + 1}" if at < rows else f"column {at - rows + 1}"
                yield f"the clue of {name}", (rows, (*lines[:at], None, *lines[at + 1 :]))

    def of_row(self, row: ArchiveRow) -> str:
        """Return the runs of all lines of the solution, or how many tents each has."""
        board = row.solution
        sides = ([self._told_by(line) for line in lines] for lines in (board, columns_of(board)))
        return " / ".join(map(" ".join, sides))

    def _told_by(self, line: Sequence[str]) -> str:
        if self.single:
            return str(sum(token in TENT for token in line))
        return ",".join(map(str, run_lengths(int(token in SHADED) for token in line))) or "0"

    def link(self) -> LinkPart:
        """Return the numbers of the columns, then of the rows."""
        code: Code = Hexadecimal(line_count) if self.single else RunLengths()
        return LinkPart(code, self._of_link, self._to_link, order=1)

    def _of_link(self, told: Sequence[Any], size: BoardSize) -> tuple[int, LineNumbers]:
        lines = [None if at in (NONE, UNKNOWN) else (at,) for at in told] if self.single else list(told)
        return size.rows, (*lines[size.columns :], *lines[: size.columns])

    def _to_link(self, value: tuple[int, LineNumbers], size: BoardSize) -> Sequence[Any]:
        rows, lines = value
        turned = [*lines[rows:], *lines[:rows]]
        if self.single:
            return [NONE if line is None else line[0] for line in turned]
        if None in turned:
            raise NotationError(
                "An address of puzz.link tells the runs of every line; here is one without a clue."
            )
        return turned

    def _line(self, token: str, title: str) -> tuple[int, ...] | None:
        if token == EMPTY:
            return None
        try:
            numbers = tuple(number_of(part, 0, MOST) for part in token.split(","))
        except ValueError as error:
            raise NotationError(
                f"A {title} cannot contain {token[:20]!a} among the numbers of its lines: {error}."
            ) from error
        if self.single and len(numbers) > 1:
            raise NotationError(
                f"A line of a {title} has one number, but here are {len(numbers)}: {token[:20]!a}."
            )
        if not self.single and 0 in numbers:
            if len(numbers) > 1:
                raise NotationError(
                    f"A run of a {title} has at least one cell, but here is one of 0: {token[:20]!a}."
                )
            return ()
        return numbers


def run_lengths(values: Iterable[int]) -> tuple[int, ...]:
    """Return the lengths of the runs of marks.

    >>> run_lengths([1, 1, 0, 1])
    (2, 1)
    """
    return tuple(len(list(run)) for value, run in groupby(values) if value == YES)


def _backwards(line: tuple[int, ...] | None) -> tuple[int, ...] | None:
    return None if line is None else line[::-1]
