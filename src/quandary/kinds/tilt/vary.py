"""Tilt mazes one step away: with one thing removed, or with one thing changed."""

from collections.abc import Iterator
from dataclasses import replace

from quandary.kind.change import Change, Verb
from quandary.kinds.tilt.draw import middle, spot
from quandary.kinds.tilt.rules import Maze, borders
from quandary.parts.spots import named


def reductions(maze: Maze) -> Iterator[Change]:
    """Yield each thing that can be left out, in words, with the maze without it."""
    for x, y in sorted(maze.walls):
        here, there = ((x - 1) // 2, (y - 1) // 2), (x // 2, y // 2)
        less = replace(maze, walls=maze.walls - {(x, y)})
        yield Change(f"the wall between {named(here)} and {named(there)}", less, "remove", spot((x, y)))
    for cell in maze.checkpoints if len(maze.checkpoints) > 1 else ():
        rest = tuple(other for other in maze.checkpoints if other != cell)
        yield Change(
            f"the checkpoint at {named(cell)}", replace(maze, checkpoints=rest), "remove", middle(cell)
        )


def neighbours(maze: Maze) -> Iterator[Change]:
    """Yield each change of a wall, a checkpoint or the ball, in words, with the changed maze."""
    for x, y in borders(maze):
        here, there = ((x - 1) // 2, (y - 1) // 2), (x // 2, y // 2)
        verb: Verb = "remove" if (x, y) in maze.walls else "add"
        changed = replace(maze, walls=maze.walls ^ {(x, y)})
        yield Change(f"{verb} the wall between {named(here)} and {named(there)}", changed, verb, spot((x, y)))
    for cell in maze.cells():
        if cell in maze.checkpoints:
            rest = tuple(other for other in maze.checkpoints if other != cell)
            if rest:
                less = replace(maze, checkpoints=rest)
                yield Change(f"remove the checkpoint at {named(cell)}", less, "remove", middle(cell))
        elif cell != maze.ball:
            more = tuple(sorted((*maze.checkpoints, cell)))
            yield Change(
                f"add a checkpoint at {named(cell)}", replace(maze, checkpoints=more), "add", middle(cell)
            )
            put = replace(maze, ball=cell)
            yield Change(f"put the ball at {named(cell)}", put, "move", middle(maze.ball), middle(cell))
