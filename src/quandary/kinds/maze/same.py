"""Symmetries of mazes: mirrored or turned by half."""

from quandary.kind import Sameness
from quandary.kinds.maze.notation import format  # noqa: A004
from quandary.kinds.maze.rules import Maze, Part, edge
from quandary.parts.square import Turn

DIAGONAL, HALF = Turn(swapped=True), Turn(mirrored=True, flipped=True)


def symmetries(maze: Maze) -> list[Maze]:
    """Return the maze and, if it differs, its mirror image in the line between its endpoints.

    >>> from quandary.kinds.maze.notation import parse
    >>> len(symmetries(parse("o-@/x.|/@-o"))), len(symmetries(parse("o-@/|.|/@-o")))
    (2, 1)

    A half turn swaps the start and the end. For a solver who marks edges that is the same maze, and `canonical`
    treats it as such. It is not listed here, since walking the other way meets other choices.
    """
    return list(dict.fromkeys((maze, _image(maze, DIAGONAL))))


def canonical(maze: Maze) -> str:
    """Return the least of the texts of the maze, mirrored, turned by half, or both."""
    images = symmetries(maze)
    return min(format(each) for each in (*images, *(_image(image, HALF) for image in images)))


def _image(maze: Maze, turn: Turn) -> Maze:
    last = maze.size - 1

    def image(each: Part) -> Part:
        here, there = (turn.point(end, last, last) for end in each.ends)
        return edge(here, there) if each.way else Part(*here)

    return Maze(maze.size, frozenset(map(image, maze.checkpoints)), frozenset(map(image, maze.breaks)))


SAMENESS = Sameness(symmetries=symmetries, canonical=canonical)
