"""The segment graph of a maze, and solvability from it in polynomial time: the second solver.

A *segment* is a longest row or column of at least two cells without a wall between them. A ball that is
anywhere on a segment can roll over all of it and leave it at either end, so what matters is which
segments it visits. The graph has a node for each segment, and one more for the start of the ball; an edge
leads from a segment to those on which one of its ends lies.

Inside a strongly connected component everything can be collected, and a way through the components is a
chain, each reachable from the one before. A checkpoint lies on two segments at most. So the maze is
solvable if a set of components can be chosen that are pairwise comparable and in reach, with one of each
checkpoint's: a formula with two literals to a clause. Source: P. J. Tejada, On the Complexity of Collecting
Items with a Maximal Sliding Agent, 2014.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TypeAlias

from quandary.kinds.tilt.rules import Cell, Maze

START = 0
"""The node of the ball where it is set."""
Clause: TypeAlias = tuple[int, int]
"""Two literals: v is "v is true", ~v is "v is false"."""


@dataclass(frozen=True)
class SegmentGraph:
    """The segments of a maze as nodes 1, 2, ...; node 0 is the start."""

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
        """The nodes of the segments on which each cell lies: two at most."""
        nodes: dict[Cell, list[int]] = {cell: [] for cell in self.maze.cells()}
        for node, segment in enumerate(self.segments, start=1):
            for cell in segment:
                nodes[cell].append(node)
        return nodes

    @cached_property
    def children(self) -> list[list[int]]:
        """Where each node's edges lead."""
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
        """The number of strongly connected components, the start's among them."""
        return len(set(self.component))

    @cached_property
    def components_by_checkpoint(self) -> list[list[int]]:
        """The components in which each checkpoint can be collected: two at most."""
        return [
            sorted({self.component[node] for node in self.through[cell]}) for cell in self.maze.checkpoints
        ]

    @property
    def checkpoint_component_count(self) -> int:
        """The number of components with a checkpoint on one of their segments."""
        return len({part for parts in self.components_by_checkpoint for part in parts})

    def is_solvable(self) -> bool:
        """Whether all checkpoints can be collected; polynomial, without a look at any position."""
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
        """The components in reach of each component, itself included, as bit masks."""
        reach = [0] * self.component_count
        for part in range(len(reach)):
            todo = [node for node in range(len(self.children)) if self.component[node] == part]
            seen = set(todo)
            for node in todo:  # grows while we walk it
                reach[part] |= 1 << self.component[node]
                new = [child for child in self.children[node] if child not in seen]
                seen.update(new)
                todo += new
        return reach


def is_satisfiable(variables: int, clauses: Iterable[Clause]) -> bool:
    """Whether values for the variables 0, 1, ... make every clause true.

    >>> is_satisfiable(2, [(0, 1), (~0, 1), (0, ~1)]), is_satisfiable(1, [(0, 0), (~0, ~0)])
    (True, False)

    A clause says that if one literal is false, the other is true. There is a way out unless that makes
    a variable imply its opposite and back.
    """

    def node(literal: int) -> int:
        return 2 * literal if literal >= 0 else 2 * ~literal + 1

    implied: list[list[int]] = [[] for _ in range(2 * variables)]
    for one, other in clauses:
        implied[node(~one)].append(node(other))
        implied[node(~other)].append(node(one))
    component = components(implied)
    return all(component[2 * variable] != component[2 * variable + 1] for variable in range(variables))


def components(children: Sequence[Sequence[int]]) -> list[int]:
    """The number of each node's strongly connected component.

    >>> one, other, third = components([[1], [0, 2], []])
    >>> one == other, one == third
    (True, False)
    """
    parents: list[list[int]] = [[] for _ in children]
    for node, some in enumerate(children):
        for child in some:
            parents[child].append(node)
    component = [-1] * len(children)
    for root in reversed(_finished(children)):  # Kosaraju's algorithm
        todo = [root] if component[root] < 0 else []
        while todo:
            node = todo.pop()
            component[node] = root
            todo += [parent for parent in parents[node] if component[parent] < 0]
    number = {root: at for at, root in enumerate(dict.fromkeys(component))}
    return [number[root] for root in component]


def _finished(children: Sequence[Sequence[int]]) -> list[int]:
    """The nodes in the order in which a depth-first search leaves them."""
    seen, order = set[int](), list[int]()
    for root in range(len(children)):
        stack = [(root, iter(children[root]))] if root not in seen else []
        seen.add(root)
        while stack:
            node, rest = stack[-1]
            child = next((child for child in rest if child not in seen), None)
            if child is None:
                order.append(node)
                stack.pop()
            else:
                seen.add(child)
                stack.append((child, iter(children[child])))
    return order
