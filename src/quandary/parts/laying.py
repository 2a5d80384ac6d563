"""Pieces that are laid on the cells of a board: places, rules about pieces that must fit together, and starts.

A set of cells is an integer with one bit per cell.
"""

from collections import Counter
from collections.abc import Callable, Container, Iterator, Sequence
from functools import cached_property, reduce
from itertools import chain, combinations
from operator import and_
from typing import NamedTuple, Protocol, TypeVar

from quandary._native import core
from quandary.draw.shapes import Circle, Drawing, rectangle
from quandary.parts.masks import bits
from quandary.rules import Finding

L = TypeVar("L", bound="Laid")
M = TypeVar("M")
Fitted = TypeVar("Fitted", bound="Laid", contravariant=True)


class Place(NamedTuple):
    """A piece in a place, which is a move.

    >>> print(Place("F", 0b1011))
    F@0-1-3
    """

    piece: str
    mask: int

    def __str__(self) -> str:
        return f"{self.piece}@{'-'.join(map(str, bits(self.mask)))}"


# Pieces that must fit together


class Laid(Protocol):
    """A piece on some cells."""

    @property
    def piece(self) -> str:
        """The name of the piece."""

    @property
    def mask(self) -> int:
        """Its cells."""


class _Bound(Protocol[Fitted]):
    """A puzzle some of whose pieces are bound to each other."""

    @property
    def bonds(self) -> Container[tuple[str, str]]: ...
    def allows(self, one: Fitted, other: Fitted) -> bool: ...


def unsupported(
    puzzle: _Bound[L],
    left: Sequence[str],
    moves: Sequence[M],
    lay: Callable[[M], L],
    what: str,
    *,
    together: bool,
) -> Iterator[Finding]:
    """Yield the moves after which the pieces bound to the moved one no longer fit it, or it and each other."""
    if not puzzle.bonds:
        return
    laid = [lay(move) for move in moves]
    places: dict[str, list[L]] = {piece: [] for piece in left}
    for each in laid:
        places[each.piece].append(each)
    bad = []
    for move, here in zip(moves, laid, strict=True):
        partners = (Counter(left) - Counter([here.piece])).elements()
        bound = [piece for piece in partners if (here.piece, piece) in puzzle.bonds]
        groups = [bound] if together else [[piece] for piece in bound]
        if not all(_have_room(puzzle, [here], group, places) for group in groups):
            bad.append(move)
    if bad:
        yield Finding(f"no room for {what}", cannot=tuple(bad))


def _have_room(puzzle: _Bound[L], lying: list[L], pieces: Sequence[str], places: dict[str, list[L]]) -> bool:
    """Return whether the pieces can be laid one by one so that all suit the placed ones and each other."""
    if not pieces:
        return True
    return any(
        all(not each.mask & other.mask and puzzle.allows(each, other) for other in lying)
        and _have_room(puzzle, [*lying, each], pieces[1:], places)
        for each in places[pieces[0]]
    )


# Starts with a single completion


class Rivals:
    """The ways to fill a board, by the moves they contain.

    >>> rivals = Rivals([(0, 3), (1, 3), (1, 4)])
    >>> rivals.is_settled([3]), rivals.is_settled([4])
    (False, True)
    >>> rivals.fewest((1, 3))
    (1, 3)
    """

    def __init__(self, tilings: Sequence[Sequence[int]]) -> None:
        self._tilings = tilings
        compiled = core()
        self._native = compiled.rivals.Rivals(tilings) if compiled else None

    @cached_property
    def _having(self) -> dict[int, int]:
        found: dict[int, bytearray] = {}
        size = len(self._tilings) // 8 + 1
        for at, tiling in enumerate(self._tilings):
            for number in tiling:
                found.setdefault(number, bytearray(size))[at >> 3] |= 1 << (at & 7)
        return {number: int.from_bytes(bits, "little") for number, bits in found.items()}

    def alive(self, moves: Sequence[int]) -> int:
        """Return the ways that contain these moves, as a set of their numbers."""
        return reduce(and_, (self._having.get(number, 0) for number in moves), (1 << len(self._tilings)) - 1)

    def is_settled(self, moves: Sequence[int]) -> bool:
        """Return whether exactly one way contains these moves."""
        if self._native:
            return bool(self._native.is_settled(moves))
        alive = self.alive(moves)
        return alive != 0 and alive & (alive - 1) == 0

    def fewest(self, tiling: Sequence[int], given: Sequence[int] = ()) -> tuple[int, ...]:
        """Return the given moves of a way, and the fewest others that leave no other way."""
        found = self._native.fewest(tiling, given) if self._native else self._fewest(tiling, given)
        if found is None:
            raise ValueError(f"{tiling} is not one of the tilings")
        return tuple(found)

    def _fewest(self, tiling: Sequence[int], given: Sequence[int]) -> list[int] | None:
        """Return the same in Python, or None if it is not one of the ways."""
        if not self.is_settled(tiling):
            return None
        left = self.alive(given)
        rest = [number for number in tiling if number not in given]
        for more in chain.from_iterable(combinations(rest, size) for size in range(len(rest))):
            alive = left
            for number in more:
                alive &= self._having[number]
            if alive & (alive - 1) == 0:
                return [number for number in tiling if number in given or number in more]
        return list(tiling)


# Signs for instructions


def bump_signs(side: float) -> Iterator[tuple[Drawing, str]]:
    """Yield a bump and a hole with their meanings."""
    middle = (side / 2, side / 2)
    bump = Circle(middle, 0.22, fill="faint", stroke="ink", width=0.04)
    yield Drawing(side, side, (bump,)), "A bump on the board. The piece above it needs a hole there."
    pale = rectangle(0.2, 0.2, side - 0.4, side - 0.4, fill="pale-yellow")
    hole = Circle(middle, 0.2, fill="hole")
    yield Drawing(side, side, (pale, hole)), "A hole in a piece."
