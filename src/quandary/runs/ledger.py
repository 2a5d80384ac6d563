"""Keep the rows of a long run safe on disk.

A ledger is an SQLite file. Rows are only added, in transactions that survive a power cut (WAL,
synchronous FULL), so an interrupted run loses at most the rows of the last tenth of a second. The ledger
knows the plan of its run and refuses a run with another plan.
"""

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Any

from quandary.errors import FileError, QuandaryError
from quandary.runs.plan import Plan, digest

if TYPE_CHECKING:
    from quandary.runs.rows import Row

SUFFIX = ".ledger"
APPLICATION = 0x7175616E
"""Marks the file as ours: "quan"."""
FORMAT = 1
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


class Ledger:
    """The rows of a run by position, and by a key that identifies what they are about.

    Only one process at a time may have the ledger open. Rows are never changed or deleted.
    """

    def __init__(self, path: Path, plan: Plan, *, resume: bool = True) -> None:
        self.path, self.plan = path, plan
        self._lock, self._over = Lock(), Event()
        self._trouble: FileError | None = None
        self._committer: Thread | None = None
        is_new = not path.exists()
        with _in_words(path):
            self._connection = sqlite3.connect(
                path, timeout=0, check_same_thread=False, isolation_level=None, cached_statements=16
            )
        try:
            with _in_words(path):
                self._open(resume=resume)
        except BaseException:
            self._connection.close()
            if is_new:  # there is no room for it, and nothing in it
                path.unlink(missing_ok=True)
            raise

    def _open(self, *, resume: bool) -> None:
        self._execute("PRAGMA locking_mode = EXCLUSIVE")
        if self._value("SELECT count(*) FROM sqlite_master"):
            self._check()
        self._execute("PRAGMA journal_mode = WAL")
        self._execute("PRAGMA synchronous = FULL")
        with self._transaction():
            if not self._value("SELECT count(*) FROM sqlite_master"):
                self._execute(f"PRAGMA application_id = {APPLICATION}")
                self._execute(f"PRAGMA user_version = {FORMAT}")
                for statement in filter(str.strip, _TABLES.split(";")):
                    self._execute(statement)
            if not self.count():  # nothing depends on the plan of a ledger without rows
                self._execute("DELETE FROM plan")
                self._execute("INSERT INTO plan VALUES (?)", self.plan.to_json())
        self._compare(resume=resume)

    def _check(self) -> None:
        """Refuse a file that is not a ledger, or one of another format, before changing anything in it."""
        if self._value("PRAGMA application_id") != APPLICATION:
            raise FileError(f"{self.path} is not a ledger of quandary. Move it away, or choose another -o.")
        found = self._value("PRAGMA user_version")
        if found != FORMAT:
            raise FileError(
                f"{self.path} has format {found}, but this quandary reads {FORMAT}."
                " Continue with the version that started it, or choose another -o."
            )
        if self._value("PRAGMA quick_check(1)") != "ok":
            raise sqlite3.DatabaseError("damaged")

    def _compare(self, *, resume: bool) -> None:
        if self.count() and not resume:
            raise FileError(
                f"{self.path} is left from an earlier run. Add --resume to continue it, or remove it to start again."
            )
        theirs = Plan.from_json(self._value("SELECT json FROM plan"))
        if theirs.digest != self.plan.digest:
            raise FileError(
                f"{self.path} belongs to another run: {self.plan.difference(theirs)}. Use the same settings,"
                " choose another -o, or remove it to start again."
            )

    # Rows

    def count(self) -> int:
        """Return how many rows there are."""
        return int(self._value("SELECT count(*) FROM rows"))

    def get(self, position: int, key: str = "") -> "Row | None":
        """Return the row of a position and a key, or None."""
        found = self._value("SELECT row FROM rows WHERE position = ? AND key = ?", position, key)
        return None if found is None else json.loads(found)

    def find(self, key: str) -> "Row | None":
        """Return a row of a key at any position, or None."""
        found = self._value("SELECT row FROM rows WHERE key = ? ORDER BY number LIMIT 1", key)
        return None if found is None else json.loads(found)

    def about(self, position: int) -> Mapping[str, Any] | None:
        """Return what the latest row of a position is about, or None if there is no row."""
        found = self._value(
            "SELECT about FROM rows WHERE position = ? ORDER BY number DESC LIMIT 1", position
        )
        return None if found is None else json.loads(found)

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
        texts = (json.dumps(value, ensure_ascii=False, allow_nan=False) for value in (about or {}, row))
        if self._trouble:
            raise self._trouble
        with _in_words(self.path), self._lock:
            if not self._connection.in_transaction:
                self._connection.execute("BEGIN")
            try:
                self._connection.execute(
                    "INSERT INTO rows (position, key, about, row) VALUES (?, ?, ?, ?)",
                    (position, key, *texts),
                )
            except sqlite3.IntegrityError as error:
                raise QuandaryError(f"{self.path} has a row {position} already.") from error
        if self._committer is None:
            self._committer = Thread(target=self._commit_now_and_then, daemon=True)
            self._committer.start()

    def commit(self) -> None:
        """Wait until every row is safe on disk."""
        with _in_words(self.path), self._lock:
            if self._connection.in_transaction:
                self._connection.execute("COMMIT")

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
            except FileError as error:
                self._trouble = error
                return

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._execute("ROLLBACK")
            raise
        self._execute("COMMIT")

    def _execute(self, statement: str, *values: object) -> None:
        self._connection.execute(statement, values)

    def _value(self, statement: str, *values: object) -> Any:
        with self._lock:
            found = self._connection.execute(statement, values).fetchone()
        return found[0] if found else None


@contextmanager
def _in_words(path: Path) -> Iterator[None]:
    """Turn errors of SQLite into one line that names the file and the remedy."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise FileError(
                f"{path} is in use by another run. Wait until it ends, or choose another -o."
            ) from error
        raise FileError(f"Cannot write {path}: {error}.") from error
    except sqlite3.DatabaseError as error:
        raise FileError(
            f"{path} is not a ledger of quandary, or is damaged ({error}). Move it away to start again."
        ) from error
