"""The subject: the puzzle being measured, with the work that its measures share."""

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from quandary.engine import Count, Engine, StateSums
from quandary.graph import StateGraph
from quandary.kind import Kind, Policy, kind_of
from quandary.library.own import own_kind
from quandary.limits import Limits
from quandary.player import Player
from quandary.puzzle import AnyPuzzle
from quandary.solving.choose import engine_for
from quandary.solving.expert import expert
from quandary.trace import Runs

if TYPE_CHECKING:
    from quandary.measuring.shape import GraphShape

STEPS = 1_000_000
"""The step limit of one run of a deduction solver."""
MOST_SOLUTIONS = 10_000_000
"""Counting stops here, since beyond ten million solutions their number says little."""


class Sampling(NamedTuple):
    """The number of runs of a guessing solver, and their seed."""

    runs: int = 100
    seed: int = 1


SAMPLING = Sampling()
"""A hundred runs, as in the report that introduced the measure."""


@dataclass
class Subject:
    """A puzzle, its player and policy, and the results found so far.

    The first measure that needs the states or the solutions computes them within its own limits.
    The others reuse the result, complete or not.
    """

    puzzle: AnyPuzzle
    player: Player | None = None
    policy: Policy | None = None
    sampling: Sampling = SAMPLING
    fast: bool = False
    """Whether features may skip work that no solution needs."""
    given: Engine | None = None
    """The engine to use, if one is already built."""
    found: dict[str, Any] = field(default_factory=dict, init=False, repr=False)
    """Results of the kind's own work, by name."""
    _shape: "GraphShape | None" = field(default=None, init=False, repr=False)
    _sums: StateSums | None = field(default=None, init=False, repr=False)
    _count: Count | None = field(default=None, init=False, repr=False)
    _runs: Runs | None = field(default=None, init=False, repr=False)

    @cached_property
    def kind(self) -> Kind | None:
        """The kind of the puzzle, if it has one."""
        return kind_of(self.puzzle)

    def known_as(self, name: str) -> Player:
        """Return the player with a name: of the puzzle's kind, or for a class of one's own, of its rules."""
        return (self.kind or own_kind(type(self.puzzle))).player(name)

    @cached_property
    def engine(self) -> Engine:
        """The engine for the puzzle, built once."""
        return self.given or engine_for(self.puzzle)

    def shape(self, limits: Limits) -> "GraphShape":
        """Return the shape of the puzzle's state graph, explored once."""
        from quandary.measuring.shape import GraphShape

        if self._shape is None:
            self._shape = GraphShape(self.engine.explore(limits))
        return self._shape

    def know(self, graph: StateGraph) -> None:
        """Take a graph for that of the puzzle."""
        from quandary.measuring.shape import GraphShape

        self._shape = GraphShape(graph)

    def sums(self, limits: Limits) -> StateSums | None:
        """Return sums over the puzzle's states, made once, or None if its engine has none or the graph is there."""
        if self._sums is None and self._shape is None:
            self._sums = self.engine.sum_states(limits)
        return self._sums

    def count(self, limits: Limits) -> Count:
        """Return the count of the puzzle's solutions, counted once."""
        if self._count is None:
            self._count = self.engine.count(MOST_SOLUTIONS, limits)
        return self._count

    def runs(self, limits: Limits) -> Runs | None:
        """Return runs of the kind's deduction solver, or None if the kind is not solved by marking."""
        if self._runs is None and (who := expert(self.puzzle)):
            steps = limits if limits.states is not None else replace(limits, states=STEPS)
            runs, seed = self.sampling
            engine = self.engine if who.sheet is self.puzzle else engine_for(who.sheet)
            self._runs = engine.deduce_often(who.player, who.guess, runs, seed, steps)
        return self._runs
