"""The second solver: the segment graph of a maze tells in polynomial time whether it is solvable.

A *segment* is a maximal row or column of at least two cells without a wall between them. A ball anywhere
on a segment can roll over all of it and leave it at either end, so only the segments it visits matter.
The graph has a node for each segment and one for the start of the ball. An edge leads from a segment to
every segment that contains one of its ends.

Inside a strongly connected component everything can be collected, and a path through the components is a
chain in which each is reachable from the one before. A checkpoint lies on at most two segments. So the maze
is solvable if there is a set of reachable, pairwise comparable components that contains one for each
checkpoint. This is a 2-SAT formula. Source: P. J. Tejada, On the Complexity of Collecting Items with a
Maximal Sliding Agent, 2014.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TypeAlias

from quandary.kinds.tilt.rules import Cell, Maze
from quandary.parts.directed import components, reach

START = 0
"""The node of the ball at its start."""
LiteralPair: TypeAlias = tuple[int, int]
"""Two literals: v is "v is true", ~v is "v is false"."""


@dataclass(frozen=True)
class SegmentGraph:
    """The segments of a maze as nodes 1, 2, ..., with node 0 for the start."""

    maze: Maze

    @cached_property
    def segments(self) -> list[tuple[Cell, ...]]:
        """The rows, then the columns, each from its left or upper end."""
        found = []
        for onwards, back in (("right", "left"), ("down", "up")):
            for cell in self.maze.cells():
                if self.maze.neighbour(cell, back) is None and self.maze.neighbour(cell, onwards):
                    segment = [cell]
                    while there := self.maze.neighbour(segment[-1], onwards):
                        segment.append(there)
                    found.append(tuple(segment))
        return found

    @cached_property
    def through(self) -> dict[Cell, list[int]]:
        """The segments through each cell, at most two."""
        nodes: dict[Cell, list[int]] = {cell: [] for cell in self.maze.cells()}
        for node, segment in enumerate(self.segments, start=1):
            for cell in segment:
                nodes[cell].append(node)
        return nodes

    @cached_property
    def children(self) -> list[list[int]]:
        """The nodes that each node's edges lead to."""
        return [
            self.through[self.maze.ball],
            *(
                [there for end in (segment[0], segment[-1]) for there in self.through[end] if there != node]
                for node, segment in enumerate(self.segments, start=1)
            ),
        ]

    @cached_property
    def component(self) -> list[int]:
        """The number of each node's strongly connected component."""
        return components(self.children)

    @property
    def component_count(self) -> int:
        """The number of strongly connected components, including that of the start."""
        return len(set(self.component))

    @cached_property
    def components_by_checkpoint(self) -> list[list[int]]:
        """The components in which each checkpoint can be collected, at most two."""
        return [
            sorted({self.component[node] for node in self.through[cell]}) for cell in self.maze.checkpoints
        ]

    @property
    def checkpoint_component_count(self) -> int:
        """The number of components with a checkpoint on one of their segments."""
        return len({part for parts in self.components_by_checkpoint for part in parts})

    def is_solvable(self) -> bool:
        """Return whether all checkpoints can be collected, in polynomial time and without a search."""
        reach = self._reach()
        parts = range(self.component_count)
        lost = [part for part in parts if not reach[self.component[START]] >> part & 1]
        apart = [(a, b) for a, b in combinations(parts, 2) if not (reach[a] >> b | reach[b] >> a) & 1]
        needed = self.components_by_checkpoint
        if not all(needed):  # walled in on all sides
            return False
        clauses = [(~part, ~part) for part in lost]
        clauses += [(~a, ~b) for a, b in apart]
        clauses += [(places[0], places[-1]) for places in needed]
        return is_satisfiable(len(parts), clauses)

    def _reach(self) -> list[int]:
        """Return the components reachable from each component, itself included, as bit masks."""
        masks = [0] * self.component_count
        for part in range(len(masks)):
            inside = [node for node in range(len(self.children)) if self.component[node] == part]
            for node in reach(inside, self.children.__getitem__):
                masks[part] |= 1 << self.component[node]
        return masks


def is_satisfiable(variables: int, clauses: Iterable[LiteralPair]) -> bool:
    """Return whether values for the variables 0, 1, ... make every clause true.

    >>> is_satisfiable(2, [(0, 1), (~0, 1), (0, ~1)]), is_satisfiable(1, [(0, 0), (~0, ~0)])
    (True, False)

    Each clause means that if one literal is false, the other is true. The clauses can be satisfied unless
    some variable implies its opposite and its opposite implies it.
    """

    def node(literal: int) -> int:
        return 2 * literal if literal >= 0 else 2 * ~literal + 1

    implied: list[list[int]] = [[] for _ in range(2 * variables)]
    for one, other in clauses:
        implied[node(~one)].append(node(other))
        implied[node(~other)].append(node(one))
    component = components(implied)
    return all(component[2 * variable] != component[2 * variable + 1] for variable in range(variables))
