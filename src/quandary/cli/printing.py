"""Ratings on standard output: a table for people, JSON Lines or CSV."""

import csv
import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Protocol

from quandary.cli.console import put, put_fitting, put_json, put_text
from quandary.parts.plain import one_line
from quandary.runs.rows import as_json, cells, columns, flat
from quandary.runs.summary import summary
from quandary.runs.tables import for_spreadsheet
from quandary.verdict import side_by_side

if TYPE_CHECKING:
    from quandary.runs.batch import Rating
    from quandary.verdict import Verdict

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
    """A printer of a summary and tables for people, which fit the terminal.

    A table begins anew where the measures change and after many rows.
    """

    def __init__(self, measures: Sequence[str] = ()) -> None:
        self.measures = measures
        """The measures with columns. If empty, each kind has its own table."""
        self._ratings: list[Rating] = []

    def add(self, rating: "Rating") -> None:
        """Keep a rating, since a summary of all comes first."""
        self._ratings.append(rating)

    def close(self) -> None:
        """Print the summary, if there are several puzzles, and the tables."""
        ratings = self._ratings
        verdicts = side_by_side([rating.verdict for rating in ratings])
        alone = len(ratings) == 1
        said = [] if alone else list(summary(ratings, verdicts))
        for sentence in said:
            put_text(sentence)
        for number, (shown, some) in enumerate(self._tables(list(zip(ratings, verdicts, strict=True)))):
            if number or said:
                put("")
            rows = [cells(rating, verdict, shown, alone=alone) for rating, verdict in some]
            if not alone and len({rating.entry.kind.name for rating in ratings}) == 1:
                rows = [[name, "", *rest] for name, _, *rest in rows]  # the summary names the kind
            _put_ratings(shown, rows, asked=bool(self.measures))

    def _tables(
        self, pairs: "list[tuple[Rating, Verdict]]"
    ) -> "Iterator[tuple[list[str], list[tuple[Rating, Verdict]]]]":
        for shown, some in groupby(pairs, key=lambda pair: list(self.measures or pair[0].scores)):
            rows = list(some)
            for begin in range(0, len(rows), ROWS_OF_A_TABLE):
                yield shown, rows[begin : begin + ROWS_OF_A_TABLE]


def _put_ratings(measures: list[str], rows: list[list[str]], *, asked: bool) -> None:
    """Print ratings as one row each, without the last measures if nobody asked for them, or else as lists."""
    ends = [len(measures)] if asked else range(len(measures), 0, -1)
    for end in ends:
        heads = ["puzzle", "kind", "difficulty", "here", *(f">{name}" for name in measures[:end]), "compared"]
        kept = [[*row[: 4 + end], row[-1]] for row in rows]
        below = [("kind", "compared"), *[("kind", "difficulty", "compared")] * asked]
        if put_fitting(heads, kept, [(), ("compared",), *below] if end == len(measures) else below):
            if end < len(measures):
                put_text(f"Not shown for want of room: {', '.join(measures[end:])} (-o and --json have all).")
            return
    _put_lists(heads, kept)


def _put_lists(heads: list[str], rows: list[list[str]]) -> None:
    """Print every row as a list, a value on each line."""
    wide = max(map(len, heads))
    for number, (name, *values) in enumerate(rows):
        put(f"{chr(10) * bool(number)}{one_line(name)}")
        for head, value in zip(heads[1:], values, strict=True):
            if value:
                put(f"  {head.lstrip('>'):{wide}}  {one_line(value)}")
