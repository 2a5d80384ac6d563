"""Clues that stand in cells: one token for each cell."""

import re
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement, takewhile
from random import Random
from typing import Any, ClassVar

from quandary.draw.shapes import Circle, Line, Shape, Text, rectangle
from quandary.errors import NotationError
from quandary.pencil.archive import NOTHING, SHADED, ArchiveRow, tokens
from quandary.pencil.clues.clue import BoardSize, Clue, ClueValue
from quandary.pencil.codes import (
    NONE,
    UNKNOWN,
    Code,
    CrossSums,
    Everywhere,
    Hexadecimal,
    LinkPart,
    Pointing,
    Scattered,
    Several,
    Ternary,
    UpToFour,
)
from quandary.pencil.grid import DOWN, RIGHT, STEPS, CellNumber, Grid
from quandary.pencil.notation import EMPTY, read_cells, write_cells
from quandary.pencil.words.word import NO, YES, SpotNumber, values_of

ANY = -1
"""A number that is not told."""
TREE = "T"
BLACK = "#"
"""A black cell without a number."""
BLACK_SHARE, ARROW_SHARE, SUMS_SHARE = 0.2, 0.15, 0.5
"""The share of black cells of a new puzzle, of arrows, and of black cells with sums that are tried."""
NEAR_SUMS, LEAST_SUM = (-2, -1, 1, 2), 3
"""How much an editor offers to change a sum by, and the least sum of two digits."""
PLACES = {
    1: ((0, 0),),
    2: ((-0.18, -0.2), (0.18, 0.2)),
    3: ((-0.22, -0.2), (0.22, -0.2), (0, 0.22)),
    4: ((0, -0.28), (-0.26, 0), (0.26, 0), (0, 0.28)),
}
"""Where several numbers stand in a cell."""
WAYS = ("up", "right", "down", "left")
COMPASS = str.maketrans("nesw-", "^>v<.")
"""The signs for letters of directions in rows of archives."""
LINK_WAYS = (1, 4, 2, 3)
"""The numbers of up, right, down and left in addresses."""
SIZES = {1: 0.7, 2: 0.6, 3: 0.45}
"""The font size of a text by its length."""


