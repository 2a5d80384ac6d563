"""Spaces of things by number: how many there are, the i-th one, and the number of each.

What goes through everything needs no list of it: it takes numbers in any order and in any number of pieces,
and comes back to where it stopped.
"""

from collections.abc import Iterator
from typing import Protocol, TypeVar

from quandary.errors import SpaceError

T = TypeVar("T")


class Space(Protocol[T]):
    """Things that are numbered from 0 to `size` - 1."""

    @property
    def size(self) -> int:
        """How many there are."""

    def unrank(self, number: int) -> T:
        """The thing of that number."""

    def rank(self, thing: T) -> int:
        """The number of a thing."""


def each(space: Space[T], first: int = 0, last: int | None = None) -> Iterator[T]:
    """The things from number `first` on, up to but not including number `last`."""
    return map(space.unrank, numbers(space, first, last))


def numbers(space: Space[T], first: int = 0, last: int | None = None) -> range:
    """The numbers from `first` on, up to but not including `last`, as far as the space has them.

    >>> from types import SimpleNamespace
    >>> numbers(SimpleNamespace(size=8), 5, 100)
    range(5, 8)
    """
    if first < 0:
        raise SpaceError(f"There is no number {first:,}: numbers begin with 0.")
    return range(first, space.size if last is None else min(last, space.size))


def within(number: int, size: int) -> int:
    """The number itself, or a SpaceError if a space of that size has none such.

    >>> within(6, 6)
    Traceback (most recent call last):
    ...
    quandary.errors.SpaceError: There is no number 6 here: numbers run from 0 to 5.
    """
    if not 0 <= number < size:
        run = f"numbers run from 0 to {size - 1:,}" if size else "there is nothing at all"
        raise SpaceError(f"There is no number {number:,} here: {run}.")
    return number
