"""Replications: their rows and tables."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from quandary.draw.shapes import Drawing
from quandary.errors import UnknownNameError
from quandary.library.files import Entry


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
    unit: str = ""
    """What the number counts, if the rows of a table differ in that: each unit has its own axis in a picture."""


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
