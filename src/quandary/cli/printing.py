"""Ratings on standard output: a table for people, JSON Lines or CSV."""

import csv
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from quandary.cli.console import put_json, put_table, table
from quandary.runs.rows import as_json, cells, columns, flat

if TYPE_CHECKING:
    from quandary.runs.batch import Rating

ROWS_OF_A_TABLE = 500
"""A table is printed when it has this many rows, and another one begun."""


class Printer(Protocol):
    """Takes ratings one by one."""

    def add(self, rating: "Rating") -> None:
        """Take one more."""

    def close(self) -> None:
        """Print what is not printed yet."""


class Lines:
    """One JSON object per line."""

    def add(self, rating: "Rating") -> None:
        """Print its line."""
        put_json(as_json(rating))

    def close(self) -> None:
        """Do nothing, since every line is printed."""


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

    def close(self) -> None:
        """Do nothing, since every line is printed."""


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
            self.close()
            self._begin()

    def close(self) -> None:
        """Print what there is."""
        if self._table.row_count:
            put_table(self._table)
