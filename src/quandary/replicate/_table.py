"""Replications: their rows and tables, and how to find them."""

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from quandary.draw.shapes import Drawing
from quandary.errors import UnknownNameError
from quandary.library.files import Entry

PACKAGE = "quandary.replicate"


@dataclass(frozen=True)
class TableRow:
    """One published number, and ours."""

    name: str
    published: float | None
    """The printed number, or None if ours was not printed but follows from the source."""
    ours: float | None
    """Our number, with every correction that `note` names."""
    as_published: float | None = None
    """Our number under the original's own reading, if that differs."""
    note: str = ""


@dataclass(frozen=True)
class PublishedTable:
    """A published table or figure that can be recomputed."""

    name: str
    title: str
    source: str
    rows: Callable[[], Iterable[TableRow]]
    """Compute the rows one by one, which may take a while."""
    parts: tuple["PublishedTable", ...] = ()
    """The tables of a source that has several. `rows` then gives the rows of all."""
    with_data: "Callable[[Path], PublishedTable] | None" = None
    """The same table on data from the user, if possible."""
    selected: "Callable[[Path, Path | None], PublishedTable] | None" = None
    """The same table on those entries of a larger file that it is about, without the entries of another file."""
    graph: Callable[[Sequence[TableRow]], Drawing] | None = None
    """Draw a picture of the rows."""
    entries: Callable[[Sequence[TableRow]], Sequence[Entry]] | None = None
    """The puzzles behind the points of the graph, in the order of its points."""
    also: tuple[str, ...] = ()
    """Other names by which it can be asked for."""

    def part(self, name: str) -> "PublishedTable":
        """Return one of its tables by name."""
        for each in self.parts:
            if name in (each.name, *each.also):
                return each
        raise UnknownNameError(f"table of {self.name}", name, [each.name for each in self.parts])


def several(name: str, title: str, source: str, parts: Iterable[PublishedTable]) -> PublishedTable:
    """Return the replication of a source that has several tables."""
    known = tuple(parts)
    return PublishedTable(
        name, title, source, lambda: chain.from_iterable(each.rows() for each in known), known
    )


def table_names() -> list[str]:
    """Return the names of all replications without importing them.

    >>> {"figure4", "maze-predictors"} <= set(table_names())
    True

    Names have hyphens where modules have underscores.
    """
    found = [each.name for each in pkgutil.iter_modules([str(Path(__file__).parent)])]
    return sorted(name.replace("_", "-") for name in found if not name.startswith(("_", "test_")))


def find(name: str) -> PublishedTable:
    """Return the replication with a name.

    >>> find("figure5")
    Traceback (most recent call last):
    ...
    quandary.errors.UnknownNameError: No replication 'figure5'. Did you mean 'figure4'?
    """
    if name not in table_names():
        raise UnknownNameError("replication", name, table_names())
    table: PublishedTable = importlib.import_module(f"{PACKAGE}.{name.replace('-', '_')}").TABLE
    return table
