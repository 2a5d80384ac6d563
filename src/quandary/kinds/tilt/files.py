"""Mazes in JSON, in which every cell lists its own walls.

`walls` has a number for each cell, row by row: 1 for a wall above, 2 right, 4 below, 8 left. `goals` has 1 for each
checkpoint, and `ball` is the column and the row. Or there are `hasTopWall`, `hasRightWall`, `hasBottomWall`,
`hasLeftWall` and `isCheckpoint`, each a list of rows, with `ball_row` and `ball_col`.
"""

import json
from typing import Any

from quandary.errors import NotationError
from quandary.kinds.tilt.rules import STEPS, Maze, border

SIDES = ("Top", "Right", "Bottom", "Left")
"""The names of the sides in files, in the order of the moves."""


def is_json(text: str) -> bool:
    """Return whether a text looks like a maze in JSON."""
    start = text.lstrip()[:1] == "{"
    return start and ('"hasTopWall"' in text or ('"walls"' in text and '"goals"' in text))


def from_json(text: str) -> Maze:
    """Read a maze in JSON. Raises NotationError if something is missing.

    >>> from_json('{"walls": [[13, 7]], "goals": [[0, 1]], "ball": [0, 0]}')
    Maze(width=2, height=1, ball=(0, 0), checkpoints=((1, 0),), walls=frozenset())
    """
    try:
        given = json.loads(text)
        rows = given["walls"] if "walls" in given else _bits(given)
        goals = given["goals"] if "goals" in given else given["isCheckpoint"]
        ball = given["ball"] if "ball" in given else (given["ball_col"], given["ball_row"])
        width, height = len(rows[0]), len(rows)
        at = {(x, y): int(bits) for y, row in enumerate(rows) for x, bits in enumerate(row)}
        marked = sorted((x, y) for y, row in enumerate(goals) for x, goal in enumerate(row) if goal)
        places = {
            border(cell, move) for cell, bits in at.items() for n, move in enumerate(STEPS) if bits >> n & 1
        }
        inner = frozenset((x, y) for x, y in places if 0 < x < 2 * width and 0 < y < 2 * height)
        return Maze(width, height, (int(ball[0]), int(ball[1])), tuple(marked), inner)
    except (ArithmeticError, ValueError, TypeError, KeyError, IndexError, RecursionError) as error:
        raise NotationError(
            "This maze in JSON is not complete; it needs walls, goals and ball, or hasTopWall, hasRightWall,"
            " hasBottomWall, hasLeftWall, isCheckpoint, ball_row and ball_col."
        ) from error


def _bits(given: Any) -> list[list[int]]:
    sides = [given[f"has{side}Wall"] for side in SIDES]
    return [
        [sum(bool(side[y][x]) << n for n, side in enumerate(sides)) for x in range(len(row))]
        for y, row in enumerate(sides[0])
    ]


def to_json(maze: Maze) -> str:
    """Return a maze in JSON, on one line, with a number of walls for each cell."""

    def bits(x: int, y: int) -> int:
        return sum(1 << n for n, move in enumerate(STEPS) if maze.neighbour((x, y), move) is None)

    columns, rows = range(maze.width), range(maze.height)
    return json.dumps(
        {
            "width": maze.width,
            "height": maze.height,
            "walls": [[bits(x, y) for x in columns] for y in rows],
            "goals": [[int((x, y) in maze.checkpoints) for x in columns] for y in rows],
            "ball": list(maze.ball),
        }
    )
