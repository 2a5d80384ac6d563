"""Tables to learn from: one row per puzzle, with numbers, words, and remarks about what is wrong.

A table comes from `quandary rate -o` (CSV, JSON Lines or Parquet), from a file of puzzles with facts, or from a
user's own file. Tables are joined by id. A table of users × levels, with a time in each cell, is turned into
one row per level.
"""

import csv
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cached_property
from importlib import import_module
from math import isfinite
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from quandary.errors import FileError, QuandaryError
from quandary.models.expressions import evaluate
from quandary.runs.rows import MACHINE, fact_column

FloatArray: TypeAlias = NDArray[np.float64]
Cell: TypeAlias = float | str | None

LARGEST_FILE = 1_000_000_000
MOST_ROWS, MOST_COLUMNS = 2_000_000, 20_000
LONGEST_LINE = 10_000_000
NUMERIC = 0.5
"""A column is numeric if more than this share of its filled cells are numbers."""
BOOKKEEPING = (MACHINE, "policy", "player", "reason", "kind")
"""Columns of `rate` that say how a row was made, not what the puzzle is."""
EARLIER = ("seconds", "reason")
"""How tables of `rate` ended before version 0.3.0."""
LONG = ("user", "level", "seconds")
"""The columns of a table that has a row for each time."""
MATCHING = 0.5
"""A file without an id is a table of users × levels if this share of the ids are columns of it."""


@dataclass(frozen=True)
class Remark:
    """Something wrong with a row, which was left out or read as missing."""

    file: str
    row: int
    text: str

    def __str__(self) -> str:
        return f"row {self.row} of {self.file}: {self.text}"


@dataclass(frozen=True)
class Table:
    """Rows by id, with columns of numbers (nan: missing) and of words (None: missing)."""

    ids: tuple[str, ...]
    numbers: Mapping[str, FloatArray]
    words: Mapping[str, tuple[str | None, ...]] = field(default_factory=dict)
    name: str = "the table"
    lines: tuple[int, ...] = ()
    """The row of the file that each row comes from, for messages."""
    remarks: tuple[Remark, ...] = ()

    def __len__(self) -> int:
        return len(self.ids)

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """The names of all columns."""
        return (*self.numbers, *self.words)

    @property
    def features(self) -> list[str]:
        """The columns that may be predictors: numbers that differ, and are not bookkeeping."""
        return [
            name
            for name, column in self.numbers.items()
            if name not in BOOKKEEPING and np.isfinite(column).any() and np.nanstd(column) > 0
        ]

    def column(self, text: str) -> FloatArray:
        """Return a column of numbers, or the value of an expression of such columns."""
        if text in self.words:
            raise QuandaryError(f"The column {text!r} of {self.name} holds words, not numbers.")
        return evaluate(text, self.numbers)

    def labels(self, name: str) -> tuple[str | None, ...]:
        """Return a column as words: for groups and classes, numbers may serve too."""
        if name in self.words:
            return self.words[name]
        if name in self.numbers:
            return tuple(None if np.isnan(each) else f"{each:g}" for each in self.numbers[name])
        near = get_close_matches(name, self.columns, n=1)
        raise QuandaryError(f"There is no column {name!r}." + (f" Did you mean {near[0]!r}?" if near else ""))

    def matrix(self, names: Sequence[str]) -> FloatArray:
        """Return columns or expressions side by side."""
        return np.column_stack([self.column(name) for name in names]) if names else np.empty((len(self), 0))

    def take(self, rows: Sequence[int] | NDArray[Any]) -> "Table":
        """Return some rows, by index or by mask."""
        at = np.flatnonzero(rows) if np.asarray(rows).dtype == bool else np.asarray(rows, dtype=np.int64)
        return replace(
            self,
            ids=tuple(self.ids[i] for i in at),
            numbers={name: column[at] for name, column in self.numbers.items()},
            words={name: tuple(column[i] for i in at) for name, column in self.words.items()},
            lines=tuple(self.lines[i] for i in at) if self.lines else (),
        )

    def having(self, **more: Any) -> "Table":
        """Return the table with more columns of numbers."""
        new = {name: np.asarray(column, dtype=np.float64) for name, column in more.items()}
        return replace(self, numbers={**self.numbers, **new})

    def shuffled(self, column: str, *, seed: int) -> "Table":
        """Return the table with one column dealt out again at random, as a test of what can be learnt from it."""
        order = np.random.default_rng(seed).permutation(len(self))
        if column in self.words:
            return replace(self, words={**self.words, column: tuple(self.words[column][i] for i in order)})
        return replace(self, numbers={**self.numbers, column: self.numbers[column][order]})

    def remarked(self, row: int, text: str) -> Remark:
        """Return a remark about a row."""
        return Remark(self.name, self.lines[row] if self.lines else row + 1, text)


