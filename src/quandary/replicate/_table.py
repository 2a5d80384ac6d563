"""What a replication is, and where they are found."""

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from quandary.draw.shapes import Drawing
from quandary.errors import UnknownNameError

PACKAGE = "quandary.replicate"


@dataclass(frozen=True)
class Row:
    """One published number, and ours."""

    name: str
    published: float | None
    """As printed; None where our number was not printed but follows from the source."""
    ours: float | None
    """As it comes out here, with every correction that `note` names."""
    as_published: float | None = None
    """As it comes out here under the original's own reading, where that differs from ours."""
    note: str = ""


@dataclass(frozen=True)
class Table:
    """A published table or figure that can be recomputed."""

    name: str
    title: str
    source: str
    rows: Callable[[], Iterable[Row]]
    """Computes the rows, which may take a while; they come one by one."""
    parts: tuple["Table", ...] = ()
    """The tables of a source that has several; `rows` then gives those of all."""
    with_data: "Callable[[Path], Table] | None" = None
    """The same on data that a person gives, where it can be done on any."""
    graph: Callable[[Sequence[Row]], Drawing] | None = None
    """A picture of its rows."""

    def part(self, name: str) -> "Table":
        """One of its tables, by name."""
        for each in self.parts:
            if each.name == name:
                return each
        raise UnknownNameError(f"table of {self.name}", name, [each.name for each in self.parts])


def several(name: str, title: str, source: str, parts: Iterable[Table]) -> Table:
    """The replication of a source that has several tables."""
    known = tuple(parts)
    return Table(name, title, source, lambda: chain.from_iterable(each.rows() for each in known), known)


def names() -> list[str]:
    """The names of the replications there are, without importing them; hyphens for a module's underscores.

    >>> {"figure4", "maze-predictors"} <= set(names())
    True
    """
    found = [each.name for each in pkgutil.iter_modules([str(Path(__file__).parent)])]
    return sorted(name.replace("_", "-") for name in found if not name.startswith(("_", "test_")))


def find(name: str) -> Table:
    """The replication of that name.

    >>> find("figure5")
    Traceback (most recent call last):
    ...
    quandary.errors.UnknownNameError: No replication 'figure5'. Did you mean 'figure4'?
    """
    if name not in names():
        raise UnknownNameError("replication", name, names())
    table: Table = importlib.import_module(f"{PACKAGE}.{name.replace('-', '_')}").TABLE
    return table
