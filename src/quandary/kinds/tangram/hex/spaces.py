"""Spaces of HEX puzzles: patterns of holes, relations between colours, and starts, each numbered.

The patterns are those that the fifth step of the thesis leaves, which are few enough to try all.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from quandary.errors import SpaceError
from quandary.kind import NamedSpace
from quandary.kinds.tangram.hex.constraints import (
    ADJACENCY,
    ASYMMETRIC,
    COLOURS,
    Hole,
    Holes,
    Pattern,
    Relation,
    ordered,
    pattern,
)
from quandary.kinds.tangram.hex.notation import format, parse  # noqa: A004
from quandary.kinds.tangram.hex.pieces import LOCATIONS, PIECES, location
from quandary.kinds.tangram.hex.richness import swept, with_blue
from quandary.kinds.tangram.hex.rules import Hex
from quandary.kinds.tangram.hex.solutions import all_solutions
from quandary.parts.space import Space, within
from quandary.parts.spaces import Choice, Made, Product, Subset
from quandary.parts.spaces.options import one_of, whole


def _holes(*codes: str) -> tuple[Holes, ...]:
    return tuple(Holes(Hole(code[0]), Hole(code[1])) for code in codes)


ROTATED = _holes("ff", "nf", "fn")
"""For pieces that look the same after half a turn: odd and even holes are as good as full ones."""
TURNED_OVER = _holes("ff", "on", "en")
"""For pieces that look the same turned over: the better side counts, so one side is enough."""
ONE_SIDED = _holes("on", "en", "no", "ne")
TWO_SIDED = _holes("oo", "oe", "eo", "ee")
CODED = ("Elbow", "Line", *ASYMMETRIC, "Trapezoid", "Snake")
"""The pieces that may have fewer holes. The first changes fastest."""
PAIRS = tuple(combinations(ASYMMETRIC, 2))
"""The two of the four asymmetric pieces that have holes in one side only. They are the blue ones."""


def codes(piece: str, blue: Sequence[str]) -> tuple[Holes, ...]:
    """Return the holes that a piece may have in the last of the five spaces."""
    if piece in ASYMMETRIC:
        return ONE_SIDED if piece in blue else TWO_SIDED
    return ROTATED if piece in ("Line", "Snake") else TURNED_OVER


@dataclass(frozen=True)
class HexPatterns:
    """The 124,416 patterns of the fifth step. An element is the blue pair and the holes.

    >>> PATTERNS.size, PATTERNS.rank(PATTERNS.unrank(99_999))
    (124416, 99999)
    """

    @property
    def size(self) -> int:
        """The number of patterns."""
        return sum(self.part(blue).size for blue in PAIRS)

    def part(self, blue: tuple[str, str]) -> Product:
        """Return the patterns with this blue pair, as the holes of each piece that may have fewer."""
        return Product([Choice(codes(piece, blue)) for piece in CODED])

    def unrank(self, rank: int) -> tuple[tuple[str, str], Pattern]:
        """Return the pattern with a number."""
        pair, rest = divmod(within(rank, self.size), self.part(PAIRS[0]).size)
        holes = self.part(PAIRS[pair]).unrank(rest)
        return PAIRS[pair], pattern(dict(zip(CODED, holes, strict=True)))

    def rank(self, element: tuple[tuple[str, str], Pattern]) -> int:
        """Return the number of a pattern."""
        blue, holes = element
        part = self.part(blue)
        return PAIRS.index(blue) * part.size + part.rank([holes.holes(piece) for piece in CODED])


PATTERNS = HexPatterns()


class HexGames(Made):
    """Boards over bumps that differ in their patterns, counted over all solutions at once."""

    def sweep(self, numbers: range, measures: Sequence[str]) -> Mapping[str, Any] | None:
        """Return the richness of patterns, and of their poorest chapter."""
        parts = (with_blue(blue, tuple((piece, codes(piece, blue)) for piece in CODED)) for blue in PAIRS)
        return swept(parts, numbers, measures)


RELATIONS = Choice(
    [
        Relation(one, other, touch)
        for touch in ADJACENCY
        for at, one in enumerate(COLOURS)
        for other in COLOURS[at:]
    ]
)
"""The 60 relations: four ways to touch within five colours, and between ten pairs of them."""

WITHOUT = {"without": "Hexagon"}
MOST_RELATIONS, MOST_PLACED = 4, 4


def patterns(options: Mapping[str, str]) -> Space[Hex]:
    """Return the empty boards over bumps, with each of the patterns of holes of the thesis.

    >>> patterns({"without": "Hexagon"}).size
    124416
    """
    piece = _without(options)

    def code(puzzle: Hex) -> Any:
        if puzzle.pattern is None or puzzle != Hex(piece, (), puzzle.pattern, (), puzzle.blue):
            raise SpaceError("The puzzle is not in this space: it has pieces, relations, or no pattern.")
        return puzzle.blue, puzzle.pattern

    return HexGames(PATTERNS, lambda coded: Hex(piece, (), coded[1], (), coded[0]), code)


def relations(options: Mapping[str, str]) -> Space[Hex]:
    """Return the empty boards with a given number of relations between colours.

    Numbers of puzzles with a relation that asks nothing raise NotationError.

    >>> relations({"without": "Hexagon", "relations": "2"}).size
    1770
    """
    piece, number = _without(options), whole(options, "relations", 1, MOST_RELATIONS)

    def make(taken: tuple[int, ...]) -> Hex:
        chosen = ordered([RELATIONS.unrank(at) for at in taken])
        return parse(format(Hex(piece, relations=chosen)))  # which refuses relations that ask nothing

    def code(puzzle: Hex) -> list[int]:
        if puzzle != Hex(piece, relations=puzzle.relations):
            raise SpaceError("The puzzle is not in this space: it has pieces, bumps, or other colours.")
        return [RELATIONS.rank(each) for each in puzzle.relations]

    return Made(Subset(RELATIONS.size, number), make, code)


class Positions:
    """The ways to start with some pieces of a solution, each once, in the order of the numbers of their places."""

    def __init__(self, forbidden: str, placed: int) -> None:
        self.forbidden, self.placed = forbidden, placed
        sets = {
            tuple(sorted(chosen))
            for solution in all_solutions()
            if solution.forbidden == forbidden
            for chosen in combinations(solution.numbers, placed)
        }
        self._listed = sorted(sets)

    @property
    def size(self) -> int:
        """The number of positions."""
        return len(self._listed)

    def unrank(self, number: int) -> Hex:
        """Return the puzzle with a number."""
        places = self._listed[within(number, self.size)]
        return Hex(self.forbidden, tuple(LOCATIONS[each].place for each in places))

    def rank(self, puzzle: Hex) -> int:
        """Return the number of a puzzle."""
        places = tuple(sorted(location(place).number for place in puzzle.placed))
        at = bisect_left(self._listed, places)
        if puzzle != Hex(self.forbidden, puzzle.placed) or self._listed[at : at + 1] != [places]:
            raise SpaceError("The puzzle is not in this space: no stored solution has its pieces.")
        return at


def starts(options: Mapping[str, str]) -> Space[Hex]:
    """Return the boards with a given number of pieces of a solution, on the clear side.

    Of the twelve images of a solution, the stored one is taken.
    """
    return Positions(_without(options), whole(options, "placed", 1, MOST_PLACED))


def _without(options: Mapping[str, str]) -> str:
    return one_of(options, "without", PIECES)


SPACES = {
    "patterns": NamedSpace("empty boards over bumps, with each pattern of holes", WITHOUT, patterns),
    "relations": NamedSpace(
        "empty boards with relations between colours", {**WITHOUT, "relations": "1"}, relations
    ),
    "starts": NamedSpace("boards with some pieces of a solution", {**WITHOUT, "placed": "2"}, starts),
}
