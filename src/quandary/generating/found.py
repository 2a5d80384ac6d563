"""What a run through a space has found: counts, a histogram, the puzzles to keep, and a digest of everything.

The digest is a sum of one hash per puzzle, of its number, its status and its values. So it does not depend on
the pieces in which the space was gone through, nor on their order, nor on who did them.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats: TypeAlias = npt.NDArray[np.float64]
    Words: TypeAlias = npt.NDArray[np.uint64]

DECIMALS = 9
"""Values are rounded to this for the histogram and the digest, since the last bits differ between machines."""
SOLVABLE, UNSOLVABLE, UNKNOWN, INVALID, FILTERED = range(5)
"""What is known about a puzzle. Unknown: measuring gave up, or the expression is undefined. Invalid: no puzzle
has the number. Filtered: it can be solved, but a condition leaves it out."""
BLOCK = 1 << 14
"""How many puzzles to hash at a time: so few that their numbers stay in the processor's cache."""
MOST_KEPT = 100_000
"""The number of puzzles that a run keeps at most."""


def plain(value: float) -> float | None:
    """Return a value as it is printed: whole if it is, and None instead of nan.

    >>> plain(4.0), plain(2.5), plain(float("nan"))
    (4, 2.5, None)
    """
    number = float(value)
    if number != number:
        return None
    return int(number) if number == int(number) else number


class Kept(NamedTuple):
    """A puzzle that is kept."""

    number: int
    """Its number in the space."""
    values: tuple[float | None, ...]
    """The values of the expressions, None where they are undefined."""
    scores: Mapping[str, Any]
    """The scores by measure, as `rate --json` prints them."""

    @property
    def rank(self) -> int:
        """The old name of `number`, which sounded like a place in the list."""
        import warnings

        warnings.warn("Kept.rank is now Kept.number.", DeprecationWarning, stacklevel=2)
        return self.number


@dataclass(frozen=True)
class Wanted:
    """Which puzzles to keep: the best, or all whose value is in a range."""

    best: int = 10
    between: tuple[float, float] | None = None

    def choose(self, values: "Sequence[Floats]", solvable: "Words | Any") -> "npt.NDArray[np.int64]":
        """Return the places of the puzzles to keep among those of one piece, which are in order of number."""
        import numpy as np

        places = np.flatnonzero(solvable)
        if self.between is not None:
            low, high = self.between
            value = values[0][places]
            return np.asarray(places[(low <= value) & (value <= high)][:MOST_KEPT], np.int64)
        if len(places) > self.best:  # sort only those that may be among the best
            value = values[0][places]
            places = places[value >= np.partition(value, len(value) - self.best)[len(value) - self.best]]
        keys = [-np.nan_to_num(column[places], nan=-inf) for column in reversed(values)]
        return np.asarray(places[np.lexsort(keys)][: self.best], np.int64)

    def merge(self, kept: Iterable[Kept]) -> list[Kept]:
        """Return the puzzles to keep among those of several pieces, best first."""
        if self.between is not None:
            kept = sorted(kept)[:MOST_KEPT]
        chosen = sorted(kept, key=_merit)
        return chosen if self.between is not None else chosen[: self.best]


def _merit(kept: Kept) -> tuple[Any, ...]:
    return (*(inf if value is None else -value for value in kept.values), kept.number)


@dataclass
class Found:
    """The results for some puzzles of a space. Results for different puzzles can be added up."""

    seen: int = 0
    unsolvable: int = 0
    unknown: int = 0
    invalid: int = 0
    filtered: int = 0
    sums: tuple[int, int] = (0, 0)
    """Two sums of hashes, each modulo 2**64."""
    kept: list[Kept] = field(default_factory=list)
    seconds: float = 0.0
    """The time that the work took, without waiting for other processes."""

    def add(self, other: "Found", wanted: Wanted) -> None:
        """Add the results for other puzzles."""
        self.seen += other.seen
        self.unsolvable += other.unsolvable
        self.unknown += other.unknown
        self.invalid += other.invalid
        self.filtered += other.filtered
        self.sums = add_sums(self.sums, other.sums)
        self.kept = wanted.merge([*self.kept, *other.kept])
        self.seconds += other.seconds

    @property
    def digest(self) -> str:
        """A digest of the numbers, statuses and values of all puzzles."""
        return f"{self.sums[0]:016x}{self.sums[1]:016x}"


