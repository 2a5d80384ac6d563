"""Rate a puzzle: several measures within one budget."""

from collections.abc import Mapping, Sequence

from quandary.engine import Engine
from quandary.kind import Kind, Policy
from quandary.limits import DEFAULT, Limits
from quandary.measuring.subject import SAMPLING, Sampling, Subject
from quandary.measuring.table import Measure, measure, measures
from quandary.player import Player
from quandary.puzzle import AnyPuzzle
from quandary.score import Score

DEFAULT_MEASURES = ("remuse", "muse", "solutions", "average_length")
"""The measures of puzzles whose kind has no columns of its own."""


def default_measures(kind: Kind | None) -> tuple[str, ...]:
    """Return the measures of puzzles of a kind if none are asked for, its headline among them.

    >>> from quandary.kinds.tangram.hex import KIND
    >>> default_measures(KIND), default_measures(None)
    (('remuse', 'muse', 'solutions'), ('remuse', 'muse', 'solutions', 'average_length'))
    """
    if kind is None:
        return DEFAULT_MEASURES
    if len(kind.people.columns) > 1:
        return kind.people.columns
    return tuple(dict.fromkeys((*DEFAULT_MEASURES, kind.people.headline)))


def rate(
    puzzle: AnyPuzzle,
    measures: Sequence[str] = (),
    *,
    player: Player | None = None,
    policy: Policy | None = None,
    limits: Limits = DEFAULT,
    sampling: Sampling = SAMPLING,
    fast: bool = False,
    engine: Engine | None = None,
) -> dict[str, Score]:
    """Return the scores of a puzzle by measure, in the order asked for, by default those of its kind.

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
    names, scores = measures or default_measures(subject.kind), dict[str, Score]()
    asked = {name: measure(name, subject.kind) for name in names}
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
