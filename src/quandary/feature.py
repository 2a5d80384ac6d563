"""What a kind can say about its own puzzles in numbers: measures that make sense for it alone.

A kind declares features; it does not run solvers. Counting, exploring and solving belong to `measure/`,
which hands a feature what it asks for. So everything expensive is done once for all features of a puzzle,
within its limits.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from quandary.limits import Budget, Limits
from quandary.score import Score
from quandary.trace import Estimate, Runs

if TYPE_CHECKING:
    from quandary.graph import StateGraph

Found = TypeVar("Found")


class Tally(NamedTuple):
    """How many solutions there are, and how long they are together, at least and at most.

    >>> Tally(1, 4, 4, 4) + Tally(2, 12, 6, 6)
    Tally(solutions=3, total_length=16, shortest=4, longest=6)
    """

    solutions: int = 0
    total_length: int = 0
    shortest: int | None = None
    longest: int | None = None

    def __add__(self, other: "Tally") -> "Tally":  # type: ignore[override]
        lengths = [each for each in (self.shortest, self.longest, *other[2:]) if each is not None]
        return Tally(
            self.solutions + other.solutions,
            self.total_length + other.total_length,
            min(lengths, default=None),
            max(lengths, default=None),
        )

    def longer_by(self, moves: int) -> "Tally":
        """The same solutions, each so many moves longer.

        >>> Tally(2, 9, 4, 5).longer_by(1)
        Tally(solutions=2, total_length=11, shortest=5, longest=6)
        """
        if self.shortest is None or self.longest is None:
            return self
        total = self.total_length + moves * self.solutions
        return Tally(self.solutions, total, self.shortest + moves, self.longest + moves)


class Work(Protocol):
    """What is found out about a puzzle when a feature first asks. All of it may raise OutOfBudget."""

    @property
    def budget(self) -> Budget:
        """What is left of the limits, for work that only the kind knows how to do."""

    def tally(self) -> Tally:
        """All solutions, counted."""

    def runs(self) -> Runs:
        """Seeded runs of the deduction solver on the kind's sheet, all of them to the end."""

    def graph(self) -> "StateGraph":
        """All states that play can reach."""

    @property
    def fast(self) -> bool:
        """Whether to skip what no solution can need, so that some features are not known."""

    def once(self, name: str, look: Callable[[Limits], Found]) -> Found:
        """What a look of the kind's own found; it is taken once, within the limits of the first that asks."""


@dataclass(frozen=True)
class Feature:
    """Something that can be said in one number of every puzzle of a kind."""

    name: str
    """Its key in tables."""
    unit: str
    says: str
    read: Callable[[Any, Work], float | Estimate | Score | None]
    """From the puzzle, and what can be found out about it; None where there is no solution to speak of.

    It may raise OutOfBudget, or NotComputed with the reason why it does not apply to the puzzle. A score says
    all of this itself.
    """
    work: str = "features"
    """What must be found out for it; features with the same work share its time."""
    version: int = 1
    """Raised when the same puzzle comes to get another number."""
