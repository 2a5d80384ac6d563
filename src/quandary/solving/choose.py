"""Choice of engine: each question goes to the fastest engine that can answer it."""

from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import Any, Literal

from quandary.engine import (
    Count,
    Engine,
    EngineName,
    Entropy,
    Guess,
    Solution,
    Solutions,
    StateCount,
    StateSums,
)
from quandary.errors import NativeError
from quandary.graph import StateGraph
from quandary.kind import Policy, kind_of
from quandary.limits import NOT_STOPPED, Budget, Limits, OutOfBudget, Stop
from quandary.player import Player
from quandary.puzzle import AnyPuzzle
from quandary.solving.native import NativeEngine
from quandary.solving.python import PythonEngine, collected, counted
from quandary.trace import Runs

SEARCHING = 0.15
"""The share of the time for the shortest solution of a puzzle whose twin can then find some other one."""
A_FEW = 2
"""The most solutions that a kind's own solver is asked for. Listing many is faster by search."""


def engine_for(puzzle: AnyPuzzle, engine: Engine | EngineName = "auto") -> Engine:
    """Return the engine with a name for a puzzle, or the given engine itself.

    Build it once and pass it along: the puzzle's twin in C++ is built on first use and kept.
    """
    if not isinstance(engine, str):
        return engine
    quickest = QuickestEngine(puzzle)
    if engine == "auto":
        return quickest
    if engine == "python":
        return quickest.python
    if quickest.native is None:
        raise NativeError(f"{type(puzzle).__name__} has no native engine for this. Use engine='python'.")
    return quickest.native.unmerged() if engine == "unmerged" else quickest.native


