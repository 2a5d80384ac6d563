"""The constraints of a puzzle: holes over bumps, and colours that must or must not touch.

One side of the board is clear, the other has a bump on every triangle that points down. A piece fits
there if each bump under it meets a hole. The holes of a piece are given for each of its two sides.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from quandary.kinds.hex.pieces import LOCATIONS, PIECES, TRAPEZOID, Location
from quandary.parts.masks import bits
from quandary.parts.touch import ADJACENCY, COLOURS, SAYS, Relation, Touch, ordered, parse_relation

__all__ = ["ADJACENCY", "COLOURS", "SAYS", "Relation", "Touch", "ordered", "parse_relation"]


class Hole(StrEnum):
    """The holes in one side of a piece, by the direction of its triangles in the reference location."""

    FULL = "f"
    """Everywhere."""
    ODD = "o"
    """In the triangles that point up."""
    EVEN = "e"
    """In the triangles that point down."""
    NONE = "n"
    """Nowhere."""

    def fits(self, parity: int) -> bool:
        """Return whether every bump meets a hole.

        With parity 1, the triangles that pointed up lie on the bumps.
        """
        return self is Hole.FULL or self is (Hole.ODD if parity else Hole.EVEN)


class Holes(NamedTuple):
    """The holes in the two sides of a piece.

    >>> print(Holes(Hole.NONE, Hole.EVEN))
    ne
    """

    first: Hole
    second: Hole

    def __str__(self) -> str:
        return f"{self.first}{self.second}"

    def fit(self, location: Location) -> bool:
        """Return whether the piece fits over the bumps in any way of covering these cells."""
        return any(self[side - 1].fits(parity) for side, parity in location.orientations)


EVERYWHERE = Holes(Hole.FULL, Hole.FULL)


@dataclass(frozen=True)
class Pattern:
    """The holes of all pieces. Pieces that are not named have holes everywhere. Made by `pattern`."""

    named: tuple[tuple[str, Holes], ...] = ()

    def holes(self, piece: str) -> Holes:
        """Return the holes of one piece."""
        return dict(self.named).get(piece, EVERYWHERE)

    @cached_property
    def fitting(self) -> int:
        """The locations that fit over bumps, as a set of numbers."""
        holes = {piece: self.holes(piece) for piece in PIECES}
        return sum(1 << each.number for each in LOCATIONS if holes[each.piece].fit(each))

    @cached_property
    def fitting_numbers(self) -> frozenset[int]:
        """The same locations by number."""
        return frozenset(bits(self.fitting))

    def fit(self, numbers: Iterable[int]) -> bool:
        """Return whether all these locations, by number, fit over bumps."""
        return self.fitting_numbers.issuperset(numbers)

    def mirrored(self) -> "Pattern":
        """Return the same pattern with the two sides of every piece swapped."""
        return pattern({piece: Holes(second, first) for piece, (first, second) in self.named})


def pattern(holes: Mapping[str, Holes]) -> Pattern:
    """Build a pattern from the holes of some pieces.

    >>> [f"{piece} {holes}" for piece, holes in pattern({"Hook": Holes(Hole.ODD, Hole.EVEN)}).named]
    ['Hook oe']
    """
    return Pattern(
        tuple((piece, holes[piece]) for piece in PIECES if holes.get(piece, EVERYWHERE) != EVERYWHERE)
    )


ASYMMETRIC = ("Mountains", "Wrench", "Triangle", "Hook")
"""The pieces without symmetry. Two of them are blue, the others purple."""
BLUE = ("Mountains", "Wrench")
"""The default blue pieces."""
SYMMETRIC = {"red": ("Hexagon", "Butterfly"), "yellow": ("Line", "Snake"), "green": ("Elbow", TRAPEZOID)}


def groups(blue: tuple[str, str] = BLUE) -> dict[str, tuple[str, ...]]:
    """Return the pieces of each colour.

    >>> groups()["purple"]
    ('Triangle', 'Hook')
    """
    purple = tuple(piece for piece in ASYMMETRIC if piece not in blue)
    return {**SYMMETRIC, "blue": blue, "purple": purple}
