"""One of several values."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from quandary.errors import SpaceError
from quandary.parts.space import within


@dataclass(frozen=True)
class Choice:
    """A choice of one of several values.

    >>> Choice("abc").unrank(1), Choice("abc").rank("c")
    ('b', 2)
    """

    values: Sequence[Any]

    @property
    def size(self) -> int:
        """The number of values."""
        return len(self.values)

    def unrank(self, number: int) -> Any:
        """Return the value at a place."""
        return self.values[within(number, self.size)]

    def rank(self, thing: Any) -> int:
        """Return the place of a value."""
        try:
            return self.values.index(thing)
        except (ValueError, TypeError):
            raise SpaceError(f"{thing!r} is not one of the {self.size:,} values.") from None


@dataclass(frozen=True)
class Integers:
    """The numbers from 0 to `size` - 1, each its own number.

    >>> Integers(10**30).unrank(10**29) == 10**29
    True
    """

    size: int

    def unrank(self, number: int) -> int:
        """Return the number itself."""
        return within(number, self.size)

    def rank(self, thing: int) -> int:
        """Return the number itself."""
        return within(thing, self.size)
