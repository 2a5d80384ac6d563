"""Spaces of numbered puzzles: the starting positions of a declaration, one for each solution."""

from collections.abc import Mapping
from dataclasses import dataclass

from quandary.errors import SpaceError
from quandary.kind import NamedSpace
from quandary.kinds.tangram.notation import parse
from quandary.kinds.tangram.rules import Tangram
from quandary.kinds.tangram.starts import Starts, starts
from quandary.parts.space import within


@dataclass(frozen=True)
class StartingPositions:
    """For each solution up to symmetry, the puzzle that starts with the fewest pieces that settle it.

    >>> space = StartingPositions(starts(parse("square 2x3 A=xx,3")))
    >>> space.size, space.rank(space.unrank(1))
    (2, 1)
    """

    family: Starts

    @property
    def size(self) -> int:
        """The number of solutions up to symmetry."""
        return len(self.family.solutions)

    def unrank(self, number: int) -> Tangram:
        """Return the starting position of the solution with a number."""
        return self.family.puzzle(self.family.find(self.family.solutions[within(number, self.size)]))

    def rank(self, thing: Tangram) -> int:
        """Return the number of the solution that a starting position leads to."""
        made = thing.starts()[0].made
        if starts(thing) != self.family or not self.family.is_settled(made):
            raise SpaceError("This tangram is not a starting position with one solution of the declaration.")
        return self.family.number(made)


def _build(options: Mapping[str, str]) -> StartingPositions:
    return StartingPositions(starts(parse(options["of"])))


SPACES = {
    "starts": NamedSpace("for each solution, the fewest pieces that settle it", {"of": "tetrahexes"}, _build)
}
