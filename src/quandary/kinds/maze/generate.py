"""Generate random mazes, solvable because their clues lie along a path."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import log2
from random import Random

from quandary.errors import NotationError
from quandary.kinds.maze.people import is_cut_off, within_reach
from quandary.kinds.maze.rules import LARGEST, Maze, Part, Path, covered_by
from quandary.kinds.maze.twin import count
from quandary.limits import Budget

SMALLEST = 3
SIZES = tuple(f"{side}x{side}" for side in range(SMALLEST, LARGEST + 1))
FEW = (1, 1, 2, 4, 10, 20)
"""Limits on the number of solutions. All but one of the report's mazes have 1 to 20."""


def generate(rng: Random, size: str) -> Maze:
    """Generate a maze with few solutions: a random path, checkpoints on it and breaks off it.

    >>> generate(Random(3), "4x4").size
    4

    A size is written "4x4" or just "4". How much the path winds is drawn first, so that short solutions
    are as likely as long ones. Clues are added until few enough solutions are left. Then clues that are not
    needed for that are removed.
    """
    maze = Maze(_side(size))
    path = _random_path(rng, maze)
    covered = covered_by(path)
    on_path = [each for each in sorted(covered) if each not in {Part(*end) for end in maze.ends}]
    off_path = [each for each in maze.edges if each not in covered]
    rng.shuffle(on_path)
    rng.shuffle(off_path)
    checkpoints = rng.randint(1, maze.size)
    breaks = rng.randint(0, len(off_path) // 3)
    maze = replace(maze, checkpoints=frozenset(on_path[:checkpoints]), breaks=frozenset(off_path[:breaks]))
    most = rng.choice(FEW)
    return _spare(rng, _thin_out(rng, maze, on_path[checkpoints:], off_path[breaks:], most), most)


def size_of(maze: Maze) -> str:
    """Return the size of a maze in vertices: "4x4"."""
    return f"{maze.size}x{maze.size}"


def _side(size: str) -> int:
    match = re.fullmatch(r"(\d{1,2})(?:x(\d{1,2}))?", size, re.ASCII)
    if not match or match[2] not in (None, match[1]) or not SMALLEST <= int(match[1]) <= LARGEST:
        raise NotationError(
            f"A logic maze cannot have the size {size[:20]!r};"
            f" write the vertices along a side, from {SMALLEST}x{SMALLEST} to {LARGEST}x{LARGEST}."
        )
    return int(match[1])


def _random_path(rng: Random, maze: Maze) -> Path:
    """Draw a random path that reaches the end.

    `pull` is how often the path heads straight for the end (above 0), or keeps as much of the grid as
    possible within reach (below 0). Otherwise it goes anywhere.
    """
    (path,) = maze.starts()
    pull = rng.uniform(-1, 1)
    while path[-1] != maze.ends[1]:
        ahead = [maze.apply(path, move) for move in maze.moves(path)]
        ahead = [longer for longer in ahead if not is_cut_off(maze, longer)]
        if rng.random() < abs(pull):
            ahead = _best(ahead, (lambda way: sum(way[-1])) if pull > 0 else partial(_room, maze))
        path = rng.choice(ahead)
    return path


def _best(ways: list[Path], value: Callable[[Path], int]) -> list[Path]:
    most = max(map(value, ways))
    return [way for way in ways if value(way) == most]


def _room(maze: Maze, path: Path) -> int:
    """Count the vertices that the path can still reach, none once it is at the end."""
    return 0 if path[-1] == maze.ends[1] else len(within_reach(maze, path))


def _thin_out(rng: Random, maze: Maze, on_path: list[Part], off_path: list[Part], most: int) -> Maze:
    """Add checkpoints and breaks until at most `most` solutions are left."""
    while (solutions := count(maze, Budget()).solutions) > most and (on_path or off_path):
        for _ in range(1 + int(log2(solutions / most)) // 4):
            if on_path and (not off_path or rng.random() < 0.5):
                maze = replace(maze, checkpoints=maze.checkpoints | {on_path.pop()})
            elif off_path:
                maze = replace(maze, breaks=maze.breaks | {off_path.pop()})
    return maze


def _spare(rng: Random, maze: Maze, most: int) -> Maze:
    """Remove clues that are not needed to keep the solutions few, four at a time and then singly."""
    for together in (4, 1):
        clues = sorted(maze.checkpoints | maze.breaks)
        rng.shuffle(clues)
        for first in range(0, len(clues), together):
            spared = clues[first : first + together]
            less = Maze(maze.size, maze.checkpoints.difference(spared), maze.breaks.difference(spared))
            if less.checkpoints and 0 < count(less, Budget()).solutions <= most:
                maze = less
    return maze