@dataclass
class PartFound(Found):
    """The results for the puzzles of one piece, with the histogram of their values."""

    histogram: Counter[float] = field(default_factory=Counter)
    """How many solvable puzzles have each value of the first expression."""


def add_sums(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    """Add two pairs of sums modulo 2**64."""
    return (one[0] + other[0]) % 2**64, (one[1] + other[1]) % 2**64


def gather(
    ranks: Sequence[int],
    status: "npt.NDArray[np.int8]",
    values: "Sequence[Floats]",
    histogram_of: "Floats",
) -> PartFound:
    """Return counts, digest and histogram of some puzzles. Nothing is kept yet."""
    import numpy as np

    counts = np.bincount(status, minlength=5).tolist()
    return PartFound(
        seen=len(ranks),
        unsolvable=counts[UNSOLVABLE],
        unknown=counts[UNKNOWN],
        invalid=counts[INVALID],
        filtered=counts[FILTERED],
        sums=_sums(ranks, status, values),
        histogram=_counted(histogram_of),
    )


def _counted(values: "Floats") -> Counter[float]:
    import numpy as np

    if not len(values):
        return Counter()
    low, high = values.min(), values.max()
    if high - low < 4 * len(values) + 100 and (values == np.rint(values)).all():  # counting beats sorting
        counts = np.bincount((values - low).astype(np.int64))
        places = np.flatnonzero(counts)
        return Counter(dict(zip((places + low).tolist(), counts[places].tolist(), strict=True)))
    different, numbers = np.unique(np.round(values, DECIMALS), return_counts=True)
    return Counter(dict(zip(different.tolist(), numbers.tolist(), strict=True)))


def _sums(
    ranks: Sequence[int], status: "npt.NDArray[np.int8]", values: "Sequence[Floats]"
) -> tuple[int, int]:
    """Return two sums of 64-bit hashes of each puzzle's number, status and values."""
    sums = (0, 0)
    for first in range(0, len(ranks), BLOCK):
        part = slice(first, first + BLOCK)
        sums = add_sums(sums, _sums_of_block(ranks[part], status[part], [column[part] for column in values]))
    return sums


def _sums_of_block(
    ranks: Sequence[int], status: "npt.NDArray[np.int8]", values: "Sequence[Floats]"
) -> tuple[int, int]:
    import numpy as np

    mixed = _mix(_words(ranks) + np.uint64(0x9E3779B97F4A7C15)) ^ status.astype(np.uint64)
    for column in values:
        rounded = np.round(np.nan_to_num(column, nan=0.0), DECIMALS) + 0.0  # no -0.0
        mixed = _mix(mixed + np.uint64(0xD1B54A32D192ED03)) ^ rounded.view(np.uint64)
    one = _mix(mixed)
    other = _mix(one + np.uint64(0x8CB92BA72F3D8DD7))
    return int(one.sum(dtype=np.uint64)), int(other.sum(dtype=np.uint64))


def _words(ranks: Sequence[int]) -> "Words":
    """Return one 64-bit number for each rank, the rank itself if it has 64 bits."""
    import numpy as np

    if isinstance(ranks, range) and ranks.stop <= 2**63:
        return np.arange(ranks.start, ranks.stop, dtype=np.uint64)
    return np.array([each if each < 2**64 else _folded(each) for each in ranks], dtype=np.uint64)


def _folded(rank: int) -> int:
    data = rank.to_bytes((rank.bit_length() + 7) // 8, "little")
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "little")


def _mix(words: "Words") -> "Words":
    """Scramble 64-bit numbers, one to one (the finisher of SplitMix64)."""
    import numpy as np

    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))
