"""Spaces made from other spaces."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from math import prod
from typing import Any

from quandary.errors import SpaceError
from quandary.parts.space import Space, within


@dataclass(frozen=True)
class Product:
    """Combinations of one element from each part, the first part changing fastest.

    >>> from quandary.parts.spaces.choice import Choice
    >>> both = Product((Choice("ab"), Choice("xyz")))
    >>> both.size, both.unrank(3), both.rank(("b", "z"))
    (6, ('b', 'y'), 5)
    """

    parts: Sequence[Space[Any]]

    @cached_property
    def size(self) -> int:
        """The number of combinations."""
        return prod(part.size for part in self.parts)

    def unrank(self, number: int) -> tuple[Any, ...]:
        """Return the combination with a number."""
        rest, found = within(number, self.size), []
        for part in self.parts:
            rest, digit = divmod(rest, part.size)
            found.append(part.unrank(digit))
        return tuple(found)

    def rank(self, thing: Sequence[Any]) -> int:
        """Return the number of a combination."""
        if len(thing) != len(self.parts):
            raise SpaceError(f"{thing!r} has {len(thing)} elements, but there are {len(self.parts)} parts.")
        rank = 0
        for part, value in reversed(list(zip(self.parts, thing, strict=True))):
            rank = rank * part.size + part.rank(value)
        return rank


@dataclass(frozen=True)
class Power:
    """Rows of `count` elements of one space, the first element changing fastest.

    >>> from quandary.parts.spaces.choice import Choice
    >>> Power(Choice(".#"), 3).unrank(6)
    ('.', '#', '#')
    """

    base: Space[Any]
    count: int

    @cached_property
    def _rows(self) -> Product:
        return Product((self.base,) * self.count)

    @property
    def size(self) -> int:
        """The number of rows."""
        return self._rows.size

    def unrank(self, number: int) -> tuple[Any, ...]:
        """Return the row with a number."""
        return self._rows.unrank(number)

    def rank(self, thing: Sequence[Any]) -> int:
        """Return the number of a row."""
        return self._rows.rank(thing)


@dataclass(frozen=True)
class Union:
    """The elements of several parts, one part after the other. The parts must have no element in common.

    >>> from quandary.parts.spaces.subset import Subset
    >>> up_to_two = Union((Subset(5, 0), Subset(5, 1), Subset(5, 2)))
    >>> up_to_two.size, up_to_two.unrank(0), up_to_two.rank((0, 1))
    (16, (), 6)
    """

    parts: Sequence[Space[Any]]

    @cached_property
    def _ends(self) -> list[int]:
        return list(accumulate(part.size for part in self.parts))

    @property
    def size(self) -> int:
        """The number of elements of all parts."""
        return self._ends[-1] if self.parts else 0

    def unrank(self, number: int) -> Any:
        """Return the element with a number."""
        at = bisect_right(self._ends, within(number, self.size))
        return self.parts[at].unrank(number - (self._ends[at - 1] if at else 0))

    def rank(self, thing: Any) -> int:
        """Return the number of an element, which is that of the first part that has it."""
        for part, end in zip(self.parts, self._ends, strict=True):
            try:
                return end - part.size + part.rank(thing)
            except SpaceError:
                continue
        raise SpaceError(f"{str(thing)[:80]!r} is in none of the {len(self.parts)} parts of this space.")


@dataclass(frozen=True)
class Made:
    """Things that are made from the elements of another space, such as puzzles from the numbers in them.

    >>> from quandary.parts.spaces.subset import Subset
    >>> letters = "abcdef"
    >>> words = Made(Subset(6, 3), lambda taken: "".join(letters[at] for at in taken),
    ...              lambda word: [letters.index(letter) for letter in word])
    >>> words.size, words.unrank(7), words.rank("bce")
    (20, 'ade', 6)
    """

    codes: Space[Any]
    make: Callable[[Any], Any]
    """Element of `codes` → the thing."""
    code: Callable[[Any], Any]
    """Thing → its element of `codes`."""

    @property
    def size(self) -> int:
        """The number of things."""
        return self.codes.size

    def unrank(self, number: int) -> Any:
        """Return the thing with a number."""
        return self.make(self.codes.unrank(number))

    def rank(self, thing: Any) -> int:
        """Return the number of a thing."""
        return self.codes.rank(self.code(thing))
