"""All or some solutions of a puzzle, telling apart "none" (proved) and "gave up"."""

from typing import Any

from quandary.engine import Count, Engine, EngineName, Solution, Solutions
from quandary.library.given import puzzle_in
from quandary.limits import DEFAULT, Limits
from quandary.puzzle import AnyPuzzle
from quandary.solving.choose import engine_for

__all__ = ["Count", "Solution", "Solutions", "count", "solutions", "solve"]


def solve(
    what: Any, most: int | None = 1, *, limits: Limits = DEFAULT, engine: Engine | EngineName = "auto"
) -> Solutions:
    """Solve a puzzle: find a solution, up to `most` of them (None: all), or prove that there is none.

    >>> found = solve("sudoku:.3....3....41...")
    >>> found.status, len(found.found[0].moves)
    ('solved', 12)

    The puzzle may be given as text or as an entry of a file, too.
    """
    return solutions(puzzle_in(what), most=most, limits=limits, engine=engine)


def solutions(
    puzzle: AnyPuzzle,
    *,
    most: int | None = None,
    limits: Limits = Limits(),
    engine: Engine | EngineName = "auto",
) -> Solutions:
    """List solutions that end in different solved states, at most `most`.

    Solutions of a path puzzle come shortest first. Those of a fill puzzle come in the order of a search that
    fills the slot with the fewest moves first or, unless an engine is named, of a solver made for its kind.
    """
    return engine_for(puzzle, engine).solutions(most, limits)


def count(
    puzzle: AnyPuzzle,
    *,
    most: int | None = None,
    limits: Limits = Limits(),
    engine: Engine | EngineName = "auto",
) -> Count:
    """Count the solutions without keeping them.

    Counting stops after `most`, unless a kind or an engine that merges states gets the true number for
    no more work.
    """
    return engine_for(puzzle, engine).count(most, limits)
