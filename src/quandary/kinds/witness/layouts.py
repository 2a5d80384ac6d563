"""Ways to fill some places with letters, by number, where a layout and its mirror image count as one.

Places come in *sheets*, such as the cells of a panel and its lines. A mirror swaps some places of a sheet
two by two and leaves the others where they are. Of a layout and its image the one that comes first
counts, so the first two swapped places with different letters have the smaller letter first.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import factorial, prod
from typing import TypeAlias

from quandary.errors import SpaceError

Letters: TypeAlias = tuple[int, ...]
"""What is at each place of a sheet, in the order of its places."""


@dataclass(frozen=True)
class Sheet:
    """`pairs` times two places that the mirror swaps, each two together, then `alone` others.

    `counts` says how often each letter is used; or each of the first `letters` letters may be used anywhere,
    any number of times.
    """

    pairs: int
    alone: int
    letters: int
    counts: tuple[int, ...] | None = None

    @property
    def places(self) -> int:
        """How many places it has."""
        return 2 * self.pairs + self.alone

    def layouts(self, used: Letters) -> int:
        """How many layouts begin with these letters."""
        if self.counts is None:
            return int(self.letters ** (self.places - len(used)))
        left = self._left(used)
        return 0 if left is None else _arrangements(left)

    def own_images(self, used: Letters) -> int:
        """How many of them are their own image, given that the letters are, so far."""
        pairs = self.pairs - min(len(used) // 2, self.pairs)
        alone = self.places - len(used) - 2 * pairs
        if self.counts is None:
            return int(self.letters ** (pairs + alone))
        left = self._left(used)
        if left is None:
            return 0
        return sum(
            _arrangements(swapped) * _arrangements([n - 2 * s for n, s in zip(left, swapped, strict=True)])
            for swapped in _shares([n // 2 for n in left], pairs)
        )

    def _left(self, used: Letters) -> list[int] | None:
        """How often each letter is still to be used; None if one was used too often."""
        left = [count - used.count(letter) for letter, count in enumerate(self.counts or ())]
        return None if min(left) < 0 else left


@dataclass(frozen=True)
class Layouts:
    """The layouts of some sheets, and what each has at each place, up to a mirror image of all together.

    >>> both = Layouts((Sheet(pairs=1, alone=1, letters=2),))
    >>> both.size, [both.unrank(number)[0] for number in range(both.size)]
    (6, [(0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1), (1, 1, 0), (1, 1, 1)])
    >>> both.rank(((1, 0, 1),)) == both.rank(((0, 1, 1),))  # its image
    True
    """

    sheets: tuple[Sheet, ...]

    @cached_property
    def size(self) -> int:
        """How many there are."""
        return self._count((), tied=True)

    def unrank(self, number: int) -> tuple[Letters, ...]:
        """The layout of that number."""
        if not 0 <= number < self.size:
            raise SpaceError(f"There is no number {number:,} here: numbers run from 0 to {self.size - 1:,}.")
        written: Letters = ()
        while len(written) < self._places:
            for letter, count in self._ways_on(written):
                if number < count:
                    written = (*written, letter)
                    break
                number -= count
        return self._split(written)

    def rank(self, layout: Sequence[Letters]) -> int:
        """The number of a layout, or of its image if that comes first."""
        wanted = min(self._join(layout), self._join([*map(_image, layout, self.sheets)]))
        rank = 0
        for at, letter in enumerate(wanted):
            counts = dict(self._ways_on(wanted[:at]))
            if not counts.get(letter):
                raise SpaceError(f"The layout {wanted} is not in this space: it has too many of something.")
            rank += sum(count for other, count in counts.items() if other < letter)
        return rank

    @cached_property
    def _places(self) -> int:
        return sum(sheet.places for sheet in self.sheets)

    def _ways_on(self, written: Letters) -> Iterator[tuple[int, int]]:
        """Each letter that may come next, with the number of layouts that begin so."""
        *_, (sheet, used) = self._begun(written)
        tied = self._is_tied(written)
        least = used[-1] if tied and len(used) % 2 and len(used) < 2 * sheet.pairs else 0
        for letter in range(least, sheet.letters):
            yield letter, self._count((*written, letter), tied and self._is_tied((*written, letter)))

    def _begun(self, written: Letters) -> Iterator[tuple[Sheet, Letters]]:
        """The sheets up to the one that is to be written on next, with the letters on them."""
        for sheet in self.sheets:
            yield sheet, written[: sheet.places]
            if len(written) < sheet.places:
                return
            written = written[sheet.places :]

    def _is_tied(self, written: Letters) -> bool:
        """Whether layout and image are the same so far, as far as whole pairs go."""
        return all(
            used[at] == used[at + 1]
            for sheet, used in self._begun(written)
            for at in range(0, min(len(used) - 1, 2 * sheet.pairs - 1), 2)
        )

    def _count(self, written: Letters, tied: bool) -> int:
        """How many layouts begin so."""
        begun = list(self._begun(written))
        sheet, used = begun[-1]
        if tied and len(used) % 2 and len(used) < 2 * sheet.pairs:  # between the two places of a pair
            return sum(count for _, count in self._ways_on(written))
        later = [(other, ()) for other in self.sheets[len(begun) :]]
        every = prod(each.layouts(letters) for each, letters in [*begun, *later])
        if not tied:
            return every
        return (every + prod(each.own_images(letters) for each, letters in [*begun, *later])) // 2

    def _join(self, layout: Sequence[Letters]) -> Letters:
        for sheet, letters in zip(self.sheets, layout, strict=True):
            if len(letters) != sheet.places:
                raise SpaceError(f"The layout {letters} has {len(letters)} places instead of {sheet.places}.")
        return tuple(letter for letters in layout for letter in letters)

    def _split(self, written: Letters) -> tuple[Letters, ...]:
        return tuple(letters for _, letters in self._begun(written))


def _image(letters: Letters, sheet: Sheet) -> Letters:
    swapped = list(letters)
    for at in range(0, 2 * sheet.pairs, 2):
        swapped[at : at + 2] = letters[at + 1], letters[at]
    return tuple(swapped)


def _arrangements(counts: Sequence[int]) -> int:
    """In how many orders so many of each letter can stand."""
    return factorial(sum(counts)) // prod(map(factorial, counts))


def _shares(most: Sequence[int], total: int) -> Iterator[tuple[int, ...]]:
    """Every way to take `total` from several heaps, at most so many from each.

    >>> list(_shares([1, 2], 2))
    [(0, 2), (1, 1)]
    """
    if not most:
        if total == 0:
            yield ()
        return
    for number in range(min(most[0], total) + 1):
        for others in _shares(most[1:], total - number):
            yield (number, *others)
