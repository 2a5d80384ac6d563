"""List solutions shortest first, even if there are far too many paths to go through.

Merged search finds a shortest solution of any maze. The other solutions fall into pieces: those without its
first edge, those with the first edge but without the second, and so on. Each piece is a maze with more
checkpoints and breaks, which has a shortest solution of its own. (Lawler's procedure, Management Science 18,
1972.)
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
    """The solutions of a maze with more clues, ordered by the shortest, then by discovery."""

    length: int
    number: int
    maze: Maze = field(compare=False)
    edges: frozenset[Part] = field(compare=False)


def search(maze: Maze, budget: Budget) -> Iterator[list[str]]:
    """Yield the moves of each solution, shortest first, or raise OutOfBudget.

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
    """Return the moves along the edges of a path, and its vertices."""
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
