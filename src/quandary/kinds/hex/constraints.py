"""What a puzzle may ask beyond filling the board: holes over bumps, and colours that touch or do not.

One side of the board is clear, the other has a bump on every triangle that points down. A piece fits
there if each bump under it meets a hole. Which triangles of a piece have holes is said for its
two sides separately.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from quandary.kinds.hex.pieces import LOCATIONS, PIECES, TRAPEZOID, Location


class Hole(StrEnum):
    """Where one side of a piece has holes, by how its triangles point in the reference location."""

    FULL = "f"
    """Everywhere."""
    ODD = "o"
    """In the triangles that point up."""
    EVEN = "e"
    """In the triangles that point down."""
    NONE = "n"
    """Nowhere."""

    def fits(self, parity: int) -> bool:
        """Whether every bump meets a hole; with parity 1 the triangles that pointed up lie on the bumps."""
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
        """Whether the piece can be laid there over bumps, in any of the ways in which it covers these cells."""
        return any(self[side - 1].fits(parity) for side, parity in location.orientations)


EVERYWHERE = Holes(Hole.FULL, Hole.FULL)


@dataclass(frozen=True)
class Pattern:
    """The holes of all pieces; those not named have holes everywhere. Make it with `pattern`."""

    named: tuple[tuple[str, Holes], ...] = ()

    def holes(self, piece: str) -> Holes:
        """The holes of one piece."""
        return dict(self.named).get(piece, EVERYWHERE)

    @cached_property
    def fitting(self) -> int:
        """The locations that fit over bumps, as a set of numbers."""
        holes = {piece: self.holes(piece) for piece in PIECES}
        return sum(1 << each.number for each in LOCATIONS if holes[each.piece].fit(each))

    def fit(self, numbers: Iterable[int]) -> bool:
        """Whether all these locations, by number, fit over bumps."""
        return all(self.fitting >> number & 1 for number in numbers)

    def mirrored(self) -> "Pattern":
        """The same with the two sides of every piece exchanged."""
        return pattern({piece: Holes(second, first) for piece, (first, second) in self.named})


def pattern(holes: Mapping[str, Holes]) -> Pattern:
    """A pattern from the holes of some pieces.

    >>> [f"{piece} {holes}" for piece, holes in pattern({"Hook": Holes(Hole.ODD, Hole.EVEN)}).named]
    ['Hook oe']
    """
    return Pattern(
        tuple((piece, holes[piece]) for piece in PIECES if holes.get(piece, EVERYWHERE) != EVERYWHERE)
    )


class Touch(StrEnum):
    """How pieces of two colours (or of one) must lie."""

    EDGE = "edge"
    """They share an edge."""
    NO_EDGE = "no-edge"
    """They share no edge."""
    CORNER = "corner"
    """They share a corner and no edge."""
    NO_CORNER = "no-corner"
    """They share no corner, and so no edge."""

    def holds(self, one: Location, other: Location) -> bool:
        """Whether two pieces lie like that."""
        edge = bool(one.halo & other.mask)
        if self in (Touch.EDGE, Touch.NO_EDGE):
            return edge is (self is Touch.EDGE)
        corner = bool(one.corners & other.corners)
        return corner and not edge if self is Touch.CORNER else not corner


COLOURS = ("red", "yellow", "green", "blue", "purple")
ASYMMETRIC = ("Mountains", "Wrench", "Triangle", "Hook")
"""The pieces without symmetry: two of them are blue, the others purple."""
BLUE = ("Mountains", "Wrench")
"""The blue pieces, unless a puzzle says otherwise."""
SYMMETRIC = {"red": ("Hexagon", "Butterfly"), "yellow": ("Line", "Snake"), "green": ("Elbow", TRAPEZOID)}


def groups(blue: tuple[str, str] = BLUE) -> dict[str, tuple[str, ...]]:
    """The pieces of each colour.

    >>> groups()["purple"]
    ('Triangle', 'Hook')
    """
    purple = tuple(piece for piece in ASYMMETRIC if piece not in blue)
    return {**SYMMETRIC, "blue": blue, "purple": purple}


class Relation(NamedTuple):
    """Every piece of one colour and every other piece of the second must lie so.

    >>> print(Relation("red", "blue", Touch.NO_EDGE))
    red-blue:no-edge
    """

    one: str
    other: str
    touch: Touch

    def __str__(self) -> str:
        return f"{self.one}-{self.other}:{self.touch}"


def ordered(relations: Sequence[Relation]) -> tuple[Relation, ...]:
    """The relations, each once, colours in their usual order."""

    def key(relation: Relation) -> tuple[int, ...]:
        one, other, touch = relation
        return COLOURS.index(one), COLOURS.index(other), list(Touch).index(touch)

    turned = (Relation(other, one, touch) for one, other, touch in relations)
    return tuple(sorted({min(pair, key=key) for pair in zip(relations, turned, strict=True)}, key=key))