class CellClue(Clue):
    """A clue with one token per cell. Its value has None for a cell without one."""

    @abstractmethod
    def token(self, at: Any) -> str:
        """Return the text of what is in a cell."""

    @abstractmethod
    def meaning(self, token: str) -> Any:
        """Return what a token means. Raises ValueError with the remedy."""

    @abstractmethod
    def shapes(self, at: Any, cell: CellNumber, grid: Grid) -> Iterator[Shape]:
        """Draw what is in a cell."""

    bare = False
    """Whether the cells of these clues have no mark."""

    def known(self, value: ClueValue, grid: Grid) -> Mapping[SpotNumber, int]:
        """Return that cells with a clue have no mark, if it is so."""
        return {cell: NO for cell, _ in self.view(value, grid)} if self.bare else {}

    def place(self, cell: CellNumber, grid: Grid) -> str:
        """Return the name of the place of a clue."""
        return grid.name(cell)

    def choices(self, grid: Grid) -> Iterator[Any]:
        """Yield what an editor could put into a cell."""
        return iter(())

    def turned_one(self, at: Any, way: Mapping[int, int]) -> Any:
        """Return what is in a cell when the board is turned. `way` are the new directions."""
        return at

    def said(self, at: Any) -> str:
        """Return what is in a cell in words."""
        return self.token(at)

    def read(self, text: str, title: str, size: BoardSize | None) -> tuple[ClueValue, BoardSize]:
        """Read rows of tokens, with a point for an empty cell."""
        rows = read_cells(text, title)
        found = tuple(
            None if token == EMPTY else self._meaning(token, title, row, column)
            for row, tokens in enumerate(rows, start=1)
            for column, token in enumerate(tokens, start=1)
        )
        return found, BoardSize(len(rows), len(rows[0]))

    def write(self, value: ClueValue, size: BoardSize) -> str:
        """Write rows of tokens."""
        return write_cells(["." if at is None else self.token(at) for at in value], size.columns)

    def blank(self, size: BoardSize) -> ClueValue:
        """Return a board without clues."""
        return (None,) * (size.rows * size.columns)

    def derived(
        self, value: ClueValue, grid: Grid, solved: Sequence[int], holds: Callable[[ClueValue], bool]
    ) -> ClueValue:
        """Return the first clue of each cell that the solution keeps, if there is one."""
        options, found = list(self.choices(grid)), list[Any]()
        for cell, at in enumerate(value):
            tried = (other for other in options if holds((*value[:cell], other, *value[cell + 1 :])))
            found.append(next(tried, at) if self.is_open(at) else at)
        return tuple(found)

    def is_open(self, at: Any) -> bool:
        """Return whether a cell of a new puzzle waits for a clue."""
        return at is None

    def view(self, value: ClueValue, grid: Grid) -> list[tuple[CellNumber, Any]]:
        """Return the cells with a clue, each with its clue."""
        return [(cell, at) for cell, at in enumerate(value) if at is not None]

    def draw(self, value: ClueValue, grid: Grid) -> Iterator[Shape]:
        """Draw every clue in its cell."""
        for cell, at in enumerate(value):
            if at is not None:
                yield from self.shapes(at, cell, grid)

    def tells(self, value: ClueValue, grid: Grid) -> Mapping[str, str]:
        """Return the clue of each cell."""
        return {self.place(cell, grid): self.said(at) for cell, at in enumerate(value) if at is not None}

    def turned(self, value: ClueValue, grid: Grid, order: tuple[int, ...], *, swapped: bool) -> ClueValue:
        """Return the clues in their new cells."""
        way = directions(grid, order, swapped=swapped)
        return tuple(None if value[old] is None else self.turned_one(value[old], way) for old in order)

    def reductions(self, value: ClueValue, grid: Grid) -> Iterator[tuple[str, ClueValue]]:
        """Yield each clue, with the others."""
        for cell, at in enumerate(value):
            left = self.without(at)
            if left != at:
                yield (
                    f"the {self.said(at)} at {self.place(cell, grid)}",
                    (*value[:cell], left, *value[cell + 1 :]),
                )

    def without(self, at: Any) -> Any:
        """Return what is left of a cell when its clue is taken away."""
        return None

    def changes(self, value: ClueValue, grid: Grid) -> Iterator[tuple[str, ClueValue]]:
        """Yield each other clue in each cell."""
        options = list(self.choices(grid))
        for cell, at in enumerate(value):
            for other in options:
                if other != at:
                    yield (
                        f"{self.said(other)} at {self.place(cell, grid)}",
                        (*value[:cell], other, *value[cell + 1 :]),
                    )

    def _meaning(self, token: str, title: str, row: int, column: int) -> Any:
        try:
            return self.meaning(token)
        except ValueError as error:
            raise NotationError(
                f"A {title} cannot contain {token[:20]!a} (row {row}, cell {column}): {error}."
            ) from error


def directions(grid: Grid, order: tuple[int, ...], *, swapped: bool) -> dict[int, int]:
    """Return where each direction points on a turned board."""
    width = grid.height if swapped else grid.width
    new = {old: divmod(at, width) for at, old in enumerate(order)}
    found = {}
    for way, (down, right) in enumerate(STEPS):
        ends = ((a, b) for a in grid.cells for b in grid.way(a, way)[:1])
        if pair := next(ends, None):
            (r1, c1), (r2, c2) = new[pair[0]], new[pair[1]]
            found[way] = STEPS.index((r2 - r1, c2 - c1))
        else:
            found[way] = STEPS.index((right, down) if swapped else (down, right))
    return found


def number_of(token: str, low: int, high: int) -> int:
    """Read a number within limits. Raises ValueError with the remedy."""
    if not (token.isascii() and token.isdigit() and len(token) <= 4 and low <= int(token) <= high):
        raise ValueError(f"use numbers from {low} to {high}, and '.' for none")
    return int(token)


