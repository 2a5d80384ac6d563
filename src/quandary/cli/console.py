"""Output: results go to standard output, everything else to standard error."""

import os
import re
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from quandary.parts.plain import escaped, json_line, one_line
from quandary.runs.notices import say as say

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

_LAYOUT = re.compile(r"(\n|\t|\x1b\[[\d;]*m)")
"""Ends of lines, tabs and colours, the only commands to a terminal that are passed on."""
WIDTH_OF_A_PIPE = 200
"""The width of tables in a pipe, where 80 columns would be too narrow."""


def put(text: str) -> None:
    """Print text on standard output and flush it, so that a reader can follow."""
    parts = _LAYOUT.split(text)  # every other one is layout
    sys.stdout.write(
        "".join(part if number % 2 else escaped(part) for number, part in enumerate(parts)) + "\n"
    )
    sys.stdout.flush()


def put_json(value: Mapping[str, Any]) -> None:
    """Print a value on standard output as one line of JSON."""
    put(json_line(value))


BLANK = ("", "–", "-")
"""The contents of cells without a value."""


def put_table(table: "Table") -> None:
    """Print a table on standard output, as wide as necessary and without empty columns."""
    table.columns = [column for column in table.columns if any(cell not in BLANK for cell in column.cells)]
    console().print(table)


def console() -> "Console":
    """Return a rich console for standard output that never interprets markup."""
    from rich.console import Console

    width = None if sys.stdout.isatty() else WIDTH_OF_A_PIPE
    return Console(file=sys.stdout, markup=False, emoji=False, highlight=False, width=width)


def table(*columns: str, title: str = "") -> "Table":
    """Return an empty table. A column name that starts with ">" is aligned to the right."""
    from rich import box
    from rich.table import Table

    class Plain(Table):
        def add_row(self, *cells: Any, **options: Any) -> None:
            super().add_row(*map(one_line, cells), **options)

    made = Plain(title=title or None, title_justify="left", box=box.SIMPLE_HEAD, show_edge=False)
    for column in columns:
        made.add_column(column.lstrip(">"), justify="right" if column.startswith(">") else "left")
    return made


def only_ascii() -> bool:
    """Return whether standard output cannot show more than plain characters, as in old terminals."""
    name = (getattr(sys.stdout, "encoding", None) or "utf-8").lower().replace("-", "").replace("_", "")
    return not name.startswith("utf")


def in_colour() -> bool:
    """Return whether pictures on standard output may be coloured."""
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return sys.stdout.isatty() and wanted
