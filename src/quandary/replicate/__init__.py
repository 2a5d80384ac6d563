"""The published tables, recomputed: what was printed beside what comes out here.

A module of this folder that holds a TABLE is a replication; nothing lists them.
"""

from quandary.replicate._table import Row, Table, find, names

__all__ = ["Row", "Table", "find", "names"]
