"""Measures of a puzzle's solutions: their number and their length.

Solutions that end in the same solved state count as one, and its length is that of the shortest way
there. A count that reached a limit is a lower bound and marked as such. A puzzle is only called unsolvable
if that is proved.
"""

from quandary.engine import Count
from quandary.limits import Limits, Stop
from quandary.measuring.subject import MOST_SOLUTIONS, Subject
from quandary.puzzle import is_fill
from quandary.score import Score, Status


def solutions(subject: Subject, limits: Limits) -> Score:
    """Count the solved states that play can reach. 0 is an exact answer, too."""
    count = subject.count(limits)
    if count.complete:
        return _score(count, Status.EXACT, count.solutions)
    return _so_far(count, count.solutions)


def shortest(subject: Subject, limits: Limits) -> Score:
    """Find the fewest moves to a solution.

    A path puzzle's solutions are found shortest first, so the first one is enough, unless the kind can count
    all of them without visiting each, which is faster.
    """
    if is_fill(subject.puzzle) or (subject.kind and subject.kind.engines.counts):
        count = subject.count(limits)
        return _over_all(count, count.shortest)
    first = subject.engine.solutions(1, limits)
    lengths = [] if first.any_length else [len(solution.moves) for solution in first.found]
    status = {"solved": Status.EXACT, "none": Status.UNSOLVABLE, "gave up": Status.GAVE_UP}[first.status]
    status = Status.GAVE_UP if first.any_length else status
    return Score(
        "",
        lengths[0] if lengths else None,
        status,
        engine=first.engine,
        states=first.states,
        reason=first.stop.text if status is Status.GAVE_UP else "",
        stop=first.stop.code if status is Status.GAVE_UP else "",
        at_least=first.at_least if status is Status.GAVE_UP else None,
    )


def average_length(subject: Subject, limits: Limits) -> Score:
    """Compute the mean number of moves over all solutions."""
    count = subject.count(limits)
    return _over_all(count, count.total_length / count.solutions if count.solutions else None)


def longest(subject: Subject, limits: Limits) -> Score:
    """Find the number of moves of the longest solution, or of the longest one found before a limit."""
    count = subject.count(limits)
    return _over_all(count, count.longest) if count.complete else _so_far(count, count.longest)


def _over_all(count: Count, value: float | None) -> Score:
    """Return the score of a value that is only known after a complete count."""
    if not count.complete:
        return _score(count, Status.GAVE_UP, None)
    return _score(count, Status.UNSOLVABLE if value is None else Status.EXACT, value)


def _so_far(count: Count, value: float | None) -> Score:
    """Return the score of a value that can only grow if counting goes on."""
    if not count.solutions:
        return _score(count, Status.GAVE_UP, None)
    return _score(count, Status.LOWER_BOUND, value)


def _score(count: Count, status: Status, value: float | None) -> Score:
    stop = Stop() if count.complete else count.stop or Stop("enough", MOST_SOLUTIONS)
    return Score(
        "", value, status, engine=count.engine, states=count.states, reason=stop.text, stop=stop.code
    )
