"""Keep the rows of a long run safe on disk.

A ledger is an SQLite file. Rows are only added, in transactions that survive a power cut (WAL,
synchronous FULL), so an interrupted run loses at most the rows of the last tenth of a second. The ledger
knows the plan of its run and refuses a run with another plan.
"""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from quandary.errors import FileError, QuandaryError
from quandary.runs.plan import Plan, digest
from quandary.runs.store import Store, in_words

if TYPE_CHECKING:
    from quandary.runs.rows import Row

SUFFIX = ".ledger"
FORMAT = 2
"""The version of the format, raised when older programs cannot read the file any more."""
BATCH_SECONDS = 0.1
"""The time whose rows share a transaction, since each transaction waits for the disk."""

_TABLES = """
CREATE TABLE plan (json TEXT NOT NULL);
CREATE TABLE rows (
  number INTEGER PRIMARY KEY, position INTEGER NOT NULL, key TEXT NOT NULL, about TEXT NOT NULL, row TEXT NOT NULL,
  UNIQUE (position, key)
);
CREATE INDEX rows_by_key ON rows (key);
"""


def beside(path: Path) -> Path:
    """Return where the ledger of a file is while the file is being made.

    >>> beside(Path("out/table.csv")).name
    'table.csv.ledger'
    """
    return path.with_name(f"{path.name}{SUFFIX}")


class Ledger(Store):
    """The rows of a run by position, and by a key that identifies what they are about.

    Only one process at a time may have the ledger open. Rows are never changed or deleted.
    """

    tables, format, older = _TABLES, FORMAT, (1,)
    sealed = (
        ("row", "SELECT position, key, number, row FROM rows", "UPDATE rows SET row = ? WHERE number = ?"),
        ("about", "SELECT position, number, about FROM rows", "UPDATE rows SET about = ? WHERE number = ?"),
    )

    def __init__(self, path: Path, plan: Plan, *, resume: bool = True) -> None:
        self._over = Event()
        self._trouble: FileError | None = None
        self._committer: Thread | None = None
        super().__init__(path, plan, resume=resume)

    # Rows

    def count(self) -> int:
        """Return how many rows there are."""
        return int(self._value("SELECT count(*) FROM rows"))

    def get(self, position: int, key: str = "") -> "Row | None":
        """Return the row of a position and a key, or None."""
        found = self._value("SELECT row FROM rows WHERE position = ? AND key = ?", position, key)
        return None if found is None else self._opened(found, "row", position, key)

    def find(self, key: str) -> "Row | None":
        """Return a row of a key at any position, or None."""
        with self._lock:
            found = self._connection.execute(
                "SELECT row, position FROM rows WHERE key = ? ORDER BY number LIMIT 1", (key,)
            ).fetchone()
        return self._opened(found[0], "row", found[1], key) if found else None

    def about(self, position: int) -> Mapping[str, Any] | None:
        """Return what the latest row of a position is about, or None if there is no row."""
        found = self._value(
            "SELECT about FROM rows WHERE position = ? ORDER BY number DESC LIMIT 1", position
        )
        return None if found is None else self._opened(found, "about", position)

    def every_key(self) -> Iterator[str]:
        """Yield the key of every row."""
        with self._lock:
            found = self._connection.execute("SELECT key FROM rows ORDER BY position, key").fetchall()
        yield from (key for (key,) in found)

    def missing(self, count: int) -> Iterator[int]:
        """Yield each position below `count` that has no row."""
        return (position for position in range(count) if self.about(position) is None)

    def add(self, position: int, row: "Row", key: str = "", about: Mapping[str, Any] | None = None) -> None:
        """Add a row, which is safe on disk within a tenth of a second. Adding it twice is an error."""
        texts = self._sealed(about or {}, "about", position), self._sealed(row, "row", position, key)
        with self._writing():
            if self._trouble:
                raise self._trouble
            if not self._connection.in_transaction:
                self._connection.execute("BEGIN")
            try:
                self._connection.execute(
                    "INSERT INTO rows (position, key, about, row) VALUES (?, ?, ?, ?)",
                    (position, key, *texts),
                )
            except sqlite3.IntegrityError as error:
                raise QuandaryError(f"{self.path} already has row {position}.") from error
        if self._committer is None:
            self._committer = Thread(target=self._commit_now_and_then, daemon=True)
            self._committer.start()

    def commit(self) -> None:
        """Wait until every row is safe on disk."""
        with self._writing():
            if self._connection.in_transaction:
                self._connection.execute("COMMIT")

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Hold the ledger for a change. Where one fails, rows may be missing, and none is added behind the gap."""
        with self._lock:
            try:
                with in_words(self.path, self.option):
                    yield
            except FileError as error:
                self._trouble = error
                raise

    def digest(self) -> str:
        """Return a digest of all rows that does not depend on when they were added."""
        with self._lock:
            rows = self._connection.execute("SELECT position, key, row FROM rows ORDER BY position, key")
            return digest("\n".join(map(repr, rows)))

    # The end

    def close(self) -> None:
        """Commit and close the ledger, and delete it if it has no rows."""
        if self._over.is_set():
            return
        self._over.set()
        if self._committer:
            self._committer.join()
        try:
            self.commit()
            empty = not self.count()
        finally:
            self._connection.close()
        if empty:
            self.path.unlink(missing_ok=True)

    def remove(self) -> None:
        """Close the ledger and delete it, since its rows are in a finished file."""
        self.close()
        self.path.unlink(missing_ok=True)

    def _commit_now_and_then(self) -> None:
        while not self._over.wait(BATCH_SECONDS):
            try:
                self.commit()
            except FileError:  # the next row that is added says so
                return
