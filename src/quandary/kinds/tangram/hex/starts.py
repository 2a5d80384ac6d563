"""HexStarts of puzzles: the fewest pieces that leave a single way to fill the board.

All tilings that a puzzle's constraints allow are known. To tell whether some pieces determine the rest,
intersect the sets of tilings that contain each of them, stored as bits of an integer.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import combinations, groupby
from operator import itemgetter
from typing import TypeAlias

from quandary.kinds.tangram.hex.constraints import BLUE, Pattern, Relation
from quandary.kinds.tangram.hex.pieces import LOCATIONS, SYMMETRIES
from quandary.kinds.tangram.hex.rules import Hex
from quandary.kinds.tangram.hex.solutions import StoredSolution, all_solutions, listed, moved
from quandary.limits import check_limits
from quandary.parts.laying import Rivals

Tiling: TypeAlias = tuple[int, ...]
"""The moves that fill the board, in the order in which solutions list their pieces."""


@cache
def tilings(forbidden: str) -> tuple[tuple[StoredSolution, Tiling], ...]:
    """Return every way to fill the board without this piece: each solution, then its other images."""
    return tuple(
        (solution, solution.image(symmetry))
        for solution in all_solutions()
        if solution.forbidden == forbidden
        for symmetry in range(len(SYMMETRIES))
    )


@lru_cache(maxsize=64)
def _fitting(forbidden: str, pattern: Pattern | None) -> list[tuple[StoredSolution, list[Tiling]]]:
    """Return the solutions without this piece, each with its images that fit over bumps."""
    groups = (
        (solution, [tiling for _, tiling in images if pattern is None or pattern.fit(tiling)])
        for solution, images in groupby(tilings(forbidden), key=itemgetter(0))
    )
    return [(solution, images) for solution, images in groups if images]


@dataclass(frozen=True)
class HexStarts:
    """The ways to start puzzles with the same constraints. Get it from `starts`, which shares work.

    >>> clear = starts("Trapezoid")
    >>> stored = clear.tilings[0]
    >>> [LOCATIONS[number].piece for number in clear.find(stored)]
    ['Triangle']

    Every other tiling is a rival, even an image of the solution: a start has exactly one completion.
    """

    forbidden: str
    pattern: Pattern | None = None
    relations: tuple[Relation, ...] = ()
    blue: tuple[str, str] = BLUE

    @cached_property
    def empty(self) -> Hex:
        """The puzzle that starts with an empty board."""
        return Hex(self.forbidden, (), self.pattern, self.relations, self.blue)

    def puzzle(self, start: Iterable[int]) -> Hex:
        """Return the puzzle that starts with these moves made."""
        return self.empty.with_placed(start)

    @cached_property
    def tilings(self) -> tuple[Tiling, ...]:
        """The tilings that respect the constraints, with the images of a solution side by side."""
        return tuple(
            tiling
            for solution, images in _fitting(self.forbidden, self.pattern)
            if self._suits(solution)
            for tiling in images
        )

    def find(self, tiling: Tiling, *, including: Collection[str] = ()) -> Tiling:
        """Find the fewest pieces of a tiling that have no other completion, first in listed order.

        With `including`, these pieces are among them and the others are as few as possible.
        """
        if not including:
            return self._rivals.fewest(tiling)
        pieces = listed(self.forbidden)
        given = [number for number, piece in zip(tiling, pieces, strict=True) if piece in including]
        return self._rivals.fewest(tiling, given)

    def is_settled(self, start: Iterable[int]) -> bool:
        """Return whether these pieces have exactly one completion."""
        return self._rivals.is_settled(tuple(start))

    @property
    def needs_nothing(self) -> bool:
        """Return whether the constraints alone leave one solution up to symmetry."""
        solutions = set[Tiling]()
        for tiling in self.tilings:
            check_limits()
            solutions.add(min(tuple(sorted(image)) for image in _images(tiling)))
            if len(solutions) > 1:
                return False
        return len(solutions) == 1

    def with_more(
        self,
        tiling: Tiling,
        start: Tiling,
        pieces: int,
        score: Callable[[Hex], float],
        *,
        harder: bool = False,
    ) -> Tiling:
        """Add the given number of pieces of the tiling that lower the score most, or least if `harder`.

        Ties go to the first in listed order.
        """
        sign = -1 if harder else 1
        rest = [number for number in tiling if number not in start]

        def value(more: Sequence[int]) -> float:
            return sign * score(self.puzzle((*start, *more)))

        best = min(combinations(rest, pieces), key=value)
        return tuple(number for number in tiling if number in start or number in best)

    def _suits(self, solution: StoredSolution) -> bool:
        numbers, allows = solution.numbers, self.empty.allows
        return all(allows(LOCATIONS[numbers[one]], LOCATIONS[numbers[other]]) for one, other in self._bound)

    @cached_property
    def _bound(self) -> list[tuple[int, int]]:
        """The places in the list of pieces that are bound to each other."""
        pieces = listed(self.forbidden)
        return [
            (one, other)
            for one, other in combinations(range(len(pieces)), 2)
            if (pieces[one], pieces[other]) in self.empty.bonds
        ]

    @cached_property
    def _rivals(self) -> Rivals:
        return Rivals(self.tilings)


def _images(tiling: Tiling) -> Iterator[Tiling]:
    for symmetry in range(len(SYMMETRIES)):
        to = moved(symmetry)
        yield tuple(to[number] for number in tiling)


@lru_cache(maxsize=64)
def starts(
    forbidden: str,
    pattern: Pattern | None = None,
    relations: tuple[Relation, ...] = (),
    blue: tuple[str, str] = BLUE,
) -> HexStarts:
    """Return the ways to start puzzles without this piece and with these constraints."""
    return HexStarts(forbidden, pattern, relations, blue)
