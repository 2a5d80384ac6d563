"""The same maze seen differently, or with less on it."""

from collections.abc import Callable
from typing import TypeAlias

from quandary.kind import Sameness
from quandary.kinds.maze.notation import format  # noqa: A004
from quandary.kinds.maze.rules import Maze, Part, Vertex, edge

Turn: TypeAlias = Callable[[Vertex], Vertex]


def symmetries(maze: Maze) -> list[Maze]:
    """The maze, and its mirror image in the line between its endpoints if that differs.

    >>> from quandary.kinds.maze.notation import parse
    >>> len(symmetries(parse("o-@/x.|/@-o"))), len(symmetries(parse("o-@/|.|/@-o")))
    (2, 1)

    Turned by half, the start is where the end was. To somebody who marks edges that is the same maze, and
    `canonical` says so; but it is walked the other way, where choices differ, so it is not listed here.
    """
    return list(dict.fromkeys((maze, _image(maze, _mirrored))))


def canonical(maze: Maze) -> str:
    """The least of the texts of the maze, mirrored, turned by half, or both."""
    last = maze.size - 1

    def turned(vertex: Vertex) -> Vertex:
        return last - vertex[0], last - vertex[1]

    images = symmetries(maze)
    return min(format(each) for each in (*images, *(_image(image, turned) for image in images)))


def _mirrored(vertex: Vertex) -> Vertex:
    return vertex[1], vertex[0]


def _image(maze: Maze, turn: Turn) -> Maze:
    def image(each: Part) -> Part:
        here, there = map(turn, each.ends)
        return edge(here, there) if each.way else Part(*here)

    return Maze(maze.size, frozenset(map(image, maze.checkpoints)), frozenset(map(image, maze.breaks)))


SAMENESS = Sameness(symmetries=symmetries, canonical=canonical)
