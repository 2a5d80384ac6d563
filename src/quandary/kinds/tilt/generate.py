"""Generate random mazes, and grow mazes until their shortest solution has a given length."""

import re
from collections.abc import Mapping
from dataclasses import replace
from math import ceil, floor
from random import Random

from quandary.errors import NotationError
from quandary.kinds.tilt.features import survey
from quandary.kinds.tilt.rules import MOST_CELLS, MOST_CHECKPOINTS, STEPS, Cell, Maze, borders
from quandary.limits import Limits, OutOfBudget, check_limits

SIZES = ("3x3", "4x4", "5x5", "6x6", "8x8", "10x10", "12x12", "15x15", "15x15-20")
DENSITIES = (0.1, 0.15, 0.2, 0.3)
"""Shares of the borders that get a wall."""
SMALL = Limits(states=200_000)
TRIES = 400
"""Changes to try for each maze that is grown."""
BOARDS = 200
"""Boards to try for a given number of checkpoints."""


def generate(rng: Random, size: str) -> Maze:
    """Generate a solvable maze with random walls and with checkpoints on a random walk.

    >>> maze = generate(Random(1), "4x5")
    >>> maze.width, maze.height
    (4, 5)

    Any size up to "50x50" works, except "1x1", where the ball has no room to roll. "15x15-20" asks for
    exactly 20 checkpoints, spread over the part of the board that the ball can reach.
    """
    width, height, wanted = _parts_of(size)
    if wanted:
        return _with_exactly(rng, size, wanted)
    board = _board(rng, width, height)
    passed = _passed(rng, board, width + height)
    most = min(len(passed), 1 + len(board.cells()) // 8)
    chosen = rng.sample(passed, rng.randint(1, most))
    return replace(board, checkpoints=tuple(sorted(chosen)))


def _with_exactly(rng: Random, size: str, wanted: int) -> Maze:
    width, height, _ = _parts_of(size)
    for _ in range(BOARDS):
        board = _board(rng, width, height)
        passed = _passed(rng, board, width * height)
        if len(passed) >= wanted:
            return replace(board, checkpoints=tuple(sorted(rng.sample(passed, wanted))))
    raise NotationError(f"No maze of the size {size!r} was found; there is too little room for checkpoints.")


def grow(rng: Random, size: str, rolls: int, *, checkpoints: int = 1, tries: int = TRIES) -> Maze | None:
    """Grow a maze whose shortest solution has exactly the given number of rolls, or return None.

    >>> maze = grow(Random(1), "6x6", 7)
    >>> maze and survey(maze).shortest
    7

    Start with a generated maze and change one wall or checkpoint at a time. Keep each change that does not
    lead away from the wanted number of rolls.
    """
    maze = _with_checkpoints(rng, generate(rng, size), checkpoints)
    if maze is None:
        return None
    missing = _missing(maze, rolls)
    for _ in range(tries):
        check_limits()
        if missing == 0:
            return maze
        change = rng.choice((_turn_a_wall, _move_a_wall, _move_a_checkpoint))(rng, maze)
        if (now := _missing(change, rolls)) <= missing:
            maze, missing = change, now
    return maze if missing == 0 else None


def aim_at_rolls(rng: Random, size: str, low: float, high: float) -> Maze | None:
    """Grow a maze whose shortest solution has from `low` to `high` rolls, or return None."""
    fewest, most = max(1, ceil(low)), floor(high)
    if fewest > most:
        return None
    width, height, wanted = _parts_of(size)
    checkpoints = wanted or rng.randint(1, 1 + width * height // 8)
    return grow(rng, f"{width}x{height}", rng.randint(fewest, most), checkpoints=checkpoints)


AIMS = {"shortest_path": aim_at_rolls}
"""Features that `quandary generate --between` can aim at."""


def wished(rng: Random, size: str, wishes: Mapping[str, str]) -> Maze:
    """Generate a maze with exactly as many checkpoints as are wished for.

    >>> len(wished(Random(1), "6x6", {"checkpoints": "4"}).checkpoints)
    4
    """
    width, height, _ = _parts_of(size)
    return generate(rng, f"{width}x{height}-{wishes['checkpoints']}")


WISHES = {"checkpoints": ("N",)}
"""What can be wished for."""


def size_of(maze: Maze) -> str:
    """Return the size of a maze in cells, width first: "4x4"."""
    return f"{maze.width}x{maze.height}"


def _parts_of(size: str) -> tuple[int, int, int]:
    """Return the width, the height and the number of checkpoints, 0 if the size does not give one."""
    match = re.fullmatch(r"(\d{1,2})x(\d{1,2})(?:-(\d{1,2}))?", size)
    width, height, checkpoints = (int(part or 0) for part in match.groups()) if match else (0, 0, 0)
    if not (
        min(width, height) >= 1 and 2 <= max(width, height) <= MOST_CELLS and checkpoints <= MOST_CHECKPOINTS
    ):
        raise NotationError(
            f"A tilt maze cannot have the size {size[:20]!r};"
            f" write width x height in cells, such as 5x5, each from 1 to {MOST_CELLS}, but not 1x1,"
            f" and optionally the number of checkpoints, such as 5x5-3, up to {MOST_CHECKPOINTS}."
        )
    return width, height, checkpoints


def _board(rng: Random, width: int, height: int) -> Maze:
    """Return a board without checkpoints on which the ball can roll."""
    empty = Maze(width, height, (0, 0), ())
    ball = rng.choice(empty.cells())
    density = rng.choice(DENSITIES)
    walls = frozenset(place for place in borders(empty) if rng.random() < density)
    board = replace(empty, ball=ball, walls=walls)
    return board if board.moves(board.starts()[0]) else replace(board, walls=frozenset())


def _passed(rng: Random, board: Maze, rolls: int) -> list[Cell]:
    """Return the cells that the ball passes on a random walk, without its start."""
    ball, passed = board.ball, dict[Cell, None]()
    for _ in range(rolls):
        move = rng.choice([move for move in STEPS if (ball, move) in board.rolls])
        while there := board.neighbour(ball, move):
            ball = there
            passed[ball] = None
    return sorted(set(passed) - {board.ball})


def _with_checkpoints(rng: Random, maze: Maze, count: int) -> Maze | None:
    cells = [cell for cell in maze.cells() if cell != maze.ball]
    return replace(maze, checkpoints=tuple(sorted(rng.sample(cells, count)))) if count <= len(cells) else None


def _missing(maze: Maze, rolls: int) -> float:
    """Return how far the shortest solution is from the wanted length, ∞ if there is none."""
    try:
        shortest = survey(maze, SMALL).shortest
    except OutOfBudget:
        return float("inf")
    return float("inf") if shortest is None else abs(shortest - rolls)


def _turn_a_wall(rng: Random, maze: Maze) -> Maze:
    return replace(maze, walls=maze.walls ^ {rng.choice(borders(maze))})


def _move_a_wall(rng: Random, maze: Maze) -> Maze:
    if not maze.walls:
        return _turn_a_wall(rng, maze)
    return _turn_a_wall(rng, replace(maze, walls=maze.walls - {rng.choice(sorted(maze.walls))}))


def _move_a_checkpoint(rng: Random, maze: Maze) -> Maze:
    free = [cell for cell in maze.cells() if cell != maze.ball and cell not in maze.checkpoints]
    if not free:
        return maze
    left = rng.choice(maze.checkpoints)
    moved = {*maze.checkpoints, rng.choice(free)} - {left}
    return replace(maze, checkpoints=tuple(sorted(moved)))
