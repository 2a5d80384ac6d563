"""Write tables of ratings as CSV, JSON Lines or Parquet files."""

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from quandary.errors import FileError, QuandaryError
from quandary.parts.atomic import write_atomically
from quandary.parts.plain import escaped, json_line
from quandary.runs.rows import LAST, MACHINE, Row, columns, facts_in, flat, uncertain_in

FORMATS = (".csv", ".jsonl", ".parquet")
OPTIONAL = ("ruleset", "facts")
"""Keys that only some rows of JSON Lines have."""
FIRST = columns(())[: -len(LAST)]
"""The columns with which every flat table of ratings begins."""
_FORMULA = re.compile(r"'*[=+\-@\t\r＝＋－＠]")
LONGEST_HEADING = 1_000_000
"""The number of bytes that are read to recognise a table."""


def check_name(path: Path) -> None:
    """Refuse a name that could not be written at the end, before hours of work."""
    if path.suffix.lower() not in FORMATS:
        raise FileError(f"Cannot write a table to {path}. End its name in {', '.join(FORMATS)}.")
    if path.suffix.lower() == ".parquet":
        _polars()


def write_table(path: Path, rows: Iterable[Row], measures: Sequence[str]) -> None:
    """Write rows as CSV, JSON Lines or Parquet, as the name ends, completely or not at all."""
    match path.suffix.lower():
        case ".jsonl":
            write_atomically(path, json_lines(rows))
        case ending:
            known = list(rows)
            facts, uncertain = facts_in(known), uncertain_in(known, measures)
            table = (flat(row, measures, facts, uncertain) for row in known)
            names = columns(measures, facts, uncertain)
            write_atomically(
                path, _csv(table, names) if ending == ".csv" else _parquet(table, measures, names)
            )


def is_table(path: Path) -> bool:
    """Return whether a file has the columns of a table that `write_table` makes."""
    try:
        if path.suffix.lower() == ".parquet":
            names = list(_polars().read_parquet_schema(path))
        else:
            with path.open("rb") as file:
                line = file.readline(LONGEST_HEADING).decode()
            if path.suffix.lower() == ".jsonl":
                return [key for key in json.loads(line) if key not in OPTIONAL] == ["id", "kind", "scores"]
            names = next(csv.reader([line]), [])
    except Exception:  # whatever it is, it is not ours; polars has errors of its own
        return False
    return names[: len(FIRST)] == FIRST and names[-len(LAST) :] == list(LAST)


def json_lines(rows: Iterable[Row]) -> Iterator[bytes]:
    """Write each row as one line of JSON.

    >>> b"".join(json_lines([{"id": "p1"}, {"id": "p2"}])).decode().splitlines()
    ['{"id": "p1"}', '{"id": "p2"}']
    """
    return (json_line(row).encode() + b"\n" for row in rows)


def for_spreadsheet(row: Row) -> Row:
    """Return a row as a spreadsheet may have it: without formulas, and without characters that cannot be seen.

    Text that a spreadsheet would take for a formula gets an apostrophe in front, and so does text that has one
    there already. To read such text, remove one apostrophe.

    >>> for_spreadsheet({"id": "=1+1", "value": -2, "player": "none"})
    {'id': "'=1+1", 'value': -2, 'player': 'none'}
    """
    return {name: _cell(value) if isinstance(value, str) else value for name, value in row.items()}


def _cell(text: str) -> str:
    return f"'{escaped(text)}" if _FORMULA.match(text) else escaped(text)


def _csv(rows: Iterable[Row], names: Sequence[str]) -> Iterator[bytes]:
    text = io.StringIO()
    writer = csv.DictWriter(text, names, lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow(for_spreadsheet(row))
        yield text.getvalue().encode()
        text.seek(0)
        text.truncate()
    yield text.getvalue().encode()


def _parquet(rows: Iterable[Row], measures: Sequence[str], names: Sequence[str]) -> bytes:
    polars, data = _polars(), io.BytesIO()
    known, own = list(rows), set(columns(measures))
    numbers = {*measures, MACHINE}
    numbers |= {name for name in names if name not in own and _are_numbers(row[name] for row in known)}
    schema = {name: polars.Float64 if name in numbers else polars.String for name in names}
    made = [{n: v if n in numbers or v is None else str(v) for n, v in row.items()} for row in known]
    polars.DataFrame(made, schema=schema).write_parquet(data)
    return data.getvalue()


def _are_numbers(values: Iterable[Any]) -> bool:
    return all(each is None or isinstance(each, int | float) for each in values)


def _polars() -> Any:
    try:
        return import_module("polars")
    except ImportError as error:
        raise QuandaryError('Parquet files need polars. Run: pip install "quandary[parquet]"') from error
