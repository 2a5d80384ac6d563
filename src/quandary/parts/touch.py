"""Colours of pieces that must or must not touch, for puzzles in which pieces are laid on cells."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol

COLOURS = ("red", "yellow", "green", "blue", "purple")


class Lying(Protocol):
    """A piece that lies on a board, as sets of numbered things."""

    @property
    def mask(self) -> int:
        """The cells that it covers."""

    @property
    def halo(self) -> int:
        """The cells that share an edge with it."""

    @property
    def corners(self) -> int:
        """The corners of its cells."""

    @property
    def lines(self) -> int:
        """The rows that it lies in, in every direction of the board."""


class Touch(StrEnum):
    """The ways in which two pieces must or must not lie."""

    EDGE = "edge"
    """They share an edge."""
    NO_EDGE = "no-edge"
    """They share no edge."""
    CORNER = "corner"
    """They share a corner and no edge."""
    NO_CORNER = "no-corner"
    """They share no corner, and so no edge."""
    NO_LINE = "no-line"
    """They share no row in any direction of the board."""

    def holds(self, one: Lying, other: Lying) -> bool:
        """Return whether two pieces lie like this."""
        if self is Touch.NO_LINE:
            return not one.lines & other.lines
        edge = bool(one.halo & other.mask)
        if self in (Touch.EDGE, Touch.NO_EDGE):
            return edge is (self is Touch.EDGE)
        corner = bool(one.corners & other.corners)
        return corner and not edge if self is Touch.CORNER else not corner


ADJACENCY = (Touch.EDGE, Touch.NO_EDGE, Touch.CORNER, Touch.NO_CORNER)
"""The ways that are about neighbours."""
SAYS = {
    Touch.EDGE: "share an edge",
    Touch.NO_EDGE: "share no edge",
    Touch.CORNER: "meet at corners only",
    Touch.NO_CORNER: "do not meet",
    Touch.NO_LINE: "share no row in any direction",
}
"""What each touch asks, in words."""
ASKED = {
    Touch.EDGE: "edges must touch",
    Touch.NO_EDGE: "edges must not touch",
    Touch.CORNER: "corners must touch",
    Touch.NO_CORNER: "corners must not touch",
    Touch.NO_LINE: "no row in common",
}
"""What each touch asks, as the name of a lesson."""


class Relation(NamedTuple):
    """A constraint on every piece of one colour with every other piece of a second colour.

    >>> print(Relation("red", "blue", Touch.NO_EDGE))
    red-blue:no-edge
    """

    one: str
    other: str
    touch: Touch

    def __str__(self) -> str:
        return f"{self.one}-{self.other}:{self.touch}"


def parse_relation(word: str) -> Relation | None:
    """Read a relation, or return None if the word is none.

    >>> parse_relation("red-blue:no-edge").touch.value, parse_relation("red-pink:edge")
    ('no-edge', None)
    """
    colours, colon, touch = word.partition(":")
    one, _, other = colours.partition("-")
    if not colon or one not in COLOURS or other not in COLOURS or touch not in list(Touch):
        return None
    return Relation(one, other, Touch(touch))


def ordered(relations: Sequence[Relation]) -> tuple[Relation, ...]:
    """Sort relations by colour and drop duplicates."""

    def key(relation: Relation) -> tuple[int, ...]:
        one, other, touch = relation
        return COLOURS.index(one), COLOURS.index(other), list(Touch).index(touch)

    turned = (Relation(other, one, touch) for one, other, touch in relations)
    return tuple(sorted({min(pair, key=key) for pair in zip(relations, turned, strict=True)}, key=key))


def asked(relations: Iterable[Relation]) -> list[str]:
    """Return what relations ask of a player, as names of lessons in teaching order.

    >>> asked([Relation("red", "blue", Touch.EDGE)])
    ['edges must touch', 'two colours']
    """
    relations = list(relations)
    touches = {relation.touch for relation in relations}
    names = [says for touch, says in ASKED.items() if touch in touches]
    return [*names, *(["two colours"] if any(each.one != each.other for each in relations) else [])]
