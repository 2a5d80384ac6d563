"""Draw Sudokus with few empty cells by lot, of every size: with no, one and several solutions."""

from collections.abc import Iterator
from random import Random
from typing import Any

from quandary.kinds.sudoku.board import DIGITS, EMPTY, SHAPES
from quandary.kinds.sudoku.rules import Sudoku
from quandary.parts.traits import parities, parity

SIZES = tuple(f"{rows * columns} digits" for rows, columns in SHAPES)
ELEMENTS = tuple(f"empty cells in a {unit}" for unit in ("row", "column", "box"))
ALONE = (
    *(f"given {digit}" for digit in DIGITS[: max(rows * columns for rows, columns in SHAPES)]),
    "wrong given",
)
CHOICES = {"size": SIZES, **parities("side")}
APART = frozenset(
    frozenset((f"{rows * columns} digits", f"{('odd', 'even')[rows * columns % 2]} side"))
    for rows, columns in SHAPES
)


def drawn(random: Random) -> str:
    """Return a full grid without a few of its digits, and perhaps with a wrong one, with none of its own in sight."""
    rows, columns = random.choices(SHAPES, (60, 20, 20, 2, 2, 1))[0]
    size = rows * columns
    down, across = _order(random, columns, rows), _order(random, rows, columns)
    digits = random.sample(DIGITS[:size], size)
    cells = [digits[(columns * row + row // rows + column) % size] for row in down for column in across]
    wrong = random.randrange(size * size) if random.random() < 0.3 else None
    for cell in random.sample(range(size * size), random.choice((2, 2, 3, 4))):
        cells[cell] = EMPTY
    if wrong is not None:
        digit = random.choice(DIGITS[:size])
        seen = [at for at, each in enumerate(cells) if each == digit and _see(wrong, at, rows, columns)]
        cells = [EMPTY if at in seen else each for at, each in enumerate(cells)]
        cells[wrong] = digit
    return "".join(cells)


def _order(random: Random, bands: int, lines: int) -> list[int]:
    """Return the rows or columns of a grid, shuffled within their bands, and the bands too."""
    starts = random.sample(range(0, bands * lines, lines), bands)
    return [line for start in starts for line in random.sample(range(start, start + lines), lines)]


def _see(one: int, other: int, rows: int, columns: int) -> bool:
    """Return whether two cells lie in one row, column or box."""
    size = rows * columns
    (row, column), (to_row, to_column) = divmod(one, size), divmod(other, size)
    same_box = (row // rows, column // columns) == (to_row // rows, to_column // columns)
    return row == to_row or column == to_column or same_box


def traits(sudoku: Sudoku) -> Iterator[str]:
    """Yield what is on a grid."""
    size = sudoku.size
    yield f"{size} digits"
    yield from parity(side=size)
    yield from (f"given {digit}" for digit in set(sudoku.givens) - {EMPTY})
    empty = [divmod(at, size) for at, digit in enumerate(sudoku.givens) if digit == EMPTY]
    units: dict[str, list[Any]] = {
        "row": [row for row, _ in empty],
        "column": [column for _, column in empty],
        "box": [(row // sudoku.box_rows, column // sudoku.box_columns) for row, column in empty],
    }
    yield from (f"empty cells in a {name}" for name, found in units.items() if len(set(found)) < len(found))
    if any(sudoku.givens.count(digit) == size - 2 for digit in set(sudoku.givens)):
        yield "wrong given"
