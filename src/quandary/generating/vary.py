"""One-change neighbours of a puzzle, ranked by their effect on a measure."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from quandary.engine import Engine
from quandary.errors import QuandaryError
from quandary.kind import Kind
from quandary.limits import DEFAULT, NOT_STOPPED, Limits, OutOfBudget, Stop, check_limits
from quandary.measuring.rate import rate
from quandary.player import Player
from quandary.score import Score, Status
from quandary.solving.choose import engine_for

Direction: TypeAlias = Literal["harder", "easier"]


@dataclass(frozen=True)
class Variant:
    """A puzzle with one change, and its score."""

    change: str
    """The change in words."""
    puzzle: Any
    score: Score
    difference: float
    """Its score minus the score of the original puzzle."""


@dataclass(frozen=True)
class Variants:
    """The results of all changes to one puzzle."""

    score: Score
    """The score of the puzzle itself."""
    found: list[Variant] = field(default_factory=list)
    """The variants that can be compared, largest change first."""
    unsolvable: int = 0
    unknown: int = 0
    """The number of variants that took too long or cannot be measured."""
    stop: Stop = NOT_STOPPED
    """Why not every change was listed and measured, if that is so."""


def vary_once(
    kind: Kind,
    puzzle: Any,
    measure: str = "",
    *,
    direction: Direction | None = None,
    known: Score | None = None,
    player: Player | None = None,
    limits: Limits = DEFAULT,
    tick: Callable[[], None] = lambda: None,
) -> Variants:
    """Return every puzzle that is one change away, ranked by the effect on a measure.

    >>> from quandary.kinds.witness import KIND
    >>> panel = KIND.parse("+-+-E/|b|.|/+-+-+/|.|w|/S-+-+")
    >>> best = vary_once(KIND, panel, "solutions", direction="harder").found[0]
    >>> best.change, best.difference
    ('without the black square at (0, 1)', 6)

    The default measure is the kind's headline. A `direction` keeps only changes that raise or lower the
    measure. Changes that leave no solution are counted but not listed, even if the measure needs no solution.
    The limits are for all puzzles together: the original may take half of the time unless its score is `known`,
    each variant an equal share of the rest, and what one does not use is left to the others. `tick` is called for
    each. Raises QuandaryError if the kind has no neighbours.
    """
    if kind.maker.neighbours is None:
        raise QuandaryError(f"The kind {kind.name!r} does not list changes to its puzzles.")
    name = measure or kind.people.headline

    def score_of(one: Any, within: Limits, engine: Engine | None = None) -> Score:
        tick()
        return rate(one, [name], player=player, limits=within, engine=engine)[name]

    def score_if_solvable(one: Any, within: Limits) -> Score:
        engine = engine_for(one)
        found = score_of(one, within, engine)
        if found.value is None or found.steps or engine.solutions(1, within).status != "none":
            return found
        return replace(found, value=None, status=Status.UNSOLVABLE)

    with limits.start() as budget:
        score = known or score_of(puzzle, budget.share(2))
        if score.value is None:
            why = f"{score} ({score.reason})" if score.reason else str(score)
            raise QuandaryError(f"The puzzle has no {name} to compare with: {why}.")
        changed, stop = _listed(kind.maker.neighbours(puzzle))
        seen = list[tuple[str, Any, Score]]()
        for change, other in changed:
            try:
                budget.check()  # each has some work to do before it looks at the clock
            except OutOfBudget as out:
                stop = out.stop
                break
            seen.append((change, other, score_if_solvable(other, budget.share(len(changed) - len(seen)))))
    found = [
        Variant(change, other, theirs, theirs.value - score.value)
        for change, other, theirs in seen
        if theirs.value is not None
    ]
    return Variants(
        score,
        sorted(_towards(found, direction), key=lambda variant: -abs(variant.difference)),
        unsolvable=sum(theirs.status is Status.UNSOLVABLE for *_, theirs in seen),
        unknown=len(changed)
        - sum(theirs.value is not None or theirs.status is Status.UNSOLVABLE for *_, theirs in seen),
        stop=stop,
    )


def _listed(changes: Iterable[tuple[str, Any]]) -> tuple[list[tuple[str, Any]], Stop]:
    """Return the changes that can be listed within the limits, and why there are no more, if there may be."""
    listed = list[tuple[str, Any]]()
    try:
        for each in changes:
            check_limits()
            listed.append(each)
    except OutOfBudget as out:
        return listed, out.stop
    return listed, NOT_STOPPED


def _towards(variants: list[Variant], direction: Direction | None) -> Iterator[Variant]:
    sign = {"harder": 1, "easier": -1, None: 0}[direction]
    return (each for each in variants if not sign or each.difference * sign > 0)
