"""How many people and puzzles a study needs: the study is simulated again and again, and what it would find is counted.

A puzzle has a difficulty, and a prediction that correlates with it as much as is hoped for. A person rates with a bias
and with noise. The study sees the mean rating of each puzzle over those who got it. From many such studies follow the
correlation that would be found, its interval, the power to tell it from 0, and how well the ranking would be right.
"""

from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from quandary.errors import QuandaryError

FloatArray: TypeAlias = NDArray[np.float64]
STEPS = (10, 15, 20, 30, 40, 60, 80, 120, 160, 240, 320, 480, 640)
"""The numbers of people that are tried."""


@dataclass(frozen=True)
class Design:
    """A study: how many people and puzzles, and how people rate. Spreads are in points of the rating scale."""

    people: int
    puzzles: int
    per_person: int
    correlation: float = 0.5
    """Between the prediction and the true difficulty."""
    puzzle_spread: float = 1.5
    person_spread: float = 1.2
    noise: float = 1.6

    def __post_init__(self) -> None:
        if min(self.people, self.puzzles, self.per_person) < 2 or self.puzzles < 4:
            raise QuandaryError("A plan needs at least 2 people, 4 puzzles and 2 puzzles for each person.")
        if not -1 < self.correlation < 1:
            raise QuandaryError("A correlation is between -1 and 1.")


@dataclass(frozen=True)
class PowerFound:
    """What a study would find."""

    design: Design
    samples: int
    found: float
    """The mean correlation of the prediction with the mean ratings."""
    low: float
    high: float
    """Between these, 95 % of studies would find it."""
    power: float
    """The share of studies that would tell it from 0, p < .05."""
    ranking: float
    """The mean rank correlation of the mean ratings with the true difficulty."""
    ranking_low: float
    """At least this in 95 % of studies."""

    @property
    def width(self) -> float:
        """Half of the interval."""
        return (self.high - self.low) / 2

    def row(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {**asdict(self.design), **{k: v for k, v in asdict(self).items() if k != "design"}}


def power(design: Design, *, samples: int = 400, seed: int = 1) -> PowerFound:
    """Simulate a study many times.

    >>> found = power(Design(people=40, puzzles=30, per_person=20, correlation=0.7), samples=50)
    >>> found.power > 0.9, found.low < found.found < found.high
    (True, True)
    """
    rng = np.random.default_rng(seed)
    runs = [_run(design, rng) for _ in range(samples)]
    r, p, rho = (np.array(each) for each in zip(*runs, strict=True))
    low, high = np.quantile(r, [0.025, 0.975])
    return PowerFound(
        design,
        samples,
        float(r.mean()),
        float(low),
        float(high),
        float((p < 0.05).mean()),
        float(rho.mean()),
        float(np.quantile(rho, 0.05)),
    )


def _run(design: Design, rng: np.random.Generator) -> tuple[float, float, float]:
    """Return the correlation that one study finds, its p, and how well it ranks the puzzles."""
    from scipy import stats

    hard = rng.normal(0, 1, design.puzzles)
    guess = design.correlation * hard + np.sqrt(1 - design.correlation**2) * rng.normal(0, 1, design.puzzles)
    rated = _means(design, hard, rng)
    straight, ranks = stats.pearsonr(guess, rated), stats.spearmanr(hard, rated)
    return float(straight.statistic), float(straight.pvalue), float(ranks.statistic)


def _means(design: Design, hard: FloatArray, rng: np.random.Generator) -> FloatArray:
    """Return the mean rating of each puzzle, over people who get those that were given least."""
    shape = (design.people, design.puzzles)
    bias = rng.normal(0, design.person_spread, design.people)[:, None]
    ratings = design.puzzle_spread * hard + bias + rng.normal(0, design.noise, shape)
    got = np.zeros(shape, dtype=bool)
    given = np.zeros(design.puzzles)
    for person in range(design.people):
        chosen = np.argsort(given + rng.random(design.puzzles))[: design.per_person]
        got[person, chosen] = True
        given[chosen] += 1
    counts = np.maximum(1, got.sum(axis=0))
    return np.asarray(np.where(got, ratings, 0).sum(axis=0) / counts, dtype=np.float64)


def people_needed(
    design: Design, *, power_aim: float = 0.8, ranking: float | None = None, samples: int = 200, seed: int = 1
) -> PowerFound | None:
    """Return the study with the fewest people that reaches an aim, or None if none that is tried does.

    The aim is a power, or, if `ranking` is given, a rank correlation with the truth in 95 % of studies.
    """
    for people in STEPS:
        tried = Design(**{**asdict(design), "people": people})
        found = power(tried, samples=samples, seed=seed)
        if found.power >= power_aim if ranking is None else found.ranking_low >= ranking:
            return found
    return None
