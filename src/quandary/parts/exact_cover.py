"""Exact cover: choose options so that every required item is in exactly one of them.

Tilings, Sudokus and many other puzzles are exact covers: the items of a tiling are the cells, and its options
are the places of its pieces. Further items need not be covered, but only a limited number of options may
contain them, such as a piece of which there are two.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from quandary._native import at_most, core


@dataclass(frozen=True)
class ExactCover:
    """Options as lists of items. Items 0 to `required` − 1 are required, and those after have `room`.

    >>> dominoes = ExactCover(4, [(0, 1), (2, 3), (0, 2), (1, 3)])     # on a square of 2 × 2 cells
    >>> dominoes.covers()
    [(0, 1), (2, 3)]
    """

    required: int
    options: Sequence[Sequence[int]]
    room: Sequence[int] = ()

    def covers(self, most: int | None = None) -> list[tuple[int, ...]]:
        """Return at most `most` covers, each as the options chosen, in the order in which they are found.

        The required item with the fewest options is decided first, and the lowest of several.
        """
        if compiled := core():
            covers = compiled.exact_cover.covers(*self._numbers(), at_most(most), True)
            return [tuple(each) for each in covers.found]
        return list(islice(self._search(), most))

    def count(self, most: int | None = None) -> int:
        """Count the covers, but stop at `most`."""
        if compiled := core():
            covers = compiled.exact_cover.covers(*self._numbers(), at_most(most), False)
            return int(covers.count)
        return sum(1 for _ in islice(self._search(), most))

    def _numbers(self) -> tuple[int, list[int], list[list[int]]]:
        return self.required, list(self.room), [list(option) for option in self.options]

    def _search(self) -> Iterator[tuple[int, ...]]:
        having = [0] * (self.required + len(self.room))
        for number, option in enumerate(self.options):
            for item in option:
                having[item] |= 1 << number
        room = dict(enumerate(self.room, start=self.required))
        alive = (1 << len(self.options)) - 1
        for item, left in room.items():
            alive &= ~having[item] if left == 0 else alive
        yield from self._descend(having, room, alive, frozenset(range(self.required)), ())

    def _descend(
        self,
        having: list[int],
        room: dict[int, int],
        alive: int,
        open_items: frozenset[int],
        chosen: tuple[int, ...],
    ) -> Iterator[tuple[int, ...]]:
        if not open_items:
            yield chosen
            return
        _, item = min(((having[item] & alive).bit_count(), item) for item in open_items)
        rest = having[item] & alive
        while rest:
            lowest = rest & -rest
            rest ^= lowest
            number = lowest.bit_length() - 1
            option = self.options[number]
            left, now = alive, dict(room)
            for each in option:
                if each in now:
                    now[each] -= 1
                if now.get(each, 0) == 0:
                    left &= ~having[each]
            yield from self._descend(having, now, left, open_items.difference(option), (*chosen, number))
