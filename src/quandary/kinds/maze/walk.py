"""Walk along every path of a maze, one by one, as the report's brute-force solver does.

`merge` gets the same numbers for far less work. This one is here to say how much less.
"""

from typing import NamedTuple

from quandary.feature import Tally
from quandary.kinds.maze.rules import Maze, Path
from quandary.limits import Budget


class MazeWalk(NamedTuple):
    """What a walk along every path found."""

    states: int
    """The number of paths, those included that have not come to the end."""
    tally: Tally
    """The solutions among them."""


def walk(maze: Maze, budget: Budget) -> MazeWalk:
    """Walk along every path from the start, or raise OutOfBudget.

    >>> walk(Maze(3), Budget())
    MazeWalk(states=51, tally=Tally(solutions=12, total_length=64, shortest=4, longest=8))
    """
    before, found = budget.states, Tally()
    waiting: list[Path] = [*maze.starts()]
    while waiting:
        budget.spend()
        path = waiting.pop()
        if maze.is_solved(path):
            found += Tally(1, *[len(path) - 1] * 3)
        waiting += (maze.apply(path, move) for move in maze.moves(path))
    return MazeWalk(budget.states - before, found)
