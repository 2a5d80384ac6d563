"""A table of text in columns, laid out here if it fits, and folded by rich if it does not."""

import os
import sys
from collections.abc import Iterable, Sequence
from typing import Literal

from quandary.parts.plain import one_line

BLANK = ("", "–", "-")
"""The contents of cells without a value."""
APART = 3
"""The spaces between two columns."""


class TextTable:
    """A table. A column name that starts with ">" is aligned to the right.

    >>> view = TextTable(["puzzle", ">bits"])
    >>> view.add_row("a", "12.5")
    >>> for line in view.lines():
    ...     print(line)
     puzzle   bits
    ───────────────
     a        12.5
    """

    def __init__(self, columns: Iterable[str], title: str = "") -> None:
        self.title = title
        self.columns = list(columns)
        self.rows: list[list[str]] = []

    def add_row(self, *cells: str) -> None:
        """Add a row, each cell on one line. Cells that are left out are empty."""
        self.rows.append([*map(one_line, cells), *[""] * (len(self.columns) - len(cells))])

    def drop_blanks(self) -> None:
        """Leave out the columns in which no cell has a value."""
        kept = [at for at in range(len(self.columns)) if any(row[at] not in BLANK for row in self.rows)]
        if len(kept) < len(self.columns):
            self.columns = [self.columns[at] for at in kept]
            self.rows = [[row[at] for at in kept] for row in self.rows]

    @property
    def width(self) -> int:
        """The characters of a line if nothing is folded, with a space on either side."""
        return sum(self._widths) + APART * (len(self._widths) - 1) + 2 if self.columns else 0

    @property
    def _widths(self) -> list[int]:
        heads = [[name.lstrip(">") for name in self.columns]]
        return [max(map(_room, column)) for column in zip(*heads, *self.rows, strict=True)]

    def lines(self) -> list[str]:
        """Return the lines of the table, however wide."""
        if not self.columns:
            return []
        widths = self._widths
        heads = self._line([name.lstrip(">") for name in self.columns], widths)
        lines = [_bold(heads), "─" * self.width, *(self._line(row, widths) for row in self.rows)]
        return [self.title, *lines] if self.title else lines

    def _line(self, cells: Sequence[str], widths: Sequence[int]) -> str:
        padded = []
        for name, cell, wide in zip(self.columns, cells, widths, strict=True):
            space = " " * (wide - _room(cell))
            padded.append(space + cell if name.startswith(">") else cell + space)
        return f" {(' ' * APART).join(padded)}".rstrip()

    def folded(self, width: int) -> list[str]:
        """Return the lines of the table with its cells folded, so that it is no wider than `width`."""
        from rich import box
        from rich.console import Console
        from rich.table import Table

        made = Table(title=self.title or None, title_justify="left", box=box.SIMPLE_HEAD, show_edge=False)
        for column in self.columns:
            justify: Literal["left", "right"] = "right" if column.startswith(">") else "left"
            made.add_column(column.lstrip(">"), justify=justify, overflow="fold")
        for row in self.rows:
            made.add_row(*row)
        out = Console(file=sys.stdout, markup=False, emoji=False, highlight=False, width=width)
        with out.capture() as captured:
            out.print(made)
        return [line.rstrip() for line in captured.get().splitlines()]


def _room(text: str) -> int:
    """Return the columns of a terminal that a text takes."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def _bold(text: str) -> str:
    """Return a text in bold for a terminal, and as it is for anything else."""
    return f"\x1b[1m{text}\x1b[0m" if sys.stdout.isatty() and os.environ.get("TERM") != "dumb" else text
