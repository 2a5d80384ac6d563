"""Features: measures that a kind declares for its own puzzles.

A kind declares features but does not run solvers. Counting, exploring and solving belong to `measuring/`,
which hands a feature what it asks for. So everything expensive is done only once for all features of a
puzzle, within its limits.
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
SEVERAL = "it has more than one solution"
"""The reason why a measure of puzzles with one solution is not computed."""


class Tally(NamedTuple):
    """The number of solutions, with their total, shortest and longest length.

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
        """Return the tally with every solution made longer by a number of moves.

        >>> Tally(2, 9, 4, 5).longer_by(1)
        Tally(solutions=2, total_length=11, shortest=5, longest=6)
        """
        if self.shortest is None or self.longest is None:
            return self
        total = self.total_length + moves * self.solutions
        return Tally(self.solutions, total, self.shortest + moves, self.longest + moves)


class Work(Protocol):
    """The results that a feature may ask for, computed on first use. Each may raise OutOfBudget."""

    @property
    def budget(self) -> Budget:
        """The remaining budget, for work that only the kind knows how to do."""

    def tally(self) -> Tally:
        """Return the tally of all solutions."""

    def runs(self) -> Runs:
        """Return seeded runs of the deduction solver on the kind's sheet, all of them finished."""

    def one_run(self) -> Runs:
        """Return a single run of that solver, which is enough for a puzzle that needs no guess."""

    def graph(self) -> "StateGraph":
        """Return the graph of all reachable states."""

    @property
    def fast(self) -> bool:
        """Return whether to skip work that no solution needs, which leaves some features unknown."""

    def once(self, name: str, look: Callable[[Limits], Found]) -> Found:
        """Return the result of `look`, called once per name within the limits of the first caller."""


@dataclass(frozen=True)
class Feature:
    """A number that can be computed for every puzzle of a kind."""

    name: str
    """Its key in tables."""
    unit: str
    says: str
    read: Callable[[Any, Work], float | Estimate | Score | None]
    """(puzzle, work) → the value, or None if there is no solution.

    It may raise OutOfBudget, or NotComputed with the reason why it does not apply to the puzzle. A Score
    carries its own status.
    """
    work: str = "features"
    """The work it needs. Features with the same work share its time."""
    version: int = 1
    """Increased when the same puzzle gets a different number."""
    alias: str = ""
    """Another name by which it can be asked for, which says what it is."""
    leaks: str = ""
    """The fact that it is in disguise: a model of that fact must not see it."""
