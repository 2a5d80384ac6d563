"""Draw Sudokus on the page and in characters."""

from collections.abc import Collection, Iterator, Mapping
from math import ceil, sqrt
from typing import Any

from quandary.draw.place import scaled
from quandary.draw.shapes import Drawing, Line, Point, Polygon, Shape, Text, rectangle
from quandary.kind import Pictures
from quandary.kinds.sudoku.board import DIGITS, EMPTY, Put
from quandary.kinds.sudoku.rules import Sudoku
from quandary.trace import Step, Trace

MARGIN = 0.25
THIN, THICK = 0.02, 0.08
DIGIT_SIZE, MARK_SIZE = 0.7, 0.25
LABELS, LABEL_SIZE = 0.45, 0.36
"""The room for the names of rows and columns, and the size of their letters."""
FRAME = 0.05
MARKED = 0.8
"""The share of a cell's side for pencil marks, which leaves a margin to the lines."""


def draw(sudoku: Sudoku, state: str | None = None) -> Drawing:
    """Draw the grid with thick borders between boxes, givens in bold and other digits in blue.

    >>> draw(Sudoku("." * 81)).width
    9.5
    """
    side = sudoku.size + 2 * MARGIN
    shapes = (*_grid(sudoku), *_digits(sudoku, state or sudoku.givens))
    return Drawing(side, side, shapes, title=f"{sudoku.size}x{sudoku.size} Sudoku")


def draw_marks(
    sudoku: Sudoku, state: str, left: Mapping[int, Collection[int]], struck: Collection[Put] = ()
) -> Drawing:
    """Draw the grid with small digits left for each empty cell, and just struck ones crossed out in red.

    >>> len(draw_marks(Sudoku("12..34..........", 2, 2), "12..34..........", {2: {3, 4}}).shapes)
    16
    """
    plain = draw(sudoku, state)
    marks = (
        shape
        for cell, digits in sorted(left.items())
        for digit in sorted(digits)
        for shape in _mark(sudoku, cell, digit, Put(*divmod(cell, sudoku.size), digit) in struck)
    )
    return Drawing(plain.width, plain.height, (*plain.shapes, *marks), title=plain.title)


def _mark(sudoku: Sudoku, cell: int, digit: int, is_struck: bool) -> Iterator[Shape]:
    """Draw a small digit at its own place in the cell, as on the keys of a telephone."""
    across = ceil(sqrt(sudoku.size))
    row, column = divmod(digit - 1, across)
    x, y = centre(*divmod(cell, sudoku.size))
    x, y = x + MARKED * ((column + 0.5) / across - 0.5), y + MARKED * ((row + 0.5) / across - 0.5)
    size = MARK_SIZE * 3 / max(3, across)
    yield Text((x, y), DIGITS[digit - 1], size, "struck" if is_struck else "soft", bold=is_struck)
    if is_struck:
        reach = 0.45 * size
        yield Line(((x - reach, y + reach), (x + reach, y - reach)), "struck", THIN)


def anchor(sudoku: Sudoku, state: str, move: Put) -> Point:
    """Return the centre of the move's cell.

    >>> anchor(Sudoku("." * 81), "." * 81, Put(row=0, column=8, digit=5))
    (8.75, 0.75)
    """
    return centre(move.row, move.column)