class Numbers(CellClue):
    """Numbers in cells, from a lowest to a highest.

    `unknown` is how a number that is not told is written, if there may be any. With `black`, they stand on black cells.
    With `bare`, their cells have no mark; those of black cells never have one. With `whole`, every cell has one, and none
    is taken away. With `kept`, a number that is taken away leaves its place, as one that is not told.
    """

    whole: bool = False
    """Whether every cell has a number."""

    def __init__(
        self,
        low: int = 0,
        high: int = 999,
        *,
        attribute: str = "numbers",
        unknown: str = "",
        black: bool = False,
        bare: bool = False,
        whole: bool = False,
        kept: bool = False,
    ) -> None:
        self.low, self.high, self.attribute, self.unknown, self.black = low, high, attribute, unknown, black
        self.bare, self.whole, self.kept = bare or black, whole, kept or black

    def token(self, at: int) -> str:
        """Return the number."""
        return self.unknown if at == ANY else str(at)

    def meaning(self, token: str) -> int:
        """Read the number."""
        return ANY if token == self.unknown else number_of(token, self.low, self.high)

    def said(self, at: int) -> str:
        """Return the number in words."""
        if self.black:
            return "black cell" if at == ANY else f"black {at}"
        return self.token(at)

    def choices(self, grid: Grid) -> Iterator[int]:
        """Yield the numbers that fit on the board."""
        yield from [ANY] * bool(self.unknown)
        yield from range(self.low, min(self.high, len(grid.cells)) + 1)

    def random(self, rng: Random, grid: Grid) -> ClueValue:
        """Return an empty board, or one with black cells."""
        black = rng.sample(grid.cells, round(BLACK_SHARE * len(grid.cells))) if self.black else ()
        return tuple(ANY if cell in black else None for cell in grid.cells)

    def is_open(self, at: int | None) -> bool:
        """Return whether a number can be told: on black cells only, if there are any."""
        return at == ANY if self.black else at is None

    def without(self, at: int | None) -> int | None:
        """Return what is there without its number, or nothing."""
        if self.whole:
            return at
        return ANY if self.kept and at is not None else None

    def shapes(self, at: int, cell: CellNumber, grid: Grid) -> Iterator[Shape]:
        """Draw the number."""
        (x, y), text = grid.centre(cell), self.token(at)
        if self.black:
            yield rectangle(x - 0.45, y - 0.45, 0.9, 0.9, fill="full-black")
        if not self.black or at != ANY:
            role = "on-full-black" if self.black else "given"
            yield Text((x, y), text, SIZES.get(len(text), 0.35), role, bold=True)

    def of_row(self, row: ArchiveRow) -> str:
        """Return what stands in the cells. Black cells have an x, which is left out if every number is black."""
        return row.cells(lambda token: self._of_token(token.split('"')[0], row))

    def _of_token(self, token: str, row: ArchiveRow) -> str:
        number, is_black = token.rstrip(SHADED), token.endswith(tuple(SHADED))
        if self.black and (is_black or not row.givens) and token not in NOTHING:
            return number or BLACK
        return token if not self.black and (token.isdigit() or token == (self.unknown or None)) else EMPTY

    def link(self) -> LinkPart:
        """Return the numbers up to four with the gaps after them, or else in hexadecimal."""
        code: Code = UpToFour() if self.high <= 4 else Everywhere() if self.whole else Hexadecimal()
        ours, theirs = {NONE: None, UNKNOWN: ANY}, {None: NONE, ANY: UNKNOWN}
        return LinkPart(
            code,
            lambda told, size: tuple(ours.get(number, number) for number in told),
            lambda value, size: [theirs.get(number, number) for number in value],
        )


