"""Output: results go to standard output, everything else to standard error."""

import json
import os
import re
import shutil
import sys
from collections.abc import Mapping, Sequence
from textwrap import fill
from typing import Any

from quandary.cli.columns import TextTable
from quandary.parts.plain import escaped, in_ascii, json_line
from quandary.runs.notices import say as say

_LAYOUT = re.compile(r"(\n|\t|\x1b\[[\d;]*m)")
"""Ends of lines, tabs and colours, the only commands to a terminal that are passed on."""


def put(text: str) -> None:
    """Print text for people on standard output."""
    put_data(in_ascii(text) if only_ascii() else text)


def put_data(text: str) -> None:
    """Print text on standard output as it is and flush it, so that a reader can follow."""
    parts = _LAYOUT.split(text)  # every other one is layout
    sys.stdout.write(
        "".join(part if number % 2 else escaped(part) for number, part in enumerate(parts)) + "\n"
    )
    sys.stdout.flush()


def put_text(text: str) -> None:
    """Print sentences on standard output, in lines no wider than the terminal."""
    for line in text.splitlines():
        put(fill(line, width(), break_long_words=False, break_on_hyphens=False))


def put_json(value: Mapping[str, Any]) -> None:
    """Print a value on standard output as one line of JSON."""
    put_json_line(json_line(value))


def put_json_line(line: str) -> None:
    """Print a line of JSON, as `json_line` writes it, on standard output."""
    if only_ascii() and not line.isascii():
        line = "".join(each if each.isascii() else json.dumps(each)[1:-1] for each in line)
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def put_table(table: TextTable, notes: Sequence[str] = ()) -> None:
    """Print a table on standard output without empty columns, folded where it is wider than the terminal.

    A note for each row is printed below it. Such a table is never folded.
    """
    lines = table.lines() if notes or fits(table) else table.folded(width())
    for number, line in enumerate(lines, start=len(notes) - len(lines)):
        put(line)
        if number >= 0 and notes[number]:
            put(fill(notes[number], width(), initial_indent="   ", subsequent_indent="   "))


def fits(table: TextTable) -> bool:
    """Return whether a table can be printed without folding its cells."""
    table.drop_blanks()
    title = len(table.title) <= table.width
    return title and table.width - 1 <= width()  # the last space is not printed


def width() -> int:
    """Return the columns of the terminal, or of COLUMNS, or 80 in a pipe."""
    return shutil.get_terminal_size().columns


def table(*columns: str, title: str = "") -> TextTable:
    """Return an empty table. A column name that starts with ">" is aligned to the right."""
    return TextTable(columns, title)


def put_fitting(heads: Sequence[str], rows: Sequence[Sequence[str]], below: Sequence[Sequence[str]]) -> bool:
    """Print the first table that fits, with some columns as words below each row, and say whether one did.

    The kind is left out rather than written there.
    """
    for words in below:
        view, notes = table(*(head for head in heads if head not in words)), list[str]()
        for row in rows:
            named = list(zip(heads, row, strict=True))
            view.add_row(*(cell for head, cell in named if head not in words))
            notes.append(": ".join(cell for head, cell in named if head in words and head != "kind" and cell))
        if fits(view):
            put_table(view, notes if any(notes) else ())
            return True
    return False


def only_ascii() -> bool:
    """Return whether standard output cannot show more than plain characters, as in old terminals."""
    name = (getattr(sys.stdout, "encoding", None) or "utf-8").lower().replace("-", "").replace("_", "")
    return not name.startswith("utf")


def in_colour() -> bool:
    """Return whether pictures on standard output may be coloured."""
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return sys.stdout.isatty() and wanted
