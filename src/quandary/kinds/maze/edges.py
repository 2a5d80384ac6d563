"""A maze on which edges are clicked in any order, as in the report: from both ends, with branches and loops on the way."""

from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from quandary.kinds.maze.rules import Maze, Part, Path, Vertex, edge
from quandary.puzzle import Slot

Marked: TypeAlias = frozenset[Part]
"""A state: the edges that are marked."""


@dataclass(frozen=True)
class EdgeBoard:
    """A maze as a fill puzzle: each edge is marked or not, and the marked ones must be one path.

    >>> board = EdgeBoard(Maze(2))
    >>> (empty,) = board.starts()
    >>> [str(move) for move in board.moves(empty)]
    ['00h', '01h', '00v', '10v']
    >>> board.is_solved(frozenset({Part(1, 0, "v"), Part(0, 0, "h")}))
    True
    """

    maze: Maze

    def starts(self) -> tuple[Marked]:
        """Return the board without marks."""
        return (frozenset(),)

    def moves(self, state: Marked) -> list[Part]:
        """Return the edges that can be marked: those without a break, in any order."""
        return [each for each in self.maze.edges if each not in self.maze.breaks and each not in state]

    def apply(self, state: Marked, move: Part) -> Marked:
        """Return the board with one more mark."""
        return state | {move}

    def is_solved(self, state: Marked) -> bool:
        """Return whether all marks together are a path that solves the maze."""
        path = path_along(self.maze, state)
        return path is not None and self.maze.is_solved(path)

    def slots(self, state: Marked) -> list[Slot]:
        """Return the edges without a mark."""
        return [Slot("edge", each) for each in self.moves(state)]

    def fills(self, move: Part) -> tuple[Slot, ...]:
        """Return the edge itself."""
        return (Slot("edge", move),)

    def spelled(self, solved: Path) -> list[Part]:
        """Return the marks of a path, from its beginning."""
        return [edge(here, there) for here, there in pairwise(solved)]


def path_along(maze: Maze, marked: Marked) -> Path | None:
    """Return the path from the start that has all marked edges, or None if they branch, close a loop or fall apart.

    >>> path_along(Maze(2), frozenset({Part(0, 0, "h"), Part(0, 0, "v")})) is None
    True
    """
    near: dict[Vertex, list[Vertex]] = {}
    for each in marked:
        one, other = each.ends
        near.setdefault(one, []).append(other)
        near.setdefault(other, []).append(one)
    path = [maze.ends[0]]
    while onward := [there for there in near.get(path[-1], ()) if there not in path[-2:-1]]:
        if len(onward) > 1 or onward[0] in path:
            return None
        path.append(onward[0])
    return tuple(path) if len(path) == len(marked) + 1 else None