class Sums(CellClue):
    r"""Black cells with the sums below them and to their right: 16\\7, 16\\ or \\7, and # without a sum."""

    whole = True
    """No sum is taken away."""

    def __init__(self, attribute: str = "sums") -> None:
        self.attribute = attribute

    def token(self, at: tuple[int, int]) -> str:
        """Return both sums."""
        return "\\".join(str(number or "") for number in at) if any(at) else "#"

    def meaning(self, token: str) -> tuple[int, int]:
        """Read both sums."""
        if token == BLACK:
            return 0, 0
        down, slash, across = token.partition("\\")
        if not slash:
            raise ValueError(
                "use sums as in 16\\7, 16\\ or \\7, '#' for a black cell, and '.' for a white one"
            )
        return tuple(number_of(sum_, 1, 999) if sum_ else 0 for sum_ in (down, across))  # type: ignore[return-value]

    def random(self, rng: Random, grid: Grid) -> ClueValue:
        """Return black cells in the first row and column, and elsewhere so that every run has two cells or more."""
        black = {cell for cell in grid.cells if cell < grid.width or cell % grid.width == 0}
        inner = [cell for cell in grid.cells if cell not in black]
        for cell in rng.sample(inner, len(inner)):
            if rng.random() < SUMS_SHARE and all(len(run) > 1 for run in grid.runs({*black, cell})):
                black.add(cell)
        return tuple((0, 0) if cell in black else None for cell in grid.cells)

    def derived(
        self, value: ClueValue, grid: Grid, solved: Sequence[int], holds: Callable[[ClueValue], bool]
    ) -> ClueValue:
        """Return the sums of all runs."""
        black = {cell for cell, at in enumerate(value) if at is not None}

        def total(cell: CellNumber, way: int) -> int:
            return sum(solved[other] for other in grid.until(grid.way(cell, way), black))

        return tuple(
            (total(cell, DOWN), total(cell, RIGHT)) if cell in black else None for cell in grid.cells
        )

    def known(self, value: ClueValue, grid: Grid) -> Mapping[SpotNumber, int]:
        """Return that black cells have no digit."""
        return {cell: NO for cell, _ in self.view(value, grid)}

    def without(self, at: tuple[int, int] | None) -> tuple[int, int] | None:
        """Return the same: a board without all sums is not a Kakuro."""
        return at

    def changes(self, value: ClueValue, grid: Grid) -> Iterator[tuple[str, ClueValue]]:
        """Yield each sum, a little larger or smaller."""
        for cell, (down, across) in self.view(value, grid):
            others = [(down + more, across) for more in NEAR_SUMS if down]
            others += [(down, across + more) for more in NEAR_SUMS if across]
            for other in others:
                if min(number for number in other if number) >= LEAST_SUM:
                    new = (*value[:cell], other, *value[cell + 1 :])
                    yield f"{self.said(other)} at {grid.name(cell)}", new

    def said(self, at: tuple[int, int]) -> str:
        """Return the sums in words."""
        return f"sums {self.token(at)}" if any(at) else "black cell"

    def turned(self, value: ClueValue, grid: Grid, order: tuple[int, ...], *, swapped: bool) -> ClueValue:
        """Return the same board, or the one with rows and columns swapped: sums stand before their cells."""
        way = directions(grid, order, swapped=swapped)
        if {way[2], way[1]} != {1, 2}:
            return value
        return tuple(at and (at[::-1] if swapped else at) for at in (value[old] for old in order))

    def shapes(self, at: tuple[int, int], cell: CellNumber, grid: Grid) -> Iterator[Shape]:
        """Draw a black cell, or the sums on both sides of a stroke."""
        x, y = grid.centre(cell)
        yield rectangle(x - 0.45, y - 0.45, 0.9, 0.9, fill="full-black")
        if any(at):
            yield Line(((x - 0.42, y - 0.42), (x + 0.42, y + 0.42)), "on-full-black", 0.025)
        for number, place in zip(at, ((x - 0.22, y + 0.24), (x + 0.22, y - 0.24)), strict=True):
            if number:
                yield Text(place, str(number), 0.36, "on-full-black")

    def of_row(self, row: ArchiveRow) -> str:
        """Return the sums of the runs of the solution, with a black row and column before it if there is none."""
        board = row.solution
        if any(token.isdigit() for token in (*board[0], *(line[0] for line in board))):
            board = [["-"] * (row.columns + 1), *(["-", *line] for line in board)]

        def run(line: Sequence[str]) -> str:
            digits = [*takewhile(str.isdigit, line)]
            return str(sum(map(int, digits))) if len(digits) > 1 else ""

        def at(top: int, left: int) -> str:
            if board[top][left].isdigit():
                return EMPTY
            down, across = run([line[left] for line in board[top + 1 :]]), run(board[top][left + 1 :])
            return f"{down}\\{across}" if down or across else BLACK

        return " / ".join(
            " ".join(at(top, left) for left in range(len(board[0]))) for top in range(len(board))
        )

    def link(self) -> LinkPart:
        """Return the sums. An address leaves out the first row and column, which are black."""
        return LinkPart(CrossSums(), _sums_of, _told_sums, edge=1)


