"""The HEX tangram: fill the hexagon with all pieces but one."""

from collections.abc import Collection
from dataclasses import dataclass

from quandary.kinds.tangram.declare import Location, Piece
from quandary.kinds.tangram.hex.constraints import (
    BLUE,
    EVERYWHERE,
    Pattern,
    Relation,
    over_bumps,
    used,
)
from quandary.kinds.tangram.hex.pieces import DOWN, LAYOUT, LOCATIONS
from quandary.kinds.tangram.rules import BROKEN, Laying
from quandary.kinds.tangram.rules import State as Laid
from quandary.parts.laying import Place

__all__ = ["BROKEN", "Hex", "HexState"]


class HexState(Laid):
    """The free cells, the pieces left (trapezoids twice) and the numbers of the moves made, ascending."""

    __slots__ = ()

    def __str__(self) -> str:
        return " ".join(str(LOCATIONS[number].place) for number in self.made) or "empty"


@dataclass(frozen=True)
class Hex(Laying):
    """A puzzle: the piece left out, the pieces placed at the start, and the constraints.

    >>> start = Hex("Hexagon").starts()[0]
    >>> len(Hex("Hexagon").moves(start)), len(start.left)
    (1110, 10)
    """

    forbidden: str
    placed: tuple[Place, ...] = ()
    pattern: Pattern | None = None
    """The holes of the pieces over bumps, or None on the clear side."""
    relations: tuple[Relation, ...] = ()
    blue: tuple[str, str] = BLUE
    """The two of the four asymmetric pieces that are blue. The others are purple."""

    state_type = HexState
    layout = LAYOUT

    @property
    def used(self) -> tuple[Piece, ...]:
        """The pieces without the one left out."""
        return used(self.forbidden, self.blue)

    @property
    def over_bumps(self) -> bool:
        """Whether it is played on the side with bumps."""
        return self.pattern is not None

    @property
    def bumpy(self) -> int:
        """The cells with bumps."""
        return DOWN if self.over_bumps else 0

    def fits(self, place: Location) -> bool:
        """Return whether a piece at this place has a hole over every bump."""
        return self.pattern is None or bool(self.pattern.fitting >> place.number & 1)

    def holed(self, place: Location) -> int:
        """Return the cells over which a piece has a hole if it is laid there."""
        holes = EVERYWHERE if self.pattern is None else self.pattern.holes(place.piece)
        return over_bumps(place.piece, holes)[place.number].holes

    @property
    def fitting(self) -> Collection[int]:
        """The numbers of the locations that fit over bumps."""
        return self.pattern.fitting_numbers if self.pattern else ()
