"""Running times as rows of a table."""

from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time

from quandary.replicate._table import TableRow

RUNS = 3
"""How often each time is measured, on different boards."""


def timed_row(name: str, work: Callable[[Random], int], seed: int) -> TableRow:
    """Return the median of the processor seconds that some work takes, after a run to warm up.

    The work takes a source of randomness and returns how many cells it emptied.

    >>> timed_row("nothing_7", lambda rng: 7, seed=1).note
    'median processor seconds of 3 boards; 7 cells emptied'
    """
    work(Random(f"{name}/{seed}/warm"))
    seconds, emptied = [], []
    for run in range(RUNS):
        rng = Random(f"{name}/{seed}/{run}")
        begin = process_time()
        emptied.append(work(rng))
        seconds.append(process_time() - begin)
    note = f"median processor seconds of {RUNS} boards; {median(emptied):.0f} cells emptied"
    return TableRow(name, None, round(median(seconds), 6), note=note)
