"""Read published pencil puzzles of the archive's form: the notation of each kind, and the stored solution.

`READERS` has for each kind how its text is made from a row, and the marks that the stored solution has.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, TypeAlias

from quandary.pencil.puzzle import Pencil

Board: TypeAlias = list[list[str]]
Marks: TypeAlias = Mapping[int, int]
"""Values by spot."""
SHADED = "xX"


class Unknown(Exception):  # noqa: N818 - not an error: a puzzle of another sort
    """A puzzle that its kind does not know, and why."""


class Row:
    """One published puzzle."""

    def __init__(self, told: Mapping[str, Any]) -> None:
        self.told = told
        self.id = str(told["id"])
        if "solution" not in told:
            raise Unknown("without a solution")
        self.solution: Board = told["solution"]
        self.rows = int(told.get("rows") or told.get("size") or len(self.solution))
        self.columns = int(told.get("cols") or told.get("size") or len(self.solution[0]))
        if len(self.solution) != self.rows or {len(line) for line in self.solution} != {self.columns}:
            raise Unknown("of another size than said")

    @property
    def problem(self) -> Board:
        """What stands in the cells."""
        if "problem" not in self.told:
            raise Unknown("without clues")
        return self.told["problem"]  # type: ignore[no-any-return]

    def names(self) -> dict[str, str]:
        """Return how its areas are called in our notation."""
        return {name: f"R{number}" for number, name in enumerate(dict.fromkeys(flat(self.told["areas"])))}

    def areas(self) -> str:
        """Return the areas as rows of names."""
        return tokens(self.told["areas"], self.names().__getitem__)

    def expect(self, name: str) -> None:
        """Raise Unknown if it is a variant of the kind with a name."""
        if str(self.told.get("puzzle", name)).lower() != name:
            raise Unknown(f"of the sort {self.told['puzzle']}")


def tokens(board: Iterable[Iterable[str]], token: Callable[[str], str] = str) -> str:
    """Return rows of tokens with blanks between."""
    return " / ".join(" ".join(map(token, row)) for row in board)


def dotted(token: str) -> str:
    """Return a number, or a point for none."""
    return token if token.isalnum() else "."


def flat(board: Iterable[Iterable[str]]) -> list[str]:
    """Return the tokens of a board, row by row."""
    return [token for row in board for token in row]


def numbers(row: Row) -> str:
    """Return the numbers in cells."""
    return tokens(row.problem, dotted)


def columns_of(board: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """Return the columns of a board."""
    return [list(column) for column in zip(*board, strict=True)]


def shaded(row: Row, puzzle: Pencil) -> Marks:
    """Return which cells are shaded."""
    return {cell: int(token in SHADED) for cell, token in enumerate(flat(row.solution))}


def digits(row: Row, puzzle: Pencil) -> Marks:
    """Return the digits in cells."""
    return {cell: int(token) for cell, token in enumerate(flat(row.solution)) if token.isdigit()}


def around_inside(row: Row, puzzle: Pencil) -> Marks:
    """Return the edges of a loop by the cells inside."""
    grid, lines = puzzle.grid, dict[int, int]()
    for cell, inside in shaded(row, puzzle).items():
        for spot in grid.sides(cell):
            lines[spot] = lines.get(spot, 0) ^ inside
    return lines


def nonogram(row: Row) -> str:
    """Return the runs of all lines."""
    row.expect("nonogram")

    def runs(line: Sequence[str]) -> str:
        found = [len(list(run)) for is_shaded, run in groupby(token in SHADED for token in line) if is_shaded]
        return ",".join(map(str, found)) or "0"

    sides = (row.solution, columns_of(row.solution))
    return " / ".join(" ".join(map(runs, lines)) for lines in sides)


def killer(row: Row) -> str:
    """Return the cages with their sums."""
    row.expect("killer")
    names = row.names()
    cages = zip(flat(row.told["areas"]), flat(row.problem), strict=True)
    sums = [f"{names[area]}={token}" for area, token in cages if token.isdigit()]
    return " ".join([row.areas(), *sums])


Reader: TypeAlias = tuple[Callable[[Row], str], Callable[[Row, Pencil], Marks]]
READERS: dict[str, Reader] = {
    "nonogram": (nonogram, shaded),
    "killer": (killer, digits),
    "slitherlink": (numbers, around_inside),
}
