"""How long an experienced solver would look around at each step: the expected surprise of what is written next.

The solver writes where the fitted weights are highest, step by step to the solution. At each board, the expected
surprise is the entropy of the choice among the open places: 0 bits where one place stands out, more where many are alike.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import fsum
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from quandary.errors import QuandaryError
from quandary.kind import Kind
from quandary.limits import Limits, OutOfBudget, check_limits
from quandary.models.logit import Floats, shares, stack
from quandary.models.walks.fitted import FittedMoves
from quandary.models.walks.options import NO_RULE, Sight
from quandary.score import Score, Status

if TYPE_CHECKING:
    from quandary.runs.batch import Rating

NAMES = ("hesitation", "hesitation_mean")


class WrittenNext(NamedTuple):
    """What is written next, by which rule, and how surprising that is expected to be."""

    move: str
    rule: str
    """The easiest rule that decides it, or "none"."""
    open_places: int
    bits: float


@dataclass(frozen=True)
class ExpectedWalk:
    """The steps of an experienced solver, as fitted weights expect them."""

    steps: tuple[WrittenNext, ...]

    @property
    def bits(self) -> float:
        """The expected surprise of all steps together."""
        return fsum(step.bits for step in self.steps)

    @property
    def mean(self) -> float:
        """The expected surprise of a step."""
        return self.bits / max(1, len(self.steps))


def expect_walk(kind: Kind, puzzle: Any, fitted: FittedMoves) -> ExpectedWalk:
    """Return the steps that are likeliest, one after another, to the solution."""
    return _follow(kind, puzzle, fitted, lambda odds: int(odds.argmax()))


def draw_walk(kind: Kind, puzzle: Any, fitted: FittedMoves, random: Random) -> ExpectedWalk:
    """Return the steps of a solver drawn by lot: each place as likely as the weights say."""
    return _follow(kind, puzzle, fitted, lambda odds: random.choices(range(len(odds)), odds.tolist())[0])


def _follow(kind: Kind, puzzle: Any, fitted: FittedMoves, choose: Callable[[Floats], int]) -> ExpectedWalk:
    if fitted.kind != kind.name:
        raise QuandaryError(f"the weights are of {fitted.kind}, but the puzzle is a {kind.name}")
    sight, weights = Sight(kind, puzzle), fitted.vector(kind)
    state, made, steps = next(iter(puzzle.starts())), list[Any](), list[WrittenNext]()
    before: dict[int, str] = {}
    last: int | None = None
    while len(still := sight.open_numbers(state)):
        check_limits()
        [seen] = sight.decided([made])
        odds = shares(stack([(sight.table(still, seen, before, last), 0)]), weights)
        last = int(still[choose(odds)])
        bits = float(-(odds * np.log2(np.maximum(odds, 1e-300))).sum())
        move = sight.right[sight.places[last]]
        steps.append(WrittenNext(str(move), seen.get(last, NO_RULE), len(still), max(0.0, bits)))
        made.append(move)
        state, before = puzzle.apply(state, move), seen
    return ExpectedWalk(tuple(steps))


def with_hesitation(rating: "Rating", fitted: FittedMoves, limits: Limits) -> "Rating":
    """Return a rating with the expected hesitation of experienced solvers."""
    kind, puzzle = rating.entry.kind, rating.entry.puzzle
    try:
        with limits.start():
            walk = expect_walk(kind, puzzle, fitted)
        values = (walk.bits, walk.mean)
        scores = {n: Score(n, v, Status.ESTIMATE) for n, v in zip(NAMES, values, strict=True)}
    except OutOfBudget as out:
        scores = {n: Score(n, None, Status.GAVE_UP, reason=out.stop.text, stop=out.stop.code) for n in NAMES}
    except QuandaryError as error:
        scores = {n: Score(n, None, Status.NOT_COMPUTED, reason=str(error)) for n in NAMES}
    return replace(rating, scores={**rating.scores, **scores})
