"""Measures of the ways to solve a puzzle: what its solutions do, up to order and detours."""

from quandary.limits import Limits
from quandary.measuring.subject import Subject
from quandary.score import Score, Status
from quandary.solving.ways.find import NEAR, ways


def among_shortest(subject: Subject, limits: Limits) -> Score:
    """Count the ways of the fewest moves."""
    return _counted(subject, limits, 0)


def near(subject: Subject, limits: Limits) -> Score:
    """Count the ways of up to two moves more than a shortest solution."""
    return _counted(subject, limits, NEAR)


def _counted(subject: Subject, limits: Limits, longer: int) -> Score:
    found = ways(subject.puzzle, longer=longer, limits=limits, engine=subject.engine)
    status = {"solved": Status.EXACT, "none": Status.UNSOLVABLE, "gave up": Status.GAVE_UP}[found.status]
    if found.found and not found.complete:
        status = Status.LOWER_BOUND
    value = found.number if found.found else None
    return Score(
        "",
        value,
        status,
        engine=found.engine,
        states=found.states,
        reason=found.stop.text,
        stop=found.stop.code,
    )
