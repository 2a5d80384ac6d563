"""The values of the puzzles that a run has seen, with their numbers: in memory, or in the ledger until asked for.

A run can find millions of different values. With a ledger they stay there, so that opening it again costs the
same however many there are, and sums over them are left to SQL.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypeAlias

from quandary.draw.charts import Bins, binned, empty_bins
from quandary.errors import FileError
from quandary.runs.chunks import NAME, ChunkLedger
from quandary.runs.plan import Plan

Counted: TypeAlias = list[tuple[float, int]]
"""Values with their numbers, in increasing order."""


class Values(Protocol):
    """The values of the solvable puzzles, with the number of puzzles that have each."""

    def batches(self) -> Iterator[Counted]:
        """Yield all values with their numbers, in increasing order, some thousands at a time."""

    def lowest(self, most: int) -> Counted:
        """Return the smallest values with their numbers, at most as many."""

    def binned(self, bins: int) -> Bins:
        """Return how many puzzles are in each range of values, of at most as many ranges."""


@dataclass(frozen=True)
class ValuesHere:
    """Values in memory."""

    counter: Counter[float] = field(default_factory=Counter)

    def batches(self) -> Iterator[Counted]:
        """Yield all values with their numbers, in increasing order."""
        yield sorted(self.counter.items())

    def lowest(self, most: int) -> Counted:
        """Return the smallest values with their numbers, at most as many."""
        return sorted(self.counter.items())[:most]

    def binned(self, bins: int) -> Bins:
        """Return how many puzzles are in each range of values, of at most as many ranges."""
        return binned(sorted(self.counter.items()), bins)


@dataclass(frozen=True)
class ValuesInLedger:
    """Values in the ledger of a run that is done, which must still be there when they are asked for."""

    folder: Path
    plan: Plan

    def batches(self) -> Iterator[Counted]:
        """Yield all values with their numbers, in increasing order, some thousands at a time."""
        with self._opened() as ledger:
            yield from ledger.values()

    def lowest(self, most: int) -> Counted:
        """Return the smallest values with their numbers, at most as many."""
        with self._opened() as ledger:
            return ledger.lowest_values(most)

    def binned(self, bins: int) -> Bins:
        """Return how many puzzles are in each range of values, of at most as many ranges."""
        with self._opened() as ledger:
            low, high, is_whole = ledger.reach()
            found = empty_bins(low, high, bins, is_whole=is_whole)
            for number, count in ledger.counts_by_range(found.low, found.step, len(found.counts)):
                found.counts[number] = count
        return found

    def _opened(self) -> "closing[ChunkLedger]":
        if not (self.folder / NAME).exists():
            raise FileError(
                f"{self.folder / NAME} is gone, and with it the number of puzzles for each value. Run again to make it."
            )
        return closing(ChunkLedger(self.folder, self.plan))
