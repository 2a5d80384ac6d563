"""Measure generated puzzles, and keep those that fit and are new."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from quandary.generating.wishes import NO_RANGES
from quandary.kind import Kind
from quandary.limits import MEMORY, Budget, Limits
from quandary.measuring.rate import rate
from quandary.score import Score, Status

if TYPE_CHECKING:
    from quandary.runs.ledger import Ledger

FOR_ONE = Limits(seconds=10, memory=MEMORY)
"""The limits of measuring one puzzle. With a range, a puzzle that exceeds them is dropped."""
IN_PASSING = Limits(seconds=1, memory=MEMORY)
"""The limits if no score was asked for. A puzzle that exceeds them has no score."""


@dataclass(frozen=True)
class MadePuzzle:
    """A generated puzzle and its score in the requested measure, if any."""

    puzzle: Any
    score: Score
    number: int
    """Its number among the puzzles of the seed, which do not depend on each other."""
    also: Mapping[str, Score] = field(default_factory=dict)
    """Its scores in further measures that were asked for."""

    @property
    def facts(self) -> dict[str, float]:
        """The values of all scores that were asked for."""
        scores = {self.score.measure: self.score, **self.also}
        return {name: score.value for name, score in scores.items() if score.value is not None}


class Sieve:
    """The puzzles that passed so far, and how many were tried."""

    def __init__(
        self,
        kind: Kind,
        by: str,
        low: float,
        high: float,
        *,
        asked: bool,
        also: Mapping[str, tuple[float, float]] = NO_RANGES,
    ) -> None:
        self.kind, self.by, self.low, self.high, self.asked = kind, by, low, high, asked
        self.also = also
        self.found: list[MadePuzzle] = []
        self.values: list[float] = []
        self.tried = self.duplicates = 0
        self._seen: set[str] = set()

    def measured(self, number: int, puzzle: Any, budget: Budget, ledger: "Ledger | None") -> MadePuzzle:
        """Measure a puzzle and record the result in the ledger, or raise OutOfBudget."""
        made = self.scored(number, puzzle, budget)
        budget.check()  # a puzzle that would have had a score with more time is not kept without
        if ledger is not None:
            row: dict[str, Any] = {"puzzle": self.kind.format(puzzle) if self.fits(made) else None}
            row |= {"value": made.score.value, "status": str(made.score.status)}
            further = {name: [score.value, str(score.status)] for name, score in made.also.items()}
            ledger.add(number, row | ({"also": further} if further else {}))
        return made

    def scored(self, number: int, puzzle: Any, budget: Budget) -> MadePuzzle:
        """Measure a puzzle, in further measures only if the first one fits."""
        limits = replace(FOR_ONE if self.asked else IN_PASSING, meter=budget.limits.meter)
        score = rate(puzzle, [self.by], limits=limits)[self.by]
        if not self.also or not self._in_range(score):
            return MadePuzzle(puzzle, score, number)
        return MadePuzzle(
            puzzle, score, number, rate(puzzle, list(self.also), limits=replace(FOR_ONE, meter=limits.meter))
        )

    def takes(self, made: MadePuzzle) -> bool:
        """Count a puzzle and keep it if it fits and is new."""
        self.tried += 1
        if made.score.value is not None:
            self.values.append(made.score.value)
        if not self.fits(made):
            return False
        text = same_text(self.kind, made.puzzle)
        if text in self._seen:
            self.duplicates += 1
            return False
        self._seen.add(text)
        self.found.append(made)
        return True

    def fits(self, made: MadePuzzle) -> bool:
        """Return whether all scores are in their ranges."""
        for name, (low, high) in self.also.items():
            value = made.also[name].value if name in made.also else None
            if value is None or not low <= value <= high:
                return False
        return self._in_range(made.score)

    def _in_range(self, score: Score) -> bool:
        """Return whether a score is in the range.

        If no score was asked for, a puzzle that cannot be measured fits too.
        """
        if score.value is None:
            return score.status is not Status.UNSOLVABLE and not self.asked
        return self.low <= score.value <= self.high


def same_text(kind: Kind, puzzle: Any) -> str:
    """Return a text that is equal for puzzles that are the same, also for classes without a notation."""
    return kind.canonical(puzzle) if kind.notation.format or kind.sameness.canonical else repr(puzzle)
