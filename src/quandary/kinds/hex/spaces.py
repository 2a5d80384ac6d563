"""All constraints that could be put on the pieces, as spaces with a size and an element for every rank.

The thesis narrows the placement constraints down in five steps. Each is a space of its own here, and the
last is small enough to try completely.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from quandary.kinds.hex.board import CELLS
from quandary.kinds.hex.constraints import (
    ADJACENCY,
    ASYMMETRIC,
    COLOURS,
    Hole,
    Holes,
    Pattern,
    Relation,
    pattern,
)
from quandary.kinds.hex.pieces import BY_PIECE, COPIES, PIECES, REFERENCE
from quandary.parts.space import within
from quandary.parts.spaces import Choice, Product, Subsets


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
class Patterns:
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


PATTERNS = Patterns()
RELATIONS = Choice(
    [
        Relation(one, other, touch)
        for touch in ADJACENCY
        for at, one in enumerate(COLOURS)
        for other in COLOURS[at:]
    ]
)
"""The 60 relations: four ways to touch within five colours, and between ten pairs of them."""

ANY_LOCATIONS = Product(
    [Subsets(len(BY_PIECE[piece])) for piece in PIECES if piece != "Hexagon" for _ in range(COPIES[piece])]
)
"""First step: any locations allowed for each piece, without the Hexagon."""
ANY_BUMPS = Product(
    [
        Subsets(len(CELLS)),
        *(Subsets(2 * len(REFERENCE[piece])) for piece in PIECES for _ in range(COPIES[piece])),
    ]
)
"""Second step: a bump or none on each cell, a hole or none in each triangle of both sides of each piece."""
SIDES = Choice([Holes(one, other) for one in Hole for other in Hole if {one, other} != {Hole.NONE}])
"""The 15 ways to make holes in the two sides of a piece."""
ANY_SIDES = Product([SIDES] * sum(COPIES.values()))
"""Third step: bumps on every cell that points down, holes full, odd, even or empty, but not empty on both sides."""
NO_REPEATS = Product([SIDES if piece in ASYMMETRIC else Choice(codes(piece, ())) for piece in CODED])
"""Fourth step: without patterns that differ only on symmetric pieces."""
STEPS = (ANY_LOCATIONS, ANY_BUMPS, ANY_SIDES, NO_REPEATS, PATTERNS)
"""The spaces of sections 4.2.1 to 4.2.5 of the thesis."""