def _sums_of(told: tuple[list[Any], list[int]], size: BoardSize) -> ClueValue:
    inner, edge = told
    columns = size.columns - 1
    found: list[Any] = [(0, 0), *((down, 0) for down in edge[:columns])]
    for row in range(size.rows - 1):
        found.append((0, edge[columns + row]))
        found += [None if at == NONE else at for at in inner[row * columns : (row + 1) * columns]]
    return tuple(found)


def _told_sums(value: ClueValue, size: BoardSize) -> tuple[list[Any], list[int]]:
    top, left = value[: size.columns], value[:: size.columns]
    if None in (*top, *left):
        raise NotationError("An address of puzz.link needs black cells in the first row and column.")
    rows = [value[at : at + size.columns] for at in range(size.columns, len(value), size.columns)]
    inner = [NONE if at is None else at for row in rows for at in row[1:]]
    return inner, [*(down for down, _ in top[1:]), *(across for _, across in left[1:])]


class Givens(Numbers):
    """Digits that are written in from the start."""

    def __init__(self, attribute: str = "givens") -> None:
        super().__init__(1, 99, attribute=attribute)

    def choices(self, grid: Grid) -> Iterator[int]:
        """Yield the digits of the board."""
        yield from values_of(grid.domains[0])

    def known(self, value: ClueValue, grid: Grid) -> Mapping[SpotNumber, int]:
        """Return the digits."""
        return dict(self.view(value, grid))

    def tells(self, value: ClueValue, grid: Grid) -> Mapping[str, str]:
        """Return nothing: the digits are marks, which are told as such."""
        return {}

    def of_row(self, row: ArchiveRow) -> str:
        """Return the digits in cells, if the row tells any."""
        if "problem" not in row.told or not row.givens:
            return ""
        text = row.cells(
            lambda token: EMPTY if token in (*NOTHING, "?") or token.endswith(tuple(SHADED)) else token
        )
        if re.search("[A-Za-z]", text):
            raise NotationError("This row has letters for digits.")
        return text

    def derived(
        self, value: ClueValue, grid: Grid, solved: Sequence[int], holds: Callable[[ClueValue], bool]
    ) -> ClueValue:
        """Return the digits of the solution."""
        return tuple(solved[cell] for cell in grid.cells)


class Circles(CellClue):
    """White and black circles. With `given`, they are marks: black is the first, white the other."""

    NAMES: ClassVar[dict[str, str]] = {"w": "white circle", "b": "black circle"}

    def __init__(self, attribute: str = "circles", *, given: bool = False) -> None:
        self.attribute, self.given = attribute, given

    def known(self, value: ClueValue, grid: Grid) -> Mapping[SpotNumber, int]:
        """Return the colours, if they are marks that are given."""
        return {cell: int(at == "b") for cell, at in self.view(value, grid)} if self.given else {}

    def derived(
        self, value: ClueValue, grid: Grid, solved: Sequence[int], holds: Callable[[ClueValue], bool]
    ) -> ClueValue:
        """Return the colours of the solution, or the circles that it keeps."""
        if self.given:
            return tuple("wb"[solved[cell]] for cell in grid.cells)
        return super().derived(value, grid, solved, holds)

    def token(self, at: str) -> str:
        """Return w or b."""
        return at

    def meaning(self, token: str) -> str:
        """Read w or b."""
        if token not in self.NAMES:
            raise ValueError("use 'w' for a white circle, 'b' for a black one, and '.' for none")
        return token

    def said(self, at: str) -> str:
        """Return the circle in words."""
        return self.NAMES[at]

    def choices(self, grid: Grid) -> Iterator[str]:
        """Yield both."""
        yield from self.NAMES

    def shapes(self, at: str, cell: CellNumber, grid: Grid) -> Iterator[Shape]:
        """Draw the circle."""
        fill = "full-black" if at == "b" else "full-white"
        yield Circle(grid.centre(cell), 0.36, fill=fill, stroke="ink", width=0.05)

    def of_row(self, row: ArchiveRow) -> str:
        """Return the circles, which some rows number."""
        return row.cells(lambda token: {"-": EMPTY, "1": "w", "2": "b"}.get(token, token))

    def link(self) -> LinkPart:
        """Return nothing, white or black for each cell."""
        signs = (None, "w", "b")
        return LinkPart(
            Ternary(),
            lambda told, size: tuple(signs[at] for at in told),
            lambda value, size: [signs.index(at) for at in value],
        )


