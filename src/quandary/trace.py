"""What a deduction solver did, step by step."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from quandary.player import Finding

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
