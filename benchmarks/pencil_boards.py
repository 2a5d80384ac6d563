"""Read boards of puzz.link's files: the clues in our notation, and the marks on the board.

`BOARDS` has for each kind how its rows of tokens are read: a text that the kind reads, and the marks by spot.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from quandary.pencil.grid import Grid
from quandary.pencil.words.word import NO, YES

Rows: TypeAlias = list[list[str]]
Told: TypeAlias = tuple[str, Callable[[Grid], dict[int, int]]]
"""The clues, and how the marks are found on the board."""
SHADED, CROSSED, VARIANT = "#", "+-", "another variant"


def text(rows: Sequence[Sequence[str]], sign: Callable[[str], str] = str) -> str:
    """Return rows of tokens."""
    return " / ".join(" ".join(map(sign, row)) for row in rows)


def shading(rows: Rows) -> Callable[[Grid], dict[int, int]]:
    """Return the cells that are shaded or crossed."""
    flat = [sign for row in rows for sign in row]
    marks = {cell: YES if sign == SHADED else NO for cell, sign in enumerate(flat) if sign in "#+-"}
    return lambda grid: marks


def number(sign: str) -> str:
    """Return a number, or a point for none."""
    return sign if sign.isdigit() else "."


def one_grid(size: int, rows: Rows) -> Told:
    """Read numbers and shading from the same rows."""
    return text(rows[:size], number), shading(rows[:size])


def two_grids(size: int, rows: Rows) -> Told:
    """Read numbers, then shading."""
    return text(rows[:size], number), shading(rows[size : 2 * size])


def lamps(size: int, rows: Rows) -> Told:
    """Read black cells with numbers, and lamps."""
    black = text(rows[:size], lambda sign: "#" if sign == "-" else number(sign))
    return black, shading([[sign if sign != "-" else "." for sign in row] for row in rows[:size]])


def rooms(size: int, rows: Rows) -> Told:
    """Read rooms, then shading."""
    return text(rows[1 : size + 1], _room), shading(rows[size + 1 : 2 * size + 1])


def rooms_with_numbers(size: int, rows: Rows) -> Told:
    """Read rooms, their numbers, then shading."""
    names, numbers = rows[1 : size + 1], rows[size + 1 : 2 * size + 1]
    pairs = zip([n for row in names for n in row], [n for row in numbers for n in row], strict=True)
    sums = [f"{_room(name)}={sign}" for name, sign in pairs if sign.isdigit()]
    return " ".join([text(names, _room), *sums]), shading(rows[2 * size + 1 : 3 * size + 1])


def stars(size: int, rows: Rows) -> Told:
    """Read the number of stars, regions, then stars."""
    clues, marks = rooms(size, rows[1:])
    return f"{clues};{rows[0][0]}", marks


def runs(size: int, rows: Rows) -> Told:
    """Read the runs above and to the left, and shading."""
    above, left = len(rows) - size, -(-(len(rows[0])) // 3)
    columns = len(rows[0]) - left
    across = [[sign for sign in row[:left] if sign.isdigit()] for row in rows[above:]]
    down = [[row[left + at] for row in rows[:above] if row[left + at].isdigit()] for at in range(columns)]
    sides = (" ".join(",".join(each) or "0" for each in some) for some in (across, down))
    return " / ".join(sides), shading([row[left:] for row in rows[above:]])


def loop(size: int, rows: Rows) -> Told:
    """Read numbers in cells, then the lines between dots: those beside cells, then those above and below."""
    return text(rows[:size], number), _lines(rows[size : 2 * size], rows[2 * size : 3 * size + 1], 0.0)


def circles(size: int, rows: Rows) -> Told:
    """Read circles, then the lines between cells."""
    return text(rows[:size], _circle), _lines(rows[size : 2 * size], rows[2 * size : 3 * size - 1], 0.5)


def arrows(size: int, rows: Rows) -> Told:
    """Read arrows, shading, and the lines between cells."""
    cells, lines = shading(rows[size : 2 * size]), _lines(rows[2 * size : 3 * size], rows[3 * size :], 0.5)
    return text(rows[:size], _arrow), lambda grid: cells(grid) | lines(grid)


def sums(size: int, rows: Rows) -> Told:
    """Read sums with the first row and column, then digits."""
    clues = [list(map(_sums, row)) for row in rows[: size + 1]]
    clues[0] = ["#", *(f"{sign}\\" if int(sign) else "#" for sign in rows[0][1:])]
    for told, row in zip(clues[1:], rows[1:], strict=False):
        told[0] = f"\\{row[0]}" if int(row[0]) else "#"
    answers = rows[size + 1 : 2 * size + 1]

    def digits(grid: Grid) -> dict[int, int]:
        return {
            (row + 1) * grid.width + column + 1: int(sign)
            for row, tokens in enumerate(answers)
            for column, sign in enumerate(tokens)
            if sign.isdigit()
        }

    return text(clues), digits


def runs_around(size: int, rows: Rows) -> Told:
    """Read several numbers in cells, and shading."""
    clues = text(
        rows[:size], lambda sign: sign.replace(",", "").replace("-", "?") if sign[0].isdigit() else "."
    )
    return clues, shading(rows[:size])


def discs(size: int, rows: Rows) -> Told:
    """Read circles, then the discs of the answer: 1 is white and 2 is black."""
    flat = [sign for row in rows[size : 2 * size] for sign in row]
    marks = {cell: YES if sign == "2" else NO for cell, sign in enumerate(flat) if sign in "12"}
    return text(rows[:size], _circle), lambda grid: marks


def tents(size: int, rows: Rows) -> Told:
    """Read numbers above and to the left, trees (1), tents (A) and crosses."""
    inside = [row[1:] for row in rows[1 : size + 1]]
    sides = [row[0] for row in rows[1 : size + 1]], rows[0][1:]
    trees = text(inside, lambda sign: "T" if sign == "1" else ".")
    marks = [["#" if sign == "A" else "-" if sign == "-" else "." for sign in row] for row in inside]
    return f"{trees};{' / '.join(' '.join(map(number, side)) for side in sides)}", shading(marks)


def slants(size: int, rows: Rows) -> Told:
    """Read numbers at corners, then lines: 1 falls and 2 rises."""
    flat = [sign for row in rows[size + 1 : 2 * size + 1] for sign in row]
    marks = {cell: YES if sign == "1" else NO for cell, sign in enumerate(flat) if sign in "12"}
    return text(rows[: size + 1], number), lambda grid: marks


def walls(size: int, rows: Rows) -> Told:
    """Read numbers, then the walls beside cells, and those below them."""
    across, down = rows[size : 2 * size], rows[2 * size : 3 * size - 1]
    return text(rows[:size], number), _walls(across, down)


def skyline(size: int, rows: Rows) -> Told:
    """Read the numbers at all sides, those that are given (q), and those that are written."""
    inside = [row[1:-1] for row in rows[1 : size + 1]]
    left, right = ([row[at] for row in rows[1 : size + 1]] for at in (0, -1))
    sides = (rows[0][1:-1], rows[size + 1][1:-1], left, right)
    givens = text(inside, lambda sign: sign[1:] if sign.startswith("q") else ".")
    flat = [sign for row in inside for sign in row]
    marks = {cell: int(sign) for cell, sign in enumerate(flat) if sign.isdigit()}
    return f"{' / '.join(' '.join(map(number, side)) for side in sides)};{givens}", lambda grid: marks


def _room(name: str) -> str:
    return f"R{name}"


def _circle(sign: str) -> str:
    return {"1": "w", "2": "b"}.get(sign, ".")


def _arrow(sign: str) -> str:
    way, _, count = sign.partition(",")
    return f"{count}{' ^v<>'[int(way)]}" if count else "."


def _sums(sign: str) -> str:
    if "," not in sign:
        return "."
    across, down = (each if int(each) else "" for each in sign.split(","))
    return f"{down}\\{across}" if across or down else "#"


def _walls(across: Rows, down: Rows) -> Callable[[Grid], dict[int, int]]:
    def found(grid: Grid) -> dict[int, int]:
        at, marks = {grid.places[spot].middle: spot for spot in grid.edges}, dict[int, int]()
        for rows, dx, dy in ((across, 1.0, 0.5), (down, 0.5, 1.0)):
            for y, row in enumerate(rows):
                for x, sign in enumerate(row):
                    if sign in ("1", "-1"):
                        marks[at[x + dx, y + dy]] = YES if sign == "1" else NO
        return marks

    return found


def _lines(across: Rows, down: Rows, shift: float) -> Callable[[Grid], dict[int, int]]:
    """Return the lines by the middles of edges. Those at grid lines go the other way than those between cells."""

    def found(grid: Grid) -> dict[int, int]:
        at = {grid.places[spot].middle: spot for spot in grid.edges}
        marks = dict[int, int]()
        for rows, (dx, dy) in ((across, (shift, 0.5 - shift)), (down, (0.5 - shift, shift))):
            for y, row in enumerate(rows):
                for x, sign in enumerate(row):
                    if sign in ("1", "-1"):
                        marks[at[x + shift + dx, y + shift + dy]] = YES if sign == "1" else NO
        return marks

    return found


BOARDS: dict[str, Callable[[int, Rows], Told]] = {
    "akari": lamps,
    "heyawake": rooms_with_numbers,
    "hitori": two_grids,
    "kakuro": sums,
    "kuromasu": two_grids,
    "lits": rooms,
    "masyu": circles,
    "minesweeper": two_grids,
    "nonogram": runs,
    "norinori": rooms,
    "nurikabe": one_grid,
    "skyscrapers": skyline,
    "shikaku": walls,
    "slant": slants,
    "slitherlink": loop,
    "starbattle": stars,
    "tapa": runs_around,
    "tents": tents,
    "yajilin": arrows,
    "yinyang": discs,
}
"""How the boards of each kind are read."""
