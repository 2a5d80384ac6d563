"""The sheet that a solver writes on: the maze as a fill puzzle.

A move includes a vertex or an edge. A part is excluded once it is no longer among the moves left, which is
what a rule's `cannot` does. A vertex is also included by any of its edges. That is derived and not marked,
because no move may be implied by another. The slots are the loose ends, which must each be continued, and
the vertices that must be included because they are endpoints or have a checkpoint.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from quandary._native import Native
from quandary.kinds.maze.rules import Maze, Part, Vertex
from quandary.kinds.maze.twin import count, native_sheet, shortest
from quandary.limits import Budget
from quandary.puzzle import Slot

MarkedParts: TypeAlias = frozenset[Part]
"""A state: the vertices and edges that are included."""
END, VERTEX = "end", "vertex"


@dataclass(frozen=True)
class MazeSheet:
    """A maze to be solved by marking its parts. Any part may be marked, so a sheet can go wrong.

    >>> sheet = MazeSheet(Maze(2))
    >>> [str(slot) for slot in sheet.slots(frozenset())]
    ['end 00', 'end 11', 'vertex 00', 'vertex 11']
    >>> sheet.contradiction(frozenset(), [])
    '00 has too few edges left'
    """

    maze: Maze

    # The methods of a fill puzzle

    def starts(self) -> tuple[MarkedParts]:
        """Return the empty sheet."""
        return (frozenset(),)

    def moves(self, state: MarkedParts) -> list[Part]:
        """Return the parts that are not included, in the order of the grid."""
        return [each for each in self.maze.parts if each not in state]

    def apply(self, state: MarkedParts, move: Part) -> MarkedParts:
        """Return the sheet with one more part included."""
        return state | {move}

    def is_solved(self, state: MarkedParts) -> bool:
        """Return whether the path is complete and every vertex that must be included is marked."""
        return self.wanted <= state and self.is_complete(state)

    def is_complete(self, state: MarkedParts) -> bool:
        """Return whether the included edges form one path between the endpoints that satisfies every clue."""
        chain = self.chain(state, self.maze.ends[0])
        edges = {each for each in state if each.way}
        covered = edges | {Part(*vertex) for vertex in chain}
        return (
            chain[-1] == self.maze.ends[1]
            and len(edges) == len(chain) - 1
            and self.maze.checkpoints | state <= covered
            and self.maze.breaks.isdisjoint(edges)
        )

    def slots(self, state: MarkedParts) -> list[Slot]:
        """Return the loose ends, which an edge must continue, and the vertices still to be marked."""
        loose = [Slot(END, Part(*v)) for v in self.maze.vertices if self.degree(state, v) == 1]
        return loose + [Slot(VERTEX, each) for each in sorted(self.wanted - state)]

    def fills(self, move: Part) -> tuple[Slot, ...]:
        """Return the ends that an edge continues, or the vertex itself."""
        return tuple(Slot(END, Part(*end)) for end in move.ends) if move.way else (Slot(VERTEX, move),)

    def contradiction(self, state: MarkedParts, left: Collection[Part]) -> str | None:
        """Return why no solution can follow, for six reasons that people see at a glance, or None."""
        unknown = set(left)
        return next(self._contradictions(state, unknown), None)

    def native(self) -> Native | None:
        """Return the same sheet in C++, or None without the compiled core."""
        return native_sheet(self.maze)

    def only_solution(self, budget: Budget) -> MarkedParts | None:
        """Return the parts on the only path that satisfies every clue, or None if there are none or several."""
        edges = shortest(self.maze, budget) if count(self.maze, budget).solutions == 1 else None
        return None if edges is None else edges | {Part(*end) for edge in edges for end in edge.ends}

    # Reading a sheet

    @cached_property
    def wanted(self) -> frozenset[Part]:
        """The vertices that must be included: the endpoints and those with a checkpoint."""
        marked = {each for each in self.maze.checkpoints if not each.way}
        return frozenset(marked | {Part(*end) for end in self.maze.ends})

    @cached_property
    def edges_at(self) -> dict[Vertex, tuple[Part, ...]]:
        """The edges at each vertex, broken ones included, in the order of the grid."""
        return {
            vertex: tuple(each for each in self.maze.edges if vertex in each.ends)
            for vertex in self.maze.vertices
        }

    def degree(self, state: MarkedParts, vertex: Vertex) -> int:
        """Count the included edges at a vertex, and one more at an endpoint, leading out of the maze."""
        return (vertex in self.maze.ends) + sum(each in state for each in self.edges_at[vertex])

    def is_included(self, state: MarkedParts, vertex: Vertex) -> bool:
        """Return whether a vertex is included, either marked or on an included edge."""
        return Part(*vertex) in state or any(each in state for each in self.edges_at[vertex])

    def chain(self, state: MarkedParts, vertex: Vertex) -> list[Vertex]:
        """Return the vertices that included edges lead through from a vertex, up to the start of a loop.

        At a fork, which only a broken sheet has, the first way is taken.
        """
        chain, seen, came_by = [vertex], {vertex}, None
        while True:
            here = chain[-1]
            onward = next((e for e in self.edges_at[here] if e in state and e != came_by), None)
            if onward is None:
                return chain
            chain.append(_other(onward, here))
            if chain[-1] in seen:
                return chain
            seen.add(chain[-1])
            came_by = onward

    def _contradictions(self, state: MarkedParts, unknown: set[Part]) -> Iterator[str]:
        for vertex in self.maze.vertices:
            yield from self._at_vertex(state, unknown, vertex)
        if self._has_loop(state):
            yield "there is a loop"
        chain = self.chain(state, self.maze.ends[0])
        if chain[-1] == self.maze.ends[1] and not self.is_complete(state):
            yield "the path is complete but something is left out"
        yield from self._cut_off(state, unknown)

    def _at_vertex(self, state: MarkedParts, unknown: set[Part], vertex: Vertex) -> Iterator[str]:
        me, included = Part(*vertex), self.degree(state, vertex)
        edges = included - (vertex in self.maze.ends)
        if included > 2:
            yield f"{me} has too many edges"
        if edges and me not in state and me not in unknown:
            yield f"{me} is excluded but has an edge"
        possible = included + sum(each in unknown for each in self.edges_at[vertex])
        if possible < 2 and (edges or me in state or vertex in self.maze.ends):
            yield f"{me} has too few edges left"

    def _has_loop(self, state: MarkedParts) -> bool:
        group = {vertex: vertex for vertex in self.maze.vertices}

        def root(vertex: Vertex) -> Vertex:
            while group[vertex] != vertex:
                vertex = group[vertex]
            return vertex

        for each in state:
            if each.way:
                a, b = (root(end) for end in each.ends)
                if a == b:
                    return True
                group[a] = b
        return False

    def _cut_off(self, state: MarkedParts, unknown: set[Part]) -> Iterator[str]:
        """Yield the ends from which unknown edges lead to no other end."""
        loose = {v for v in self.maze.vertices if self.degree(state, v) == 1}
        for end in sorted(loose):
            seen, todo = {end}, [end]
            for here in todo:  # grows during the loop
                near = [_other(e, here) for e in self.edges_at[here] if e in unknown]
                todo += (fresh := [v for v in near if v not in seen])
                seen.update(fresh)
            if seen & loose == {end}:
                yield f"the end at {Part(*end)} is cut off"


def _other(each: Part, vertex: Vertex) -> Vertex:
    """Return the vertex at the far end of an edge."""
    a, b = each.ends
    return b if a == vertex else a
