"""Traces: what a deduction solver did, step by step or over many runs."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from html import escape
from math import fsum, sqrt
from typing import Any, Literal, NamedTuple

from quandary.rules import Finding

SHOWN = 100
"""The most steps that a notebook shows."""
Action = Literal["rule", "guess", "revert"]
Ending = Literal["solved", "unsolvable", "stuck", "gave up"]


@dataclass(frozen=True)
class Step:
    """One step of a solver: the rule, its finding, its cost and the alternatives."""

    action: Action
    rule: str
    finding: Finding
    cost: float
    depth: int
    """The number of guesses in force at this step."""
    alternatives: int = 0
    """The number of findings of the same rule that were available at this step."""

    def __str__(self) -> str:
        what = self.rule if self.action == "rule" else self.action
        puts = " ".join(map(str, self.finding.must))
        strikes = " ".join(f"not {move}" for move in self.finding.cannot)
        return f"{what} at {self.finding.where}: {' '.join(filter(None, (puts, strikes)))}"


@dataclass(frozen=True, repr=False)
class Trace:
    """The steps of a solver and how it ended."""

    status: Ending
    steps: tuple[Step, ...]
    state: Any
    made: tuple[Any, ...] = ()
    """The moves that stand at the end, in the order they were made."""
    guess: str = ""
    """The guessing policy."""
    seed: int = 0

    def __repr__(self) -> str:
        return f"<Trace: {self.status} after {len(self.steps):,} steps>"

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        rows = "".join(f"<li>{escape(str(step))}</li>" for step in self.steps[:SHOWN])
        more = f"<p>and {len(self.steps) - SHOWN:,} more</p>" if len(self.steps) > SHOWN else ""
        page = f"<p>{escape(self.status)}</p><ol>{rows}</ol>{more}"
        return {"text/plain": repr(self), "text/html": page}

    def count(self, name: str) -> int:
        """Return how often a rule fired, or how many guesses or reverts there were.

        >>> Trace("stuck", (), None).count("guess")
        0
        """
        return sum(name in (step.rule, step.action) for step in self.steps)

    @property
    def cost(self) -> float:
        """The cost of all steps together."""
        return sum(step.cost for step in self.steps)

    @property
    def hardest(self) -> float:
        """The cost of the hardest step, which is what human-like raters report."""
        return max((step.cost for step in self.steps), default=0.0)

    @property
    def deepest(self) -> int:
        """The largest number of guesses in force at once."""
        return max((step.depth for step in self.steps), default=0)

    @property
    def longest_refutation(self) -> int:
        """The largest number of deductions between a guess and its reversal."""
        begun, longest, deductions = list[int](), 0, 0
        for step in self.steps:
            if step.action == "guess":
                begun.append(deductions)
            elif step.action == "revert":
                longest = max(longest, deductions - begun.pop())
            else:
                deductions += step.cost > 0
        return longest

    def rules(self) -> Iterable[str]:
        """Return the rules that were used, in order of first use."""
        return dict.fromkeys(step.rule for step in self.steps if step.action == "rule")


class Run(NamedTuple):
    """The key numbers of one run of a solver."""

    status: Ending
    fired: tuple[int, ...]
    """How often each rule fired, in the order of `Runs.rules`."""
    guesses: int
    reverts: int
    deepest: int
    refutation: int
    """The largest number of deductions between a guess and its reversal."""
    length: int
    """The number of moves at the end that fill a slot, which is the length of the solution."""


class Estimate(NamedTuple):
    """A mean over random runs, with their standard deviation."""

    mean: float
    spread: float
    runs: int
    seed: int


@dataclass(frozen=True)
class Runs:
    """Several runs of the same solver on the same sheet, from one seed."""

    rules: tuple[str, ...]
    rows: tuple[Run, ...]
    seed: int
    guess: str
    engine: str = "python"

    def __len__(self) -> int:
        return len(self.rows)

    def fired(self, rule: str) -> int:
        """Return the index of a rule in `Run.fired`."""
        return self.rules.index(rule)

    def estimate(self, value: Callable[[Run], float]) -> Estimate:
        """Return the mean and the standard deviation of a value over the runs.

        >>> rows = tuple(Run("solved", (), guesses, 0, 0, 0, 0) for guesses in (1, 3))
        >>> Runs((), rows, 0, "fewest").estimate(lambda run: run.guesses)
        Estimate(mean=2.0, spread=1.4142135623730951, runs=2, seed=0)
        """
        values = [value(row) for row in self.rows]
        mean = fsum(values) / len(values)
        squares = fsum((each - mean) ** 2 for each in values)
        spread = sqrt(squares / (len(values) - 1)) if len(values) > 1 else 0.0
        return Estimate(mean, spread, len(values), self.seed)
