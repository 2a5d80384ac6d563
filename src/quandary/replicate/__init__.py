"""Replications: published tables, recomputed beside the printed numbers.

Every module of this folder that holds a TABLE is a replication. There is no list of them.
"""

from quandary.replicate._contents import contents
from quandary.replicate._finding import find, table_names
from quandary.replicate._graph import bar_chart
from quandary.replicate._table import PublishedTable, TableRow

__all__ = ["PublishedTable", "TableRow", "bar_chart", "contents", "find", "table_names"]
