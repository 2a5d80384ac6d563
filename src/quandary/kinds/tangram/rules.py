"""A declared tangram in plain Python: fill the board with the pieces."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, product
from typing import NamedTuple, Self

from quandary.kinds.tangram.declare import Location, Piece, PieceLayout, layout
from quandary.kinds.tangram.lattice import Cell
from quandary.parts.laying import Place
from quandary.parts.masks import bits
from quandary.parts.remembering import Remembering
from quandary.parts.touch import Relation, Touch, asked
from quandary.puzzle import Slot

BROKEN = Slot("constraint", "broken")
"""Open when the board is full and a constraint is broken. Nothing can fill it."""


class State(NamedTuple):
    """The free cells, the letters of the pieces left (repeated) and the numbers of the moves made, ascending."""

    vacant: int
    left: tuple[str, ...]
    made: tuple[int, ...]


class Laying(Remembering):
    """A board that is filled with pieces. What is declared and what is asked are for its subclasses to say.

    A move puts a piece on free cells. Bumps and colours never make a move illegal. They are checked when the
    board is full, or earlier by players who know the rules for them.
    """

    relations: tuple[Relation, ...]
    """In the order of `quandary.parts.touch.ordered`."""
    placed: tuple[Place, ...]
    """Sorted by the number of the move."""
    state_type = State

    layout: PieceLayout
    """The board and the pieces with everything that follows from them."""

    @property
    def used(self) -> tuple[Piece, ...]:
        """The pieces without those that are left out."""
        raise NotImplementedError

    @property
    def over_bumps(self) -> bool:
        """Whether the board has bumps."""
        raise NotImplementedError

    @property
    def bumpy(self) -> int:
        """The cells with bumps."""
        return self.layout.bumpy

    def fits(self, place: Location) -> bool:
        """Return whether a piece at this place has a hole over every bump."""
        return place.fits

    def holed(self, place: Location) -> int:
        """Return the cells over which a piece has a hole if it is laid there."""
        return place.holes

    @property
    def fitting(self) -> Collection[int]:
        """The numbers of the locations that fit over bumps."""
        return [each.number for each in self.layout.locations if each.fits]

    def starts(self) -> tuple[State]:
        """Return the board with its first pieces."""
        return (self._start,)

    def moves(self, state: State) -> list[Place]:
        """Return every place of every remaining piece on free cells, by piece and location."""
        taken, by_piece = ~state.vacant, self.layout.by_piece
        return [
            each.place
            for letter in dict.fromkeys(state.left)
            for each in by_piece[letter]
            if not each.mask & taken
        ]

    def apply(self, state: State, move: Place) -> State:
        """Return the board with the piece on it."""
        at = state.left.index(move.piece)
        made = tuple(sorted((*state.made, self.layout.at[move].number)))
        return self.state_type(state.vacant & ~move.mask, state.left[:at] + state.left[at + 1 :], made)

    def is_solved(self, state: State) -> bool:
        """Return whether the board is full and every constraint is respected."""
        return not state.vacant and not self.is_broken(state)

    def slots(self, state: State) -> list[Slot]:
        """Return the pieces left, then the free cells, or the constraints if a full board breaks one."""
        if not state.vacant:
            return [BROKEN] if self.is_broken(state) else []
        pieces, cells = self.layout.piece_slots, self.layout.cell_slots
        return [*(pieces[letter] for letter in state.left), *(cells[cell] for cell in bits(state.vacant))]

    def fills(self, move: Place) -> tuple[Slot, ...]:
        """Return the piece and the cells it covers."""
        return self.layout.at[move].fills

    @cached_property
    def _start(self) -> State:
        left = tuple(piece.letter for piece in self.used for _ in range(piece.copies))
        state = self.state_type(self.layout.full, left, ())
        for place in self.placed:
            state = self.apply(state, place)
        return state

    @cached_property
    def bonds(self) -> dict[tuple[str, str], tuple[Touch, ...]]:
        """The ways to lie that are asked of each pair of pieces with a constraint."""
        found: dict[tuple[str, str], dict[Touch, None]] = {}
        for relation in self.relations:
            ones = [piece for piece in self.used if piece.colour == relation.one]
            others = [piece for piece in self.used if piece.colour == relation.other]
            for one, other in product(ones, others):
                if one is not other or one.copies > 1:
                    for pair in ((one.letter, other.letter), (other.letter, one.letter)):
                        found.setdefault(pair, {})[relation.touch] = None
        return {pair: tuple(touches) for pair, touches in found.items()}

    def allows(self, one: Location, other: Location) -> bool:
        """Return whether two pieces lie as their colours ask."""
        return all(touch.holds(one, other) for touch in self.bonds.get((one.piece, other.piece), ()))

    def elements(self) -> Iterator[str]:
        """Yield what the puzzle asks besides filling the board.

        >>> from quandary.kinds.tangram.notation import parse
        >>> list(parse("square 4x3 A=xx,2 L=xxx/x,2,one-sided,red red-red:no-edge").elements())
        ['edges must not touch', 'one-sided pieces']
        """
        yield from asked(self.relations)
        if self.over_bumps:
            yield "bumps"
        if any(not piece.two_sided for piece in self.used):
            yield "one-sided pieces"

    def with_placed(self, numbers: Iterable[int]) -> Self:
        """Return the puzzle that starts with these moves made, by number."""
        places = tuple(self.layout.locations[number].place for number in sorted(numbers))
        return replace(self, placed=places)  # type: ignore[type-var]  # subclasses are dataclasses

    def is_broken(self, state: State) -> bool:
        """Return whether pieces on the board break a constraint."""
        if not self.over_bumps and not self.relations:
            return False
        on_board = [self.layout.locations[number] for number in state.made]
        return not all(map(self.fits, on_board)) or not all(
            self.allows(one, other) for one, other in combinations(on_board, 2)
        )


@dataclass(frozen=True)
class Tangram(Laying):
    """A puzzle: a board, pieces, the pieces placed at the start, and the constraints.

    >>> domino = Piece("D", ((0, 0), (0, 1)), copies=2)
    >>> square = Tangram("square", ((0, 0), (0, 1), (1, 0), (1, 1)), (domino,))
    >>> [str(move) for move in square.moves(square.starts()[0])]
    ['D@0-1', 'D@2-3', 'D@0-2', 'D@1-3']
    """

    lattice: str
    board: tuple[Cell, ...]
    """Slid to the top left, row by row."""
    pieces: tuple[Piece, ...]
    bumps: tuple[Cell, ...] = ()
    """The cells with bumps, row by row."""
    relations: tuple[Relation, ...] = ()
    left_out: tuple[str, ...] = ()
    """The letters of the pieces that are not used, in the order of the pieces."""
    placed: tuple[Place, ...] = ()

    @cached_property
    def layout(self) -> PieceLayout:  # type: ignore[override]  # worked out once
        """The board and the pieces with everything that follows from them."""
        return layout(self.lattice, self.board, self.pieces, self.bumps)

    @cached_property
    def used(self) -> tuple[Piece, ...]:
        """The pieces without those that are left out."""
        return tuple(piece for piece in self.pieces if piece.letter not in self.left_out)

    @property
    def over_bumps(self) -> bool:
        """Whether the board has bumps."""
        return bool(self.bumps)
