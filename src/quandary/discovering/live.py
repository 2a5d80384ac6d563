"""A training puzzle: its states that lead to a solution, and the moves there that do not."""

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from math import inf, log2
from typing import Any

from quandary.limits import Limits, check_limits
from quandary.puzzle import AnyPuzzle
from quandary.solving.choose import engine_for
from quandary.solving.walking import graph_of


@dataclass(frozen=True)
class LiveState:
    """A state from which a solution can be reached."""

    state: Any
    live: tuple[Any, ...]
    """The moves that lead to another one."""
    into: tuple[int, ...]
    """The live states that they lead to."""
    dead: tuple[Any, ...]
    """The moves after which there is no solution."""


@dataclass(frozen=True)
class LivePart:
    """The live states of a path puzzle, without the solved ones (numbered −1). No solution leaves this part."""

    puzzle: Any
    states: tuple[LiveState, ...]
    starts: tuple[int, ...]

    @property
    def dead_moves(self) -> list[tuple[Any, Any]]:
        """Every live state with each move there that leads nowhere."""
        return [(each.state, move) for each in self.states for move in each.dead]

    def muse(self, left: Sequence[int]) -> float:
        """Return the fewest bits to a solution, given how many dead moves a player sees in each state."""
        best = dict.fromkeys(self.starts, 0.0)
        queue = [(0.0, start) for start in self.starts]
        while queue:
            bits, number = heappop(queue)
            if number < 0:
                return bits
            if bits > best[number]:
                continue
            here = self.states[number]
            then = bits + log2(len(here.into) + left[number])
            for there in here.into:
                if then < best.get(there, inf):
                    best[there] = then
                    heappush(queue, (then, there))
        return inf


SOLVED = -1
MOST_SOLUTIONS = 1_000
"""The most solutions of a puzzle whose live states are read off them."""


def live_part_of_solutions(puzzle: AnyPuzzle, limits: Limits) -> LivePart | None:
    """Return the live part of a puzzle whose states tell how they were reached, or None if it has too many solutions.

    Every live state lies on the way to a solution, so the states that lead nowhere need not be visited.
    """
    answer = engine_for(puzzle).solutions(MOST_SOLUTIONS + 1, limits)
    if not answer.complete or not 0 < len(answer.found) <= MOST_SOLUTIONS:
        return None
    ways: dict[Any, dict[Any, Any]] = {}
    for solution in answer.found:
        check_limits()
        state = solution.start
        for move in solution.moves:
            there = puzzle.apply(state, move)
            ways.setdefault(state, {})[move] = there
            state = there
    number = {state: at for at, state in enumerate(ways)}
    states = []
    for state, onward in ways.items():
        check_limits()
        dead = tuple(move for move in puzzle.moves(state) if move not in onward)
        into = tuple(number.get(there, SOLVED) for there in onward.values())
        states.append(LiveState(state, tuple(onward), into, dead))
    starts = dict.fromkeys(number[solution.start] for solution in answer.found)
    return LivePart(puzzle, tuple(states), tuple(starts))


def live_part(puzzle: AnyPuzzle, limits: Limits) -> LivePart | None:
    """Return the live part of a path puzzle, or None if it has too many states to explore, or no solution."""
    import numpy as np

    graph = graph_of(puzzle, limits)
    if not graph.complete or graph.states is None or not graph.solved.any():
        return None
    alive = np.isfinite(graph.steps_left)
    number = {int(index): at for at, index in enumerate(np.flatnonzero(alive & ~graph.solved))}
    number |= dict.fromkeys(map(int, np.flatnonzero(graph.solved)), SOLVED)
    states = []
    for index in (index for index, at in number.items() if at >= 0):
        check_limits()
        state = graph.states[index]
        ways = list(zip(puzzle.moves(state), map(int, graph.children(index)), strict=True))
        live = [(move, number[child]) for move, child in ways if child in number]
        dead = tuple(move for move, child in ways if child not in number)
        states.append(
            LiveState(state, tuple(move for move, _ in live), tuple(child for _, child in live), dead)
        )
    return LivePart(
        puzzle, tuple(states), tuple(number[int(each)] for each in graph.starts if int(each) in number)
    )
