"""SplitMix64: random numbers that are the same in Python and in C++, on every machine.

Guessing solvers use it, so that either engine can repeat a run from its seed. Everything else uses
`random.Random`. Source: Steele, Lea & Flood, Fast Splittable Pseudorandom Number Generators, OOPSLA 2014.
"""

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

MASK = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15


class SplitMix64:
    """A stream of 64-bit numbers determined by its seed.

    >>> [SplitMix64(1234567).next() for _ in range(2)]      # the first number, twice
    [6457827717110365317, 6457827717110365317]
    """

    def __init__(self, seed: int) -> None:
        self._state = seed & MASK

    def next(self) -> int:
        """Return the next number of the stream, from 0 to 2⁶⁴ − 1."""
        self._state = (self._state + GAMMA) & MASK
        mixed = self._state
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9 & MASK
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB & MASK
        return mixed ^ (mixed >> 31)

    def below(self, number: int) -> int:
        """Return a whole number from 0 to `number` − 1, for `number` up to 2³².

        It is the upper half of (upper half of `next()`) × `number`: no number is favoured by more than
        `number` in 2³².
        """
        return (self.next() >> 32) * number >> 32

    def choice(self, things: Sequence[T]) -> T:
        """Return one of some things at random."""
        return things[self.below(len(things))]


def seeds(seed: int, number: int) -> list[int]:
    """Return seeds for a number of runs: the first outputs of the stream of `seed`.

    >>> seeds(1234567, 1) == [SplitMix64(1234567).next()]
    True
    """
    chance = SplitMix64(seed)
    return [chance.next() for _ in range(number)]
