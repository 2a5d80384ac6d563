"""Clues between cells: which of two is less."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from quandary.draw.shapes import Line, Shape
from quandary.errors import NotationError
from quandary.pencil.archive import ArchiveRow
from quandary.pencil.clues.clue import BoardSize, Clue
from quandary.pencil.grid import Grid
from quandary.pencil.notation import EMPTY

Pairs: TypeAlias = tuple[tuple[int, int], ...]
"""Pairs of cells, the smaller digit first, in order."""
ACROSS, DOWN = "<>", "^v"
"""The sign points to the smaller digit."""
ROW_SIGNS = str.maketrans({"\u00ab": "<", "\u00bb": ">", "A": "^", "V": "v", "-": ".", "?": "."})
"""The signs for those in rows of archives."""


class Signs(Clue):
    """Signs between cells, which point to the smaller digit.

    They are written line by line: those within the first row, those between it and the second, and so on, with < and >
    within rows, ^ and v between them, and points for none: "<./.^./..".
    """

    def __init__(self, attribute: str = "signs") -> None:
        self.attribute = attribute

    def read(self, text: str, title: str, size: BoardSize | None) -> tuple[Pairs, None]:
        """Read the signs of a board whose size is known."""
        lines = [line.strip() for line in text.replace("\n", "/").split("/")]
        if size is None or len(lines) != 2 * size.rows - 1:
            raise NotationError(
                f"The signs of a {title} come in two lines for each row but the last, with '/' between them,"
                f" but there are {len(lines)} lines."
            )
        found = list[tuple[int, int]]()
        for at, line in enumerate(lines):
            across, row = at % 2 == 0, at // 2
            signs, wanted = (ACROSS, size.columns - 1) if across else (DOWN, size.columns)
            if len(line) != wanted or {*line} - {*signs, EMPTY}:
                raise NotationError(
                    f"Line {at + 1} of the signs of this {title} is {line[:20]!a}: use {wanted} times"
                    f" {signs[0]}, {signs[1]} or '.'."
                )
            for column, sign in enumerate(line):
                cell = row * size.columns + column
                pair = cell, cell + (1 if across else size.columns)
                if sign != EMPTY:
                    found.append(pair if sign == signs[0] else pair[::-1])
        return tuple(sorted(found)), None

    def write(self, value: Pairs, size: BoardSize) -> str:
        """Write the signs line by line."""
        told, lines = {*value}, list[str]()
        for row in range(size.rows):
            for signs, gap in ((ACROSS, 1), (DOWN, size.columns)):
                count = size.columns - (gap == 1) if gap == 1 or row < size.rows - 1 else 0
                cells = [row * size.columns + column for column in range(count)]
                line = "".join(_sign(signs, (cell, cell + gap), told) for cell in cells)
                lines += [line] if count else []
        return "/".join(lines)

    def blank(self, size: BoardSize) -> Pairs:
        """Return no signs."""
        return ()

    def view(self, value: Pairs, grid: Grid) -> Pairs:
        """Return the pairs of cells, the smaller first."""
        return value

    def derived(
        self, value: Pairs, grid: Grid, solved: Sequence[int], holds: Callable[[Pairs], bool]
    ) -> Pairs:
        """Return all signs of a solution."""
        return tuple(sorted((a, b) if solved[a] < solved[b] else (b, a) for a, b in grid.beside))

    def draw(self, value: Pairs, grid: Grid) -> Iterator[Shape]:
        """Draw small arrowheads on the lines between cells."""
        for less, more in value:
            (x, y), (to_x, to_y) = grid.centre(less), grid.centre(more)
            dx, dy, mx, my = to_x - x, to_y - y, (x + to_x) / 2, (y + to_y) / 2
            tip = (mx - 0.07 * dx, my - 0.07 * dy)
            sides = [(mx + 0.07 * dx + s * 0.13 * dy, my + 0.07 * dy + s * 0.13 * dx) for s in (-1, 1)]
            yield Line((sides[0], tip, sides[1]), "given", 0.05)

    def turned(self, value: Pairs, grid: Grid, order: tuple[int, ...], *, swapped: bool) -> Pairs:
        """Return the signs between the new cells."""
        new = {old: at for at, old in enumerate(order)}
        return tuple(sorted((new[a], new[b]) for a, b in value))

    def of_row(self, row: ArchiveRow) -> str:
        """Return the signs of a doubled board, whose open ends are towards the larger digit."""
        lines = (line[1::2] if at % 2 == 0 else line[::2] for at, line in enumerate(row.problem))
        return "/".join("".join(token[-1:].translate(ROW_SIGNS) for token in line) for line in lines)

    def reductions(self, value: Pairs, grid: Grid) -> Iterator[tuple[str, Pairs]]:
        """Yield each sign, with the others."""
        for at, pair in enumerate(value):
            yield self._said(pair, grid), (*value[:at], *value[at + 1 :])

    def changes(self, value: Pairs, grid: Grid) -> Iterator[tuple[str, Pairs]]:
        """Yield each sign that is not there, both ways round."""
        for a, b in grid.beside:
            for pair in ((a, b), (b, a)):
                if pair not in value:
                    others = [other for other in value if {*other} != {*pair}]
                    yield self._said(pair, grid), tuple(sorted([*others, pair]))

    def _said(self, pair: tuple[int, int], grid: Grid) -> str:
        return f"the sign after {grid.name(pair[1])}, that it is more than {grid.name(pair[0])}"


def _sign(signs: str, pair: tuple[int, int], told: set[tuple[int, int]]) -> str:
    return signs[0] if pair in told else signs[1] if pair[::-1] in told else EMPTY
