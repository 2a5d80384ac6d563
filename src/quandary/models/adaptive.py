"""The next puzzle for a person, by what they did so far: one that they will solve with a chance that is aimed at.

A person's skill is a probability for each place of a grid, begun as a normal population and sharpened by each answer
(Rasch: a puzzle as hard as a person is skilled is solved with an even chance). How hard a puzzle is comes from a
prediction, which has an error of its own. Among the puzzles that are left, the one is next whose chance is nearest to
the aim, except that a share of puzzles is drawn by lot. Without those, hard puzzles would be met by skilled people
only, and their difficulty could not be told from the skill of those who met it.

The choice depends on the seed and on the answers alone, so an order can be drawn again.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

FloatArray: TypeAlias = NDArray[np.float64]
GRID: FloatArray = np.linspace(-5.0, 5.0, 81)
"""The skills that are told apart."""


class Predicted(NamedTuple):
    """How hard a puzzle is thought to be, on the scale of skill, and the standard error of that."""

    value: float
    error: float = 0.5


class Tried(NamedTuple):
    """A puzzle that a person tried, and whether they solved it."""

    puzzle: str
    is_solved: bool


class Skill(NamedTuple):
    """What is known of a person's skill."""

    value: float
    error: float


@dataclass(frozen=True)
class Chooser:
    """How the next puzzle is chosen.

    >>> chooser = Chooser({"easy": Predicted(-2), "even": Predicted(-0.8), "hard": Predicted(2)}, by_lot=0)
    >>> chooser.next([], ["easy", "even", "hard"])
    'even'
    >>> chooser.next([Tried("even", True), Tried("easy", True)], ["hard"])
    'hard'
    """

    difficulty: Mapping[str, Predicted]
    aim: float = 0.7
    """The chance of success that is aimed at."""
    by_lot: float = 0.2
    """The share of puzzles that are drawn by lot."""
    seed: int = 0
    spread: float = 1.0
    """The standard deviation of skill among people."""

    def next(self, tried: Sequence[Tried], left: Sequence[str]) -> str:
        """Return the next puzzle among those that are left."""
        if self.is_by_lot(len(tried)):
            return Random(f"{self.seed} {len(tried)} which").choice(list(left))
        lots, known = Random(f"{self.seed} {len(tried)} tie"), self.posterior(tried)
        solved = np.array([self._solves(each) for each in left]) @ known
        chances = dict(zip(left, solved.tolist(), strict=True))
        return min(left, key=lambda each: (round(abs(chances[each] - self.aim), 6), lots.random()))

    def is_by_lot(self, number: int) -> bool:
        """Return whether the puzzle after so many others is drawn by lot."""
        return Random(f"{self.seed} {number} lot").random() < self.by_lot

    def chance(self, tried: Iterable[Tried], puzzle: str) -> float:
        """Return the chance that the person solves a puzzle."""
        return float(self.posterior(tried) @ self._solves(puzzle))

    def skill(self, tried: Iterable[Tried]) -> Skill:
        """Return what the answers tell about the person's skill.

        >>> chooser = Chooser({"a": Predicted(0, 0)})
        >>> chooser.skill([]).value, chooser.skill([Tried("a", True)]).value > 0
        (0.0, True)
        """
        known = self.posterior(tried)
        value = float(known @ GRID)
        return Skill(round(value, 9), float(np.sqrt(known @ (GRID - value) ** 2)))

    def posterior(self, tried: Iterable[Tried]) -> FloatArray:
        """Return the probability of each place of the grid."""
        log = -((GRID / self.spread) ** 2) / 2
        for puzzle, is_solved in tried:
            chance = self._solves(puzzle)
            log = log + np.log(chance if is_solved else 1 - chance)
        weights = np.exp(log - log.max())
        return np.asarray(weights / weights.sum(), dtype=np.float64)

    def _solves(self, puzzle: str) -> FloatArray:
        """Return the chance of success at each place of the grid, over all that the prediction leaves possible.

        A normal error makes a logistic curve flatter, by a well-known approximation with a factor of π/8.
        """
        if puzzle not in self._curves:
            value, error = self.difficulty[puzzle]
            flat = np.sqrt(1 + np.pi / 8 * error**2)
            self._curves[puzzle] = np.asarray(1 / (1 + np.exp(-(GRID - value) / flat)), dtype=np.float64)
        return self._curves[puzzle]

    @cached_property
    def _curves(self) -> dict[str, FloatArray]:
        return {}


def predicted(measured: Mapping[str, float | None], *, spread: float = 1.5) -> dict[str, Predicted]:
    """Return measured difficulties, in whatever unit, as places on the scale of skill: by their ranks, normally distributed.

    What could not be measured is thought to be in the middle, with the error of a guess.

    >>> {name: round(each.value, 2) for name, each in predicted({"a": 3.1, "b": 9.5, "c": 4.0}).items()}
    {'a': -1.45, 'b': 1.45, 'c': 0.0}
    """
    from statistics import NormalDist

    known = sorted((value, name) for name, value in measured.items() if value is not None)
    ranks: dict[float, list[int]] = {}
    for place, (value, _) in enumerate(known):
        ranks.setdefault(value, []).append(place)
    share = {value: (sum(places) / len(places) + 0.5) / len(known) for value, places in ranks.items()}
    normal = NormalDist(0, spread)
    return {
        name: Predicted(normal.inv_cdf(share[value]) + 0.0) if value is not None else Predicted(0.0, spread)
        for name, value in measured.items()
    }


def refined(
    prediction: Mapping[str, Predicted],
    people: Sequence[Sequence[Tried]],
    *,
    spread: float = 1.0,
    rounds: int = 3,
) -> dict[str, Predicted]:
    """Return difficulties that start from a prediction and are corrected by what people did.

    In turns, everybody's skill is found from the difficulties, and each difficulty from the skills of those who tried
    the puzzle. A puzzle that few have tried stays where it was predicted.

    >>> found = refined({"a": Predicted(0, 1), "b": Predicted(0, 1)}, [[Tried("a", True), Tried("b", False)]] * 20)
    >>> found["a"].value < -0.5 and found["b"].value > 0.5
    True
    """
    found = dict(prediction)
    curve = 1 / (1 + np.exp(GRID[None, :] - GRID[:, None]))  # skill by difficulty
    for _ in range(rounds):
        chooser = Chooser(found, spread=spread)
        solved = {name: ([], []) for name in prediction}  # type: dict[str, tuple[list[FloatArray], list[FloatArray]]]
        for tried in people:
            known = chooser.posterior(tried)
            for puzzle, is_solved in tried:
                if puzzle in solved:
                    solved[puzzle][is_solved].append(known)
        found = {name: _located(prediction[name], *solved[name], curve) for name in prediction}
    return found


def _located(
    prior: Predicted, failed: list[FloatArray], solved: list[FloatArray], curve: FloatArray
) -> Predicted:
    """Return where a puzzle is, by its prior and by what is known of those who failed at it and who solved it."""
    if not failed and not solved:
        return prior
    log = -(((GRID - prior.value) / max(prior.error, 0.05)) ** 2) / 2
    for known, right in ((failed, False), (solved, True)):
        if known:
            chance = np.clip(np.array(known) @ curve, 1e-9, 1 - 1e-9)  # people by difficulty
            log = log + np.log(chance if right else 1 - chance).sum(axis=0)
    weights = np.exp(log - log.max())
    weights /= weights.sum()
    value = float(weights @ GRID)
    return Predicted(value, float(np.sqrt(weights @ (GRID - value) ** 2)))