# Reading


def read_table(path: str | Path) -> Table:
    """Read a table from a .csv, .jsonl or .parquet file. Wrong cells become missing and are remarked on."""
    return _table(Path(path).name, *_opened(Path(path)))


def _opened(path: Path) -> "tuple[list[str], _Rows]":
    """Return the names of the columns, and the rows with their numbers."""
    _check(path)
    match path.suffix.lower():
        case ".csv":
            return _read_csv(path)
        case ".jsonl" | ".json":
            return _read_json_lines(path)
        case ".parquet":
            return _read_parquet(path)
    raise FileError(f"{path} is not a table. Its name must end in .csv, .jsonl or .parquet.")


def _check(path: Path) -> None:
    try:
        size = path.stat().st_size
    except OSError as error:
        raise FileError(f"There is no file {path}.") from error
    if path.is_dir():
        raise FileError(f"{path} is a folder. Name a file in it.")
    if size > LARGEST_FILE:
        raise FileError(f"{path} has {size:,} bytes, but the limit is {LARGEST_FILE:,}. Split it.")


_Rows: TypeAlias = Iterable[tuple[int, Mapping[str, Any]]]


def _read_csv(path: Path) -> tuple[list[str], _Rows]:
    def rows() -> Iterator[tuple[int, Mapping[str, Any]]]:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.reader(file)
            next(reader)
            for number, cells in enumerate(reader, start=2):
                if not cells:
                    continue
                if len(cells) != len(header):
                    raise FileError(
                        f"row {number} of {path.name} has {len(cells)} cells, but the first row has {len(header)}."
                    )
                yield number, dict(zip(header, cells, strict=True))

    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            header = next(csv.reader(file), [])
        return [name.strip() for name in header] and _distinct(path, [n.strip() for n in header]), _safe(
            path, rows()
        )
    except (UnicodeDecodeError, csv.Error, OSError) as error:
        raise FileError(f"{path.name} cannot be read as CSV: {error}.") from error


def _safe(path: Path, rows: _Rows) -> _Rows:
    try:
        yield from rows
    except (UnicodeDecodeError, csv.Error, OSError, ValueError) as error:
        raise FileError(f"{path.name} cannot be read: {error}.") from error


def _distinct(path: Path, header: list[str]) -> list[str]:
    if len(header) > MOST_COLUMNS:
        raise FileError(f"{path.name} has {len(header):,} columns, but the limit is {MOST_COLUMNS:,}.")
    for at, name in enumerate(header):
        if name in header[:at]:
            raise FileError(f"{path.name} has two columns {name!r}: {header.index(name) + 1} and {at + 1}.")
    return header


def _read_json_lines(path: Path) -> tuple[list[str], _Rows]:
    rows: list[tuple[int, Mapping[str, Any]]] = []
    header: dict[str, None] = {}
    try:
        with path.open("rb") as file:
            for number, line in enumerate(iter(lambda: file.readline(LONGEST_LINE + 1), b""), start=1):
                if len(line) > LONGEST_LINE:
                    raise FileError(f"line {number} of {path.name} has more than {LONGEST_LINE:,} bytes.")
                if line.strip():
                    row = _flat(json.loads(line))
                    header.update(dict.fromkeys(row))
                    rows.append((number, row))
    except (ValueError, RecursionError, AttributeError, OSError) as error:
        raise FileError(f"line {len(rows) + 1} of {path.name} is not a JSON object: {error}.") from error
    return _distinct(path, list(header)), rows