class QuickestEngine:
    """An engine that uses the kind's solvers, the native twin or Python, whichever is fastest."""

    def __init__(self, puzzle: AnyPuzzle) -> None:
        self.puzzle = puzzle
        self._kind = kind_of(puzzle)

    @property
    def name(self) -> str:
        """The name of the engine that answers most questions."""
        return (self._built or self.python).name

    @cached_property
    def python(self) -> PythonEngine:
        """The engine in Python. The fastest engine finds the solutions that prune its searches."""
        return PythonEngine(self.puzzle, self.solutions)

    @cached_property
    def native(self) -> NativeEngine | None:
        """The engine in C++, if there is one. A sheet, which has no kind, may offer a twin."""
        make = self._kind.engines.native if self._kind else None
        offer = getattr(self.puzzle, "native", None)
        twin = make(self.puzzle) if make else offer() if offer else None
        return NativeEngine(self.puzzle, twin) if twin else None

    @property
    def _built(self) -> NativeEngine | None:
        """The engine in C++, if there is one that can be built within the limits."""
        try:
            return self.native
        except OutOfBudget:
            return None

    def muse(self, player: Player, policy: Policy, limits: Limits) -> Entropy:
        """Find the fewest bits of choice on any way to a solution."""
        return self._measured("muse", player, policy, limits)

    def remuse(self, player: Player, policy: Policy, limits: Limits) -> Entropy:
        """Find the fewest bits of choice, not counting choices that do not matter."""
        return self._measured("remuse", player, policy, limits)

    def luck(self, player: Player, policy: Policy, limits: Limits) -> Entropy:
        """Find how much luck blind play needs, in bits."""
        return self._measured("luck", player, policy, limits)

    def _measured(
        self, measure: Literal["muse", "remuse", "luck"], player: Player, policy: Policy, limits: Limits
    ) -> Entropy:
        """Ask the twin if it knows the player, else Python, and the kind if the search gives up."""
        answer: Entropy
        with limits.start():
            try:
                slow = self.native.lacks(player) if self.native else ""
                engine = self.python if self.native is None or slow else self.native
                answer = getattr(engine, measure)(player, policy, limits)
                answer = replace(answer, slow=slow) if slow else answer
            except OutOfBudget as out:
                least = 0.0 if measure == "muse" else None
                answer = Entropy(None, stop=out.stop, at_least=least, engine=self.name)
        if answer.stop and self._decided == ():
            return replace(answer, bits=None, at_least=None, stop=NOT_STOPPED)
        return answer

    @property
    def _decided(self) -> tuple[Any, ...] | None:
        """The moves of a solution that the kind finds without a search, () if there is none, None if unknown."""
        try:
            return self._decision
        except OutOfBudget:
            return None

    @cached_property
    def _decision(self) -> tuple[Any, ...] | None:
        decide = self._kind.engines.decide if self._kind else None
        return tuple(decide(self.puzzle) or ()) if decide else None

    def solutions(self, most: int | None, limits: Limits) -> Solutions:
        """List solutions, or the one that the kind finds without a search if the search finds none in time."""
        answer = self._searched(most, limits)
        if answer.status != "gave up" or self._decided is None:
            return answer
        if not self._decided:
            return replace(answer, complete=True, stop=NOT_STOPPED)
        start = next(iter(self.puzzle.starts()))
        return replace(answer, found=(Solution(start, self._decided),), any_length=True)

    def _searched(self, most: int | None, limits: Limits) -> Solutions:
        """List solutions with the kind's own solver if it is faster, else the twin, else Python."""
        with limits.start() as budget:
            try:
                return self._solutions(most, limits)
            except OutOfBudget as out:
                return self._answer([], False, budget, out.stop)

    def _solutions(self, most: int | None, limits: Limits) -> Solutions:
        own = self._kind.engines if self._kind else None
        if own and own.search and own.tally and (own.by_way or (most is not None and most <= A_FEW)):
            return self._few_by_kind(most, limits.start())
        quick = self.native.quick_solutions if self.native else None
        if own and own.search and not own.tally and most == 1 and not quick:
            return self._first_by_kind(limits.start())
        if self.native and self.native.can_attempt:
            return self._shortest_or_any(self.native, most, limits.start())
        if self.native:
            return self.native.solutions_by(quick or self.native.twin.handle.solutions, most, limits)
        if own and own.complete:
            budget, start = limits.start(), next(iter(self.puzzle.starts()))
            search = (Solution(start, tuple(moves)) for moves in own.complete(self.puzzle, budget))
            return collected(search, most, budget)
        return self.python.solutions(most, limits)

    def _shortest_or_any(self, native: NativeEngine, most: int | None, budget: Budget) -> Solutions:
        """List the shortest solutions or, if none is found in a part of the time, some solution."""
        left = budget.seconds_left
        first = replace(budget.rest(), seconds=None if left is None else SEARCHING * left)
        answer = native.solutions(most, first)
        if answer.status != "gave up" or answer.stop.code != "seconds":
            return answer
        other = native.attempt(budget.rest())
        if other.found:
            other = replace(other, stop=answer.stop)
        return replace(other, states=answer.states + other.states, seconds=budget.seconds)

    def count(self, most: int | None, limits: Limits) -> Count:
        """Count the solutions without keeping them."""
        answer = self._counted(most, limits)
        if answer.complete or answer.solutions or self._decided is None:
            return answer
        if not self._decided:
            return replace(answer, complete=True, stop=NOT_STOPPED)
        length = len(self._decided)
        return replace(answer, solutions=1, total_length=length, longest=length)

    def _counted(self, most: int | None, limits: Limits) -> Count:
        with limits.start() as budget:
            try:
                return self._count(most, limits)
            except OutOfBudget as out:
                return counted(self._answer([], False, budget, out.stop))

    def _count(self, most: int | None, limits: Limits) -> Count:
        if self._kind and self._kind.engines.tally:
            can = self.native is not None and hasattr(self.native.twin.handle, "tally")
            return self.native.count(most, limits) if can and self.native else self.python.count(most, limits)
        if self.native and not self.native.quick_solutions:
            return self.native.count(most, limits)
        return counted(self.solutions(most, limits))

    def count_states(self, limits: Limits) -> StateCount:
        """Count the reachable states."""
        with limits.start():
            return (self._built or self.python).count_states(limits)

    def sum_states(self, limits: Limits) -> StateSums | None:
        """Sum over all states, each future once, if that can be done."""
        with limits.start():
            return (self._built or self.python).sum_states(limits)

    def explore(self, limits: Limits) -> StateGraph:
        """Return the graph of all reachable states."""
        with limits.start():
            return (self._built or self.python).explore(limits)

    def explore_seen(self, player: Player, limits: Limits) -> StateGraph | None:
        """Return the graph of what a player may reach, if that can be told."""
        with limits.start():
            return (self._built or self.python).explore_seen(player, limits)

    def deduce_often(self, player: Player, guess: Guess, runs: int, seed: int, limits: Limits) -> Runs:
        """Run a deducing and guessing solver `runs` times from one seed."""
        with limits.start():
            native = self._built if self._built and self._built.can_deduce(player, guess) else None
            return (native or self.python).deduce_often(player, guess, runs, seed, limits)

    def _few_by_kind(self, most: int | None, budget: Budget) -> Solutions:
        """List the first few solutions that the kind finds, and whether there are others."""
        found = list[Solution]()
        try:
            self._add_by_kind(found, most, budget)
            number = self.count(None, budget.rest())
            complete, stop = number.complete and number.solutions == len(found), number.stop
        except OutOfBudget as out:
            complete, stop = False, out.stop
        if not complete and not stop:
            stop = Stop("enough", len(found))
        return self._answer(found, complete, budget, stop)

    def _first_by_kind(self, budget: Budget) -> Solutions:
        """Find a shortest solution with the kind's solver, leaving open whether there are others."""
        found = list[Solution]()
        try:
            self._add_by_kind(found, 1, budget)
            complete, stop = not found, Stop("other", words="there may be others") if found else Stop()
        except OutOfBudget as out:
            complete, stop = False, out.stop
        return self._answer(found, complete, budget, stop)

    def _add_by_kind(self, found: list[Solution], most: int | None, budget: Budget) -> None:
        """Add the solutions that the kind finds. When a limit is reached, those before it are there."""
        search = self._kind.engines.search if self._kind else None
        starts = list(self.puzzle.starts())
        if search and starts:
            for moves in islice(search(self.puzzle, budget), most):
                found.append(Solution(starts[0], tuple(moves)))
                budget.check()

    def _answer(self, found: list[Solution], complete: bool, budget: Budget, stop: Stop) -> Solutions:
        engine = "native" if self._built else "python"
        return Solutions(
            tuple(found), complete, budget.states, budget.seconds, engine, budget.limits.named(stop)
        )
