"""Mazes as text: a character for every vertex and every edge, and paths as words.

        o-o-@    vertices    o plain   x checkpoint   @ endpoint: always bottom left and top right
        |.|.|    edges       - | plain   x checkpoint   . break, which is not drawn
        o-x-o    between four vertices: always .
    x.|..
    @-o-o

The top row comes first. Rows are separated by line breaks or by `/`.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from quandary.errors import NotationError
from quandary.kind import Notation
from quandary.kinds.maze.rules import LARGEST, SMALLEST, STEPS, Maze, Part, Path
from quandary.parts.blocks import blocks

MOST_CHARACTERS = 4 * (2 * LARGEST + 2) ** 2
"""The longest text that is read, with room for indentation."""

PLAIN, END, CHECKPOINT, NOTHING = "o", "@", "x", "."
EDGE = {"h": "-", "v": "|"}
NAMES = {"": "a vertex", "h": "an edge between left and right", "v": "an edge between top and bottom"}
TOP_ROW = re.compile(r"[ox](?:[-x.][ox])*[-x.]@")


def parse(text: str) -> Maze:
    """Read a maze from text.

    Raises NotationError if the text is not a maze.

    >>> parse("o-@/x.|/@-o").checkpoints
    frozenset({Part(x=0, y=0, way='v')})
    """
    rows = _rows(text)
    _check_shape(rows)
    maze = Maze(len(rows) // 2 + 1)
    at = {each: _character_at(rows, each) for each in maze.parts}
    _check_characters(rows, maze)
    return Maze(
        maze.size,
        checkpoints=frozenset(each for each, character in at.items() if character == CHECKPOINT),
        breaks=frozenset(each for each, character in at.items() if character == NOTHING),
    )


def format(maze: Maze) -> str:  # noqa: A001 - the converse of parse, as in every kind
    """Return the text of a maze, one row per line, so that `parse(format(maze)) == maze`.

    >>> print(format(parse("o-@/x.|/@-o")))
    o-@
    x.|
    @-o
    """
    side = 2 * maze.size - 1
    grid = [[NOTHING] * side for _ in range(side)]
    for each in maze.parts:
        line, column = _place(maze.size, each)
        grid[line][column] = _character(maze, each)
    return "\n".join(map("".join, grid))


def write(maze: Maze, state: Path) -> str:
    """Write a path as its moves.

    >>> write(Maze(2), ((0, 0), (1, 0), (1, 1)))
    'right up'
    """
    name_of = {direction: move for move, direction in STEPS.items()}
    words = [name_of[there[0] - here[0], there[1] - here[1]] for here, there in pairwise(state)]
    return " ".join(words) or "no move"


def recognise(text: str) -> list[tuple[int, str]] | None:
    """Split a text file at its blank lines and return each maze with the line it starts on.

    Returns None if the first line that is not blank cannot be the top row of a maze.
    """
    mazes = blocks(text)
    first = mazes[0][1].partition("\n")[0] if mazes else ""
    return mazes if TOP_ROW.fullmatch(first.partition("/")[0]) else None


def _rows(text: str) -> list[str]:
    if len(text) > MOST_CHARACTERS:
        raise NotationError(
            f"A text of {len(text):,} characters is too long for a maze of at most"
            f" {LARGEST}×{LARGEST} vertices; give one maze at a time."
        )
    return [row.strip() for row in text.replace("/", "\n").strip().split("\n")]


def _check_shape(rows: Sequence[str]) -> None:
    if rows == [""]:
        raise NotationError("The maze is empty; the smallest one is o-@/|.|/@-o.")
    for number, row in enumerate(rows, start=1):
        if len(row) != len(rows):
            raise NotationError(
                f"Line {number} has {len(row)} characters, but there are {len(rows)} lines;"
                f" a maze is square, with {NOTHING} between four vertices."
            )
    side = len(rows)
    if side % 2 == 0:
        raise NotationError(
            f"The maze has {side} lines; a side of n vertices takes 2n − 1 lines, an odd number."
        )
    if not SMALLEST <= side // 2 + 1 <= LARGEST:
        raise NotationError(
            f"The maze has {side} lines, that is {side // 2 + 1} vertices a side,"
            f" but the limits are {SMALLEST} and {LARGEST}."
        )


def _check_characters(rows: Sequence[str], maze: Maze) -> None:
    expected = {_place(maze.size, each): (NAMES[each.way], _allowed(maze, each)) for each in maze.parts}
    for line, row in enumerate(rows):
        for column, character in enumerate(row):
            what, allowed = expected.get((line, column), ("the middle between four vertices", NOTHING))
            if character not in allowed:
                raise NotationError(
                    f"Line {line + 1}, column {column + 1}: {character!r} cannot stand for {what} here;"
                    f" write {' or '.join(allowed)}"
                )


def _allowed(maze: Maze, each: Part) -> str:
    if each.way:
        return EDGE[each.way] + CHECKPOINT + NOTHING
    return END if (each.x, each.y) in maze.ends else PLAIN + CHECKPOINT


def _place(size: int, each: Part) -> tuple[int, int]:
    """Return the line and the column of a part's character."""
    return 2 * (size - 1 - each.y) - (each.way == "v"), 2 * each.x + (each.way == "h")


def _character_at(rows: Sequence[str], each: Part) -> str:
    line, column = _place(len(rows) // 2 + 1, each)
    return rows[line][column]


def _character(maze: Maze, each: Part) -> str:
    if each in maze.checkpoints:
        return CHECKPOINT
    if each.way:
        return NOTHING if each in maze.breaks else EDGE[each.way]
    return END if (each.x, each.y) in maze.ends else PLAIN


NOTATION = Notation(parse=parse, format=format, recognise=recognise)
