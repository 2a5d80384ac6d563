"""Show puzzles: as they are set, after some moves, or solved in playing order."""

from collections.abc import Sequence
from typing import Any

from quandary.draw.shapes import Drawing
from quandary.errors import QuandaryError
from quandary.library.files import Entry
from quandary.library.given import given
from quandary.limits import DEFAULT, Limits
from quandary.showing.order import in_order
from quandary.showing.picture import draw
from quandary.showing.sheet import sheet
from quandary.solving.follow import follow, follow_solution
from quandary.solving.search import solutions


def show(
    what: Any, *, solution: bool = False, after: str | None = None, columns: int = 0, limits: Limits = DEFAULT
) -> Drawing:
    """Return the picture of a puzzle, or a sheet of many. Notebooks display it.

    >>> show("sudoku:.3....3....41...").title
    '4x4 Sudoku'
    >>> show(["sudoku:.3....3....41...", "sudoku:.3....3....41..."]).title
    '2 puzzles'

    With `solution` it is solved, and the order of the moves is drawn in. `after` makes moves first, written as
    `solve` writes them. Raises QuandaryError if there is no solution, or none was found within the limits.
    """
    entries = list(given(what))
    drawings = [drawn(each, solution=solution, after=after, limits=limits) for each in entries]
    return drawings[0] if len(drawings) == 1 else sheet(drawings, names(entries), columns=columns)


def drawn(
    entry: Entry, *, solution: bool = False, after: str | None = None, limits: Limits = DEFAULT
) -> Drawing:
    """Return the picture of one puzzle."""
    if solution:
        answer = solutions(entry.puzzle, most=1, limits=limits)
        if not answer.found:
            why = "has no solution, proved" if answer.complete else f"was not solved: {answer.stop.text}"
            raise QuandaryError(f"{entry.id} {why}.")
        return in_order(entry.puzzle, follow_solution(entry.puzzle, answer.found[0]))
    if after is None:
        return draw(entry.puzzle, title=entry.title or entry.id)
    return draw(entry.puzzle, follow(entry.puzzle, after).states[-1])


def names(entries: Sequence[Entry]) -> list[str]:
    """Return what stands below each picture of a sheet."""
    return [entry.title or entry.id for entry in entries]
