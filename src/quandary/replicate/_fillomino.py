"""Running times of Fillominos: fill a square board, then empty cells while the solution stays unique."""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random

from quandary._native import core
from quandary.draw.shapes import Drawing
from quandary.errors import FileError, NotationError
from quandary.kinds.fillomino.board import EMPTY
from quandary.kinds.fillomino.generate import dig
from quandary.kinds.fillomino.growth import full_board
from quandary.kinds.fillomino.notation import parse
from quandary.kinds.fillomino.rules import Fillomino
from quandary.replicate._graph import graph
from quandary.replicate._table import TableRow
from quandary.replicate._timing import timed_row

PREFIX = "fillomino-"
SIDES = range(2, 17)
WITHOUT_CORE = 5
"""The largest side without the compiled core."""
SHARES = (0.2, 0.4, 0.5, 0.6, 0.7, 0.8)
"""The shares of a board to be emptied. The last ones are more than can be reached."""


def fillomino_times(seed: int) -> Iterator[TableRow]:
    """Measure the processor seconds to fill a board and empty a number of cells.

    They depend on the machine.
    """
    for side in SIDES:
        if side > WITHOUT_CORE and core() is None:
            break
        for target in sorted({max(1, round(share * side**2)) for share in SHARES}):
            yield timed_row(f"{PREFIX}{side}x{side}_{target}", partial(_emptied, side, target), seed)


def _emptied(side: int, target: int, rng: Random) -> int:
    """Fill a board, empty it, and return how many cells are empty."""
    board = full_board(rng, side, side)
    return dig(side, side, board, rng.sample(range(side**2), side**2), target).count(EMPTY)


def read_labelled_fillominos(path: Path) -> list[tuple[Fillomino, str]]:
    """Read the Fillominos of a file with their labels, or nothing if its first line is not one."""
    found: list[tuple[Fillomino, str]] = []
    for number, line in enumerate(_lines(path), start=1):
        text, _, label = line.strip().rpartition(" ")
        if not text or text.startswith("#"):
            continue
        if "/" not in text and not found:
            return []  # a line of digits is a Sudoku
        try:
            found.append((parse(text.strip()), label.lower()))
        except NotationError as error:
            raise FileError(f"line {number} of {path.name}: {error}") from error
    return found


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(f"Cannot read {path}: {error}") from error


def draw_fillomino_times(rows: Sequence[TableRow]) -> Drawing:
    """Draw the running times as a graph."""
    times = [
        TableRow(row.name.removeprefix(PREFIX), None, row.ours) for row in rows if row.name.startswith(PREFIX)
    ]
    return graph(
        times,
        "Time to fill and empty Fillominos",
        "cells to be emptied",
        "seconds, Fillomino; not every size is named",
        is_linear=True,
    )
