"""Orders of things: permutations, and words with a given number of each letter."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import factorial, prod

from quandary.errors import SpaceError
from quandary.parts.space import within


@dataclass(frozen=True)
class Permutation:
    """The orders of the numbers 0 to `count` - 1, in lexicographic order.

    >>> [Permutation(3).unrank(number) for number in range(6)]
    [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]
    >>> Permutation(30).rank(Permutation(30).unrank(10**25)) == 10**25
    True
    """

    count: int

    @cached_property
    def size(self) -> int:
        """The number of orders."""
        return factorial(self.count)

    def unrank(self, number: int) -> tuple[int, ...]:
        """Return the order with a number."""
        rest, ways = within(number, self.size), self.size
        free, found = list(range(self.count)), []
        for left in range(self.count, 0, -1):
            ways //= left
            place, rest = divmod(rest, ways)
            found.append(free.pop(place))
        return tuple(found)

    def rank(self, thing: Sequence[int]) -> int:
        """Return the number of an order."""
        if sorted(thing) != list(range(self.count)):
            raise SpaceError(f"{tuple(thing)} is not an order of the numbers from 0 to {self.count - 1}.")
        rank, ways, free = 0, self.size, list(range(self.count))
        for each in thing:
            ways //= len(free)
            place = free.index(each)
            rank += place * ways
            free.pop(place)
        return rank


@dataclass(frozen=True)
class Arrangement:
    """The words in which letter i is used `counts[i]` times, in lexicographic order.

    >>> words = Arrangement((2, 1))
    >>> [words.unrank(number) for number in range(words.size)]
    [(0, 0, 1), (0, 1, 0), (1, 0, 0)]
    """

    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        if min(self.counts, default=0) < 0:
            raise SpaceError(f"A letter cannot be used {min(self.counts)} times. Use counts from 0 on.")

    @cached_property
    def size(self) -> int:
        """The number of words."""
        return factorial(sum(self.counts)) // prod(map(factorial, self.counts))

    def unrank(self, number: int) -> tuple[int, ...]:
        """Return the word with a number."""
        rest, ways = within(number, self.size), self.size
        left, found = list(self.counts), []
        for free in range(sum(left), 0, -1):
            letter = 0
            while rest >= (begin_so := ways * left[letter] // free):
                rest -= begin_so
                letter += 1
            found.append(letter)
            left[letter] -= 1
            ways = begin_so
        return tuple(found)

    def rank(self, thing: Sequence[int]) -> int:
        """Return the number of a word."""
        if sorted(thing) != [letter for letter, count in enumerate(self.counts) for _ in range(count)]:
            raise SpaceError(f"The word {tuple(thing)} does not use the letters {self.counts} times.")
        rank, ways, left = 0, self.size, list(self.counts)
        for place, letter in enumerate(thing):
            free = len(thing) - place
            rank += sum(ways * count // free for count in left[:letter])
            ways = ways * left[letter] // free
            left[letter] -= 1
        return rank
