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


class _opened:  # noqa: N801 - a context manager, used like a function
    """A connection that is closed at the end, which sqlite3's own context manager does not do."""

    def __init__(self, path: Path) -> None:
        self.connection = sqlite3.connect(path, timeout=30)

    def __enter__(self) -> sqlite3.Connection:
        return self.connection

    def __exit__(self, *_: object) -> None:
        self.connection.close()
