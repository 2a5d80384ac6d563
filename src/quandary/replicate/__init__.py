"""Replications: published tables, recomputed beside the printed numbers.

Every module of this folder that holds a TABLE is a replication. There is no list of them.
"""

from quandary.replicate._graph import bar_chart
from quandary.replicate._playable import MARK as SCATTER_PAGE
from quandary.replicate._playable import scatter_page
from quandary.replicate._table import PublishedTable, TableRow, find, table_names

__all__ = ["SCATTER_PAGE", "PublishedTable", "TableRow", "bar_chart", "find", "scatter_page", "table_names"]