class Arrows(CellClue):
    """Numbers with an arrow: so many in that direction. They are written 2^ 2> 2v 2<, and ?^ if the number is not told."""

    SIGNS = "^>v<"

    def __init__(self, attribute: str = "arrows", *, bare: bool = False) -> None:
        self.attribute, self.bare = attribute, bare

    def token(self, at: tuple[int, int]) -> str:
        """Return the number and the arrow."""
        return f"{'?' if at[0] == ANY else at[0]}{self.SIGNS[at[1]]}"

    def meaning(self, token: str) -> tuple[int, int]:
        """Read the number and the arrow."""
        number, sign = token[:-1], token[-1:]
        if sign not in self.SIGNS:
            raise ValueError("use a number and an arrow, as in 2^ 2> 2v 2<, and '.' for none")
        return ANY if number == "?" else number_of(number, 0, 99), self.SIGNS.index(sign)

    def random(self, rng: Random, grid: Grid) -> ClueValue:
        """Return arrows without numbers, none of which points to the edge beside it."""
        ways = [[way for way in range(4) if len(grid.way(cell, way)) > 1] for cell in grid.cells]
        chosen = rng.sample(grid.cells, round(ARROW_SHARE * len(grid.cells)))
        return tuple((ANY, rng.choice(ways[cell])) if cell in chosen else None for cell in grid.cells)

    def derived(
        self, value: ClueValue, grid: Grid, solved: Sequence[int], holds: Callable[[ClueValue], bool]
    ) -> ClueValue:
        """Return the arrows with their numbers."""
        told = ((cell, at and at[1]) for cell, at in enumerate(value))
        return tuple(
            None if way is None else (sum(solved[other] == YES for other in grid.way(cell, way)), way)
            for cell, way in told
        )

    def mends(self, value: ClueValue, grid: Grid) -> Iterator[tuple[str, ClueValue]]:
        """Yield each arrow in another direction, with each number."""
        for cell, at in self.view(value, grid):
            for other in self.choices(grid):
                if other[1] != at[1] and len(grid.way(cell, other[1])) > 1:
                    yield self.token(other), (*value[:cell], other, *value[cell + 1 :])

    def without(self, at: tuple[int, int] | None) -> tuple[int, int] | None:
        """Return the arrow without its number."""
        return at and (ANY, at[1])

    def said(self, at: tuple[int, int]) -> str:
        """Return the number and the direction in words."""
        return f"{at[0]} {WAYS[at[1]]}"

    def turned_one(self, at: tuple[int, int], way: Mapping[int, int]) -> tuple[int, int]:
        """Return the arrow in its new direction."""
        return at[0], way[at[1]]

    def choices(self, grid: Grid) -> Iterator[tuple[int, int]]:
        """Yield small numbers in all directions."""
        for way in range(4):
            for number in range((grid.height if way % 2 == 0 else grid.width) // 2 + 1):
                yield number, way

    def shapes(self, at: tuple[int, int], cell: CellNumber, grid: Grid) -> Iterator[Shape]:
        """Draw the number, and the arrow beside it."""
        (x, y), (down, right) = grid.centre(cell), STEPS[at[1]]
        number = "?" if at[0] == ANY else str(at[0])
        yield rectangle(x - 0.48, y - 0.48, 0.96, 0.96, fill="faint")
        yield Text(
            (x - 0.14 * abs(down), y + 0.14 * abs(right)),
            number,
            0.55 if len(number) == 1 else 0.45,
            "given",
            bold=True,
        )
        ox, oy = x + 0.3 * abs(down), y - 0.28 * abs(right)
        tip = (ox + 0.3 * right, oy + 0.3 * down)
        yield Line(((ox - 0.3 * right, oy - 0.3 * down), tip), "given", 0.05)
        for side in (-1, 1):
            back = (tip[0] - 0.14 * right + 0.11 * side * down, tip[1] - 0.14 * down + 0.11 * side * right)
            yield Line((back, tip), "given", 0.05)

    def of_row(self, row: ArchiveRow) -> str:
        """Return numbers with the letters of their directions."""
        if {"x", "@"} & {token for line in row.problem for token in line}:
            raise NotationError("This row has cells of another sort.")
        return row.cells(lambda token: token.translate(COMPASS))

    def link(self) -> LinkPart:
        """Return the numbers with their directions, which addresses count up, down, left, right."""
        return LinkPart(
            Pointing(),
            lambda told, size: tuple(
                None if at == NONE else (ANY if at[1] == UNKNOWN else at[1], LINK_WAYS.index(at[0]))
                for at in told
            ),
            lambda value, size: [
                NONE if at is None else (LINK_WAYS[at[1]], UNKNOWN if at[0] == ANY else at[0]) for at in value
            ],
        )


class Around(CellClue):
    """The lengths of the runs of marks around a cell, in any order: 2 or 11 or 0. A run that is not told is ?."""

    bare = True

    def __init__(self, attribute: str = "around") -> None:
        self.attribute = attribute

    def token(self, at: tuple[int, ...]) -> str:
        """Return the lengths, one character each."""
        return "".join("?" if length == ANY else str(length) for length in at)

    def meaning(self, token: str) -> tuple[int, ...]:
        """Read the lengths."""
        if not re.fullmatch(r"0|[1-8?]{1,4}", token):
            raise ValueError("use lengths of runs such as 3 or 11, 0 for no run, and '.' for none")
        return tuple(sorted(ANY if length == "?" else int(length) for length in token))

    def choices(self, grid: Grid) -> Iterator[tuple[int, ...]]:
        """Yield all lists of lengths that fit around a cell."""
        yield (0,)
        for count in range(1, 5):
            for some in combinations_with_replacement(range(1, 9), count):
                if sum(some) + count <= 8 or some == (8,):
                    yield some

    def shapes(self, at: tuple[int, ...], cell: CellNumber, grid: Grid) -> Iterator[Shape]:
        """Draw the lengths: one in the middle, or two to four around it."""
        (x, y), text = grid.centre(cell), self.token(at)
        for number, (dx, dy) in zip(text, PLACES[len(text)], strict=True):
            yield Text((x + dx, y + dy), number, 0.7 if len(text) == 1 else 0.42, "given", bold=True)

    def of_row(self, row: ArchiveRow) -> str:
        """Return the lengths: 9 is one that is not told."""
        return row.cells(lambda token: token.replace("9", "?").replace("-", EMPTY))

    def link(self) -> LinkPart:
        """Return the lengths, longest first."""
        return LinkPart(
            Several(),
            lambda told, size: tuple(
                None if at == NONE else tuple(sorted(ANY if one == UNKNOWN else one for one in at))
                for at in told
            ),
            lambda value, size: [
                NONE if at is None else tuple(UNKNOWN if one == ANY else one for one in reversed(at))
                for at in value
            ],
        )


class Trees(CellClue):
    """Trees in cells, written T. Their cells have no mark."""

    bare = True

    def __init__(self, attribute: str = "trees") -> None:
        self.attribute = attribute

    def token(self, at: str) -> str:
        """Return T."""
        return at

    def meaning(self, token: str) -> str:
        """Read T."""
        if token != TREE:
            raise ValueError("use 'T' for a tree, and '.' for none")
        return token

    def said(self, at: str) -> str:
        """Return the tree in words."""
        return "tree"

    def choices(self, grid: Grid) -> Iterator[str]:
        """Yield a tree."""
        yield TREE

    def without(self, at: str | None) -> str | None:
        """Return the same: without a tree it is another puzzle."""
        return at

    def shapes(self, at: str, cell: CellNumber, grid: Grid) -> Iterator[Shape]:
        """Draw a crown on a trunk."""
        x, y = grid.centre(cell)
        yield Line(((x, y), (x, y + 0.38)), "given", 0.1)
        yield Circle((x, y - 0.08), 0.27, fill="given")

    def of_row(self, row: ArchiveRow) -> str:
        """Return the trees of the solution."""
        return tokens(row.solution, lambda token: TREE if token in SHADED else EMPTY)

    def link(self) -> LinkPart:
        """Return which cells have a tree."""
        return LinkPart(
            Scattered(),
            lambda told, size: tuple(TREE if at else None for at in told),
            lambda value, size: [int(at is not None) for at in value],
        )
