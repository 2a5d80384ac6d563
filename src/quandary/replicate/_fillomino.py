"""Running times of Fillominos: a square board is filled, and cells are emptied while the solution stays the only one."""

from collections.abc import Iterator, Sequence
from random import Random
from time import process_time

from quandary._native import core
from quandary.draw.shapes import Drawing
from quandary.kinds.fillomino.board import EMPTY
from quandary.kinds.fillomino.generate import dig
from quandary.kinds.fillomino.growth import full_board
from quandary.replicate._graph import graph
from quandary.replicate._table import Row

PREFIX = "fillomino-"
SIDES = range(2, 17)
WITHOUT_CORE = 5
"""The largest side where there is no compiled core."""
SHARES = (0.2, 0.4, 0.5, 0.6, 0.7, 0.8)
"""How much of a board is to be emptied; the last shares are more than can be."""


def fillomino_times(seed: int) -> Iterator[Row]:
    """Seconds of the processor to fill a board and empty it to a number of cells; these depend on the machine."""
    for side in SIDES:
        if side > WITHOUT_CORE and core() is None:
            break
        for target in sorted({max(1, round(share * side**2)) for share in SHARES}):
            rng = Random(f"{side}/{seed}")
            begin = process_time()
            board = full_board(rng, side, side)
            left = dig(side, side, board, rng.sample(range(side**2), side**2), target)
            seconds = process_time() - begin
            note = f"seconds here; {left.count(EMPTY)} cells emptied"
            yield Row(f"{PREFIX}{side}x{side}_{target}", None, round(seconds, 6), note=note)


def draw_fillomino_times(rows: Sequence[Row]) -> Drawing:
    """The running times as a graph."""
    times = [
        Row(row.name.removeprefix(PREFIX), None, row.ours) for row in rows if row.name.startswith(PREFIX)
    ]
    return graph(times, "Time to fill and empty Fillominos", "cells to be emptied", "seconds, Fillomino")
