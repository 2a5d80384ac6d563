"""Ratings on standard output: a table for people, JSON Lines or CSV."""

import csv
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from quandary.cli.console import put, put_fitting, put_json
from quandary.parts.plain import one_line
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
    """A printer of tables for people, which splits long ones and makes narrow ones of wide ones."""

    def __init__(self, measures: Sequence[str] = ()) -> None:
        self.measures = measures
        """The measures with columns. If empty, each kind has its own table."""
        self._has_printed = False
        self._shown: list[str] = []
        self._ratings: list[Rating] = []

    def add(self, rating: "Rating") -> None:
        """Add a rating to the table."""
        shown = list(self.measures or rating.scores)
        if shown != self._shown or len(self._ratings) == ROWS_OF_A_TABLE:
            self.close()
            self._shown = shown
        self._ratings.append(rating)

    def close(self) -> None:
        """Print the current table, below a blank line if there was one before."""
        if self._ratings:
            if self._has_printed:
                put("")
            _put_ratings(self._shown, self._ratings)
            self._has_printed, self._ratings = True, []


def _put_ratings(measures: list[str], ratings: "list[Rating]") -> None:
    """Print ratings as one row each if that fits, or with words below the row, or else as lists."""
    heads = ["puzzle", "kind", "difficulty", *(f">{name}" for name in measures), "compared"]
    rows = [cells(rating, measures) for rating in ratings]
    below = (), ("compared",), ("kind", "compared"), ("kind", "difficulty", "compared")
    if not put_fitting(heads, rows, below):
        _put_lists(heads, rows)


def _put_lists(heads: list[str], rows: list[list[str]]) -> None:
    """Print every row as a list, a value on each line."""
    wide = max(map(len, heads))
    for number, (name, *values) in enumerate(rows):
        put(f"{chr(10) * bool(number)}{one_line(name)}")
        for head, value in zip(heads[1:], values, strict=True):
            if value:
                put(f"  {head.lstrip('>'):{wide}}  {one_line(value)}")
