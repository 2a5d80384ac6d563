"""A puzzle on the bench: the work that its measures share is done once."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from quandary.kind import Kind, Policy, kind_of
from quandary.limits import Limits
from quandary.player import Player
from quandary.puzzle import AnyPuzzle
from quandary.solve.explore import explore
from quandary.solve.search import Count, count

if TYPE_CHECKING:
    from quandary.measure.shape import Shape

MOST_SOLUTIONS = 10_000_000
"""Counting stops here: beyond ten million solutions their number says little."""


@dataclass
class Bench:
    """A puzzle, who plays it and how, and what has been found out about it so far.

    The first measure that needs the states or the solutions pays for them within its own limits;
    the others take what it got, complete or not.
    """

    puzzle: AnyPuzzle
    player: Player | None = None
    policy: Policy | None = None
    _shape: "Shape | None" = field(default=None, init=False, repr=False)
    _count: Count | None = field(default=None, init=False, repr=False)

    @property
    def kind(self) -> Kind | None:
        """The kind of the puzzle, if it has one."""
        return kind_of(self.puzzle)

    def shape(self, limits: Limits) -> "Shape":
        """The puzzle's states, explored once."""
        from quandary.measure.shape import Shape

        if self._shape is None:
            self._shape = Shape(explore(self.puzzle, limits=limits))
        return self._shape

    def count(self, limits: Limits) -> Count:
        """The puzzle's solutions, counted once."""
        if self._count is None:
            self._count = count(self.puzzle, most=MOST_SOLUTIONS, limits=limits)
        return self._count
