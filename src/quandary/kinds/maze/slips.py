"""Where a finished path of a logic maze breaks a rule."""

from itertools import pairwise

from quandary.draw.shapes import Point
from quandary.kinds.maze.draw import middle
from quandary.kinds.maze.edges import Marked
from quandary.kinds.maze.rules import Maze, Part, Path, edge


def faults(maze: Maze, state: Path | Marked) -> list[Point]:
    """Return the places of the checkpoints that a path or some marked edges miss.

    >>> faults(Maze(2, checkpoints=frozenset({Part(0, 1)})), ((0, 0), (1, 0), (1, 1)))
    [(0.5, 0.5)]
    """
    edges = set(state) if isinstance(state, frozenset) else {edge(a, b) for a, b in pairwise(state)}
    passed = edges | {Part(*end) for each in edges for end in each.ends}
    return [middle(maze, each) for each in sorted(maze.checkpoints - passed)]
