"""SQLite files that survive whatever ends a run: one writer, one plan, transactions that wait for the disk."""

import json
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Any, ClassVar

from quandary.errors import FileError
from quandary.runs.plan import Plan, digest

APPLICATION = 0x7175616E
"""Marks the file as ours: "quan"."""
SEAL = "\n#"
"""Comes between a value and its checksum. JSON has no line ends."""


class Store(ABC):
    """A file that belongs to one run and its plan. Only one process at a time may have it open.

    Everything is written in WAL mode with synchronous FULL, so what is committed survives a power cut.
    """

    tables: ClassVar[str] = "CREATE TABLE plan (json TEXT NOT NULL)"
    """The tables, among them `plan`, as SQL statements."""
    format: ClassVar[int] = 1
    """The version of the format, raised when older programs cannot read the file any more."""
    older: ClassVar[tuple[int, ...]] = ()
    """Earlier versions that can be continued."""
    sealed: ClassVar[tuple[tuple[str, str, str], ...]] = ()
    """What has a checksum: what it is called, how it is selected (what it is about, its place, the text), and updated."""
    option: ClassVar[str] = "-o"
    """The option that names the file, for messages."""
    read_at_once: ClassVar[tuple[str, ...]] = ()
    """The tables to look at for damage when the file is opened, or () for all. Others are met with when they are read."""

    def __init__(self, path: Path, plan: Plan, *, resume: bool = True) -> None:
        self.path, self.plan = path, plan
        self._lock = Lock()
        is_new = not path.exists()
        with in_words(path, self.option):
            self._connection = sqlite3.connect(
                path, timeout=0, check_same_thread=False, isolation_level=None, cached_statements=16
            )
        try:
            with in_words(path, self.option):
                self._open(resume=resume)
        except BaseException:
            self._connection.close()
            if is_new:  # there is no room for it, and nothing in it
                path.unlink(missing_ok=True)
            raise

    @abstractmethod
    def count(self) -> int:
        """Return how many rows of results there are."""

    def _open(self, *, resume: bool) -> None:
        self._execute("PRAGMA locking_mode = EXCLUSIVE")
        if self._value("SELECT count(*) FROM sqlite_master"):
            self._check()
        self._execute("PRAGMA journal_mode = WAL")
        self._execute("PRAGMA synchronous = FULL")
        with self._transaction():
            is_new = not self._value("SELECT count(*) FROM sqlite_master")
            if self._value("PRAGMA user_version") != self.format:
                self._execute(f"PRAGMA user_version = {self.format}")
                if not is_new:
                    self._upgrade()
            if is_new:
                self._execute(f"PRAGMA application_id = {APPLICATION}")
                for statement in filter(str.strip, self.tables.split(";")):
                    self._execute(statement)
            if not self.count():  # nothing depends on the plan of a ledger without rows
                self._execute("DELETE FROM plan")
                self._execute("INSERT INTO plan VALUES (?)", self.plan.to_json())
        self._compare(resume=resume)

    def _check(self) -> None:
        """Refuse a file that is not a ledger, or one of another format, before changing anything in it."""
        if self._value("PRAGMA application_id") != APPLICATION:
            raise FileError(
                f"{self.path} is not a quandary ledger. Move it away, or choose another {self.option}."
            )
        found = self._value("PRAGMA user_version")
        if found not in (self.format, *self.older):
            raise FileError(
                f"{self.path} has format {found}, but this quandary reads {self.format}."
                f" Continue with the version that started it, or choose another {self.option}."
            )
        for part in self.read_at_once or ("1",):
            if self._value(f"PRAGMA quick_check({part})") != "ok":
                raise sqlite3.DatabaseError("damaged")

    def _compare(self, *, resume: bool) -> None:
        if self.count() and not resume:
            raise FileError(
                f"{self.path} is left over from an earlier run. Add --resume to continue it, or remove it to start again."
            )
        theirs = self._plan()
        if theirs.digest != self.plan.digest:
            raise FileError(
                f"{self.path} belongs to another run: {self.plan.difference(theirs)}. Use the same settings,"
                f" choose another {self.option}, or remove it to start again."
            )

    def _upgrade(self) -> None:
        """Add the checksums that earlier versions lack."""
        for about, select, update in self.sealed:
            for *told, place, text in self._connection.execute(select).fetchall():
                self._execute(update, self._sealed(json.loads(text), about, *told), place)

    def _plan(self) -> Plan:
        try:
            return Plan.from_json(self._value("SELECT json FROM plan"))
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
            raise self._damaged("its plan") from error

    # What is stored as JSON carries a checksum

    def _sealed(self, value: Any, *about: object) -> str:
        """Write a value as JSON with a checksum of it and of what it is about."""
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
        return f"{text}{SEAL}{digest(repr((*about, text)))}"

    def _opened(self, sealed: Any, *about: object) -> Any:
        """Read what `_sealed` wrote. Raises FileError if it was changed since."""
        try:
            text, _, mark = sealed.partition(SEAL)
            if mark != digest(repr((*about, text))):
                raise self._damaged(" ".join(map(str, about)))
            return json.loads(text)
        except (ValueError, AttributeError, TypeError, RecursionError) as error:
            raise self._damaged(" ".join(map(str, about))) from error

    def _damaged(self, what: str) -> FileError:
        return FileError(
            f"{self.path} was changed or is damaged ({what.strip()[:60]}). Move it away to start again."
        )

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._execute("BEGIN IMMEDIATE")
        try:
            yield
            self._execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:  # a full disk has rolled it back already
                self._execute("ROLLBACK")
            raise

    def _execute(self, statement: str, *values: object) -> None:
        self._connection.execute(statement, values)

    def _value(self, statement: str, *values: object) -> Any:
        with self._lock:
            found = self._connection.execute(statement, values).fetchone()
        return found[0] if found else None


@contextmanager
def in_words(path: Path, option: str) -> Iterator[None]:
    """Turn errors of SQLite into one line that names the file and the remedy."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise FileError(
                f"{path} is in use by another run. Wait until it ends, or choose another {option}."
            ) from error
        raise FileError(f"Cannot write {path}: {error}.") from error
    except sqlite3.DatabaseError as error:
        raise FileError(
            f"{path} is not a quandary ledger, or is damaged ({error}). Move it away to start again."
        ) from error
