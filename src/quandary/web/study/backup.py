"""Copies of the database while it is served."""

import sqlite3
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from quandary.errors import FileError, QuandaryError
from quandary.web.study.folder import Study


def backup(study: Study, target: Path | None = None) -> Path:
    """Copy the SQLite database, whole and checked, while people use it. Returns the copy."""
    source = study.data / "study.sqlite3"
    if not source.is_file():
        raise FileError(f"{source} does not exist yet. Nothing to copy.")
    name = f"study-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}.sqlite3"
    copy = target or study.data / "backups" / name
    if copy.exists():
        raise FileError(f"{copy} already exists. Choose another -o.")
    fresh = copy.with_name(f".{copy.name}.new")
    try:
        copy.parent.mkdir(parents=True, exist_ok=True)
        fresh.unlink(missing_ok=True)
        fresh.touch(mode=0o600)  # nobody else reads it, not even while it grows
        with _opened(source) as here, _opened(fresh) as there:
            here.backup(there)
            [verdict] = there.execute("PRAGMA integrity_check").fetchone()
        if verdict != "ok":
            raise QuandaryError(f"The copy of {source} is damaged: {verdict}. Check the disk.")
        fresh.rename(copy)
    except (OSError, sqlite3.Error) as error:  # a full disk, for example
        reason = getattr(error, "strerror", None) or error
        raise FileError(f"Cannot write {copy}: {reason}. Choose another -o.") from error
    finally:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
    return copy


def restore(study: Study, copy: Path) -> Path | None:
    """Put a copy in the place of the SQLite database, which must not be served meanwhile. Returns what was there before."""
    target, before = study.data / "study.sqlite3", None
    if not copy.is_file():
        raise FileError(f"{copy} does not exist. Copies are in {study.data / 'backups'}.")
    fresh = target.with_name(".study.sqlite3.new")
    try:
        study.data.mkdir(mode=0o700, exist_ok=True)
        fresh.unlink(missing_ok=True)
        fresh.touch(mode=0o600)
        with _opened(copy) as there, _opened(fresh) as here:
            _check_copy(there, copy)
            there.backup(here)
        if target.is_file():
            _refuse_if_served(target)
            before = backup(study)
        for end in ("-wal", "-shm"):
            target.with_name(target.name + end).unlink(missing_ok=True)
        fresh.replace(target)
    except (OSError, sqlite3.Error) as error:
        reason = getattr(error, "strerror", None) or error
        raise FileError(f"Cannot restore {copy}: {reason}.") from error
    finally:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
    return before


def _check_copy(opened: sqlite3.Connection, copy: Path) -> None:
    """Refuse a file that is damaged or that is no copy of a study."""
    [verdict] = opened.execute("PRAGMA integrity_check").fetchone()
    if verdict != "ok":
        raise QuandaryError(f"{copy} is damaged: {verdict}. Choose another copy.")
    if not opened.execute("SELECT 1 FROM sqlite_master WHERE name = 'study_participant'").fetchone():
        raise QuandaryError(f"{copy} is no copy of a study. Choose one that `study backup` wrote.")


def _refuse_if_served(target: Path) -> None:
    """Refuse to replace a database that somebody else has open."""
    opened = sqlite3.connect(target, timeout=0.5, isolation_level=None)
    try:
        opened.execute("PRAGMA locking_mode=EXCLUSIVE")
        opened.execute("BEGIN EXCLUSIVE")
        opened.execute("COMMIT")
    except sqlite3.OperationalError as error:
        raise QuandaryError("The study is being served. Stop it first (Ctrl-C), then restore.") from error
    finally:
        opened.close()


class _opened:  # noqa: N801 - a context manager, used like a function
    """A connection that is closed at the end, which sqlite3's own context manager does not do."""

    def __init__(self, path: Path) -> None:
        self.connection = sqlite3.connect(path, timeout=30)

    def __enter__(self) -> sqlite3.Connection:
        return self.connection

    def __exit__(self, *_: object) -> None:
        self.connection.close()
