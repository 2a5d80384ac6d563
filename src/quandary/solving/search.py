"""All or some solutions of a puzzle, telling apart "none" (proved) and "gave up"."""

from quandary.engine import Count, Engine, EngineName, Solution, Solutions
from quandary.limits import Limits
from quandary.puzzle import AnyPuzzle
from quandary.solving.choose import engine_for

__all__ = ["Count", "Solution", "Solutions", "count", "solutions"]


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
