"""Tilt mazes one step away: with one thing removed, or with one thing changed."""

from collections.abc import Iterator
from dataclasses import replace

from quandary.kinds.tilt.rules import Maze, borders
from quandary.parts.spots import named


def reductions(maze: Maze) -> Iterator[tuple[str, Maze]]:
    """Yield each thing that can be left out, in words, with the maze without it."""
    for x, y in sorted(maze.walls):
        here, there = ((x - 1) // 2, (y - 1) // 2), (x // 2, y // 2)
        yield f"the wall between {named(here)} and {named(there)}", replace(maze, walls=maze.walls - {(x, y)})
    for cell in maze.checkpoints if len(maze.checkpoints) > 1 else ():
        rest = tuple(other for other in maze.checkpoints if other != cell)
        yield f"the checkpoint at {named(cell)}", replace(maze, checkpoints=rest)


def neighbours(maze: Maze) -> Iterator[tuple[str, Maze]]:
    """Yield each change of a wall, a checkpoint or the ball, in words, with the changed maze."""
    for x, y in borders(maze):
        here, there = ((x - 1) // 2, (y - 1) // 2), (x // 2, y // 2)
        verb = "remove" if (x, y) in maze.walls else "add"
        yield (
            f"{verb} the wall between {named(here)} and {named(there)}",
            replace(maze, walls=maze.walls ^ {(x, y)}),
        )
    for cell in maze.cells():
        if cell in maze.checkpoints:
            rest = tuple(other for other in maze.checkpoints if other != cell)
            if rest:
                yield f"remove the checkpoint at {named(cell)}", replace(maze, checkpoints=rest)
        elif cell != maze.ball:
            more = tuple(sorted((*maze.checkpoints, cell)))
            yield f"add a checkpoint at {named(cell)}", replace(maze, checkpoints=more)
            yield f"put the ball at {named(cell)}", replace(maze, ball=cell)
