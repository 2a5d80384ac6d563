"""Symmetries of tilt mazes: turned or mirrored boards."""

from quandary.kind import Sameness
from quandary.kinds.tilt.rules import Maze
from quandary.parts.square import Turn, images


def symmetries(maze: Maze) -> list[Maze]:
    """Return the maze turned and mirrored in all eight ways, without duplicates.

    >>> from quandary.kinds.tilt.notation import parse
    >>> len(symmetries(parse("+-+-+/|o *|/+-+-+")))
    4
    """
    return images(maze, _image)


def _image(maze: Maze, turn: Turn) -> Maze:
    last = maze.width - 1, maze.height - 1
    return Maze(
        *turn.size(maze.width, maze.height),
        ball=turn.point(maze.ball, *last),
        checkpoints=tuple(sorted(turn.point(cell, *last) for cell in maze.checkpoints)),
        walls=frozenset(turn.point(wall, 2 * maze.width, 2 * maze.height) for wall in maze.walls),
    )


SAMENESS = Sameness(symmetries=symmetries)
