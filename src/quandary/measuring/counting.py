"""Measures of a puzzle's solutions: how many there are, and how long.

Solutions that end in the same solved state are one solution, and its length is that of the shortest
way there. A count that was cut short is a lower bound and says so; that there is no solution is said
only when it is proved.
"""

from quandary.engine import Count
from quandary.limits import Limits, Stop
from quandary.measuring.subject import MOST_SOLUTIONS, Subject
from quandary.puzzle import is_fill
from quandary.score import Score, Status


def solutions(subject: Subject, limits: Limits) -> Score:
    """The number of solved states that play can reach; 0 is an exact answer, too."""
    count = subject.count(limits)
    if count.complete:
        return _score(count, Status.EXACT, count.solutions)
    return _so_far(count, count.solutions)


def shortest(subject: Subject, limits: Limits) -> Score:
    """The fewest moves to a solution. A path puzzle's are found shortest first: one is enough.

    Unless all of them are counted without looking at each: then that is quicker.
    """
    if is_fill(subject.puzzle) or (subject.kind and subject.kind.engines.tally):
        count = subject.count(limits)
        return _over_all(count, count.shortest)
    first = subject.engine.solutions(1, limits)
    lengths = [len(solution.moves) for solution in first.found]
    status = {"solved": Status.EXACT, "none": Status.UNSOLVABLE, "gave up": Status.GAVE_UP}[first.status]
    return Score(
        "",
        lengths[0] if lengths else None,
        status,
        engine=first.engine,
        states=first.states,
        reason=first.stop.text if status is Status.GAVE_UP else "",
        stop=first.stop.code if status is Status.GAVE_UP else "",
    )


def average_length(subject: Subject, limits: Limits) -> Score:
    """The mean number of moves over all solutions."""
    count = subject.count(limits)
    return _over_all(count, count.total_length / count.solutions if count.solutions else None)


def longest(subject: Subject, limits: Limits) -> Score:
    """The number of moves of the longest solution; cut short, of the longest one found."""
    count = subject.count(limits)
    return _over_all(count, count.longest) if count.complete else _so_far(count, count.longest)


def _over_all(count: Count, value: float | None) -> Score:
    """A value that only the complete count settles."""
    if not count.complete:
        return _score(count, Status.GAVE_UP, None)
    return _score(count, Status.UNSOLVABLE if value is None else Status.EXACT, value)


def _so_far(count: Count, value: float | None) -> Score:
    """A value that can only grow if counting goes on."""
    if not count.solutions:
        return _score(count, Status.GAVE_UP, None)
    return _score(count, Status.LOWER_BOUND, value)


def _score(count: Count, status: Status, value: float | None) -> Score:
    stop = Stop() if count.complete else count.stop or Stop("enough", MOST_SOLUTIONS)
    return Score(
        "", value, status, engine=count.engine, states=count.states, reason=stop.text, stop=stop.code
    )
