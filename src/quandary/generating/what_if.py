"""What if one thing of a puzzle were changed: every change, nearest first, with what it does to some measures."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import hypot, inf
from typing import Any

from quandary.draw.shapes import Point
from quandary.errors import QuandaryError
from quandary.kind import Kind, kind_of
from quandary.kind.change import Change, change_of
from quandary.library.given import puzzle_in
from quandary.library.own import own_kind
from quandary.limits import DEFAULT, NOT_STOPPED, Budget, Limits, OutOfBudget, Stop, check_limits
from quandary.measuring.rate import rate
from quandary.player import Player
from quandary.score import Score, Status
from quandary.solving.choose import engine_for


@dataclass(frozen=True)
class WhatIf:
    """A change to a puzzle, and the scores of the changed puzzle."""

    change: Change
    scores: Mapping[str, Score]
    """By measure. The status says if it is exact, a bound, unsolvable, or not known within the limits."""
    distance: float = 0.0
    """How far the change is from the place asked about, ∞ if it is about the puzzle as a whole."""

    @property
    def puzzle(self) -> Any:
        """The changed puzzle."""
        return self.change.puzzle

    @property
    def is_solvable(self) -> bool | None:
        """Whether the changed puzzle has a solution, None if that is not known."""
        statuses = {score.status for score in self.scores.values()}
        if Status.UNSOLVABLE in statuses:
            return False
        return True if any(score.value is not None for score in self.scores.values()) else None


def what_if(
    what: Any,
    at: Point | None = None,
    measures: Sequence[str] = (),
    *,
    player: Player | None = None,
    limits: Limits = DEFAULT,
) -> Iterator[WhatIf]:
    """Yield every change of one element with its scores, the nearest to a point of the drawing first.

    >>> first = next(what_if("witness:+-+-E/|b|.|/+-+-+/|.|w|/S-+-+", (1, 1), ["solutions"]))
    >>> first.change.words, first.change.verb, first.scores["solutions"].value
    ('without the black square at r1c1', 'remove', 12)

    Changes that leave no solution are answers, too. Without a point they come in the order of the kind, which puts
    what can be left out first. The default measure is the kind's headline. The limits are for everything: each change
    gets an equal share of the time that is left, and those that come too late have the status "gave up". Raises
    QuandaryError if the kind lists no changes.
    """
    puzzle = puzzle_in(what)
    kind = kind_of(puzzle) or own_kind(type(puzzle))
    names = tuple(measures) or (kind.people.headline,)
    with limits.start() as budget:
        changes, _ = listed(kind, puzzle)
    yield from measured(nearest(changes, at), names, budget, player=player)


def listed(kind: Kind, puzzle: Any) -> tuple[list[Change], Stop]:
    """Return the changes that can be listed within the limits at work, and why there are no more, if there may be."""
    if kind.maker.neighbours is None:
        raise QuandaryError(f"The kind {kind.name!r} does not list changes to its puzzles.")
    found = list[Change]()
    try:
        for each in kind.maker.neighbours(puzzle):
            check_limits()
            found.append(change_of(each))
    except OutOfBudget as out:
        return found, out.stop
    return found, NOT_STOPPED


def nearest(changes: Iterable[Change], at: Point | None) -> list[tuple[float, Change]]:
    """Return changes with their distances from a point, the nearest first. Those without a place come last."""
    if at is None:
        return [(0.0, change) for change in changes]
    apart = [(_distance(change, at), change) for change in changes]
    return sorted(apart, key=lambda each: each[0])


def _distance(change: Change, at: Point) -> float:
    spots = [spot for spot in (change.at, change.to) if spot is not None]
    return min((hypot(x - at[0], y - at[1]) for x, y in spots), default=inf)


def measured(
    changes: Sequence[tuple[float, Change]],
    names: Sequence[str],
    budget: Budget,
    *,
    player: Player | None = None,
    enough: float = 0.0,
) -> Iterator[WhatIf]:
    """Yield changes with their scores. Each gets an equal share of the time left, but `enough` seconds if there are."""
    for number, (distance, change) in enumerate(changes):
        try:
            budget.check()  # each has some work to do before it looks at the clock
            scores = _scores(change.puzzle, names, player, _share(budget, len(changes) - number, enough))
        except OutOfBudget as out:
            scores = {name: _too_late(name, out.stop) for name in names}
        yield WhatIf(change, scores, distance)


def _share(budget: Budget, pieces: int, enough: float) -> Limits:
    share = budget.share(pieces)
    if share.seconds is None or budget.seconds_left is None:
        return share
    return replace(share, seconds=min(max(share.seconds, enough), budget.seconds_left))


def _scores(puzzle: Any, names: Sequence[str], player: Player | None, limits: Limits) -> dict[str, Score]:
    """Return the scores of a changed puzzle, all unsolvable if it is, even if a measure needs no solution."""
    engine = engine_for(puzzle)
    scores = dict(rate(puzzle, list(names), player=player, limits=limits, engine=engine))
    found = scores.values()
    if not any(score.status is Status.UNSOLVABLE for score in found):
        if all(score.value is None for score in found) or any(score.steps for score in found):
            return scores
        if engine.solutions(1, limits).status != "none":
            return scores
    return {name: replace(score, value=None, status=Status.UNSOLVABLE) for name, score in scores.items()}


def _too_late(name: str, stop: Stop) -> Score:
    return Score(name, None, Status.GAVE_UP, reason=stop.text, stop=stop.code)
