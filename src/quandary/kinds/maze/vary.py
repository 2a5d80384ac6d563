"""Mazes one step away: with one clue more, one less, or one moved a step."""

from collections.abc import Iterator
from dataclasses import replace

from quandary.kind.change import Change
from quandary.kinds.maze.draw import middle
from quandary.kinds.maze.rules import Maze, Part
from quandary.parts.spots import on_the_lines


def neighbours(maze: Maze) -> Iterator[Change]:
    """Yield each change of one clue, in words, with the changed maze.

    >>> from quandary.kinds.maze.notation import format, parse
    >>> changes = dict(neighbours(parse("o-@/x.|/@-o")))
    >>> print(format(changes["the checkpoint between points r2c1 and r1c1 moved to point r1c1"]))
    x-@
    |.|
    @-o
    """
    for less in reductions(maze):
        yield less.but(f"without {less.words}")
    yield from _additions(maze)
    yield from _moves(maze)


def _additions(maze: Maze) -> Iterator[Change]:
    for each in _free(maze):
        more, at = _with_checkpoint(maze, each), middle(maze, each)
        yield Change(f"with a checkpoint {words(maze, each)}", more, "add", at)
        if each.way:
            yield Change(f"with a break {words(maze, each)}", _with_break(maze, each), "add", at)


def _moves(maze: Maze) -> Iterator[Change]:
    """Yield the mazes with one clue moved to a vertex or an edge that touches it."""
    for each in sorted(maze.checkpoints):
        rest = replace(maze, checkpoints=maze.checkpoints - {each})
        for other in _free(maze):
            if _touch(each, other):
                said, there = (
                    f"the checkpoint {words(maze, each)} moved to {_goal(maze, other)}",
                    _with_checkpoint(rest, other),
                )
                yield Change(said, there, "move", middle(maze, each), middle(maze, other))
    for each in sorted(maze.breaks):
        rest = replace(maze, breaks=maze.breaks - {each})
        for other in _free(maze):
            if other.way and _touch(each, other):
                said, there = (
                    f"the break {words(maze, each)} moved to {_goal(maze, other)}",
                    _with_break(rest, other),
                )
                yield Change(said, there, "move", middle(maze, each), middle(maze, other))


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


def reductions(maze: Maze) -> Iterator[Change]:
    """Yield each checkpoint and each break, in words, with the maze without it."""
    for each in sorted(maze.checkpoints):
        less = replace(maze, checkpoints=maze.checkpoints - {each})
        yield Change(f"the checkpoint {words(maze, each)}", less, "remove", middle(maze, each))
    for each in sorted(maze.breaks):
        less = replace(maze, breaks=maze.breaks - {each})
        yield Change(f"the break {words(maze, each)}", less, "remove", middle(maze, each))
