"""Faster ways to solve and count logic mazes than step by step."""

from quandary.kind import Engines
from quandary.kinds.maze.merge import count
from quandary.kinds.maze.rules import Maze, Path
from quandary.kinds.maze.search import search
from quandary.kinds.maze.twin import native
from quandary.parts.solvers import FewSolutions, Tallying


def estimate(maze: Maze, state: Path) -> float:
    """Return the grid distance to the end, a lower bound on the steps left."""
    (x, y), (end_x, end_y) = state[-1], maze.ends[1]
    return end_x - x + end_y - y


ENGINES = Engines(native=native, solvers=(FewSolutions(search), "native", Tallying(count)), estimate=estimate)
