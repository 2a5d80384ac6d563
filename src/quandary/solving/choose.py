"""Engines in an ordered list: each answers a question or declines it, and the first answer counts."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cached_property, partial
from typing import Any, Literal, NamedTuple, TypeAlias

from quandary.engine import (
    Count,
    Declined,
    Engine,
    EngineName,
    Entropy,
    Guess,
    Solution,
    Solutions,
    StateCount,
    StateSums,
    counted,
)
from quandary.errors import NativeError, QuandaryError
from quandary.graph import StateGraph
from quandary.kind import Policy, kind_of
from quandary.limits import NOT_STOPPED, Budget, Limits, OutOfBudget, Stop
from quandary.player import Player
from quandary.puzzle import AnyPuzzle
from quandary.solving.native import NativeEngine
from quandary.solving.python import PythonEngine
from quandary.solving.twin import TwinEngine
from quandary.trace import Runs

Askable: TypeAlias = tuple[str, Callable[..., Any]]
"""The name of an engine, and its answer to a question."""


class Heard(NamedTuple):
    """An answer, the engine that gave it, and those that declined before."""

    answer: Any
    engine: str
    declined: tuple[Declined, ...] = ()


class NoEngineError(QuandaryError):
    """No engine answers a question. Each says why."""

    def __init__(self, question: str, declined: Iterable[Declined]) -> None:
        reasons = "; ".join(f"{each.engine}: {each.reason}" for each in declined)
        super().__init__(f"No engine answers {question!r}. {reasons or 'There is none'}.")


def ask(engines: Iterable[Askable], question: str, *about: Any) -> Heard:
    """Ask engines in order until one does not decline.

    >>> def refuse(number):
    ...     return Declined("table", "it ends at 10")
    >>> ask([("table", refuse), ("search", range)], "numbers", 12)
    Heard(answer=range(0, 12), engine='search', declined=(Declined(engine='table', reason='it ends at 10'),))

    Giving up is an answer, so nobody else is asked then. Raises NoEngineError if all decline.
    """
    declined = list[Declined]()
    for name, answer in engines:
        said = answer(*about)
        if not isinstance(said, Declined):
            return Heard(said, name, tuple(declined))
        declined.append(said)
    raise NoEngineError(question, declined)


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

    def ask(self, question: Literal["solutions", "count", "unique"], *about: Any) -> Heard:
        """Ask the engines of the puzzle in their order: the kind's solvers and the twin, and Python at last."""
        return ask(self._engines(question), question, *about)

    def ask_kind(
        self, question: Literal["unique", "decide", "fewest", "trace", "seen"], *about: Any
    ) -> Heard:
        """Ask only the solvers of the kind. Raises NoEngineError if all decline."""
        return ask(self._own(question), question, *about)

    def _engines(self, question: str) -> Iterator[Askable]:
        for each in self._kind.engines.solvers if self._kind else ("native",):
            if each != "native":
                yield each.name, partial(getattr(each, question), self)
            elif self.native:
                yield TwinEngine.name, getattr(TwinEngine(self.native), question)
        yield PythonEngine.name, getattr(self.python, question)

    def _own(self, question: str) -> Iterator[Askable]:
        for solver in self._kind.engines.own if self._kind else ():
            yield solver.name, partial(getattr(solver, question), self)

    @property
    def _decided(self) -> tuple[Any, ...] | None:
        """The moves of a solution that the kind finds without a search, () if there is none, None if unknown."""
        try:
            return self._decision
        except OutOfBudget:
            return None

    @cached_property
    def _decision(self) -> tuple[Any, ...] | None:
        try:
            return tuple(self.ask_kind("decide").answer or ())
        except NoEngineError:
            return None

    def solutions(self, most: int | None, limits: Limits) -> Solutions:
        """List solutions, or the one that the kind finds without a search if the search finds none in time."""
        answer: Solutions
        with limits.start() as budget:
            try:
                answer = ask(self._engines("solutions"), "solutions", most, limits).answer
            except OutOfBudget as out:
                answer = self._gave_up(budget, out.stop)
        if answer.status != "gave up" or self._decided is None:
            return answer
        if not self._decided:
            return replace(answer, complete=True, stop=NOT_STOPPED)
        start = next(iter(self.puzzle.starts()))
        return replace(answer, found=(Solution(start, self._decided),), any_length=True)

    def count(self, most: int | None, limits: Limits) -> Count:
        """Count the solutions without keeping them."""
        answer: Count
        with limits.start() as budget:
            try:
                answer = ask(self._engines("count"), "count", most, limits).answer
            except OutOfBudget as out:
                answer = counted(self._gave_up(budget, out.stop))
        if answer.complete or answer.solutions or self._decided is None:
            return answer
        if not self._decided:
            return replace(answer, complete=True, stop=NOT_STOPPED)
        length = len(self._decided)
        return replace(answer, solutions=1, total_length=length, longest=length)

    def unique(self, limits: Limits) -> bool:
        """Return whether there is exactly one solution. Raises OutOfBudget if a limit was reached before."""
        with limits.start() as budget:
            found: bool = self.ask("unique", limits).answer
            budget.check()  # a search that stopped short would look like a second solution
        return found

    def _gave_up(self, budget: Budget, stop: Stop) -> Solutions:
        return Solutions((), False, budget.states, budget.seconds, self.name, budget.limits.named(stop))

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
