"""The second solver: the segment graph of a maze gives a solution in polynomial time, or proves that there is none.

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

from quandary.kinds.tilt.rules import STEPS, Cell, Maze, Position
from quandary.parts.directed import components

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
        return self._chain() is not None

    def solution(self) -> list[str] | None:
        """Return the moves of a solution, found without a search and not the shortest, or None.

        >>> SegmentGraph(Maze(3, 1, ball=(1, 0), checkpoints=((0, 0), (2, 0)))).solution()
        ['left', 'right']
        """
        chain = self._chain()
        if chain is None:
            return None
        moves, here = list[str](), Position(self.maze.ball, 0)
        for part in chain:
            for number, parts in enumerate(self.components_by_checkpoint):
                if part in parts and not here.collected >> number & 1:
                    for move in self._way(here.ball, self.maze.checkpoints[number], part):
                        moves.append(move)
                        here = self.maze.apply(here, move)
                        if self.maze.is_solved(here):
                            return moves
        return moves

    def _way(self, ball: Cell, checkpoint: Cell, part: int) -> list[str]:
        """Return the fewest rolls that end by rolling over a checkpoint along a segment of a component."""
        lines = [self.segments[node - 1] for node in self.through[checkpoint] if self.component[node] == part]
        before: dict[Cell, tuple[Cell, str] | None] = {ball: None}
        todo = [ball]
        for cell in todo:  # grows while we walk it
            for move in STEPS:
                roll = self.maze.rolls.get((cell, move))
                if roll is None:
                    continue
                if any(self._crosses(line, cell, roll.end, checkpoint) for line in lines):
                    return [*_moves_to(cell, before), move]
                if roll.end not in before:
                    before[roll.end] = cell, move
                    todo.append(roll.end)
        raise AssertionError("a component of the chain cannot be reached")

    @staticmethod
    def _crosses(line: tuple[Cell, ...], start: Cell, end: Cell, checkpoint: Cell) -> bool:
        """Return whether a roll goes along a segment and over a cell of it other than where it starts."""
        if start not in line or end not in line or start == checkpoint:
            return False
        first, last = sorted((line.index(start), line.index(end)))
        return first <= line.index(checkpoint) <= last

    def _chain(self) -> list[int] | None:
        """Return components that together have every checkpoint, each reachable from the one before."""
        needed = self.components_by_checkpoint
        if not all(needed):  # walled in on all sides
            return None
        parts = sorted({part for places in needed for part in places})
        number = {part: at for at, part in enumerate(parts)}
        masks = self._reach()
        lost = [part for part in parts if not masks[self.component[START]] >> part & 1]
        apart = [(a, b) for a, b in combinations(parts, 2) if not (masks[a] >> b | masks[b] >> a) & 1]
        clauses = [(~number[part], ~number[part]) for part in lost]
        clauses += [(~number[a], ~number[b]) for a, b in apart]
        clauses += [(number[places[0]], number[places[-1]]) for places in needed]
        values = satisfy(len(parts), clauses)
        # A component has its number before those that lead to it.
        return None if values is None else [part for part in reversed(parts) if values[number[part]]]

    def _reach(self) -> list[int]:
        """Return the components reachable from each component, itself included, as bit masks."""
        masks = [1 << part for part in range(self.component_count)]
        for node in sorted(range(len(self.children)), key=self.component.__getitem__):
            for child in self.children[node]:
                masks[self.component[node]] |= masks[self.component[child]]
        return masks


def _moves_to(cell: Cell, before: dict[Cell, tuple[Cell, str] | None]) -> list[str]:
    moves = list[str]()
    while came := before[cell]:
        cell, move = came
        moves.append(move)
    return moves[::-1]


def satisfy(variables: int, clauses: Iterable[LiteralPair]) -> list[bool] | None:
    """Return values for the variables 0, 1, ... that make every clause true, or None if there are none.

    >>> satisfy(2, [(0, 1), (~0, 1), (0, ~1)]), satisfy(1, [(0, 0), (~0, ~0)])
    ([True, True], None)

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
    pairs = [(component[2 * variable], component[2 * variable + 1]) for variable in range(variables)]
    # What a literal implies has the smaller number, so the one with the smaller number is safe to take.
    return None if any(true == false for true, false in pairs) else [true < false for true, false in pairs]
