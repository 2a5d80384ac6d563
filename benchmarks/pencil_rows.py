"""Read published pencil puzzles of the archive's form: the notation of each kind, and the stored solution.

`READERS` has for each kind how its text is made from a row, and the marks that the stored solution has.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby, takewhile
from typing import Any, TypeAlias

from quandary.pencil.puzzle import Pencil

Board: TypeAlias = list[list[str]]
Marks: TypeAlias = Mapping[int, int]
"""Values by spot."""
SHADED, LAMP, BLACK, EMPTY, OUTSIDE = "xX", "o", "b", (".", "-"), "@#"


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
        found = {name: f"R{number}" for number, name in enumerate(dict.fromkeys(flat(self.told["areas"])))}
        return found | dict.fromkeys(OUTSIDE, ".")

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


def with_areas(row: Row) -> str:
    """Return the areas, and the digits or the number after them."""
    return f"{row.areas()};{tokens(row.problem, dotted)}" if "problem" in row.told else row.areas()


def stars(row: Row) -> str:
    """Return the areas and the number of stars."""
    if {*"@#"} & {*flat(row.told["areas"])}:
        raise Unknown("with cells left out of the board")
    return f"{row.areas()};{row.told['depth']}"


def rooms(row: Row) -> str:
    """Return the rooms with their numbers, which stand in any of their cells."""
    names = row.names()
    problem = flat(row.told.get("problem", []))
    cells = zip(flat(row.told["areas"]), problem, strict=False)
    return " ".join([row.areas(), *(f"{names[area]}={token}" for area, token in cells if token.isdigit())])


def kenken(row: Row) -> str:
    """Return the cages with their numbers and operations."""
    names = row.names()
    cages = zip(flat(row.told["areas"]), flat(row.problem), strict=True)
    return " ".join([row.areas(), *(f"{names[area]}={token}" for area, token in cages if token not in EMPTY)])


def akari(row: Row) -> str:
    """Return the black cells with their numbers."""
    return tokens(row.problem, lambda token: token.replace("x", "#").replace("-", "."))


def lamps(row: Row, puzzle: Pencil) -> Marks:
    """Return where lamps or tents are."""
    return {cell: int(token in LAMP) for cell, token in enumerate(flat(row.solution))}


def hitori(row: Row) -> str:
    """Return the numbers, some of which have a rest of markup behind them."""
    return tokens(row.problem, lambda token: token.split('"')[0])


def circles(row: Row) -> str:
    """Return the circles, which some rows number."""
    return tokens(row.problem, lambda token: {"-": ".", "1": "w", "2": "b"}.get(token, token))


def colours(row: Row, puzzle: Pencil) -> Marks:
    """Return which cells are black."""
    return {cell: int(token in BLACK) for cell, token in enumerate(flat(row.solution))}


def tapa(row: Row) -> str:
    """Return the runs around cells: 9 is one that is not told."""
    return tokens(row.problem, lambda token: token.replace("9", "?").replace("-", "."))


def arrows(row: Row) -> str:
    """Return numbers with arrows."""
    if {"x", "@"} & {*flat(row.problem)}:
        raise Unknown("with cells of another sort")
    signs = str.maketrans("nesw-", "^>v<.")
    return tokens(row.problem, lambda token: token.translate(signs))


def loop(row: Row, puzzle: Pencil) -> Marks:
    """Return the edges of a loop by the sides at which it leaves each cell, in English or German, and what is black."""
    grid, found = puzzle.grid, dict[int, int]()
    for cell, token in enumerate(flat(row.solution)):
        if not grid.places[cell].ends:
            found[cell] = int(token in SHADED)
        sides = {"nesw".index(side) for side in token.replace("o", "e") if side in "nesw"}
        found |= {spot: int(way in sides) for way, spot in grid.out(cell).items()}
    return found


def kakuro(row: Row) -> str:
    """Return the sums of the runs of the solution."""
    board = [["-"] * (row.columns + 1), *(["-", *line] for line in row.solution)]

    def run(line: Sequence[str]) -> str:
        digits = [*takewhile(str.isdigit, line)]
        return str(sum(map(int, digits))) if len(digits) > 1 else ""

    def token(at: int, column: int) -> str:
        if board[at][column].isdigit():
            return "."
        down, across = run([line[column] for line in board[at + 1 :]]), run(board[at][column + 1 :])
        return f"{down}\\{across}" if down or across else "#"

    return " / ".join(
        " ".join(token(at, column) for column in range(row.columns + 1)) for at in range(row.rows + 1)
    )


def kakuro_digits(row: Row, puzzle: Pencil) -> Marks:
    """Return the digits, one row and one column further."""
    return {
        (at + 1) * puzzle.columns + column + 1: int(token)
        for at, line in enumerate(row.solution)
        for column, token in enumerate(line)
        if token.isdigit()
    }


def jigsaw(row: Row) -> str:
    """Return the regions and the digits, if they are digits."""
    if any(token.isalpha() for token in flat(row.problem)):
        raise Unknown("with letters")
    return with_areas(row)


def futoshiki(row: Row) -> str:
    """Return the digits and the signs of a doubled board, whose open ends are towards the larger digit."""
    board = row.problem
    signs = str.maketrans({"«": "<", "»": ">", "A": "^", "V": "v", "-": ".", "?": "."})
    lines = [
        "".join(token[-1:].translate(signs) for token in (line[1::2] if at % 2 == 0 else line[::2]))
        for at, line in enumerate(board)
    ]
    return f"{tokens([line[::2] for line in board[::2]], dotted)};{'/'.join(lines)}"


def skyscrapers(row: Row) -> str:
    """Return the numbers at the four sides, and the heights that are given."""
    row.expect("skyscrapers")
    if int(row.told["depth"]) != row.rows:
        raise Unknown("with parks")
    sides = [" ".join(map(dotted, side)) for side in (*row.told["clabels"], *row.told["rlabels"])]
    given = f";{tokens(row.problem, dotted)}" if "problem" in row.told else ""
    return " / ".join(sides) + given


def tents(row: Row) -> str:
    """Return the trees, and the tents of all lines."""
    trees = tokens(row.solution, lambda token: "T" if token in SHADED else ".")

    def counts(lines: Sequence[Sequence[str]]) -> str:
        return " ".join(str(sum(token in LAMP for token in line)) for line in lines)

    return f"{trees};{counts(row.solution)} / {counts(columns_of(row.solution))}"


def straights(row: Row) -> str:
    """Return the black cells with their digits, and the digits of white ones."""
    black = tokens(row.problem, lambda token: (token[:-1] or "#") if token in SHADED or token[1:] else ".")
    return f"{black};{tokens(row.problem, dotted_digit)}"


def dotted_digit(token: str) -> str:
    """Return a digit, or a point for what is no digit alone."""
    return token if token.isdigit() else "."


def lettered(row: Row, puzzle: Pencil) -> Marks:
    """Return which cells have a letter, or anything else but a dash."""
    return {cell: int(token not in EMPTY) for cell, token in enumerate(flat(row.solution))}


def parted(row: Row, puzzle: Pencil) -> Marks:
    """Return the walls between cells with different names."""
    names, grid = flat(row.solution), puzzle.grid
    ways = ((cell, way, wall) for cell in grid.cells for way, wall in grid.out(cell).items())
    return {wall: int(names[cell] != names[grid.way(cell, way)[0]]) for cell, way, wall in ways}


def slants(row: Row, puzzle: Pencil) -> Marks:
    """Return which lines fall."""
    return {cell: int("\\" in token) for cell, token in enumerate(flat(row.solution))}


Reader: TypeAlias = tuple[Callable[[Row], str], Callable[[Row, Pencil], Marks]]
READERS: dict[str, Reader] = {
    "nonogram": (nonogram, shaded),
    "nurikabe": (lambda row: tokens(row.problem, lambda token: token.replace("-", ".")), shaded),
    "slitherlink": (numbers, around_inside),
    "kakuro": (kakuro, kakuro_digits),
    "akari": (akari, lamps),
    "hitori": (hitori, shaded),
    "masyu": (circles, loop),
    "killer": (killer, digits),
    "heyawake": (rooms, shaded),
    "yajilin": (arrows, loop),
    "kuromasu": (numbers, shaded),
    "kenken": (kenken, digits),
    "starbattle": (stars, shaded),
    "tapa": (tapa, shaded),
    "tents": (tents, lamps),
    "futoshiki": (futoshiki, digits),
    "skyscrapers": (skyscrapers, digits),
    "norinori": (lambda row: row.areas(), shaded),
    "suguru": (with_areas, digits),
    "mosaic": (numbers, shaded),
    "minesweeper": (numbers, shaded),
    "yinyang": (circles, colours),
    "lits": (lambda row: row.areas(), lettered),
    "shikaku": (numbers, parted),
    "slant": (numbers, slants),
    "straights": (straights, digits),
    "jigsaw": (jigsaw, digits),
}
