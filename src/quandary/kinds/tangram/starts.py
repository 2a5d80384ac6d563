"""Starts of puzzles: the fewest pieces that leave a single way to fill the board.

All tilings that a puzzle's constraints allow are known. To tell whether some pieces determine the rest,
intersect the sets of tilings that contain each of them, stored as bits of an integer.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from quandary.kinds.tangram.rules import Tangram
from quandary.kinds.tangram.search import Tiling
from quandary.kinds.tangram.tilings import all_images, symmetries, up_to_symmetry
from quandary.parts.laying import Rivals


@dataclass(frozen=True)
class Starts:
    """The ways to start puzzles of one declaration. Get it from `starts`, which shares work.

    >>> from quandary.kinds.tangram.notation import format, parse
    >>> family = starts(parse("square 2x3 A=xx,3"))
    >>> [format(family.puzzle(family.find(tiling))) for tiling in family.solutions]
    ['square AA./... A=xx,3', 'square .A./.A. A=xx,3']

    Every other tiling is a rival, even an image of the solution: a start has exactly one completion.
    """

    empty: Tangram
    """The puzzle that starts with an empty board."""

    @cached_property
    def solutions(self) -> list[Tiling]:
        """The tilings up to symmetry."""
        return up_to_symmetry(self.empty)

    @cached_property
    def tilings(self) -> list[Tiling]:
        """All tilings, the images of each solution side by side."""
        return all_images(self.empty, self.solutions)

    def puzzle(self, start: Iterable[int]) -> Tangram:
        """Return the puzzle that starts with these moves made."""
        return self.empty.with_placed(start)

    def find(self, tiling: Tiling, *, including: Collection[str] = ()) -> Tiling:
        """Find the fewest pieces of a tiling that have no other completion, first in the order of the pieces.

        With `including`, the pieces with these letters are among them and the others are as few as possible.
        """
        locations = self.empty.layout.locations
        given = [number for number in tiling if locations[number].piece in including]
        return tuple(sorted(self._rivals.fewest(tiling, given)))

    def is_settled(self, start: Iterable[int]) -> bool:
        """Return whether these pieces have exactly one completion."""
        return self._rivals.is_settled(tuple(start))

    def completions(self, start: Iterable[int]) -> list[Tiling]:
        """Return the tilings that contain these moves."""
        alive = self._rivals.alive(tuple(start))
        return [tiling for at, tiling in enumerate(self.tilings) if alive >> at & 1]

    def number(self, start: Iterable[int]) -> int:
        """Return the number of the solution, up to symmetry, that settled moves lead to."""
        (tiling,) = self.completions(start)
        images = (tuple(sorted(to[number] for number in tiling)) for to in symmetries(self.empty))
        return self.solutions.index(min(images))

    @cached_property
    def _rivals(self) -> Rivals:
        return Rivals(self.tilings)


def starts(puzzle: Tangram) -> Starts:
    """Return the ways to start puzzles with the same board, pieces and constraints."""
    return _starts(replace(puzzle, placed=()))


@lru_cache(maxsize=16)
def _starts(empty: Tangram) -> Starts:
    return Starts(empty)
