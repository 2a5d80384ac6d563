"""The word for a rule that is told by its rows: these values together, and no others."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import product

from quandary.pencil.words.word import BrokenError, Forced, May, Names, Scope, Word, narrowed


@dataclass(frozen=True, slots=True)
class table(Word):  # noqa: N801 - a word of the language
    """Require that the values of the spots are one of some rows.

    >>> table((0, 1), ((0, 0), (1, 1))).forces([3, 2])
    {0: 2}
    """

    scope: Scope
    rows: tuple[tuple[int, ...], ...]
    text: str = ""
    """What it says about its place, with {} for the place."""

    def forces(self, may: May) -> Forced:
        """Keep the values of the rows that are still possible."""
        masks = [may[spot] for spot in self.scope]
        left = dict.fromkeys(self.scope, 0)
        for row in self.rows:
            if all(mask >> value & 1 for mask, value in zip(masks, row, strict=True)):
                for spot, value in zip(self.scope, row, strict=True):
                    left[spot] |= 1 << value
        if not all(left.values()):
            raise BrokenError(self, self.scope)
        return narrowed(may, self.scope, left.__getitem__)

    def says(self, names: Names) -> str:
        """Say what was said about it."""
        return (self.text or "{} has one of the combinations that are allowed").format(names(self.scope))


@cache
def rows_where(holds: Callable[..., bool], *domains: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the rows for which a relation holds. It is asked once for each list of domains.

    >>> rows_where(int.__lt__, (0, 1), (0, 1))
    ((0, 1),)
    """
    return tuple(row for row in product(*domains) if holds(*row))
