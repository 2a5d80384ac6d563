"""The constraints of a puzzle: holes over bumps, and the colours of the pieces.

One side of the board is clear, the other has a bump on every triangle that points down. A piece fits
there if each bump under it meets a hole. The holes of a piece are given for each of its two sides.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, cached_property
from typing import NamedTuple

from quandary.kinds.tangram.declare import BOTH, FIRST, NEITHER, SECOND, Location, Piece, layout
from quandary.kinds.tangram.hex.pieces import DECLARED, DOWN_CELLS, LAYOUT, PIECES, TRAPEZOID
from quandary.kinds.tangram.lattice import points_up
from quandary.parts.masks import bits, mask_of
from quandary.parts.touch import ADJACENCY, COLOURS, SAYS, Relation, Touch, ordered, parse_relation

__all__ = ["ADJACENCY", "COLOURS", "SAYS", "Relation", "Touch", "ordered", "parse_relation"]

MARKS = {(True, True): BOTH, (True, False): FIRST, (False, True): SECOND, (False, False): NEITHER}


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

    def has(self, *, up: bool) -> bool:
        """Return whether there is a hole in a triangle that points up, or down, in the reference location."""
        return self is Hole.FULL or self is (Hole.ODD if up else Hole.EVEN)


class Holes(NamedTuple):
    """The holes in the two sides of a piece.

    >>> print(Holes(Hole.NONE, Hole.EVEN))
    ne
    """

    first: Hole
    second: Hole

    def __str__(self) -> str:
        return f"{self.first}{self.second}"

    def made(self, piece: str) -> Piece:
        """Return a piece with these holes."""
        declared = DECLARED[piece]
        marks = (
            MARKS[self.first.has(up=points_up(cell)), self.second.has(up=points_up(cell))]
            for cell in declared.cells
        )
        return replace(declared, holes="".join(marks))

    def fit(self, location: Location) -> bool:
        """Return whether the piece fits over the bumps in any way of covering these cells."""
        return bool(fitting(location.piece, self) >> location.number & 1)


EVERYWHERE = Holes(Hole.FULL, Hole.FULL)


@cache
def over_bumps(piece: str, holes: Holes) -> dict[int, Location]:
    """Return the locations of a piece with these holes on the side with bumps, by their numbers on the clear side."""
    bumpy = layout(LAYOUT.lattice.name, LAYOUT.board, (holes.made(piece),), DOWN_CELLS)
    return {clear.number: each for clear, each in zip(LAYOUT.by_piece[piece], bumpy.locations, strict=True)}


@cache
def fitting(piece: str, holes: Holes) -> int:
    """Return the locations of a piece with these holes that fit over bumps, as a set of numbers."""
    return mask_of(number for number, each in over_bumps(piece, holes).items() if each.fits)


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
        holes = dict(self.named)
        return sum(fitting(piece, holes.get(piece, EVERYWHERE)) for piece in PIECES)

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


SELECTED = pattern(
    {
        "Mountains": Holes(Hole.NONE, Hole.EVEN),
        "Wrench": Holes(Hole.NONE, Hole.EVEN),
        "Triangle": Holes(Hole.EVEN, Hole.EVEN),
        "Hook": Holes(Hole.ODD, Hole.EVEN),
    }
)
"""The holes that the thesis chose for its pieces."""

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


@cache
def coloured(blue: tuple[str, str]) -> dict[str, Piece]:
    """Return the declared pieces with their colours."""
    colours = {piece: colour for colour, members in groups(blue).items() for piece in members}
    return {name: replace(piece, colour=colours[name]) for name, piece in DECLARED.items()}


@cache
def used(forbidden: str, blue: tuple[str, str]) -> tuple[Piece, ...]:
    """Return the pieces without the one left out."""
    return tuple(piece for name, piece in coloured(blue).items() if name != forbidden)