def _flat(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a line of `rate --json`, of a puzzle file or of a plain file as cells by column."""
    made: dict[str, Any] = {}
    scores, facts = row.get("scores"), row.get("facts")
    if isinstance(scores, dict):
        for measure, score in scores.items():
            made[measure] = score.get("value") if score.get("value") is not None else score.get("at_least")
    if isinstance(facts, dict):
        made |= {fact_column(key, made): cell for key, cell in facts.items()}
    for name, value in row.items():
        if (name == "scores" and value is scores and isinstance(scores, dict)) or isinstance(value, dict):
            continue
        if isinstance(value, bool):
            made[name] = float(value)
        elif value is None or isinstance(value, int | float | str):
            made[name] = value
    return made


def _read_parquet(path: Path) -> tuple[list[str], _Rows]:
    try:
        frame = import_module("polars").read_parquet(path)
    except ImportError as error:
        raise QuandaryError('Parquet files need polars. Run: pip install "quandary[parquet]"') from error
    except Exception as error:  # polars has errors of its own
        raise FileError(f"{path.name} cannot be read as Parquet: {str(error).splitlines()[0]}") from error
    return _distinct(path, list(frame.columns)), enumerate(frame.iter_rows(named=True), start=1)


def _table(name: str, header: Sequence[str], rows: _Rows) -> Table:
    cells: dict[str, list[Any]] = {_today(column, header): [] for column in header}
    lines: list[int] = []
    for line, row in rows:
        lines.append(line)
        if len(lines) > MOST_ROWS:
            raise FileError(f"{name} has more than {MOST_ROWS:,} rows.")
        for column, values in zip(header, cells.values(), strict=True):
            values.append(row.get(column))
    if not lines:
        raise FileError(f"{name} has no rows.")
    numbers: dict[str, FloatArray] = {}
    words: dict[str, tuple[str | None, ...]] = {}
    remarks: list[Remark] = []
    for column, given in cells.items():
        values = [_cell(each) for each in given]
        filled = [each for each in values if each is not None]
        are_numbers = sum(isinstance(each, float) for each in filled) > NUMERIC * len(filled)
        if are_numbers and column != "id":
            numbers[column] = _numbers(column, values, lines, name, remarks)
        elif filled:
            words[column] = tuple(map(_word, given))
    ids = words.pop("id", None) or tuple(f"row-{line}" for line in lines)
    return _without_doubles(
        Table(
            tuple(i or f"row-{n}" for i, n in zip(ids, lines, strict=True)),
            numbers,
            words,
            name,
            tuple(lines),
            tuple(remarks),
        )
    )


def _today(column: str, header: Sequence[str]) -> str:
    """Return the name of a column today: tables of earlier versions end with the computer's "seconds".

    >>> _today("seconds", ["id", "kind", "player", "policy", "muse", "seconds", "reason"])
    'machine_seconds'
    >>> _today("seconds", ["id", "seconds"])
    'seconds'
    """
    is_ours = tuple(header[:4]) == ("id", "kind", "player", "policy") and tuple(header[-2:]) == EARLIER
    return MACHINE if is_ours and column == EARLIER[0] else column


def _cell(value: Any) -> Cell:
    if value is None or value == "":
        return None
    if isinstance(value, bool | int | float):
        return float(value)
    text = str(value).strip()
    try:
        number = float(text) if "_" not in text else None
    except ValueError:
        number = None
    return text or None if number is None else number


def _word(value: Any) -> str | None:
    """Return a cell as it was written, so that ids such as 12345678 and 12e4 stay what they are.

    >>> _word("12e4"), _word(12345678), _word(3.0), _word(" ")
    ('12e4', '12345678', '3', None)
    """
    if value is None:
        return None
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value).strip() or None


def _numbers(
    column: str, values: Sequence[Cell], lines: Sequence[int], name: str, remarks: list[Remark]
) -> FloatArray:
    made = np.full(len(values), np.nan)
    for at, value in enumerate(values):
        if isinstance(value, float) and isfinite(value):
            made[at] = value
        elif value is not None:
            remarks.append(Remark(name, lines[at], f"{column} is {value!r}, not a number; read as missing"))
    return made


def _without_doubles(table: Table) -> Table:
    seen: dict[str, int] = {}
    keep, remarks = [], list(table.remarks)
    for at, name in enumerate(table.ids):
        if name in seen:
            first = table.lines[seen[name]]
            remarks.append(table.remarked(at, f"the id {name!r} is already used in row {first}; left out"))
        else:
            seen[name] = at
            keep.append(at)
    whole = replace(table, remarks=tuple(remarks))
    return whole if len(keep) == len(table) else replace(whole.take(keep), remarks=tuple(remarks))


# Joining


def join(table: Table, path: str | Path) -> Table:
    """Add the columns of another file by id. Rows that are missing there are remarked on.

    A table of users × levels adds `mean_log_time`, `median_time` and `solvers` for each level. So does one with
    the columns user, level and seconds, and a row for each time.
    """
    other = read_table(path)
    if set(LONG) <= set(other.columns) and "id" not in _opened(Path(path))[0]:
        other = _crossed(other)
    levels = sum(each in other.columns for each in table.ids)
    if levels >= MATCHING * len(table) and "id" not in _opened(Path(path))[0]:
        other = by_level(other, table.ids)
    at = {name: row for row, name in enumerate(other.ids)}
    rows = [at.get(name) for name in table.ids]
    if all(row is None for row in rows):
        raise QuandaryError(
            f"{other.name} has none of the ids of {table.name}. Its column of ids must be named 'id'."
        )
    remarks = [
        table.remarked(number, f"{other.name} has no row with the id {table.ids[number]!r}")
        for number, row in enumerate(rows)
        if row is None
    ]
    remarks += [
        Remark(
            other.name,
            other.lines[at[n]] if other.lines else at[n] + 1,
            f"{table.name} has no puzzle with the id {n!r}",
        )
        for n in other.ids
        if n not in set(table.ids)
    ]
    numbers = {
        _free(name, table, other): np.array([np.nan if row is None else column[row] for row in rows])
        for name, column in other.numbers.items()
    }
    words = {
        _free(name, table, other): tuple(None if row is None else column[row] for row in rows)
        for name, column in other.words.items()
    }
    return replace(
        table,
        numbers={**table.numbers, **numbers},
        words={**table.words, **words},
        remarks=(*table.remarks, *other.remarks, *remarks),
    )


def _crossed(times: Table) -> Table:
    """Return a table of users × levels from one that has a row for each time."""
    users, levels = (
        {name: at for at, name in enumerate(dict.fromkeys(times.labels(each)))} for each in LONG[:2]
    )
    made = np.full((len(users), len(levels)), np.nan)
    places = zip(times.labels("user"), times.labels("level"), times.numbers["seconds"], strict=True)
    for user, level, seconds in places:
        made[users[user], levels[level]] = seconds
    columns = {str(level): made[:, at] for level, at in levels.items()}
    return Table(tuple(map(str, users)), columns, {}, times.name, remarks=times.remarks)


def cells_by_row(table: Table) -> Iterator[dict[str, Cell]]:
    """Yield the rows of a table as cells by column, for files.

    >>> list(cells_by_row(Table(("a",), {"x": np.array([1.0]), "y": np.array([np.nan])}, {"kind": ("maze",)})))
    [{'id': 'a', 'x': 1.0, 'y': None, 'kind': 'maze'}]
    """
    for at, name in enumerate(table.ids):
        numbers = {column: _known(values[at]) for column, values in table.numbers.items()}
        yield {"id": name, **numbers, **{column: values[at] for column, values in table.words.items()}}


def _known(value: float) -> float | None:
    return float(value) if isfinite(value) else None


def _free(name: str, table: Table, other: Table) -> str:
    return name if name not in table.columns else f"{Path(other.name).stem}.{name}"


def by_level(times: Table, levels: Sequence[str]) -> Table:
    """Turn a table of users × levels into one row per level, with the mean of the logarithms of its times.

    A cell is the seconds that a user took. An empty one means that the user did not solve the level, or did not
    try it: such tries are not in the means, and the share of empty cells says how many they may be.
    """
    names, rows, remarks = [], [], []
    users = len(times)
    for level in levels:
        if level not in times.numbers:
            continue
        column = times.numbers[level]
        for at in np.flatnonzero(column <= 0):
            remarks.append(times.remarked(int(at), f"level {level} took {column[at]:g} s; left out"))
        known = column[np.isfinite(column) & (column > 0)]
        names.append(level)
        rows.append(
            (np.mean(np.log(known)), np.median(known), len(known), 1 - len(known) / users)
            if len(known)
            else (np.nan, np.nan, 0, 1.0)
        )
    made = np.array(rows, dtype=np.float64)
    columns = ("mean_log_time", "median_time", "solvers", "empty_share")
    numbers = {name: made[:, at] for at, name in enumerate(columns)}
    return Table(tuple(names), numbers, {}, times.name, remarks=(*times.remarks, *remarks))
