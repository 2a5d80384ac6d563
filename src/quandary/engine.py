"""What can be asked of one puzzle, and the answers by name.

An engine is built once for a puzzle and handed along: to several measures, to an explanation, to a check.
`quandary.solving.python` answers in plain Python over the protocol of `puzzle.py`, `quandary.solving.native`
by the puzzle's twin in C++, and `quandary.solving.choose` asks whichever is quickest and able.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias

from quandary.graph import StateGraph
from quandary.kind import Policy
from quandary.limits import Limits, Stop
from quandary.player import Player
from quandary.puzzle import AnyPuzzle
from quandary.score import Decision
from quandary.trace import Runs

EngineName: TypeAlias = Literal["auto", "python", "native", "unmerged"]
"""auto: native where it can be; unmerged: native, but looking at every single state as Python does."""
Answer: TypeAlias = Literal["solved", "none", "gave up"]


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
    """What a search found. `complete` means that there are no others."""

    found: tuple[Solution, ...]
    complete: bool
    states: int = 0
    seconds: float = 0.0
    engine: str = "python"
    stop: Stop = Stop()
    """Why the answer stops short, if it does."""

    @property
    def status(self) -> Answer:
        """solved; none (proved); or gave up before a solution was found."""
        return "solved" if self.found else "none" if self.complete else "gave up"


@dataclass(frozen=True)
class Count:
    """How many solutions there are, and how long; a lower bound unless `complete`."""

    solutions: int
    total_length: int
    shortest: int | None
    longest: int | None
    complete: bool
    states: int = 0
    seconds: float = 0.0
    engine: str = "python"
    stop: Stop = Stop()
    """Why the answer stops short, if it does."""


@dataclass(frozen=True)
class StateCount:
    """How many states play can reach; a lower bound unless `complete`."""

    states_represented: int
    complete: bool
    states: int = 0
    """How many were looked at: fewer where states with the same future are taken for one."""
    seconds: float = 0.0
    engine: str = "python"
    stop: Stop = Stop()
    """Why the answer stops short, if it does."""


@dataclass(frozen=True)
class Entropy:
    """Bits of choice on the least uncertain way to a solution."""

    bits: float | None
    """None where there is no solution, or none was found within the limits."""
    steps: tuple[Decision, ...] = ()
    states: int = 0
    stop: Stop = Stop()
    """Why the engine gave up, if it did."""
    at_least: float | None = None
    """When it gave up: no solution costs less than this."""
    engine: str = "python"
    slow: str = ""
    """Why Python was asked where there is a native engine."""


@dataclass(frozen=True)
class Guess:
    """A policy of guessing: which move to try, of the moves left by slot.

    `family` is for engines in C++: the policy picks a slot of that family at random, or with "" one with
    fewest moves. A policy of one's own has None and runs in Python.
    """

    name: str
    pick: Callable[[dict[Any, list[Any]], Any], Any] = field(compare=False)
    family: str | None = None


class Engine(Protocol):
    """Answers to everything that is asked of one puzzle; running out of a limit is part of an answer."""

    @property
    def puzzle(self) -> AnyPuzzle:
        """The puzzle that it answers for."""

    @property
    def name(self) -> str:
        """What a score says about the engine that found it."""

    def muse(self, player: Player, policy: Policy, limits: Limits) -> Entropy:
        """Find the fewest bits of choice on any way to a solution."""

    def remuse(self, player: Player, policy: Policy, limits: Limits) -> Entropy:
        """Find the bits of choice that matter."""

    def solutions(self, most: int | None, limits: Limits) -> Solutions:
        """List solutions that end in different solved states, at most a number of them."""

    def count(self, most: int | None, limits: Limits) -> Count:
        """Count the solutions without keeping them."""

    def count_states(self, limits: Limits) -> StateCount:
        """Count the states that play can reach."""

    def explore(self, limits: Limits) -> StateGraph:
        """Return the graph of all states that play can reach."""

    def deduce_often(self, player: Player, guess: Guess, runs: int, seed: int, limits: Limits) -> Runs:
        """Run a solver that deduces and guesses several times, from one seed."""