def write(sudoku: Sudoku, state: str | None = None) -> str:
    """Write the grid in characters.

    >>> print(write(Sudoku("12..34..........", 2, 2)))
    1 2 | . .
    3 4 | . .
    ----+----
    . . | . .
    . . | . .
    """
    grid, size, wide = state or sudoku.givens, sudoku.size, sudoku.box_columns
    lines = []
    for row in range(size):
        if row and row % sudoku.box_rows == 0:
            lines.append("-+-".join(["-" * (2 * wide - 1)] * (size // wide)))
        symbols = grid[row * size : (row + 1) * size]
        lines.append(" | ".join(" ".join(symbols[at : at + wide]) for at in range(0, size, wide)))
    return "\n".join(lines)


def _grid(sudoku: Sudoku) -> Iterator[Shape]:
    """Draw thin lines first, so that thick ones lie on top of them."""
    low, high = MARGIN, MARGIN + sudoku.size
    for thick in (False, True):
        stroke, width = ("given", THICK) if thick else ("line", THIN)
        for index in range(sudoku.size + 1):
            at = MARGIN + index
            if (index % sudoku.box_columns == 0) is thick:
                yield Line(((at, low), (at, high)), stroke, width)
            if (index % sudoku.box_rows == 0) is thick:
                yield Line(((low, at), (high, at)), stroke, width)


def _digits(sudoku: Sudoku, state: str) -> Iterator[Shape]:
    for cell, symbol in enumerate(state):
        if symbol != EMPTY:
            given = sudoku.givens[cell] != EMPTY
            place = centre(sudoku.board.row_of[cell], sudoku.board.column_of[cell])
            yield Text(place, symbol, DIGIT_SIZE, "given" if given else "written", bold=given)


def centre(row: int, column: int) -> Point:
    """Return the middle of a cell on the page."""
    return MARGIN + column + 0.5, MARGIN + row + 0.5


def draw_step(sudoku: Sudoku, trace: Trace, number: int) -> Drawing:
    """Draw the grid before a step: the cells to look at shaded, the digit it places, those it strikes in red.

    Rows and columns are named, as in the words of the step.
    """
    state, left = candidates(sudoku, trace.steps[:number])
    found = trace.steps[number].finding
    placed = {move.row * sudoku.size + move.column: move.digit for move in found.must}
    notes = {cell: digits for cell, digits in left.items() if cell not in placed}
    struck = () if placed else found.cannot
    plain = draw_marks(sudoku, state, notes, struck)
    slots = {slot: cell for cell, slot in enumerate(sudoku.all_slots[: sudoku.size**2])}
    looked_at = [slots[slot] for slot in found.seen_at if slot in slots]
    areas = (*(_area(sudoku, cell, "faint") for cell in looked_at),)
    marked = Drawing(
        plain.width,
        plain.height,
        (*areas, *_placed(sudoku, placed), *plain.shapes, *_frames(sudoku, looked_at)),
        title=f"{plain.title}: step {number + 1}",
    )
    return _labelled(sudoku, marked)


def _area(sudoku: Sudoku, cell: int, fill: str) -> Polygon:
    row, column = divmod(cell, sudoku.size)
    return rectangle(MARGIN + column, MARGIN + row, 1, 1, fill=fill)


def _frames(sudoku: Sudoku, cells: Collection[int]) -> Iterator[Shape]:
    """Draw a frame in each cell to look at, which shows without colour, too."""
    inset = THICK
    for cell in cells:
        row, column = divmod(cell, sudoku.size)
        x, y, side = MARGIN + column + inset, MARGIN + row + inset, 1 - 2 * inset
        yield rectangle(x, y, side, side, stroke="written", width=FRAME)


def _placed(sudoku: Sudoku, placed: Mapping[int, int]) -> Iterator[Shape]:
    for cell, digit in placed.items():
        yield _area(sudoku, cell, "new-area")
        yield Text(centre(*divmod(cell, sudoku.size)), DIGITS[digit - 1], DIGIT_SIZE, "new", bold=True)


def _labelled(sudoku: Sudoku, plain: Drawing) -> Drawing:
    """Return the picture with the names of rows and columns at its left and top."""
    shapes = [scaled(shape, 1, LABELS, LABELS) for shape in plain.shapes]
    for index in range(sudoku.size):
        middle = LABELS + MARGIN + index + 0.5
        shapes.append(Text((middle, LABELS * 0.75), f"c{index + 1}", LABEL_SIZE, "soft"))
        shapes.append(Text((LABELS * 0.6, middle), f"r{index + 1}", LABEL_SIZE, "soft"))
    return Drawing(plain.width + LABELS, plain.height + LABELS, tuple(shapes), title=plain.title)


def candidates(sudoku: Sudoku, steps: tuple[Step, ...]) -> tuple[str, dict[int, set[int]]]:
    """Return the grid after some steps, and the digits left for each empty cell.

    >>> grid, left = candidates(Sudoku("1.34" "341." "2143" ".321", 2, 2), ())
    >>> left[1]
    {2}
    """
    state, struck = sudoku.givens, set[Any]()
    for step in steps:
        if step.finding.must:
            for move in step.finding.must:
                state = sudoku.apply(state, move)
        else:
            struck.update(step.finding.cannot)
    left = {cell: set[int]() for cell, symbol in enumerate(state) if symbol == EMPTY}
    for move in sudoku.moves(state):
        if move not in struck:
            left[move.row * sudoku.size + move.column].add(move.digit)
    return state, left


PICTURES = Pictures(draw=draw, anchor=anchor, write=write, draw_step=draw_step)
