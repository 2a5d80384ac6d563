"""Spaces in which things that are the same up to symmetry count once."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import gcd
from typing import Any

from quandary.errors import NotationError, SpaceError
from quandary.parts.space import Space, within

MOST_LISTED = 4_000_000
"""The number of things that `Orbits` goes through when it is made."""


@dataclass(frozen=True)
class Orbits:
    """The things of a space, where things that are images of each other count once.

    `images` gives all images of a thing, itself included. The one with the smallest number stands for all of
    them. They are found by going through the whole space once, so the space must not be large. Numbers for which
    the space raises NotationError are left out.

    >>> from quandary.parts.spaces import Choice, Power
    >>> strips = Orbits(Power(Choice("ab"), 3), lambda strip: (strip, strip[::-1]))
    >>> strips.size, ["".join(strips.unrank(number)) for number in range(strips.size)]
    (6, ['aaa', 'baa', 'aba', 'bba', 'bab', 'bbb'])
    >>> strips.rank(tuple("abb")) == strips.rank(tuple("bba"))
    True
    """

    whole: Space[Any]
    images: Callable[[Any], Iterable[Any]]

    @cached_property
    def _first(self) -> list[int]:
        """The numbers of the things that stand for their images."""
        if self.whole.size > MOST_LISTED:
            raise SpaceError(
                f"A space of {self.whole.size:,} things is too large to be reduced by symmetry."
                f" Leave out symmetry=reduced, or take a space of at most {MOST_LISTED:,}."
            )
        return [number for number in range(self.whole.size) if self._least(number) == number]

    def _least(self, number: int) -> int:
        try:
            thing = self.whole.unrank(number)
        except NotationError:  # nothing has this number
            return -1
        return min(map(self.whole.rank, self.images(thing)))

    @property
    def size(self) -> int:
        """The number of things that are not images of each other."""
        return len(self._first)

    def unrank(self, number: int) -> Any:
        """Return the thing with a number."""
        return self.whole.unrank(self._first[within(number, self.size)])

    def rank(self, thing: Any) -> int:
        """Return the number of a thing, which is also that of its images."""
        return bisect_left(self._first, min(map(self.whole.rank, self.images(thing))))


def reduced(space: Space[Any], symmetries: Callable[[Any], Iterable[Any]]) -> Orbits:
    """Return the things of a space up to symmetry. Images that are not in the space are left out of account."""

    def images(thing: Any) -> list[Any]:
        return [thing, *(image for image in symmetries(thing) if _is_in(space, image))]

    return Orbits(space, images)


def _is_in(space: Space[Any], thing: Any) -> bool:
    try:
        space.rank(thing)
    except SpaceError:
        return False
    return True


@dataclass(frozen=True)
class Necklace:
    """The words of `count` letters from 0 to `letters` - 1 that are written in a ring.

    Of the words that are turned into each other, the one that comes first in a dictionary counts.

    >>> rings = Necklace(4, 2)
    >>> [rings.unrank(number) for number in range(rings.size)]
    [(0, 0, 0, 0), (0, 0, 0, 1), (0, 0, 1, 1), (0, 1, 0, 1), (0, 1, 1, 1), (1, 1, 1, 1)]
    >>> rings.rank((1, 0, 1, 0))
    3
    """

    count: int
    letters: int

    def __post_init__(self) -> None:
        if self.count < 1 or self.letters < 1:
            raise SpaceError("A necklace has at least one bead of at least one colour.")

    @cached_property
    def size(self) -> int:
        """The number of rings."""
        turned = sum(pow(self.letters, gcd(self.count, turn)) for turn in range(self.count))
        return int(turned // self.count)

    def unrank(self, number: int) -> tuple[int, ...]:
        """Return the ring with a number, written from where it comes first."""
        within(number, self.size)
        word = [self.letters - 1] * self.count
        for place in range(self.count):  # the first word at or before which there are enough rings
            low, high = 0, self.letters - 1
            while low < high:
                word[place] = (low + high) // 2
                low, high = (low, word[place]) if self._up_to(word) > number else (word[place] + 1, high)
            word[place] = low
        return tuple(word)

    def rank(self, thing: Sequence[int]) -> int:
        """Return the number of a ring, written from anywhere."""
        if len(thing) != self.count or any(not 0 <= each < self.letters for each in thing):
            raise SpaceError(f"{tuple(thing)} are not {self.count} beads from 0 to {self.letters - 1}.")
        return self._up_to(_least(thing)) - 1

    def _up_to(self, word: Sequence[int]) -> int:
        """Count the rings whose first word is at most this one."""
        rings = 0
        for part in (each for each in range(1, self.count + 1) if self.count % each == 0):
            rings += self._primitive_up_to(word, part)
        return rings

    def _primitive_up_to(self, word: Sequence[int], length: int) -> int:
        """Count the rings of this length that are no repetition and, repeated, come at most as late."""
        # By Möbius inversion over the words of each length whose ring, repeated, comes at most as late.
        words = 0
        for part in (each for each in range(1, length + 1) if length % each == 0):
            if sign := _moebius(length // part):
                words += sign * self._words_up_to(word, part)
        return words // length

    def _words_up_to(self, word: Sequence[int], length: int) -> int:
        """Count the words of a length that, repeated, have a turn which comes at most as late as `word`."""
        bound = self._bound(word, length)
        return 0 if bound is None else _with_small_turn(bound, self.letters)

    def _bound(self, word: Sequence[int], length: int) -> tuple[int, ...] | None:
        """Return the last word of a length that, repeated, comes at most as late, and is first of its turns."""
        head = list(word[:length])
        if head * (self.count // length) > list(word):
            for place in range(length - 1, -1, -1):  # the word before it
                if head[place]:
                    head[place] -= 1
                    head[place + 1 :] = [self.letters - 1] * (length - place - 1)
                    break
            else:
                return None
        return tuple(head)


def _least(word: Sequence[int]) -> tuple[int, ...]:
    """Return the turn of a word that comes first in a dictionary."""
    return min(tuple(word[at:]) + tuple(word[:at]) for at in range(len(word)))


def _moebius(number: int) -> int:
    sign, prime = 1, 2
    while number > 1:
        if number % prime == 0:
            number //= prime
            if number % prime == 0:
                return 0
            sign = -sign
        prime += 1
    return sign


def _with_small_turn(bound: Sequence[int], letters: int) -> int:
    """Count the words of the length of `bound` that have a turn which comes at most as late as `bound`.

    These are all words except those of which every turn comes later. Such a word is followed around the
    ring by a small machine. In state k, the last k letters are the first k of `bound`, and no longer ending
    is such a beginning. Only two things can follow: the smallest letter that is still late enough, or a larger
    one, which leads back to state 0. So the closed ways through the machine are rounds from 0 to 0, counted
    by length, or go round without ever passing 0.
    """
    length = len(bound)
    follow, larger = _machine(bound, letters)
    loops = [0] * (length + 1)
    state: int | None = 0
    for steps in range(1, length + 1):
        if state is None:
            break
        loops[steps] += larger[state]
        state = follow[state]
        if state == 0:
            loops[steps] += 1
            break
    ways = [1] + [0] * length
    for steps in range(1, length + 1):
        ways[steps] = sum(loops[first] * ways[steps - first] for first in range(1, steps + 1))
    late = sum(first * loops[first] * ways[length - first] for first in range(1, length + 1))
    return int(letters**length - late - _aside(follow))


def _aside(follow: Sequence[int | None]) -> int:
    """Count the states from which as many steps as there are states lead back without passing state 0."""
    count = 0
    for begin in range(1, len(follow)):
        state: int | None = begin
        for _ in follow:
            state = follow[state] if state else None
        count += state == begin
    return count


def _machine(bound: Sequence[int], letters: int) -> tuple[list[int | None], list[int]]:
    """Return the state after the smallest letter that is late enough, and how many letters are larger.

    A letter is too early if it is smaller than the one that continues `bound` after any ending that is a
    beginning of `bound`, or if it completes `bound`.
    """
    follow: list[int | None] = []
    larger: list[int] = []
    for state in range(len(bound)):
        borders = [k for k in range(state + 1) if bound[state - k : state] == bound[:k]]
        least = max(bound[border] for border in borders)
        target = max(border + 1 for border in borders if bound[border] == least)
        follow.append(target if target < len(bound) else None)
        larger.append(letters - 1 - least)
    return follow, larger
