"""The engine in plain Python: slow, readable, and the reference for all others."""

from collections.abc import Callable
from math import inf
from typing import TypeAlias, cast

from quandary.engine import (
    Count,
    Declined,
    Entropy,
    Guess,
    Solutions,
    StateCount,
    StateSums,
    collected,
    counted,
)
from quandary.graph import StateGraph
from quandary.kind import Policy, kind_of
from quandary.limits import Limits, OutOfBudget, Stop
from quandary.player import Player
from quandary.puzzle import AnyFillPuzzle, AnyPuzzle
from quandary.solving.backward import backward
from quandary.solving.bits import in_bits
from quandary.solving.chance import seeds
from quandary.solving.choices import View
from quandary.solving.deduce import deduce, in_numbers, in_order
from quandary.solving.least_cost import least_cost
from quandary.solving.listing import listed
from quandary.solving.walking import graph_of, visit_all
from quandary.trace import Runs

Search: TypeAlias = Callable[[int, Limits], Solutions]
"""(most solutions, limits) → the solutions."""


class PythonEngine:
    """An engine that visits states one by one, using only the puzzle protocol."""

    name = "python"

    def __init__(self, puzzle: AnyPuzzle, solve: Search | None = None) -> None:
        self.puzzle = puzzle
        self._solve = solve or self.solutions
        """Finds the solutions that prune a player's search. The fastest engine may do it."""

    def muse(self, player: Player, policy: Policy, limits: Limits) -> Entropy:
        """Find the fewest bits of choice on any way to a solution."""
        found = least_cost(self._view(player, policy, limits))
        return Entropy(
            None if found.units is None else in_bits(found.units),
            found.steps,
            found.states,
            found.stop,
            in_bits(found.reached) if found.stop else None,
        )

    def remuse(self, player: Player, policy: Policy, limits: Limits) -> Entropy:
        """Find the fewest bits of choice, not counting choices that do not matter."""
        found = backward(self._view(player, policy, limits))
        return Entropy(None if found.value == inf else found.value, found.steps, found.states, found.stop)

    def luck(self, player: Player, policy: Policy, limits: Limits) -> Entropy:
        """Find how much luck blind play needs, in bits."""
        from quandary.solving.luck import luck

        found = luck(self._view(player, policy, limits))
        at_least = found.stop.limit if found.stop.code == "range" else None
        return Entropy(
            None if found.value == inf else found.value, found.steps, found.states, found.stop, at_least
        )

    def _view(self, player: Player, policy: Policy, limits: Limits) -> View:
        return View(self.puzzle, player, policy, limits.start(), self._solve)

    def solutions(self, most: int | None, limits: Limits) -> Solutions:
        """List at most `most` solutions that end in different solved states."""
        budget = limits.start()
        return collected(listed(self.puzzle, budget), most, budget)

    def count(self, most: int | None, limits: Limits) -> Count:
        """Count the solutions, with a solver of the kind that counts if there is one."""
        kind = kind_of(self.puzzle)
        for solver in kind.engines.own if kind else ():
            if solver.counts and not isinstance(said := solver.count(self, most, limits), Declined):
                return said
        return counted(self.solutions(most, limits))

    def unique(self, limits: Limits) -> bool:
        """Return whether listing finds one solution and no other. It looks like several if a limit is reached."""
        answer = self._solve(1, limits)
        return answer.complete and len(answer.found) == 1

    def count_states(self, limits: Limits) -> StateCount:
        """Count the reachable states."""
        budget, stop = limits.start(), Stop()
        try:
            visit_all(self.puzzle, budget)
        except OutOfBudget as out:
            stop = out.stop
        return StateCount(budget.states, not stop, budget.states, budget.seconds, self.name, stop)

    def sum_states(self, limits: Limits) -> StateSums | None:
        """Return None, since no states are merged."""
        return None

    def explore(self, limits: Limits) -> StateGraph:
        """Return the graph of all reachable states."""
        return graph_of(self.puzzle, limits)

    def explore_seen(self, player: Player, limits: Limits) -> StateGraph | None:
        """Return None: `quandary.measuring.reach.Walk` is the same in Python."""
        return None

    def deduce_often(self, player: Player, guess: Guess, runs: int, seed: int, limits: Limits) -> Runs:
        """Run a deducing and guessing solver `runs` times from one seed."""
        sheet, budget = cast(AnyFillPuzzle, self.puzzle), limits.start()
        traces = (
            deduce(sheet, player, guess=guess, seed=each, limits=budget.rest()) for each in seeds(seed, runs)
        )
        rows = tuple(in_numbers(sheet, player, trace) for trace in traces)
        return Runs(tuple(rule.name for rule in in_order(player)), rows, seed, guess.name, self.name)
