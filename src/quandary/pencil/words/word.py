"""What every rule word has: the spots it is about, what it forces, and a sentence.

`may[spot]` is a set of the values that are still possible, as bits: 1 << value. The same for shading, edges and digits.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar, TypeAlias

SpotNumber: TypeAlias = int
"""A place that takes a mark: a cell, or an edge."""
Scope: TypeAlias = tuple[SpotNumber, ...]
ValueSet: TypeAlias = int
"""A set of values, one bit each."""
May: TypeAlias = Sequence[ValueSet]
Forced: TypeAlias = Mapping[SpotNumber, ValueSet]
"""What may remain of the spots that a rule narrows."""
NO, YES = 0, 1
"""The values of shading and of edges."""
OFF, ON = 1 << NO, 1 << YES
"""The same as sets."""


class Names:
    """The names of places and numbers in sentences. A puzzle's own names say more."""

    mark = "mark"
    marks = "marks"

    def __call__(self, scope: Iterable[SpotNumber]) -> str:
        """Return the name of some spots: "row 3"."""
        return " ".join(f"spot {spot}" for spot in scope)

    def have(self, scope: Iterable[SpotNumber]) -> str:
        """Return some spots as the subject of a sentence: "row 3 has", "r1c1 and r1c2 have"."""
        return f"{self(scope)} has"

    def counted(self, scope: Iterable[SpotNumber], number: int, value: int = YES) -> str:
        """Return a number of marks on some spots in words."""
        return self.count(number, value)

    def kind(self, value: int) -> str:
        """Return what spots with a value are called, several of them: "stars"."""
        return self.marks if value == YES else f"spots without a {self.mark}"

    def count(self, number: int, value: int = YES) -> str:
        """Return a number of marks in words.

        >>> Names().count(2), Names().count(1), Names().count(0)
        ('two marks', 'one mark', 'no mark')
        """
        return f"{spelled(number)} {self.mark if number in (0, 1) else self.marks}"


def spelled(number: int) -> str:
    """Return a small number as a word.

    >>> spelled(3), spelled(14)
    ('three', '14')
    """
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    return words[number] if number < len(words) else str(number)


class BrokenError(Exception):
    """A rule that cannot hold any more, and the spots at fault."""

    def __init__(self, word: "Word", at: Iterable[SpotNumber]) -> None:
        super().__init__(word)
        self.word = word
        self.at = tuple(at)


class Word(ABC):
    """A rule about some spots, as a person sees it: a line, a cage, the loop. A word is one frozen class."""

    scope: Scope
    is_global: ClassVar[bool] = False
    """Whether the rule is about the whole board, so that people look at it after the others."""
    at_sight: ClassVar[bool] = False
    """Whether a value that the marks on the board rule out cannot be written at all."""

    @abstractmethod
    def forces(self, may: May) -> Forced:
        """Return what this rule alone narrows. Raises BrokenError with the spots at fault."""

    @abstractmethod
    def says(self, names: Names) -> str:
        """Return the rule as a sentence without its full stop: "row 3 has two stars"."""

    def parts(self) -> "Iterable[Word]":
        """Return the smaller rules that are contained in this one, which people see first."""
        return ()

    @property
    def place(self) -> Scope:
        """The spots to look at, if not all that it is about."""
        return self.scope

    def bars(self, may: May) -> Forced:
        """Return what may remain by the decided spots alone, for a rule at sight."""
        return {}

    def check(self, values: Sequence[int]) -> BrokenError | None:
        """Return what is wrong with a full board, by this rule."""
        try:
            self.forces([1 << value for value in values])
        except BrokenError as broken:
            return broken
        return None


def is_decided(mask: ValueSet) -> bool:
    """Return whether one value is left.

    >>> is_decided(4), is_decided(5), is_decided(0)
    (True, False, False)
    """
    return mask != 0 and mask & (mask - 1) == 0


def value_of(mask: ValueSet) -> int:
    """Return the smallest value of a set."""
    return (mask & -mask).bit_length() - 1


def values_of(mask: ValueSet) -> list[int]:
    """Return the values of a set, smallest first.

    >>> values_of(0b1010)
    [1, 3]
    """
    return [value for value in range(mask.bit_length()) if mask >> value & 1]


def narrowed(
    may: May, scope: Iterable[SpotNumber], left: Callable[[SpotNumber], ValueSet]
) -> dict[SpotNumber, ValueSet]:
    """Return the spots of which less is left than may be."""
    found = {}
    for spot in scope:
        mask = may[spot] & left(spot)
        if mask != may[spot]:
            found[spot] = mask
    return found
