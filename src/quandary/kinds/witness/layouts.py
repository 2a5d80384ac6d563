"""Number the ways to fill places with letters, counting a layout and its mirror image once.

Places come in *layers*, such as the cells of a panel and its lines. A mirror swaps some places of a layer
in pairs and leaves the others where they are. Of a layout and its image, the one that comes first counts,
so the first two swapped places with different letters have the smaller letter first.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import factorial, prod
from typing import TypeAlias

from quandary.errors import SpaceError
from quandary.parts.space import within

MOST_WAYS = 100_000
"""The number of beginnings of layouts that are remembered with their ways on."""

Letters: TypeAlias = tuple[int, ...]
"""The letter at each place of a layer, in the order of its places."""


@dataclass(frozen=True)
class Layer:
    """`pairs` pairs of places that the mirror swaps, side by side, then `alone` others.

    `counts` is how often each letter is used. Without it, each of the first `letters` letters may be used
    anywhere, any number of times.
    """

    pairs: int
    alone: int
    letters: int
    counts: tuple[int, ...] | None = None

    @property
    def places(self) -> int:
        """The number of places."""
        return 2 * self.pairs + self.alone

    @property
    def is_blank(self) -> bool:
        """Whether every place must have the first letter."""
        return self.letters == 1 or (self.counts is not None and not any(self.counts[1:]))

    def is_in_pair(self, used: Letters) -> bool:
        """Return whether the letters end between two places that mirror each other."""
        return len(used) % 2 == 1 and len(used) < 2 * self.pairs

    def stays_tied(self, used: Letters) -> bool:
        """Return whether the last letter leaves it open which comes first, layout or image."""
        ends_a_pair = len(used) % 2 == 0 and 0 < len(used) <= 2 * self.pairs
        return not ends_a_pair or used[-1] == used[-2]

    def layouts(self, used: Letters) -> int:
        """Count the layouts that begin with these letters."""
        if self.counts is None:
            return int(self.letters ** (self.places - len(used)))
        left = self._left(used)
        return 0 if left is None else _arrangements(left)

    def layouts_by_next(self, used: Letters) -> list[int]:
        """Count the layouts that begin with these letters and each letter after them.

        >>> Layer(pairs=1, alone=1, letters=2, counts=(2, 1)).layouts_by_next((0,))
        [1, 1]
        """
        left = [1] * self.letters if self.counts is None else self._left(used)
        if left is None:
            return [0] * self.letters
        every, total = self.layouts(used), sum(left)
        return [every * each // total for each in left]

    def own_images(self, used: Letters) -> int:
        """Count those of them that are their own image, if the letters so far are."""
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
        """Return how often each letter is still to be used, or None if one was used too often."""
        left = [count - used.count(letter) for letter, count in enumerate(self.counts or ())]
        return None if min(left) < 0 else left


@dataclass(frozen=True)
class Layouts:
    """The layouts of some layers, up to a mirror image of all together.

    >>> both = Layouts((Layer(pairs=1, alone=1, letters=2),))
    >>> both.size, [both.unrank(number)[0] for number in range(both.size)]
    (6, [(0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1), (1, 1, 0), (1, 1, 1)])
    >>> both.rank(((1, 0, 1),)) == both.rank(((0, 1, 1),))  # its image
    True
    """

    layers: tuple[Layer, ...]

    @cached_property
    def size(self) -> int:
        """The number of layouts."""
        return self._count(0, (), tied=self._is_mirrored) if self.layers else 1

    def unrank(self, number: int) -> tuple[Letters, ...]:
        """Return the layout with a number."""
        number, tied, layout = within(number, self.size), self._is_mirrored, list[Letters]()
        for at, layer in enumerate(self.layers):
            used: Letters = (0,) * layer.places if layer.is_blank else ()
            while len(used) < layer.places:
                for letter, count in self._known_ways(at, used, tied):
                    if number < count:
                        used = (*used, letter)
                        break
                    number -= count
                tied = tied and layer.stays_tied(used)
            layout.append(used)
        return tuple(layout)

    def rank(self, layout: Sequence[Letters]) -> int:
        """Return the number of a layout, or of its image if that comes first."""
        self._check(layout)
        wanted = min(tuple(layout), tuple(map(_image, layout, self.layers)))
        rank, tied = 0, self._is_mirrored
        for at, layer in enumerate(self.layers):
            if layer.is_blank and not any(wanted[at]):
                continue
            for place, letter in enumerate(wanted[at]):
                counts = dict(self._known_ways(at, wanted[at][:place], tied))
                if not counts.get(letter):
                    raise SpaceError(
                        f"The layout {wanted} is not in this space: it has too many of something."
                    )
                rank += sum(count for other, count in counts.items() if other < letter)
                tied = tied and layer.stays_tied(wanted[at][: place + 1])
        return rank

    def _known_ways(self, at: int, used: Letters, tied: bool) -> list[tuple[int, int]]:
        """Return the same as `_ways_on`, remembered, since layouts that follow each other begin alike."""
        key = at, used, tied
        found = self._ways.get(key)
        if found is None:
            if len(self._ways) >= MOST_WAYS:
                self._ways.clear()
            found = self._ways[key] = list(self._ways_on(at, used, tied))
        return found

    @cached_property
    def _ways(self) -> dict[tuple[int, Letters, bool], list[tuple[int, int]]]:
        return {}

    def _ways_on(self, at: int, used: Letters, tied: bool) -> Iterator[tuple[int, int]]:
        """Yield each letter that may come next on a layer, with the number of layouts that begin so.

        The layout is tied as long as it and its image are the same.
        """
        layer = self.layers[at]
        if not tied:
            later = self._later[at][0]
            yield from enumerate(later * count for count in layer.layouts_by_next(used))
            return
        for letter in range(used[-1] if layer.is_in_pair(used) else 0, layer.letters):
            more = (*used, letter)
            yield letter, self._count(at, more, tied=layer.stays_tied(more))

    def _count(self, at: int, used: Letters, *, tied: bool) -> int:
        """Count the layouts that continue like this from a layer."""
        layer = self.layers[at]
        if tied and layer.is_in_pair(used):
            return sum(count for _, count in self._ways_on(at, used, tied))
        every, own_images = self._later[at]
        every *= layer.layouts(used)
        return (every + own_images * layer.own_images(used)) // 2 if tied else every

    @cached_property
    def _is_mirrored(self) -> bool:
        """Whether the mirror swaps any places. Otherwise every layout is its own image."""
        return any(layer.pairs for layer in self.layers)

    @cached_property
    def _later(self) -> list[tuple[int, int]]:
        """The layouts of the layers after each layer, and how many of them are their own images."""
        later = [self.layers[at + 1 :] for at in range(len(self.layers))]
        return [
            (prod(each.layouts(()) for each in layers), prod(each.own_images(()) for each in layers))
            for layers in later
        ]

    def _check(self, layout: Sequence[Letters]) -> None:
        for layer, letters in zip(self.layers, layout, strict=True):
            if len(letters) != layer.places:
                raise SpaceError(f"The layout {letters} has {len(letters)} places instead of {layer.places}.")

    def longer(self, begun: Sequence[Letters]) -> Iterator[tuple[tuple[Letters, ...], int]]:
        """Yield each beginning of layouts that is one letter longer, with the number of layouts that begin so.

        >>> both = Layouts((Layer(pairs=1, alone=1, letters=2),))
        >>> list(both.longer(((0,),)))
        [(((0, 0),), 2), (((0, 1),), 2)]
        """
        done = list(begun) or [()]
        while len(done[-1]) == self.layers[len(done) - 1].places:
            done.append(())
        prefixes = ((at, used[:size]) for at, used in enumerate(done) for size in range(len(used) + 1))
        tied = all(self.layers[at].stays_tied(used) for at, used in prefixes)
        for letter, count in self._ways_on(len(done) - 1, done[-1], tied):
            if count:
                yield (*done[:-1], (*done[-1], letter)), count


def _image(letters: Letters, layer: Layer) -> Letters:
    swapped = list(letters)
    for at in range(0, 2 * layer.pairs, 2):
        swapped[at : at + 2] = letters[at + 1], letters[at]
    return tuple(swapped)


def _arrangements(counts: Sequence[int]) -> int:
    """Count the orders of these numbers of each letter."""
    return factorial(sum(counts)) // prod(map(factorial, counts))


def _shares(most: Sequence[int], total: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to take `total` from several heaps, at most `most` from each.

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
