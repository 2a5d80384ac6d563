"""The rules of logic mazes in plain Python, the reference for the C++ core.

A maze is a square grid of vertices. A path runs along the edges from the bottom left vertex to the top
right one, meets no vertex twice, passes every checkpoint and crosses no break.

Vertices and edges are *parts*, named as in the report: `21` is the vertex in column 2 and row 1, both
counted from 0 at the bottom left, `21h` is the edge to its right, and `21v` the edge above it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple, TypeAlias

Vertex: TypeAlias = tuple[int, int]
Path: TypeAlias = tuple[Vertex, ...]
"""A state: the vertices of the path so far."""

STEPS = {"up": (0, 1), "right": (1, 0), "down": (0, -1), "left": (-1, 0)}
"""The moves with their directions, in the order in which they are always listed."""

WAYS = ("", "h", "v")
"""The vertex itself, the edge to its right, the edge above it."""

SMALLEST, LARGEST = 2, 10
"""The vertices along a side. From 11 on, two digits could not name a vertex."""


class Part(NamedTuple):
    """A vertex, or the edge that leaves it to the right ("h") or upwards ("v").

    >>> str(Part(2, 1)), str(Part(2, 1, "h"))
    ('21', '21h')
    """

    x: int
    y: int
    way: str = ""

    def __str__(self) -> str:
        return f"{self.x}{self.y}{self.way}"

    @property
    def ends(self) -> tuple[Vertex, Vertex]:
        """The two vertices that the edge joins."""
        return (self.x, self.y), (self.x + (self.way == "h"), self.y + (self.way == "v"))


def part(text: str) -> Part:
    """Return the part with a name: `part("21h") == Part(2, 1, "h")`."""
    return Part(int(text[0]), int(text[1]), text[2:])


def edge(here: Vertex, there: Vertex) -> Part:
    """Return the edge between two neighbouring vertices.

    >>> str(edge((2, 1), (1, 1)))
    '11h'
    """
    (x, y), (to_x, _) = sorted((here, there))
    return Part(x, y, "h" if to_x > x else "v")


@dataclass(frozen=True)
class Maze:
    """A logic maze, as a path puzzle whose states are paths.

    >>> maze = Maze(2, checkpoints=frozenset({Part(0, 1)}))
    >>> maze.moves(((0, 0),))
    ['up', 'right']
    >>> maze.is_solved(((0, 0), (0, 1), (1, 1))), maze.is_solved(((0, 0), (1, 0), (1, 1)))
    (True, False)

    The two endpoints have no checkpoint, and no edge has both a checkpoint and a break. `notation.parse`
    checks this, and that everything is on the grid.
    """

    size: int
    """The vertices along each side."""
    checkpoints: frozenset[Part] = frozenset()
    """Vertices and edges that the path must pass."""
    breaks: frozenset[Part] = frozenset()
    """Edges that the path cannot cross."""

    # The four methods

    def starts(self) -> tuple[Path]:
        """Return a path of one vertex, the bottom left one."""
        return ((self.ends[0],),)

    def moves(self, state: Path) -> list[str]:
        """Return the directions in which the path can go on, none from the top right."""
        if state[-1] == self.ends[1]:
            return []
        return [move for move, there in self.ways[state[-1]].items() if there not in state]

    def apply(self, state: Path, move: str) -> Path:
        """Return the path, one step longer."""
        return (*state, self.ways[state[-1]][move])

    def is_solved(self, state: Path) -> bool:
        """Return whether the path ends at the top right and has passed every checkpoint."""
        return state[-1] == self.ends[1] and self.checkpoints <= covered_by(state)

    def beginning(self, state: Path) -> "Maze":
        """Return the maze whose solutions are those of this one that begin with a path.

        >>> sorted(map(str, Maze(3).beginning(((0, 0), (0, 1), (1, 1))).checkpoints))
        ['00v', '01h']
        """
        walked = frozenset(edge(here, there) for here, there in pairwise(state))
        return replace(self, checkpoints=self.checkpoints | walked)

    # Properties derived from the fields

    @cached_property
    def ends(self) -> tuple[Vertex, Vertex]:
        """The bottom left and the top right vertex."""
        return (0, 0), (self.size - 1, self.size - 1)

    @cached_property
    def vertices(self) -> tuple[Vertex, ...]:
        """The vertices column by column from the left, each from the bottom up, as people scan."""
        return tuple((x, y) for x in range(self.size) for y in range(self.size))

    @cached_property
    def edges(self) -> tuple[Part, ...]:
        """Every edge of the grid, broken or not: those to the right, then those upwards."""
        return tuple(each for each in self.parts if each.way)

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """All vertices, all edges to the right, then all edges upwards, each in the order of the vertices."""
        last = self.size - 1
        return tuple(
            Part(x, y, way)
            for way in WAYS
            for x, y in self.vertices
            if x + (way == "h") <= last and y + (way == "v") <= last
        )

    @cached_property
    def ways(self) -> dict[Vertex, dict[str, Vertex]]:
        """The vertex that each move leads to from each vertex, along unbroken edges."""
        return {here: dict(self._ways_from(here)) for here in self.vertices}

    def _ways_from(self, here: Vertex) -> Iterator[tuple[str, Vertex]]:
        for move, (dx, dy) in STEPS.items():
            there = (here[0] + dx, here[1] + dy)
            inside = 0 <= there[0] < self.size and 0 <= there[1] < self.size
            if inside and edge(here, there) not in self.breaks:
                yield move, there


def covered_by(path: Path) -> set[Part]:
    """Return the vertices and edges of a path."""
    return {Part(x, y) for x, y in path} | {edge(here, there) for here, there in pairwise(path)}
