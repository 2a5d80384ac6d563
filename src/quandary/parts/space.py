"""Spaces of numbered things, with their size, the i-th thing, and the number of each thing.

A program that goes through a space needs no list of it. It can take the numbers in any order and in any
number of pieces, and continue where it stopped.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar, runtime_checkable

from quandary.errors import SpaceError

T = TypeVar("T")


class Space(Protocol[T]):
    """Things numbered from 0 to `size` - 1."""

    @property
    def size(self) -> int:
        """The number of things."""

    def unrank(self, number: int) -> T:
        """Return the thing with a number."""

    def rank(self, thing: T) -> int:
        """Return the number of a thing."""


@runtime_checkable
class SweptSpace(Protocol):
    """A space of puzzles that can measure many of them together, faster than one by one."""

    def sweep(self, numbers: range, measures: Sequence[str]) -> Mapping[str, Any] | None:
        """Return the values of each measure for puzzles with these numbers, or None if it cannot measure them.

        Values are numpy arrays of the same length as `numbers`, with nan for puzzles without a solution. They
        are exactly the scores of `rate` for the kind's default player.
        """


class Bounded(NamedTuple):
    """The best things of a space, found without visiting all of it."""

    best: Sequence[tuple[int, tuple[float, ...]]]
    """The numbers of the best, each with the values of the measures, best first."""
    seen: int
    is_complete: bool
    """Whether a run over the whole space would give the same list."""
    said: str
    """What the list speaks for, in words."""


@runtime_checkable
class BoundedSpace(Protocol):
    """A space that can find its best things without visiting all of it."""

    @property
    def bounded_by(self) -> tuple[str, str]:
        """The expressions to rank by: the first, and the one for equal values."""

    def bounded(self, most: int) -> Bounded:
        """Return the best by these expressions. Raises SpaceError where nothing bounds them."""


def each(space: Space[T], first: int = 0, last: int | None = None) -> Iterator[T]:
    """Yield the things from number `first` up to but not including `last`."""
    return map(space.unrank, numbers(space, first, last))


def numbers(space: Space[T], first: int = 0, last: int | None = None) -> range:
    """Return the numbers of a space from `first` up to but not including `last`.

    >>> from types import SimpleNamespace
    >>> numbers(SimpleNamespace(size=8), 5, 100)
    range(5, 8)
    """
    if first < 0:
        raise SpaceError(f"There is no number {first:,}: numbers start at 0.")
    return range(first, space.size if last is None else min(last, space.size))


def within(number: int, size: int) -> int:
    """Return the number, or raise SpaceError if a space of this size does not have it.

    >>> within(6, 6)
    Traceback (most recent call last):
    ...
    quandary.errors.SpaceError: There is no number 6 here: numbers run from 0 to 5.
    """
    if not 0 <= number < size:
        run = f"numbers run from 0 to {size - 1:,}" if size else "the space is empty"
        raise SpaceError(f"There is no number {number:,} here: {run}.")
    return number
