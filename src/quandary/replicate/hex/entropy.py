"""The original's entropy of a state: always the piece with the fewest places, with the selected quirks.

This is the readable form. `entropies` uses C++ if available. States that no known solution contains are
infinite, so only others are examined.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from math import inf, log2
from operator import and_

from quandary._native import core
from quandary.kinds.tangram.declare import Location
from quandary.kinds.tangram.hex.engine import native
from quandary.kinds.tangram.hex.pieces import (
    AT,
    BY_PIECE,
    COPIES,
    FULL,
    LAYOUT,
    LOCATIONS,
    ORDER,
    PIECES,
    SHAPES,
    TRAPEZOID,
)
from quandary.kinds.tangram.hex.rules import Hex
from quandary.kinds.tangram.hex.starts import tilings
from quandary.parts.laying import Place
from quandary.parts.masks import bits
from quandary.replicate.hex.quirks import Quirks

EVERYWHERE = (1 << len(LOCATIONS)) - 1


def entropies(
    forbidden: str, starts: Sequence[Sequence[int]], quirks: Quirks, fitting: int = EVERYWHERE
) -> list[float]:
    """Compute the entropy of each start (moves by number) of puzzles that leave out the same piece.

    `fitting` are the locations that fit the bumps.
    """
    known = [tiling for _, tiling in tilings(forbidden)]
    twin = native(Hex(forbidden))
    if (compiled := core()) and twin:
        switches = (
            quirks.no_region_rule,
            quirks.trapezoid_twice,
            quirks.ignore_impossible,
            quirks.snake_unread,
            quirks.bumps_late,
        )
        fits = list(bits(fitting))
        starts = [list(start) for start in starts]
        values = compiled.replicate_hex.entropies(
            twin.handle, PIECES.index(forbidden), known, starts, fits, *switches
        )
        return list(values)
    return entropies_in_python(forbidden, starts, quirks, fitting)


def entropies_in_python(
    forbidden: str, starts: Iterable[Sequence[int]], quirks: Quirks, fitting: int = EVERYWHERE
) -> list[float]:
    """Compute the same without the compiled core."""
    having: dict[int, int] = {}
    for at, (_, tiling) in enumerate(tilings(forbidden)):
        for number in tiling:
            having[number] = having.get(number, 0) | 1 << at
    return [PublishedSearch(forbidden, having, quirks, fitting).run(start) for start in starts]


@dataclass(frozen=True)
class PartialTiling:
    """The cells taken, the number left of each piece, and the known tilings that contain all moves so far."""

    taken: int
    left: tuple[int, ...]
    alive: int

    @property
    def spare(self) -> int:
        """The number of trapezoids left."""
        return self.left[PIECES.index(TRAPEZOID)]

    def has(self, piece: str | None) -> bool:
        """Return whether a piece is left."""
        return piece is not None and self.left[PIECES.index(piece)] > 0


class PublishedSearch:
    """The search for the entropy of one start."""

    def __init__(self, forbidden: str, having: dict[int, int], quirks: Quirks, fitting: int) -> None:
        self._forbidden = forbidden
        self._having = having
        self._quirks = quirks
        self._fitting = fitting
        self._values: dict[tuple[int, tuple[int, ...]], float] = {}

    def run(self, start: Sequence[int]) -> float:
        """Compute the entropy of a start."""
        left = [0 if piece == self._forbidden else COPIES[piece] for piece in PIECES]
        taken = 0
        for number in start:
            left[PIECES.index(LOCATIONS[number].piece)] -= 1
            taken |= LOCATIONS[number].mask
        alive = reduce(and_, (self._having.get(number, 0) for number in start), -1)
        return self._value(PartialTiling(taken, tuple(left), alive))

    def _value(self, state: PartialTiling, *, late: bool = False) -> float:
        if state.taken == FULL:
            return 0.0
        if late or not state.alive:
            return inf
        key = state.taken, state.left
        if key not in self._values:
            self._values[key] = self._search(state)
        return self._values[key]

    def _search(self, state: PartialTiling) -> float:
        free = {
            piece: [each for each in BY_PIECE[piece] if not each.mask & state.taken and self._counts(each)]
            for piece in PIECES
            if state.has(piece)
        }
        if not all(free.values()):
            return inf
        for piece in ORDER:
            if piece != TRAPEZOID and len(free.get(piece, ())) == 1:
                return self._after(state, free[piece][0])
        if not self._quirks.no_region_rule and (forced := _gap_with_an_owner(state)):
            return self._after(state, forced) if self._counts(forced) else inf
        kept = {
            piece: [each for each in places if not _is_dead(_moved(state, each))]
            for piece, places in free.items()
        }
        if not any(kept.values()) or not (self._quirks.ignore_impossible or all(kept.values())):
            return inf
        return self._guess(state, kept)

    def _guess(self, state: PartialTiling, kept: dict[str, list[Location]]) -> float:
        twice = 2 if self._quirks.trapezoid_twice else 1
        counts = {
            piece: len(places) * (twice if piece == TRAPEZOID else 1)
            for piece, places in kept.items()
            if places
            and not (self._quirks.snake_unread and self._forbidden == TRAPEZOID and piece == "Snake")
        }
        if not counts:
            return inf
        piece = min(counts, key=lambda each: counts[each])
        return log2(counts[piece]) + min(self._after(state, each) for each in kept[piece])

    def _after(self, state: PartialTiling, place: Location) -> float:
        moved = _moved(state, place)
        alive = state.alive & self._having.get(place.number, 0)
        late = not self._fitting >> place.number & 1
        return self._value(PartialTiling(moved.taken, moved.left, alive), late=late)

    def _counts(self, place: Location) -> bool:
        """Return whether a place is examined. With the quirk, places that do not fit the bumps are too."""
        return self._quirks.bumps_late or bool(self._fitting >> place.number & 1)


def _moved(state: PartialTiling, place: Location) -> PartialTiling:
    at = PIECES.index(place.piece)
    left = (*state.left[:at], state.left[at] - 1, *state.left[at + 1 :])
    return PartialTiling(state.taken | place.mask, left, state.alive)


def _gap_with_an_owner(state: PartialTiling) -> Location | None:
    for region in LAYOUT.regions(FULL & ~state.taken):
        size = region.bit_count()
        if size == 3 and state.spare:
            return AT[Place(TRAPEZOID, region)]
        piece = SHAPES.get(region)
        if size == 6 and state.spare != 2 and piece and state.has(piece):
            return AT[Place(piece, region)]
    return None


def _is_dead(state: PartialTiling) -> bool:
    """Return whether R3, R5 or R4 rules the state out."""
    for region in LAYOUT.regions(FULL & ~state.taken):
        size = region.bit_count()
        if size % 6 and not (size % 6 == 3 and state.spare):
            return True
        if size == 6 and (region not in SHAPES or (state.spare != 2 and not state.has(SHAPES[region]))):
            return True
        if size == 3 and not state.spare:
            return True
    return False
