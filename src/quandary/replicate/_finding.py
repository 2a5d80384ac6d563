"""Find a replication by its name."""

from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from quandary.errors import UnknownNameError
from quandary.replicate._table import PublishedTable


def table_names() -> list[str]:
    """Return the names of all replications without importing them.

    >>> {"figure4", "maze-predictors"} <= set(table_names())
    True

    Names have hyphens where modules have underscores.
    """
    found = [each.name for each in iter_modules([str(Path(__file__).parent)])]
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
    table: PublishedTable = import_module(f"{__package__}.{name.replace('-', '_')}").TABLE
    return table
