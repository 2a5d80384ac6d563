"""The HEX tangram in plain Python: fill the hexagon with all pieces but one."""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, compress
from typing import NamedTuple

from quandary.kinds.hex.board import CELLS, FULL
from quandary.kinds.hex.constraints import BLUE, Pattern, Relation, Touch, groups
from quandary.kinds.hex.pieces import (
    BY_PIECE,
    CELL_SLOTS,
    COPIES,
    LOCATIONS,
    PIECE_SLOTS,
    PIECES,
    Location,
    location,
)
from quandary.parts.laying import Place
from quandary.parts.masks import bits
from quandary.puzzle import Slot

BROKEN = Slot("constraint", "broken")
"""Open when the board is full and a constraint is broken. Nothing can fill it."""
ALL_MOVES = tuple(each.place for each in LOCATIONS)
ALL_SLOTS = (*PIECE_SLOTS.values(), *CELL_SLOTS, BROKEN)


class State(NamedTuple):
    """The free cells, the pieces left (trapezoids twice) and the numbers of the moves made, ascending."""

    vacant: int
    left: tuple[str, ...]
    made: tuple[int, ...]

    def __str__(self) -> str:
        return " ".join(str(LOCATIONS[number].place) for number in self.made) or "empty"


@dataclass(frozen=True)
class Hex:
    """A puzzle: the piece left out, the pieces placed at the start, and the constraints.

    >>> start = Hex("Hexagon").starts()[0]
    >>> len(Hex("Hexagon").moves(start)), len(start.left)
    (1110, 10)

    A move puts a piece on free cells. Bumps and colours never make a move illegal. They are checked when the
    board is full, or earlier by players who know the rules for them.
    """

    forbidden: str
    placed: tuple[Place, ...] = ()
    """Sorted by the number of the move."""
    pattern: Pattern | None = None
    """The holes of the pieces over bumps, or None on the clear side."""
    relations: tuple[Relation, ...] = ()
    """In the order of `constraints.ordered`."""
    blue: tuple[str, str] = BLUE
    """The two of the four asymmetric pieces that are blue. The others are purple."""

    def starts(self) -> tuple[State]:
        """Return the board with its first pieces."""
        return (self._start,)

    def moves(self, state: State) -> list[Place]:
        """Return every place of every remaining piece on free cells, by piece and location."""
        taken = ~state.vacant
        return [
            each.place
            for piece in dict.fromkeys(state.left)
            for each in BY_PIECE[piece]
            if not each.mask & taken
        ]

    def apply(self, state: State, move: Place) -> State:
        """Return the board with the piece on it."""
        at = state.left.index(move.piece)
        made = tuple(sorted((*state.made, location(move).number)))
        return State(state.vacant & ~move.mask, state.left[:at] + state.left[at + 1 :], made)

    def is_solved(self, state: State) -> bool:
        """Return whether the board is full and every constraint is respected."""
        return not state.vacant and not self.is_broken(state)

    def slots(self, state: State) -> list[Slot]:
        """Return the pieces left, then the free cells, or the constraints if a full board breaks one."""
        if not state.vacant:
            return [BROKEN] if self.is_broken(state) else []
        cells = compress(CELL_SLOTS, (state.vacant >> cell & 1 for cell in range(len(CELLS))))
        return [*(PIECE_SLOTS[piece] for piece in state.left), *cells]

    def fills(self, move: Place) -> tuple[Slot, ...]:
        """Return the piece and the cells it covers."""
        return location(move).fills

    @cached_property
    def _start(self) -> State:
        left = tuple(piece for piece in PIECES if piece != self.forbidden for _ in range(COPIES[piece]))
        state = State(FULL, left, ())
        for place in self.placed:
            state = self.apply(state, place)
        return state

    @cached_property
    def bonds(self) -> dict[tuple[str, str], tuple[Touch, ...]]:
        """The required ways to touch, for each pair of pieces with a constraint."""
        found: dict[tuple[str, str], list[Touch]] = {}
        colours = groups(self.blue)
        for one, other, touch in self.relations:
            pairs = {(a, b) for a in colours[one] for b in colours[other] if a != b or COPIES[a] > 1} | {
                (b, a) for a in colours[one] for b in colours[other] if a != b
            }
            for pair in pairs:
                found.setdefault(pair, []).append(touch)
        return {pair: tuple(touches) for pair, touches in found.items() if self.forbidden not in pair}

    def allows(self, one: Location, other: Location) -> bool:
        """Return whether two pieces touch as the colours ask."""
        return all(touch.holds(one, other) for touch in self.bonds.get((one.piece, other.piece), ()))

    def fits(self, place: Location) -> bool:
        """Return whether a piece at this place has a hole over every bump."""
        return self.pattern is None or bool(self.pattern.fitting >> place.number & 1)

    def is_broken(self, state: State) -> bool:
        """Return whether pieces on the board break a constraint."""
        if self.pattern is None and not self.relations:
            return False
        on_board = [LOCATIONS[number] for number in state.made]
        return not all(map(self.fits, on_board)) or not all(
            self.allows(one, other) for one, other in combinations(on_board, 2)
        )

    def cell_owner(self, state: State) -> dict[int, Location]:
        """Return the piece on each covered cell."""
        return {cell: LOCATIONS[number] for number in state.made for cell in bits(LOCATIONS[number].mask)}
