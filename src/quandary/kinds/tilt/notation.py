"""Mazes as text: a character for every corner, border and cell.

    +-+-+-+    corners and walls      + corner   - | wall, or a space for no wall
    |o . *|    cells                  . empty   o ball   * checkpoint
    + +-+ +
    |. .|.|
    +-+-+-+

Rows are separated by line breaks or by `/`.
"""

import re
from collections.abc import Sequence

from quandary.errors import NotationError
from quandary.kind import Notation
from quandary.kinds.tilt.files import from_json, is_json, to_json
from quandary.kinds.tilt.rules import MOST_CELLS, MOST_CHECKPOINTS, Border, Cell, Maze
from quandary.parts.blocks import blocks

MOST_CHARACTERS = 4 * (2 * MOST_CELLS + 2) ** 2
"""The longest text that is read, with room for indentation."""

CORNER, EMPTY, BALL, CHECKPOINT, OPEN = "+", ".", "o", "*", " "
ALLOWED = {
    "a corner": CORNER,
    "a border between upper and lower cell": "-" + OPEN,
    "a border between left and right cell": "|" + OPEN,
    "a cell": EMPTY + BALL + CHECKPOINT,
}
TOP_ROW = re.compile(r"\+(?:-\+)+")


def parse(text: str) -> Maze:
    """Read a maze from text.

    Raises NotationError if the text is not a maze.

    >>> parse("+-+-+/|o *|/+-+-+").checkpoints
    ((1, 0),)
    """
    rows = _rows(format(from_json(text)) if is_json(text) else text)
    _check_shape(rows)
    _check_characters(rows)
    _check_rim(rows)
    width, height = len(rows[0]) // 2, len(rows) // 2
    cells = {(x, y): rows[2 * y + 1][2 * x + 1] for y in range(height) for x in range(width)}
    balls = [cell for cell, character in cells.items() if character == BALL]
    checkpoints = sorted(cell for cell, character in cells.items() if character == CHECKPOINT)
    _check_pieces(balls, checkpoints)
    return Maze(width, height, balls[0], tuple(checkpoints), _walls(rows))


def format(maze: Maze) -> str:  # noqa: A001 - the converse of parse, as in every kind
    """Return the text of a maze, one row per line, so that `parse(format(maze)) == maze`.

    >>> print(format(parse("+-+-+/|o|*|/+ + +/|. .|/+-+-+")))
    +-+-+
    |o|*|
    + + +
    |. .|
    +-+-+
    """
    columns, rows = range(2 * maze.width + 1), range(2 * maze.height + 1)
    return "\n".join("".join(_character(maze, (x, y)) for x in columns) for y in rows)


def recognise(text: str) -> list[tuple[int, str]] | None:
    """Split a text file at its blank lines and return each maze with the line it starts on.

    Returns None if the first block does not begin like a maze or has the S and E of a Witness panel.
    """
    if is_json(text):
        return [(1, text.strip())]
    mazes = blocks(text)
    if not mazes:
        return None
    first = mazes[0][1]
    top = re.split(r"[/\n]", first, maxsplit=1)[0]
    return mazes if TOP_ROW.fullmatch(top) and not set("SEse") & set(first) else None


def _rows(text: str) -> list[str]:
    if len(text) > MOST_CHARACTERS:
        raise NotationError(
            f"A text of {len(text):,} characters is too long for a maze of at most"
            f" {MOST_CELLS}×{MOST_CELLS} cells; give one maze at a time."
        )
    return [row.strip() for row in text.replace("/", "\n").strip().split("\n")]


def _check_shape(rows: Sequence[str]) -> None:
    if rows == [""]:
        raise NotationError("The maze is empty; the smallest one is +-+-+/|o *|/+-+-+.")
    width = len(rows[0])
    for number, row in enumerate(rows, start=1):
        if len(row) != width:
            raise NotationError(
                f"Line {number} has {len(row)} characters but line 1 has {width};"
                " make all lines equally long, with a wall at either end."
            )
    for what, number in (("lines", len(rows)), ("columns", width)):
        if number % 2 == 0 or number < 3:
            raise NotationError(
                f"The maze has {number} {what}; n cells take 2n + 1 of them,"
                " so the number must be odd and at least 3."
            )
        if number // 2 > MOST_CELLS:
            raise NotationError(
                f"The maze has {number} {what}, that is {number // 2} cells,"
                f" but the limit is {MOST_CELLS} cells a side."
            )


def _check_characters(rows: Sequence[str]) -> None:
    for line, row in enumerate(rows):
        kinds = tuple(ALLOWED)[2 * (line % 2) :]
        for column, character in enumerate(row):
            what = kinds[column % 2]
            if character not in ALLOWED[what]:
                names = ", ".join("a space" if c == OPEN else c for c in ALLOWED[what])
                raise NotationError(
                    f"Line {line + 1}, column {column + 1}: {character!r} cannot stand for {what}; write {names}"
                )


def _check_rim(rows: Sequence[str]) -> None:
    width, height = len(rows[0]), len(rows)
    rim = [(x, y) for y in (0, height - 1) for x in range(width)]
    rim += [(x, y) for x in (0, width - 1) for y in range(height)]
    for x, y in rim:
        if rows[y][x] == OPEN:
            raise NotationError(
                f"Line {y + 1}, column {x + 1}: the maze is open here; put a wall all around it."
            )


def _check_pieces(balls: Sequence[Cell], checkpoints: Sequence[Cell]) -> None:
    if len(balls) != 1:
        found = "no ball" if not balls else f"{len(balls)} balls"
        raise NotationError(f"The maze has {found}; write {BALL} in exactly one cell.")
    if not checkpoints:
        raise NotationError(f"The maze has no checkpoint; write {CHECKPOINT} in at least one cell.")
    if len(checkpoints) > MOST_CHECKPOINTS:
        raise NotationError(
            f"The maze has {len(checkpoints)} checkpoints, but the limit is {MOST_CHECKPOINTS}."
        )


def _walls(rows: Sequence[str]) -> frozenset[Border]:
    inner = range(1, len(rows[0]) - 1)
    return frozenset(
        (x, y) for y in range(1, len(rows) - 1) for x in inner if (x + y) % 2 and rows[y][x] != OPEN
    )


def _character(maze: Maze, place: Border) -> str:
    x, y = place
    if x % 2 and y % 2:
        cell = (x // 2, y // 2)
        return BALL if cell == maze.ball else CHECKPOINT if cell in maze.checkpoints else EMPTY
    if x % 2 == 0 and y % 2 == 0:
        return CORNER
    is_rim = x in (0, 2 * maze.width) or y in (0, 2 * maze.height)
    return ("-" if x % 2 else "|") if is_rim or place in maze.walls else OPEN


NOTATION = Notation(parse=parse, format=format, recognise=recognise, forms={"json": to_json})
