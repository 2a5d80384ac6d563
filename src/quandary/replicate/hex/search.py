"""Count the solutions of every pattern of holes, by constraint: all patterns in less than a second.

Each solution is a bit. For the holes of each piece, a set of bits says which solutions fit, so a pattern is
an intersection of a few sets, and the counts are weighted sums of bits.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from quandary._native import core
from quandary.kinds.tangram.hex.constraints import COLOURS, Holes, Touch, groups
from quandary.kinds.tangram.hex.constraints import fitting as fitting_places
from quandary.kinds.tangram.hex.pieces import COPIES, LOCATIONS, PIECES, SYMMETRIES
from quandary.kinds.tangram.hex.solutions import StoredSolution, all_solutions, moved
from quandary.kinds.tangram.hex.spaces import CODED, PAIRS, PATTERNS, codes

Bits: TypeAlias = npt.NDArray[np.uint64]
Flags: TypeAlias = npt.NDArray[np.bool_]
Counts: TypeAlias = npt.NDArray[np.int64]

CATEGORIES = ("none", Touch.NO_EDGE, Touch.EDGE, Touch.NO_CORNER, Touch.CORNER, "two colours")
"""The constraints beside bumps: none, one relation within a colour, or one between two colours."""
COLUMNS = tuple(piece for piece in PIECES for _ in range(COPIES[piece]))
"""The pieces, with the trapezoid twice."""
ABSENT = len(LOCATIONS)
CHUNK = 512


@cache
def table() -> npt.NDArray[np.int64]:
    """Return the location of each of COLUMNS in each solution, ABSENT for the piece left out."""
    return np.array([_row(solution) for solution in all_solutions()])


def _row(solution: StoredSolution) -> list[int]:
    places: dict[str, list[int]] = {piece: [] for piece in PIECES}
    for piece, number in zip(solution.pieces, solution.numbers, strict=True):
        places[piece].append(number)
    return [number for piece in PIECES for number in places[piece] or [ABSENT] * COPIES[piece]]


def touching() -> dict[Touch, Flags]:
    """Return whether two of COLUMNS touch in each way in each solution."""

    def look_up(values: Sequence[int]) -> Any:
        return np.array([*values, 0], dtype=np.uint64)[table()]

    cells = look_up([each.mask for each in LOCATIONS])
    edge = (look_up([each.halo for each in LOCATIONS])[:, :, None] & cells[:, None, :]) != 0
    corners = look_up([each.corners for each in LOCATIONS])
    corner = (corners[:, :, None] & corners[:, None, :]) != 0
    return {
        Touch.NO_EDGE: ~edge,
        Touch.EDGE: edge,
        Touch.NO_CORNER: ~corner,
        Touch.CORNER: corner & ~edge,
    }


def satisfying(one: Sequence[str], other: Sequence[str], lies_so: Flags) -> Flags:
    """Return the solutions in which every two pieces of two colours touch in this way, if there are two pieces."""
    present = table() != ABSENT
    holds = np.ones(len(present), dtype=bool)
    pairs = np.zeros(len(present), dtype=bool)
    for a in (at for at, piece in enumerate(COLUMNS) if piece in one):
        for b in (at for at, piece in enumerate(COLUMNS) if piece in other and at != a):
            both = present[:, a] & present[:, b]
            pairs |= both
            holds &= lies_so[:, a, b] | ~both
    return holds & pairs


@cache
def weights(blue: tuple[str, str]) -> Counts:
    """Return the number of puzzles of each of CATEGORIES that a solution gives with this blue pair."""
    colours, lies = groups(blue), touching()
    found = np.zeros((len(table()), len(CATEGORIES)), dtype=np.int64)
    found[:, 0] = 1
    for touch, lies_so in lies.items():
        for at, one in enumerate(COLOURS):
            found[:, CATEGORIES.index(touch)] += satisfying(colours[one], colours[one], lies_so)
            for other in COLOURS[at + 1 :]:
                found[:, -1] += satisfying(colours[one], colours[other], lies_so)
    return found


@cache
def fitting(piece: str, holes: Holes, symmetries: Sequence[int]) -> Bits:
    """Return the solutions in which the piece fits over bumps or is left out, as bits, for each image."""
    places = fitting_places(piece, holes)
    fits = np.array([*(bool(places >> number & 1) for number in range(len(LOCATIONS))), True])
    to = np.array([[*moved(symmetry), ABSENT] for symmetry in symmetries])
    columns = [at for at, each in enumerate(COLUMNS) if each == piece]
    return pack(fits[to[:, table()[:, columns]]].all(axis=2))


def pack(flags: Flags) -> Bits:
    """Pack flags along the last axis into 64-bit words."""
    words = -(-flags.shape[-1] // 64)
    padded = np.zeros((*flags.shape[:-1], words * 64), dtype=bool)
    padded[..., : flags.shape[-1]] = flags
    return np.packbits(padded, axis=-1, bitorder="little").view(np.uint64)


@dataclass(frozen=True)
class PatternSearch:
    """The patterns with one blue pair, ready to be counted. Ranks count within the pair."""

    weights: Counts
    low: Bits
    """The images that fit, by rank of the first half of CODED."""
    high: Bits
    """The images that fit, by rank of the second half."""

    @property
    def size(self) -> int:
        """The number of patterns."""
        return len(self.low) * len(self.high)

    def solutions(self, ranks: npt.NDArray[np.int64]) -> Flags:
        """Return which solutions fit in some image, for each pattern."""
        high, low = np.divmod(ranks, len(self.low))
        words = np.bitwise_or.reduce(self.low[low] & self.high[high], axis=1)
        bits = np.unpackbits(words.view(np.uint8), axis=-1, count=len(self.weights), bitorder="little")
        return bits.view(bool)

    def counts(self, first: int, last: int) -> Counts:
        """Return the number of puzzles of each of CATEGORIES, for each pattern from `first` up to `last`."""
        if compiled := core():
            told = compiled.tangram.count_puzzles(self.low, self.high, self.weights, first, last)
            counted: Counts = told.all.reshape(-1, len(CATEGORIES))
            return counted
        heavy = self.weights.astype(np.float32)
        parts = [
            np.rint(self.solutions(np.arange(at, min(at + CHUNK, last))).astype(np.float32) @ heavy)
            for at in range(first, last, CHUNK)
        ]
        return np.concatenate(parts).astype(np.int64)


def prepare(
    blue: tuple[str, str], counted: Counts, symmetries: Sequence[int] = range(len(SYMMETRIES))
) -> PatternSearch:
    """Prepare a search through the patterns with this blue pair, allowing these images of a solution."""
    halves = CODED[: len(CODED) // 2], CODED[len(CODED) // 2 :]
    return PatternSearch(counted, *(_combined(half, blue, symmetries) for half in halves))


def _combined(pieces: Sequence[str], blue: tuple[str, str], symmetries: Sequence[int]) -> Bits:
    """Return the images that fit, for all holes of some pieces, the first piece changing fastest."""
    combined: Bits | None = None
    for piece in pieces:
        own = np.stack([fitting(piece, holes, symmetries) for holes in codes(piece, blue)])
        combined = own if combined is None else (own[:, None] & combined).reshape(-1, *own.shape[1:])
    if combined is None:
        raise ValueError("no pieces")
    return combined


@cache
def search(blue: tuple[str, str]) -> PatternSearch:
    """Return the search through the patterns with this blue pair, allowing any image of a solution."""
    return prepare(blue, weights(blue))


def counts(first: int = 0, last: int = PATTERNS.size) -> Counts:
    """Count the puzzles of each of CATEGORIES for the patterns from rank `first` up to `last`.

    >>> counts(0, 1).tolist()
    [[380, 776, 521, 652, 96, 1197]]
    """
    part = PATTERNS.size // len(PAIRS)
    parts = [
        search(blue).counts(max(first - at * part, 0), min(last - at * part, part))
        for at, blue in enumerate(PAIRS)
        if first < (at + 1) * part and last > at * part
    ]
    return np.concatenate(parts)


def max_min(found: Counts) -> tuple[int, int]:
    """Return the first pattern whose poorest category is richest, by its place, and that number."""
    poorest = found.min(axis=1)
    best = int(poorest.argmax())
    return best, int(poorest[best])


def distribution(found: Counts, category: str = "none") -> Counts:
    """Count the patterns that have 0, 1, 2, ... puzzles of a category.

    >>> int(distribution(counts(0, 100)).sum())
    100
    """
    return np.bincount(found[:, CATEGORIES.index(category)])
