"""Ratings on standard output: a table for people, JSON Lines or CSV."""

import csv
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from quandary.cli.console import put, put_json, put_table, table
from quandary.runs.rows import as_json, cells, columns, flat
from quandary.runs.tables import for_spreadsheet

if TYPE_CHECKING:
    from quandary.runs.batch import Rating

ROWS_OF_A_TABLE = 500
"""The number of rows after which a table is printed and a new one started."""


class Printer(Protocol):
    """A printer that takes ratings one by one."""

    def add(self, rating: "Rating") -> None:
        """Add a rating."""

    def close(self) -> None:
        """Print the remaining ratings."""


class Lines:
    """A printer of one JSON object per line."""

    def add(self, rating: "Rating") -> None:
        """Print a rating as one line."""
        put_json(as_json(rating))

    def close(self) -> None:
        """Do nothing, since every line is printed."""


class Csv:
    """A printer of a flat table with a header."""

    def __init__(self, measures: Sequence[str] = ()) -> None:
        self.measures = measures
        """The measures with columns. If empty, those of the first puzzle."""
        self._facts: list[str] = []
        """The facts of the first puzzle, which have columns. A file written with -o has those of all."""
        self._writer: csv.DictWriter[str] | None = None

    def add(self, rating: "Rating") -> None:
        """Print a rating as one line."""
        self.measures = self.measures or list(rating.scores)
        writer = self._begin(list(rating.entry.facts))
        writer.writerow(for_spreadsheet(flat(as_json(rating), self.measures, self._facts)))
        sys.stdout.flush()

    def _begin(self, facts: list[str]) -> "csv.DictWriter[str]":
        """Print the header if it is not there yet."""
        if self._writer is None:
            self._facts = facts
            self._writer = csv.DictWriter(sys.stdout, columns(self.measures, facts), lineterminator="\n")
            self._writer.writeheader()
        return self._writer

    def close(self) -> None:
        """Print the header if there was no rating."""
        self._begin([])


class ForPeople:
    """A printer of tables for people, which splits long ones."""

    def __init__(self, measures: Sequence[str] = ()) -> None:
        self.measures = measures
        """The measures with columns. If empty, each kind has its own table."""
        self._has_printed = False
        self._begin(measures)

    def _begin(self, shown: Sequence[str]) -> None:
        self._shown = list(shown)
        names = (f">{name}" for name in shown)
        self._table = table("puzzle", "kind", "difficulty", *names, "compared")

    def add(self, rating: "Rating") -> None:
        """Add a rating to the table."""
        shown = list(self.measures or rating.scores)
        if shown != self._shown:
            self.close()
            self._begin(shown)
        self._table.add_row(*cells(rating, shown))
        if self._table.row_count == ROWS_OF_A_TABLE:
            self.close()
            self._begin(shown)

    def close(self) -> None:
        """Print the current table, below a blank line if there was one before."""
        if self._table.row_count:
            if self._has_printed:
                put("")
            put_table(self._table)
            self._has_printed = True
