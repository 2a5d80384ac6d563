"""Solutions one by one, shortest first, also where there are far too many paths to go through.

Merged search gives a shortest solution of any maze. What is left of the solutions when that one is taken
out falls into pieces: those that leave its first edge out, those that take the first but not the second,
and so on. Each piece is a maze with more checkpoints and breaks, which has a shortest solution of its own.
(Lawler's procedure, Management Science 18, 1972.)
"""

import heapq
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise

from quandary.kinds.maze.rules import Maze, Part, Path, edge
from quandary.kinds.maze.twin import shortest
from quandary.limits import Budget


@dataclass(order=True, frozen=True)
class _Piece:
    """Some of the solutions: those of a maze with more clues. The shortest comes first, then the first found."""

    length: int
    number: int
    maze: Maze = field(compare=False)
    edges: frozenset[Part] = field(compare=False)


def search(maze: Maze, budget: Budget) -> Iterator[list[str]]:
    """The moves of each solution, shortest first. Raises OutOfBudget.

    >>> [len(moves) for moves in search(Maze(3), Budget())]
    [4, 4, 4, 4, 4, 4, 6, 6, 6, 6, 8, 8]
    """
    pieces: list[_Piece] = []
    number = 0

    def put(part: Maze) -> None:
        nonlocal number
        edges = shortest(part, budget)
        if edges is not None:
            heapq.heappush(pieces, _Piece(len(edges), number, part, edges))
            number += 1

    put(maze)
    while pieces:
        piece = heapq.heappop(pieces)
        moves, path = _walk(maze, piece.edges)
        yield moves
        rest = piece.maze
        for here, there in pairwise(path):
            each = edge(here, there)
            if each not in rest.checkpoints:
                put(replace(rest, breaks=rest.breaks | {each}))
                rest = replace(rest, checkpoints=rest.checkpoints | {each})


def _walk(maze: Maze, edges: frozenset[Part]) -> tuple[list[str], Path]:
    """The moves along the edges of a path, and the vertices that it meets."""
    (path,) = maze.starts()
    moves: list[str] = []
    while path[-1] != maze.ends[1]:
        move = next(
            move
            for move, there in maze.ways[path[-1]].items()
            if there not in path and edge(path[-1], there) in edges
        )
        moves.append(move)
        path = maze.apply(path, move)
    return moves, path
