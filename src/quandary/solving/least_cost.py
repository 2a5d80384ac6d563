"""MUSE in Python: a least-cost search, in which a step through a slot with n moves costs log2 n.

If the slot must be filled k times, the step costs log2 n/k: it does not matter which of the k comes first.

It handles cycles, the first solved state met is the answer, and when a limit is reached the cost so
far is a true lower bound. The native engine does the same in the same order.
"""

import heapq
from dataclasses import dataclass
from itertools import count
from typing import Any

from quandary.limits import NOT_STOPPED, OutOfBudget, Stop
from quandary.score import Decision
from quandary.solving.bits import cost, cost_of, in_bits
from quandary.solving.choices import OpenSlot, View

Trail = tuple["Trail", Decision] | None


@dataclass(frozen=True)
class Least:
    """The least cost of a solution in units (None: there is none), its steps, and the work done."""

    units: int | None
    steps: tuple[Decision, ...] = ()
    states: int = 0
    stop: Stop = NOT_STOPPED
    reached: int = 0
    """A lower bound on the cost of any solution if the search gave up."""


def least_cost(view: View) -> Least:
    """Find the cheapest way to a state in which the player is done."""
    reached = 0
    try:
        known = view.known_solutions()
        order, done = count(), set[Any]()
        queue: list[tuple[int, int, Any, int, Trail]] = [
            (0, next(order), state, known.live, None) for state in view.puzzle.starts() if known.live
        ]
        while queue:
            reached, _, state, live, trail = heapq.heappop(queue)
            if state in done:
                continue
            done.add(state)
            view.budget.spend()
            if view.is_done(state):
                return Least(reached, _unroll(trail), view.budget.states)
            for step, units in _cheapest_ways(view, state):
                view.budget.check()
                if rest := known.after(live, step.move):
                    child = view.puzzle.apply(state, step.move)
                    if child not in done:
                        entry = (reached + units, next(order), child, rest, (trail, step))
                        heapq.heappush(queue, entry)
    except OutOfBudget as out:
        return Least(None, (), view.budget.states, out.stop, reached)
    return Least(None, (), view.budget.states)


def _cheapest_ways(view: View, state: Any) -> list[tuple[Decision, int]]:
    """Return each move once, with the slot where it costs least and that cost."""
    ways: dict[Any, tuple[Decision, int]] = {}
    for choice in view.choices(state):
        for move, units in zip(choice.moves, _costs(view, state, choice), strict=True):
            if move not in ways or units < ways[move][1]:
                ways[move] = Decision(choice.slot, move, len(choice.moves), in_bits(units)), units
    return list(ways.values())


def _costs(view: View, state: Any, choice: OpenSlot) -> list[int]:
    slot, moves, room = choice
    saved = cost(room)
    if view.player.is_even:
        return [max(0, cost(len(moves)) - saved)] * len(moves)
    return [max(0, cost_of(share) - saved) for share in view.shares(state, slot, moves)]


def _unroll(trail: Trail) -> tuple[Decision, ...]:
    steps = []
    while trail:
        trail, step = trail
        steps.append(step)
    return tuple(reversed(steps))
