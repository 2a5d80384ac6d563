"""The map of a puzzle: its states and moves, which of them are lost, and a shortest solution."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from quandary.errors import QuandaryError
from quandary.explaining.fates import Fate, fate_of, shortest_way, summary
from quandary.graph import StateGraph
from quandary.kind import kind_of
from quandary.limits import DEFAULT, Limits
from quandary.puzzle import AnyPuzzle
from quandary.solving.explore import explore

MOST = 5_000
"""The most states that a picture of the map shows."""


class Edge(NamedTuple):
    """A move from one state to another, by their numbers."""

    start: int
    end: int
    move: str


@dataclass(frozen=True)
class StateMap:
    """Every state that play can reach, with the moves between them.

    >>> class Doors:
    ...     def starts(self): return ["hall"]
    ...     def moves(self, state): return {"hall": ["left", "right", "down"], "cellar": ["back"], "pit": []}[state]
    ...     def apply(self, state, move):
    ...         return {"left": "garden", "right": "cellar", "down": "pit", "back": "hall"}[move]
    ...     def is_solved(self, state): return state == "garden"
    >>> found = state_map(Doors())
    >>> [(text, found.fate(number)) for number, text in enumerate(found.texts)]
    [('hall', 'live'), ('garden', 'solved'), ('cellar', 'live'), ('pit', 'dead')]
    >>> found.solution, found.summary
    ([0, 1], '4 states: 1 solved, 2 live, 1 dead; the shortest solution has 1 move.')
    """

    puzzle: AnyPuzzle
    graph: StateGraph

    def __len__(self) -> int:
        return len(self.graph)

    @cached_property
    def states(self) -> list[Any]:
        """The states themselves, by number."""
        found: dict[int, Any] = dict(
            zip(map(int, self.graph.starts), dict.fromkeys(self.puzzle.starts()), strict=False)
        )
        for number in range(len(self)):
            for move, child in self._moves(found[number], number):
                if child not in found:
                    found[child] = self.puzzle.apply(found[number], move)
        return [found[number] for number in range(len(self))]

    @cached_property
    def texts(self) -> list[str]:
        """The states as text, by number."""
        kind = kind_of(self.puzzle)
        write = kind.pictures.write if kind else None
        return [write(self.puzzle, state) if write else str(state) for state in self.states]

    @cached_property
    def edges(self) -> list[Edge]:
        """The moves, from the first state on."""
        return [
            Edge(number, child, str(move))
            for number, state in enumerate(self.states)
            for move, child in self._moves(state, number)
        ]

    def _moves(self, state: Any, number: int) -> Iterator[tuple[Any, int]]:
        children = self.graph.children(number)
        return zip(self.puzzle.moves(state), map(int, children), strict=False) if len(children) else iter(())

    def fate(self, number: int) -> Fate:
        """Return whether a state is solved, live (it can still be solved) or dead."""
        return fate_of(self.graph, number)

    @cached_property
    def solution(self) -> list[int]:
        """The numbers of the states on a shortest solution, empty if there is none."""
        return shortest_way(self.graph)

    @property
    def summary(self) -> str:
        """The map in a sentence."""
        return summary(self.graph)

    def _repr_svg_(self) -> str:
        from quandary.draw.svg import to_svg
        from quandary.explaining.map_picture import draw_map

        return to_svg(draw_map(self.graph))


def state_map(puzzle: AnyPuzzle, *, most: int = MOST, limits: Limits = DEFAULT) -> StateMap:
    """Explore a puzzle and return its map. Raises QuandaryError if it has more than `most` states."""
    graph = explore(puzzle, limits=replace(limits, states=most))
    if not graph.complete:
        why = f"more than {most:,} states" if graph.stop.code == "states" else graph.stop.text
        raise QuandaryError(f"The map cannot be made: {why}. Take a smaller puzzle, or allow more.")
    return StateMap(puzzle, graph)
