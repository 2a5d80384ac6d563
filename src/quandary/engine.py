"""The engine interface: the questions that can be asked about one puzzle, and their answers.

An engine is built once per puzzle and passed along to measures, explanations and checks.
`quandary.solving.python` answers in plain Python using the protocol of `puzzle.py`,
`quandary.solving.native` uses the puzzle's twin in C++, and a `Solver` is made for one kind. Each answers a
question or declines it: `quandary.solving.choose` asks them in the order of the kind.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias

from quandary.graph import SeenGraph, StateGraph
from quandary.limits import NOT_STOPPED, Budget, Limits, OutOfBudget, Stop
from quandary.player import Player, Policy
from quandary.puzzle import AnyPuzzle
from quandary.score import Decision
from quandary.trace import Runs, Trace

EngineName: TypeAlias = Literal["auto", "python", "native", "unmerged"]
"""auto: native if possible. unmerged: native, but visiting every single state as Python does."""
Outcome: TypeAlias = Literal["solved", "none", "gave up"]


@dataclass(frozen=True)
class Solution:
    """The moves from a start to a solved state."""

    start: Any
    moves: tuple[Any, ...]

    def end(self, puzzle: AnyPuzzle) -> Any:
        """Return the solved state."""
        state = self.start
        for move in self.moves:
            state = puzzle.apply(state, move)
        return state


@dataclass(frozen=True)
class Solutions:
    """The solutions that a search found. `complete` means that there are no others."""

    found: tuple[Solution, ...]
    complete: bool
    states: int = 0
    seconds: float = 0.0
    engine: str = "python"
    stop: Stop = NOT_STOPPED
    """Why the answer stops short, if it does."""
    any_length: bool = False
    """Whether a shorter solution than the first may exist although solutions of the kind come shortest first."""
    at_least: int | None = None
    """The moves that every solution has at least, if the search for a shortest one stops short and knows it."""

    @property
    def status(self) -> Outcome:
        """One of "solved", "none" (proved), or "gave up" before a solution was found."""
        return "solved" if self.found else "none" if self.complete else "gave up"


@dataclass(frozen=True)
class Count:
    """The number of solutions and their lengths. They are lower bounds unless `complete`."""

    solutions: int
    total_length: int
    shortest: int | None
    longest: int | None
    complete: bool
    states: int = 0
    seconds: float = 0.0
    engine: str = "python"
    stop: Stop = NOT_STOPPED
    """Why the answer stops short, if it does."""


def collected(search: Iterable[Solution], most: int | None, budget: Budget) -> Solutions:
    """Return what a search in Python finds within a budget, up to a number of solutions."""
    found, stop = list[Solution](), Stop()
    try:
        for solution in search:
            if len(found) == most:
                stop = Stop("enough", len(found))
                break
            found.append(solution)
    except OutOfBudget as out:
        stop = out.stop
    return Solutions(tuple(found), not stop, budget.states, budget.seconds, "python", stop)


def counted(answer: Solutions) -> Count:
    """Return the count of listed solutions."""
    lengths = [len(solution.moves) for solution in answer.found]
    return Count(
        len(lengths),
        sum(lengths),
        min(lengths, default=None),
        max(lengths, default=None),
        answer.complete,
        answer.states,
        answer.seconds,
        answer.engine,
        answer.stop,
    )


@dataclass(frozen=True)
class StateCount:
    """The number of reachable states. It is a lower bound unless `complete`."""

    states_represented: int
    complete: bool
    states: int = 0
    """The number of states visited. It is smaller if states with the same future are merged."""
    seconds: float = 0.0
    engine: str = "python"
    stop: Stop = NOT_STOPPED
    """Why the answer stops short, if it does."""


@dataclass(frozen=True)
class StateSums:
    """Numbers of states where no state is reached twice. They are of what was seen unless `complete`.

    None means more than the core can count.
    """

    represented: int | None
    """The states that play can reach."""
    viable: int | None
    """Those from which a solution can be reached."""
    solved: int | None
    moving: int | None
    """Those with a move."""
    expansions: int | None
    """Those that a depth-first search meets up to the first solution."""
    starts: int
    loss: float
    """The probability that random play reaches a state without a solution."""
    complete: bool
    states: int = 0
    """The number of states visited. It is smaller if states with the same future are merged."""
    engine: str = "python"
    stop: Stop = NOT_STOPPED
    """Why the answer stops short, if it does."""


@dataclass(frozen=True)
class Entropy:
    """The bits of choice on the least uncertain way to a solution."""

    bits: float | None
    """None if there is no solution, or none was found within the limits."""
    steps: tuple[Decision, ...] = ()
    states: int = 0
    stop: Stop = NOT_STOPPED
    """Why the engine gave up, if it did."""
    at_least: float | None = None
    """A lower bound on the cost of any solution if the engine gave up."""
    engine: str = "python"
    slow: str = ""
    """Why Python was used although there is a native engine."""


@dataclass(frozen=True)
class Guess:
    """A guessing policy: which move to try, given the remaining moves by slot.

    `family` is for engines in C++: the policy picks a slot of that family at random, or with "" one of the
    slots with the fewest moves. A custom policy has None and runs in Python. With `anywhere`, the moves are
    not by open slot: all remaining moves that could fill a slot of the family are offered as one.
    """

    name: str
    pick: Callable[[dict[Any, list[Any]], Any], Any] = field(compare=False)
    family: str | None = None
    anywhere: bool = False


class Engine(Protocol):
    """An engine that answers every question about one puzzle. An answer says if a limit was reached."""

    @property
    def puzzle(self) -> Any:
        """Return the puzzle it answers for."""

    @property
    def name(self) -> str:
        """Return the name of the engine in a score."""

    def muse(self, player: Player, policy: Policy, limits: Limits) -> Entropy:
        """Find the fewest bits of choice on any way to a solution."""

    def remuse(self, player: Player, policy: Policy, limits: Limits) -> Entropy:
        """Find the fewest bits of choice, not counting choices that do not matter."""

    def luck(self, player: Player, policy: Policy, limits: Limits) -> Entropy:
        """Find how much luck blind play needs, in bits."""

    def solutions(self, most: int | None, limits: Limits) -> Solutions:
        """List at most `most` solutions that end in different solved states."""

    def count(self, most: int | None, limits: Limits) -> Count:
        """Count the solutions without keeping them."""

    def count_states(self, limits: Limits) -> StateCount:
        """Count the reachable states."""

    def sum_states(self, limits: Limits) -> StateSums | None:
        """Sum over all states, each future once, or return None if the engine merges no states of this puzzle."""

    def explore(self, limits: Limits) -> StateGraph:
        """Return the graph of all reachable states."""

    def explore_seen(self, player: Player, limits: Limits) -> StateGraph | None:
        """Return the graph of what a player may reach, or None if the engine cannot tell."""

    def deduce_often(self, player: Player, guess: Guess, runs: int, seed: int, limits: Limits) -> Runs:
        """Run a deducing and guessing solver `runs` times from one seed."""


@dataclass(frozen=True)
class Declined:
    """An engine's refusal of a question. It is about the puzzle or the question, and costs nothing.

    Giving up is not declining: it is an answer with the reason why it stops short.
    """

    engine: str
    reason: str


class Solver:
    """A solver made for one kind. It answers the questions that it has a method for, and declines the others.

    Each method gets the engine of the puzzle that is asked about, and may ask it other questions.
    """

    name = "own"
    counts = False
    """Whether it counts solutions without visiting each."""
    by_way = False
    """Whether it tells solutions apart by how they go, not only by where they end."""
    minimises: tuple[str, ...] = ()
    """What it can find solutions with the fewest of, other than moves."""

    def solutions(self, asked: Engine, most: int | None, limits: Limits) -> Solutions | Declined:
        """List at most `most` solutions."""
        return Declined(self.name, "it does not list solutions")

    def count(self, asked: Engine, most: int | None, limits: Limits) -> Count | Declined:
        """Count the solutions."""
        return Declined(self.name, "it does not count")

    def unique(self, asked: Engine, limits: Limits) -> bool | Declined:
        """Prove whether there is exactly one solution. Raises OutOfBudget."""
        return Declined(self.name, "it does not prove that a solution is the only one")

    def decide(self, asked: Engine) -> Sequence[Any] | Declined | None:
        """Decide in no time and without a search: the moves of some solution, or None if there is none.

        It is asked where a search gives up.
        """
        return Declined(self.name, "it needs a search")

    def fewest(self, asked: Engine, what: str, limits: Limits) -> str | Declined | None:
        """Find a solution with the fewest of something in `minimises`, as players write it, or None if there is none.

        Raises OutOfBudget.
        """
        return Declined(self.name, f"it does not look for the fewest {what}")

    def trace(self, asked: Engine) -> Trace | Declined:
        """Solve the puzzle as a person would, step by step. Raises NotComputed if that makes no sense."""
        return Declined(self.name, "it does not solve as people do")

    def seen(self, asked: Engine, limits: Limits) -> SeenGraph | Declined:
        """Return the graph that a player with all rules sees, with estimates. Raises OutOfBudget."""
        return Declined(self.name, "it does not build graphs")
