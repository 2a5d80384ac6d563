"""Rate a puzzle: several measures within one budget."""

from collections.abc import Mapping, Sequence

from quandary.engine import Engine
from quandary.kind import Policy
from quandary.limits import DEFAULT, Limits
from quandary.measuring.subject import SAMPLING, Sampling, Subject
from quandary.measuring.table import Measure, measure, measures
from quandary.player import Player
from quandary.puzzle import AnyPuzzle
from quandary.score import Score

DEFAULT_MEASURES = ("remuse", "muse", "solutions", "average_length")


def rate(
    puzzle: AnyPuzzle,
    measures: Sequence[str] = DEFAULT_MEASURES,
    *,
    player: Player | None = None,
    policy: Policy | None = None,
    limits: Limits = DEFAULT,
    sampling: Sampling = SAMPLING,
    fast: bool = False,
    engine: Engine | None = None,
) -> dict[str, Score]:
    """Return the scores of a puzzle by measure, in the order asked for.

    >>> from quandary.kinds.witness import KIND
    >>> {name: str(score) for name, score in rate(KIND.parse("+-E/|.|/S-+"), ["muse", "solutions"]).items()}
    {'muse': '1', 'solutions': '2'}

    The time limit is for the whole puzzle: quick measures go first, each piece of work gets an equal share
    of the remaining time, and what it does not use is left to the others. Memory and states are limited
    for each piece of work separately, since they are released at its end. The default player is the kind's
    own. `sampling` is for features that are estimated by runs of a guessing solver. `fast` lets features
    skip work that no solution needs; features that depend on it are not computed. `engine` is one that was
    already built for the puzzle.
    """
    subject = Subject(puzzle, player, policy, sampling, fast, engine)
    asked, scores = {name: measure(name, subject.kind) for name in measures}, dict[str, Score]()
    waiting = _quick_first(asked)
    with limits.start() as budget:
        while waiting:
            limits = budget.share(len({each.work for each in waiting}))
            next_one = waiting.pop(0)
            scores[next_one.name] = next_one.take(subject, limits)
    return {name: scores[name] for name in asked}


def _quick_first(asked: Mapping[str, Measure]) -> list[Measure]:
    """Return generic measures in the order of their table, then features in the order asked for."""
    generic = [each for each in measures().values() if each.name in asked]
    return generic + [each for name, each in asked.items() if name not in measures()]
