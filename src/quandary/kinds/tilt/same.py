"""The same maze turned or mirrored, with less in it, and how far it is from solved at least."""

from itertools import product

from quandary.kind import Sameness
from quandary.kinds.tilt.notation import format  # noqa: A004
from quandary.kinds.tilt.rules import Border, Maze


def symmetries(maze: Maze) -> list[Maze]:
    """The maze turned and mirrored in all eight ways; images that are the same are listed once.

    >>> from quandary.kinds.tilt.notation import parse
    >>> len(symmetries(parse("+-+-+/|o *|/+-+-+")))
    4
    """
    images = (
        _image(maze, mirrored=mirrored, flipped=flipped, swapped=swapped)
        for mirrored, flipped, swapped in product((False, True), repeat=3)
    )
    return list(dict.fromkeys(images))


def canonical(maze: Maze) -> str:
    """The first in alphabetical order of the texts of all its images."""
    return min(map(format, symmetries(maze)))


def _image(maze: Maze, *, mirrored: bool, flipped: bool, swapped: bool) -> Maze:
    def turn(point: Border, right: int, bottom: int) -> Border:
        """Where a point goes on a grid that runs from (0, 0) to (right, bottom)."""
        x = right - point[0] if mirrored else point[0]
        y = bottom - point[1] if flipped else point[1]
        return (y, x) if swapped else (x, y)

    last = maze.width - 1, maze.height - 1
    return Maze(
        width=maze.height if swapped else maze.width,
        height=maze.width if swapped else maze.height,
        ball=turn(maze.ball, *last),
        checkpoints=tuple(sorted(turn(cell, *last) for cell in maze.checkpoints)),
        walls=frozenset(turn(wall, 2 * maze.width, 2 * maze.height) for wall in maze.walls),
    )


SAMENESS = Sameness(symmetries=symmetries, canonical=canonical)
