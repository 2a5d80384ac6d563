"""Where ratings go: a table for people, JSON Lines or CSV on standard output, or a file."""

import csv
import io
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from quandary.cli.console import put_json, put_table, say, table
from quandary.errors import FileError, QuandaryError
from quandary.measuring.table import measure
from quandary.parts.atomic import write_atomically
from quandary.runs.rows import Row, as_json, cells, columns, flat

if TYPE_CHECKING:
    from quandary.library.files import Entry
    from quandary.runs.batch import Rating, Setting

ROWS_OF_A_TABLE = 500
"""A table is printed when it has so many rows, and another one begun."""
FORMATS = (".csv", ".jsonl", ".parquet")


class Sink(Protocol):
    """Takes ratings one by one."""

    def add(self, rating: "Rating") -> None:
        """Take one more."""

    def close(self, *, complete: bool) -> None:
        """No more will come, because all are there or because the run was cut short."""


class Lines:
    """One JSON object per line."""

    def add(self, rating: "Rating") -> None:
        """Print its line."""
        put_json(as_json(rating))

    def close(self, *, complete: bool) -> None:
        """Nothing is left to do."""


class Csv:
    """A flat table with a heading."""

    def __init__(self, measures: Sequence[str]) -> None:
        self.measures = measures
        self._writer = csv.DictWriter(sys.stdout, columns(measures), lineterminator="\n")
        self._writer.writeheader()

    def add(self, rating: "Rating") -> None:
        """Print its line."""
        self._writer.writerow(flat(as_json(rating), self.measures))
        sys.stdout.flush()

    def close(self, *, complete: bool) -> None:
        """Nothing is left to do."""


class People:
    """A table to look at; a long one comes in pieces."""

    def __init__(self, measures: Sequence[str]) -> None:
        self.measures = measures
        self._begin()

    def _begin(self) -> None:
        self._table = table("puzzle", "kind", *(f">{name}" for name in self.measures), "difficulty")

    def add(self, rating: "Rating") -> None:
        """Put it into the table."""
        self._table.add_row(*cells(rating, self.measures))
        if self._table.row_count == ROWS_OF_A_TABLE:
            self.close(complete=False)
            self._begin()

    def close(self, *, complete: bool) -> None:
        """Print what there is."""
        if self._table.row_count:
            put_table(self._table)


class File:
    """A file that appears when it is complete.

    Until then the rows are in a ledger beside it, so that a run that was cut short can be resumed: the
    ledger holds the first rows of the table, each with a digest of the puzzle and of the setting.
    """

    def __init__(self, path: Path, setting: "Setting", *, resume: bool) -> None:
        self.path, self.setting = path, setting
        self.ledger = path.with_name(f"{path.name}.partial")
        self._check()
        if self.ledger.exists() and not resume:
            raise FileError(
                f"{self.ledger} is left from an earlier run: add --resume to go on with it, or remove it."
            )
        try:
            self._file = self.ledger.open("r+b" if self.ledger.exists() else "x+b")
        except OSError as error:
            raise FileError(f"Cannot write {self.ledger}: {error.strerror}.") from error

    def _check(self) -> None:
        """Whatever can go wrong at the end is better known before hours of work."""
        if self.path.suffix.lower() not in FORMATS:
            raise FileError(f"Cannot write a table as {self.path}: let the name end in {', '.join(FORMATS)}.")
        if self.path.is_dir():
            raise FileError(f"Cannot write {self.path}: it is a folder; name a file in it.")
        if not self.path.parent.is_dir():
            raise FileError(
                f"Cannot write {self.path}: there is no folder {self.path.parent}; make it first."
            )
        if self.path.suffix.lower() == ".parquet":
            _polars()

    def unrated(self, entries: Iterable["Entry"]) -> Iterator["Entry"]:
        """The entries from the first one on that the ledger does not hold."""
        rest, kept = iter(entries), 0
        for entry in rest:
            end = self._file.tell()
            if self._digest_of(self._file.readline()) != self._digest(entry):
                self._file.seek(end)
                self._file.truncate()
                rest = chain([entry], rest)
                break
            kept += 1
        if kept:
            say(f"{kept:,} row{'s' * (kept != 1)} kept from {self.ledger}")
        yield from rest

    def add(self, rating: "Rating") -> None:
        """Put it into the ledger, safe from whatever happens next."""
        line = {"of": self._digest(rating.entry), "row": as_json(rating)}
        self._file.write(json.dumps(line, allow_nan=False).encode() + b"\n")
        self._file.flush()

    def close(self, *, complete: bool) -> None:
        """Make the file from the ledger, or say how to go on; without rows there is neither."""
        with self._file:
            self._file.truncate()  # a ledger may hold more than there are puzzles now
            rows = self._file.tell() > 0
            if rows and complete:
                self._file.seek(0)
                made = (json.loads(line)["row"] for line in self._file)
                write_atomically(self.path, _encode(made, self.path.suffix.lower(), self.setting.measures))
        if rows and not complete:
            say(f"the rows so far are in {self.ledger}; the same command with --resume goes on from there")
        else:
            self.ledger.unlink()

    def _digest(self, entry: "Entry") -> str:
        kind = entry.kind
        puzzle = (entry.id, kind.name, kind.version, kind.format(entry.puzzle))
        versions = [measure(name).version for name in self.setting.measures]
        return blake2b(repr((puzzle, self.setting, versions)).encode(), digest_size=16).hexdigest()

    @staticmethod
    def _digest_of(line: bytes) -> Any:
        try:
            return json.loads(line)["of"] if line.endswith(b"\n") else None
        except (ValueError, LookupError, TypeError):  # cut off in the middle, or no ledger at all
            return None


def _encode(rows: Iterable[Row], suffix: str, measures: Sequence[str]) -> bytes | Iterator[bytes]:
    if suffix == ".jsonl":
        return (json.dumps(row, ensure_ascii=False, allow_nan=False).encode() + b"\n" for row in rows)
    flats = (flat(row, measures) for row in rows)
    return _csv(flats, columns(measures)) if suffix == ".csv" else _parquet(flats, measures)


def _csv(rows: Iterable[Row], names: Sequence[str]) -> Iterator[bytes]:
    text = io.StringIO()
    writer = csv.DictWriter(text, names, lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow(row)
        yield text.getvalue().encode()
        text.seek(0)
        text.truncate()
    yield text.getvalue().encode()


def _parquet(rows: Iterable[Row], measures: Sequence[str]) -> bytes:
    polars, data = _polars(), io.BytesIO()
    numbers = {*measures, "seconds"}
    schema = {name: polars.Float64 if name in numbers else polars.String for name in columns(measures)}
    polars.DataFrame(list(rows), schema=schema).write_parquet(data)
    return data.getvalue()


def _polars() -> Any:
    try:
        return import_module("polars")
    except ImportError as error:
        raise QuandaryError("Parquet files need polars; install quandary[learn]") from error
