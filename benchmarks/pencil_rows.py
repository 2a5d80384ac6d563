"""Read the stored solutions of published pencil puzzles: `EXPECTED` has the marks of each kind by spot."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from quandary.errors import NotationError
from quandary.pencil.archive import NOTHING, SHADED, ArchiveRow
from quandary.pencil.puzzle import Pencil

Marks: TypeAlias = Mapping[int, int]
"""Values by spot."""
LAMP, BLACK = "o", "b"


class Unknown(Exception):  # noqa: N818 - not an error: a puzzle of another sort
    """A puzzle that its kind does not know, and why."""


class Row(ArchiveRow):
    """One published puzzle with its solution."""

    def __init__(self, told: Mapping[str, Any]) -> None:
        try:
            super().__init__(told)
        except NotationError as error:
            raise Unknown(str(error)) from error
        self.id = str(told["id"])
        if "solution" not in told:
            raise Unknown("without a solution")
        if len(self.solution) != self.rows or {len(line) for line in self.solution} != {self.columns}:
            raise Unknown("of another size than said")


def flat(board: Iterable[Iterable[str]]) -> list[str]:
    """Return the tokens of a board, row by row."""
    return [token for row in board for token in row]


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


def lamps(row: Row, puzzle: Pencil) -> Marks:
    """Return where lamps or tents are."""
    return {cell: int(token in LAMP) for cell, token in enumerate(flat(row.solution))}


def colours(row: Row, puzzle: Pencil) -> Marks:
    """Return which cells are black."""
    return {cell: int(token in BLACK) for cell, token in enumerate(flat(row.solution))}


def loop(row: Row, puzzle: Pencil) -> Marks:
    """Return the edges of a loop by the sides at which it leaves each cell, in English or German, and what is black."""
    grid, found = puzzle.grid, dict[int, int]()
    for cell, token in enumerate(flat(row.solution)):
        if not grid.places[cell].ends:
            found[cell] = int(token in SHADED)
        sides = {"nesw".index(side) for side in token.replace("o", "e") if side in "nesw"}
        found |= {spot: int(way in sides) for way, spot in grid.out(cell).items()}
    return found


def kakuro_digits(row: Row, puzzle: Pencil) -> Marks:
    """Return the digits, one row and one column further if the first ones were left out."""
    more = puzzle.rows - row.rows
    return {
        (at + more) * puzzle.columns + column + more: int(token)
        for at, line in enumerate(row.solution)
        for column, token in enumerate(line)
        if token.isdigit()
    }


def lettered(row: Row, puzzle: Pencil) -> Marks:
    """Return which cells have a letter, or anything else but a dash."""
    return {cell: int(token not in NOTHING) for cell, token in enumerate(flat(row.solution))}


def parted(row: Row, puzzle: Pencil) -> Marks:
    """Return the walls between cells with different names."""
    names, grid = flat(row.solution), puzzle.grid
    ways = ((cell, way, wall) for cell in grid.cells for way, wall in grid.out(cell).items())
    return {wall: int(names[cell] != names[grid.way(cell, way)[0]]) for cell, way, wall in ways}


def slants(row: Row, puzzle: Pencil) -> Marks:
    """Return which lines fall."""
    return {cell: int("\\" in token) for cell, token in enumerate(flat(row.solution))}


EXPECTED: dict[str, Callable[[Row, Pencil], Marks]] = {
    "nonogram": shaded,
    "nurikabe": shaded,
    "slitherlink": around_inside,
    "kakuro": kakuro_digits,
    "akari": lamps,
    "hitori": shaded,
    "masyu": loop,
    "killer": digits,
    "heyawake": shaded,
    "yajilin": loop,
    "kuromasu": shaded,
    "kenken": digits,
    "starbattle": shaded,
    "tapa": shaded,
    "tents": lamps,
    "futoshiki": digits,
    "skyscrapers": digits,
    "norinori": shaded,
    "suguru": digits,
    "mosaic": shaded,
    "minesweeper": shaded,
    "yinyang": colours,
    "lits": lettered,
    "shikaku": parted,
    "slant": slants,
    "straights": digits,
    "jigsaw": digits,
}
"""How the stored solutions of each kind are read."""
