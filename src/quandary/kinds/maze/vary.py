"""Mazes one step away: with one clue more, one less, or one moved a step."""

from collections.abc import Iterator
from dataclasses import replace

from quandary.kinds.maze.rules import Maze, Part
from quandary.parts.spots import on_the_lines


def neighbours(maze: Maze) -> Iterator[tuple[str, Maze]]:
    """Yield each change of one clue, in words, with the changed maze.

    >>> from quandary.kinds.maze.notation import format, parse
    >>> changes = dict(neighbours(parse("o-@/x.|/@-o")))
    >>> print(format(changes["the checkpoint between points r2c1 and r1c1 moved to point r1c1"]))
    x-@
    |.|
    @-o
    """
    for what, less in reductions(maze):
        yield f"without {what}", less
    yield from _additions(maze)
    yield from _moves(maze)


def _additions(maze: Maze) -> Iterator[tuple[str, Maze]]:
    for each in _free(maze):
        yield f"with a checkpoint {words(maze, each)}", _with_checkpoint(maze, each)
        if each.way:
            yield f"with a break {words(maze, each)}", _with_break(maze, each)


def _moves(maze: Maze) -> Iterator[tuple[str, Maze]]:
    """Yield the mazes with one clue moved to a vertex or an edge that touches it."""
    for each in sorted(maze.checkpoints):
        rest = replace(maze, checkpoints=maze.checkpoints - {each})
        for other in _free(maze):
            if _touch(each, other):
                yield (
                    f"the checkpoint {words(maze, each)} moved to {_goal(maze, other)}",
                    _with_checkpoint(rest, other),
                )
    for each in sorted(maze.breaks):
        rest = replace(maze, breaks=maze.breaks - {each})
        for other in _free(maze):
            if other.way and _touch(each, other):
                yield f"the break {words(maze, each)} moved to {_goal(maze, other)}", _with_break(rest, other)


def words(maze: Maze, each: Part) -> str:
    """Return where a vertex or an edge is, by rows from the top and columns from the left."""
    return on_the_lines(*each.ends, maze.size - 1)


def _goal(maze: Maze, each: Part) -> str:
    return words(maze, each).removeprefix("at ")


def _free(maze: Maze) -> list[Part]:
    taken = maze.checkpoints | maze.breaks | {Part(*end) for end in maze.ends}
    return [each for each in maze.parts if each not in taken]


def _touch(one: Part, other: Part) -> bool:
    return not {*one.ends}.isdisjoint(other.ends)


def _with_checkpoint(maze: Maze, each: Part) -> Maze:
    return replace(maze, checkpoints=maze.checkpoints | {each})


def _with_break(maze: Maze, each: Part) -> Maze:
    return replace(maze, breaks=maze.breaks | {each})


def reductions(maze: Maze) -> Iterator[tuple[str, Maze]]:
    """Yield each checkpoint and each break, in words, with the maze without it."""
    for each in sorted(maze.checkpoints):
        yield f"the checkpoint {words(maze, each)}", replace(maze, checkpoints=maze.checkpoints - {each})
    for each in sorted(maze.breaks):
        yield f"the break {words(maze, each)}", replace(maze, breaks=maze.breaks - {each})
