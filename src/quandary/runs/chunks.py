"""The ledger of a run through many numbered things, chunk by chunk.

A chunk is done when its transaction is: its range, its counts, its part of the histogram and its share of what
is kept appear together or not at all. There are no marks for chunks that were only begun. They are done again.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from sys import float_info
from typing import Any, ClassVar, TypeAlias

from quandary.errors import QuandaryError
from quandary.runs.plan import Plan
from quandary.runs.store import Store, in_words

NAME = "exhaust.ledger"
"""The name of the ledger in its folder."""
BATCH = 50_000
"""How many values to read at a time."""
MOST = float_info.max
"""The largest finite number."""
Chunk: TypeAlias = tuple[int, int]
"""The first position of a chunk, and the one after its last."""


class ChunkLedger(Store):
    """The chunks that are done, what they found in sum, and the rows that are kept."""

    tables: ClassVar[str] = """
CREATE TABLE plan (json TEXT NOT NULL);
CREATE TABLE chunks (first INTEGER PRIMARY KEY, last INTEGER NOT NULL, found TEXT NOT NULL);
CREATE TABLE histogram (value REAL PRIMARY KEY, count INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE kept (rank TEXT PRIMARY KEY, row TEXT NOT NULL) WITHOUT ROWID;
"""
    format: ClassVar[int] = 102
    older: ClassVar[tuple[int, ...]] = (101,)
    sealed = (
        (
            "chunk",
            "SELECT first, last, first, found FROM chunks",
            "UPDATE chunks SET found = ? WHERE first = ?",
        ),
        ("kept", "SELECT rank, rank, row FROM kept", "UPDATE kept SET row = ? WHERE rank = ?"),
    )
    option: ClassVar[str] = "--checkpoint"
    read_at_once: ClassVar[tuple[str, ...]] = ("plan", "chunks", "kept")

    def __init__(self, folder: Path, plan: Plan) -> None:
        super().__init__(folder / NAME, plan)

    def count(self) -> int:
        """Return how many chunks are done."""
        return int(self._value("SELECT count(*) FROM chunks"))

    def chunks(self) -> list[tuple[int, int, Mapping[str, Any]]]:
        """Return the first and last position of each chunk and its counts, in order."""
        found = self._rows("SELECT first, last, found FROM chunks ORDER BY first")
        return [(first, last, self._opened(text, "chunk", first, last)) for first, last, text in found]

    def values(self) -> Iterator[list[tuple[float, int]]]:
        """Yield each value with how often it was found, in increasing order, some thousands at a time."""
        with in_words(self.path, self.option), self._lock:
            cursor = self._connection.execute("SELECT value, count FROM histogram ORDER BY value")
            while rows := cursor.fetchmany(BATCH):
                yield rows

    def lowest_values(self, most: int) -> list[tuple[float, int]]:
        """Return the smallest values with how often each was found, at most as many."""
        return self._rows("SELECT value, count FROM histogram ORDER BY value LIMIT ?", most)

    def reach(self) -> tuple[float, float, bool]:
        """Return the lowest and the highest value, and whether all are whole. Infinite values are left out."""
        asked = "SELECT value FROM histogram WHERE value BETWEEN ? AND ?"
        low, high, broken = (
            self._value(f"{asked} {which} LIMIT 1", -MOST, MOST)
            for which in ("ORDER BY value", "ORDER BY value DESC", "AND value != round(value)")
        )
        return low or 0.0, high or 0.0, broken is None

    def counts_by_range(self, low: float, step: float, ranges: int) -> list[tuple[int, int]]:
        """Return how many values are in each range of a width, with its number. The last has its upper end, too."""
        return self._rows(
            "SELECT min(?, CAST((value - ?) / ? AS INTEGER)) AS range, sum(count) FROM histogram"
            " WHERE value BETWEEN ? AND ? GROUP BY range",
            *(ranges - 1, low, step, -MOST, MOST),
        )

    def kept(self) -> list[Any]:
        """Return the rows that are kept."""
        found = self._rows("SELECT rank, row FROM kept")
        return [self._opened(text, "kept", rank) for rank, text in found]

    def commit(
        self,
        first: int,
        last: int,
        found: Mapping[str, Any],
        histogram: Mapping[float, int],
        kept: Mapping[int, Any],
        dropped: Iterable[int],
    ) -> None:
        """Store a chunk in one transaction: its counts, its values, and how the kept rows change."""
        with in_words(self.path, self.option), self._transaction():
            try:
                sealed = self._sealed(found, "chunk", first, last)
                self._execute("INSERT INTO chunks VALUES (?, ?, ?)", first, last, sealed)
            except sqlite3.IntegrityError as error:
                raise QuandaryError(f"{self.path} already has a chunk at {first}.") from error
            self._connection.executemany(
                "INSERT INTO histogram VALUES (?, ?) ON CONFLICT (value) DO UPDATE SET count = count + excluded.count",
                histogram.items(),
            )
            self._connection.executemany(
                "DELETE FROM kept WHERE rank = ?", ((str(each),) for each in dropped)
            )
            self._connection.executemany(
                "INSERT INTO kept VALUES (?, ?)",
                ((str(rank), self._sealed(row, "kept", str(rank))) for rank, row in kept.items()),
            )

    def close(self) -> None:
        """Close the ledger, and delete it if no chunk is done."""
        try:
            empty = not self.count()
        finally:
            self._connection.close()
        if empty:
            self.path.unlink(missing_ok=True)

    def _rows(self, statement: str, *values: object) -> list[Any]:
        with in_words(self.path, self.option), self._lock:
            return self._connection.execute(statement, values).fetchall()


def gaps(done: Iterable[tuple[int, int]], size: int) -> Iterator[tuple[int, int]]:
    """Yield the ranges below `size` that no chunk covers, in order.

    >>> list(gaps([(0, 10), (30, 40)], 50))
    [(10, 30), (40, 50)]
    """
    at = 0
    for first, last in sorted(done):
        if first > at:
            yield at, first
        at = max(at, last)
    if at < size:
        yield at, size


class Pending:
    """The positions that are still to be done, handed out in chunks of any size.

    >>> pending = Pending([(0, 5), (8, 10)])
    >>> [pending.take(3), pending.take(3), pending.take(3), pending.take(3)]
    [(0, 3), (3, 5), (8, 10), None]
    """

    def __init__(self, ranges: Iterable[tuple[int, int]]) -> None:
        self._ranges: list[tuple[int, int]] = list(ranges)[::-1]

    def take(self, most: int) -> tuple[int, int] | None:
        """Return the next chunk of up to this many positions, or None if nothing is left."""
        if not self._ranges:
            return None
        first, last = self._ranges.pop()
        if last - first > most:
            self._ranges.append((first + most, last))
            last = first + most
        return first, last

    def give_back(self, chunk: Sequence[int]) -> None:
        """Take back a chunk that could not be done."""
        self._ranges.append((chunk[0], chunk[1]))
