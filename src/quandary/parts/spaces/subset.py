"""Subsets and multisets of n things, which are called 0 to n - 1."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import comb

from quandary.errors import SpaceError
from quandary.parts.space import within


@dataclass(frozen=True)
class Subset:
    """The ways to take `taken` of `count` things, as tuples in increasing order.

    Their order is colexicographic, the order of the binary numbers that have a one bit for each thing taken.

    >>> pairs = Subset(4, 2)
    >>> [pairs.unrank(number) for number in range(pairs.size)]
    [(0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 3)]
    >>> pairs.rank((1, 3))
    4
    """

    count: int
    taken: int

    def __post_init__(self) -> None:
        if not 0 <= self.taken <= self.count:
            raise SpaceError(
                f"Cannot take {self.taken} of {self.count} things. Take a number from 0 to {self.count}."
            )

    @cached_property
    def size(self) -> int:
        """The number of subsets."""
        return comb(self.count, self.taken)

    def unrank(self, number: int) -> tuple[int, ...]:
        """Return the subset with a number."""
        rest, found = within(number, self.size), []
        thing, ways = self.count, self.size
        for taken in range(self.taken, 0, -1):
            while True:  # ways = comb(thing, taken)
                ways = ways * (thing - taken) // thing if thing else 0
                thing -= 1
                if ways <= rest:
                    break
            found.append(thing)
            rest -= ways
            ways = ways * taken // (thing - taken + 1) if thing >= taken else comb(thing, taken - 1)
        return tuple(reversed(found))

    def rank(self, thing: Iterable[int]) -> int:
        """Return the number of a subset, whose elements may come in any order."""
        taken = sorted(thing)
        if len(set(taken)) != self.taken or len(taken) != self.taken:
            raise SpaceError(f"{tuple(taken)} are not {self.taken} different things.")
        if taken and (taken[0] < 0 or taken[-1] >= self.count):
            raise SpaceError(f"{tuple(taken)} are not all from 0 to {self.count - 1}.")
        return sum(comb(each, place) for place, each in enumerate(taken, start=1))


@dataclass(frozen=True)
class Subsets:
    """All subsets of `count` things, as integers with one bit per thing."""

    count: int

    @property
    def size(self) -> int:
        """The number of subsets."""
        return 1 << self.count

    def unrank(self, number: int) -> int:
        """Return the subset with a number, which is the number itself."""
        return within(number, self.size)

    def rank(self, thing: int) -> int:
        """Return the number of a subset."""
        return within(thing, self.size)


@dataclass(frozen=True)
class Multiset:
    """The ways to take `taken` of `count` things if each may be taken again, as tuples that never decrease.

    >>> drinks = Multiset(3, 2)
    >>> [drinks.unrank(number) for number in range(drinks.size)]
    [(0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2)]
    """

    count: int
    taken: int

    def __post_init__(self) -> None:
        if self.count < 0 or self.taken < 0:
            raise SpaceError(f"Cannot take {self.taken} of {self.count} things.")

    @cached_property
    def _spread(self) -> Subset:
        """Subsets of more things: the i-th thing taken is moved up by i, so that all are different."""
        return Subset(max(self.count + self.taken - 1, 0), self.taken)

    @property
    def size(self) -> int:
        """The number of multisets."""
        return self._spread.size if self.count or not self.taken else 0

    def unrank(self, number: int) -> tuple[int, ...]:
        """Return the multiset with a number."""
        found = self._spread.unrank(within(number, self.size))
        return tuple(each - place for place, each in enumerate(found))

    def rank(self, thing: Iterable[int]) -> int:
        """Return the number of a multiset, whose elements may come in any order."""
        taken = sorted(thing)
        if len(taken) != self.taken or any(not 0 <= each < self.count for each in taken):
            raise SpaceError(f"{tuple(taken)} are not {self.taken} things from 0 to {self.count - 1}.")
        return self._spread.rank(each + place for place, each in enumerate(taken))
