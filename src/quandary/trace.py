"""What a deduction solver did, step by step, and what it did in many runs."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import fsum, sqrt
from typing import Any, Literal, NamedTuple

from quandary.rules import Finding

Action = Literal["rule", "guess", "revert"]
Ending = Literal["solved", "unsolvable", "stuck", "gave up"]


@dataclass(frozen=True)
class Step:
    """One step: which rule, what it found, at what cost, and what else could have been seen."""

    action: Action
    rule: str
    finding: Finding
    cost: float
    depth: int
    """Guesses standing when the step was made."""
    alternatives: int = 0
    """Findings of the same rule that were open at that moment."""

    def __str__(self) -> str:
        what = self.rule if self.action == "rule" else self.action
        puts = " ".join(map(str, self.finding.must))
        strikes = " ".join(f"not {move}" for move in self.finding.cannot)
        return f"{what} at {self.finding.where}: {' '.join(filter(None, (puts, strikes)))}"


@dataclass(frozen=True)
class Trace:
    """How a solver got where it got."""

    status: Ending
    steps: tuple[Step, ...]
    state: Any
    made: tuple[Any, ...] = ()
    """The moves that stand at the end, in the order in which they were made."""
    guess: str = ""
    """The policy by which it guessed."""
    seed: int = 0

    def count(self, name: str) -> int:
        """How often a rule fired, or how many guesses or reverts there were.

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
        """The cost of the hardest step; what human-like raters report."""
        return max((step.cost for step in self.steps), default=0.0)

    @property
    def deepest(self) -> int:
        """The most guesses that stood at once."""
        return max((step.depth for step in self.steps), default=0)

    @property
    def longest_refutation(self) -> int:
        """The most deductions between a guess and its reversal."""
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
        """The rules that were used, in the order of their first use."""
        return dict.fromkeys(step.rule for step in self.steps if step.action == "rule")


class Run(NamedTuple):
    """A run of a solver in numbers."""

    status: Ending
    fired: tuple[int, ...]
    """How often each rule fired, in the order of `Runs.rules`."""
    guesses: int
    reverts: int
    deepest: int
    refutation: int
    """The most deductions between a guess and its reversal."""
    length: int
    """The moves that stand at the end and fill a slot: the length of the solution found."""


class Estimate(NamedTuple):
    """A mean over runs that chance decided, with their standard deviation."""

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
        """The place of a rule in `Run.fired`."""
        return self.rules.index(rule)

    def estimate(self, value: Callable[[Run], float]) -> Estimate:
        """The mean and the standard deviation of something over the runs.

        >>> rows = tuple(Run("solved", (), guesses, 0, 0, 0, 0) for guesses in (1, 3))
        >>> Runs((), rows, 0, "fewest").estimate(lambda run: run.guesses)
        Estimate(mean=2.0, spread=1.4142135623730951, runs=2, seed=0)
        """
        values = [value(row) for row in self.rows]
        mean = fsum(values) / len(values)
        squares = fsum((each - mean) ** 2 for each in values)
        spread = sqrt(squares / (len(values) - 1)) if len(values) > 1 else 0.0
        return Estimate(mean, spread, len(values), self.seed)
