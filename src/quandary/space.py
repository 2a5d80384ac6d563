"""Spaces of things by number: how many there are, the i-th one, and the number of each.

Generators that go through everything need no list of it: they take numbers in any order, in any number of
pieces, and come back to where they stopped. Spaces are made of spaces:

>>> hands = Product(Combinations("ABCD", 2), Choices(("left", "right")))
>>> hands.size, hands.unrank(3), hands.rank((("A", "C"), "right"))
(12, (('A', 'C'), 'right'), 3)

The numbers run from 0 to `size` - 1, in lexicographic order of the things where these have one.
"""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from math import comb, factorial, prod
from typing import Any, Generic, Protocol, TypeVar

from quandary.errors import SpaceError

T = TypeVar("T")
Item = TypeVar("Item", bound=Hashable)


class Space(Protocol[T]):
    """Things by number."""

    @property
    def size(self) -> int:
        """How many there are."""

    def unrank(self, number: int) -> T:
        """The thing of that number."""

    def rank(self, thing: T) -> int:
        """The number of a thing."""


def each(space: Space[T], first: int = 0, last: int | None = None) -> Iterator[T]:
    """The things from number `first` on, up to but not including number `last`.

    >>> list(each(Choices("abc"), 1))
    ['b', 'c']
    """
    return map(space.unrank, range(first, space.size if last is None else min(last, space.size)))


@dataclass(frozen=True)
class Choices(Generic[Item]):
    """One of some items.

    >>> Choices("abc").unrank(2), Choices("abc").rank("b")
    ('c', 1)
    """

    items: Sequence[Item]

    @property
    def size(self) -> int:
        """How many there are."""
        return len(self.items)

    def unrank(self, number: int) -> Item:
        """The item of that number."""
        return self.items[checked(self, number)]

    def rank(self, thing: Item) -> int:
        """The number of an item."""
        return _index(self.items, thing)


@dataclass(frozen=True)
class Combinations(Generic[Item]):
    """`number` of some items, in the order of the items.

    >>> Combinations("abcd", 2).size, Combinations("abcd", 2).unrank(5)
    (6, ('c', 'd'))
    """

    items: Sequence[Item]
    number: int

    @property
    def size(self) -> int:
        """How many there are."""
        return comb(len(self.items), self.number)

    def unrank(self, number: int) -> tuple[Item, ...]:
        """The combination of that number."""
        rest, wanted, chosen = checked(self, number), self.number, list[Item]()
        for at, item in enumerate(self.items):
            with_it = comb(len(self.items) - at - 1, wanted - 1) if wanted else 0
            if rest < with_it:
                chosen.append(item)
                wanted -= 1
            else:
                rest -= with_it
        return tuple(chosen)

    def rank(self, thing: Sequence[Item]) -> int:
        """The number of a combination."""
        places, rank, start = [_index(self.items, item) for item in thing], 0, 0
        if len(places) != self.number or any(b <= a for a, b in zip(places, places[1:], strict=False)):
            raise SpaceError(f"{thing!r} is not {self.number} of {self.items!r} in their order.")
        for still, place in zip(range(self.number, 0, -1), places, strict=True):
            rank += sum(comb(len(self.items) - at - 1, still - 1) for at in range(start, place))
            start = place + 1
        return rank


@dataclass(frozen=True)
class Subsets(Generic[Item]):
    """Any of some items, in the order of the items: none is number 0, the first alone is number 1.

    >>> Subsets("abc").unrank(5), Subsets("abc").rank(("b",))
    (('a', 'c'), 2)
    """

    items: Sequence[Item]

    @property
    def size(self) -> int:
        """How many there are."""
        return int(2 ** len(self.items))

    def unrank(self, number: int) -> tuple[Item, ...]:
        """The subset of that number."""
        bits = checked(self, number)
        return tuple(item for at, item in enumerate(self.items) if bits >> at & 1)

    def rank(self, thing: Sequence[Item]) -> int:
        """The number of a subset."""
        return sum(1 << _index(self.items, item) for item in dict.fromkeys(thing))


@dataclass(frozen=True)
class Permutations(Generic[Item]):
    """All of some items, in any order.

    >>> Permutations("abc").unrank(3), Permutations("abc").rank("cba")
    (('b', 'c', 'a'), 5)
    """

    items: Sequence[Item]

    @property
    def size(self) -> int:
        """How many there are."""
        return factorial(len(self.items))

    def unrank(self, number: int) -> tuple[Item, ...]:
        """The permutation of that number."""
        rest, left, chosen = checked(self, number), list(self.items), list[Item]()
        while left:
            at, rest = divmod(rest, factorial(len(left) - 1))
            chosen.append(left.pop(at))
        return tuple(chosen)

    def rank(self, thing: Sequence[Item]) -> int:
        """The number of a permutation."""
        if len(thing) != len(self.items):
            raise SpaceError(f"{thing!r} does not have every one of {self.items!r} once.")
        rank, left = 0, list(self.items)
        for item in thing:
            at = _index(left, item)
            rank += at * factorial(len(left) - 1)
            left.pop(at)
        return rank


@dataclass(frozen=True, init=False)
class Product:
    """One thing of each of several spaces, together; the last one changes fastest.

    >>> Product(Choices("ab"), Choices("xyz")).unrank(4)
    ('b', 'y')
    """

    spaces: tuple[Space[Any], ...]

    def __init__(self, *spaces: Space[Any]) -> None:
        object.__setattr__(self, "spaces", spaces)

    @property
    def size(self) -> int:
        """How many there are."""
        return prod(space.size for space in self.spaces)

    def unrank(self, number: int) -> tuple[Any, ...]:
        """The things of that number."""
        rest, things = checked(self, number), list[Any]()
        for space in reversed(self.spaces):
            rest, own = divmod(rest, space.size)
            things.append(space.unrank(own))
        return tuple(reversed(things))

    def rank(self, thing: Sequence[Any]) -> int:
        """The number of some things."""
        rank = 0
        for space, part in zip(self.spaces, thing, strict=True):
            rank = rank * space.size + space.rank(part)
        return rank


def checked(space: Space[Any], number: int) -> int:
    """The number itself, or a SpaceError if the space has none such."""
    if not 0 <= number < space.size:
        raise SpaceError(f"There is no number {number:,} here: numbers run from 0 to {space.size - 1:,}.")
    return number


def _index(items: Sequence[Item], item: Item) -> int:
    try:
        return items.index(item)
    except ValueError:
        raise SpaceError(f"{item!r} is not one of {items!r}.") from None
