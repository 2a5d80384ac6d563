"""Every interval against simulation: as many of them hold the truth as they are made for."""

from collections.abc import Callable
from math import asin, atanh, pi, sqrt, tanh
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from quandary.models.fit import _reach
from quandary.models.scale import SHARE, Anchor, calibrate
from quandary.models.skill import Glicko, Match, elo, graded, rasch
from quandary.models.statistics import Interval, Method, correlate
from quandary.models.validate import Validation, difference, scored
from quandary.web.study.analysis.predictors import _bootstrap
from quandary.web.study.analysis.reliability import people_needed

FloatArray = NDArray[np.float64]


def share(holds: Callable[[np.random.Generator], bool], times: int) -> float:
    """Return how many of some intervals hold the truth."""
    return sum(holds(np.random.default_rng(seed)) for seed in range(times)) / times


def pair(rng: np.random.Generator, count: int, rho: float) -> tuple[FloatArray, FloatArray]:
    """Draw two normal columns with a correlation."""
    x = rng.normal(size=count)
    return x, rho * x + sqrt(1 - rho**2) * rng.normal(size=count)


@pytest.mark.parametrize(
    ("method", "variance"), [("pearson", lambda r: 1), ("spearman", lambda r: 1 + r**2 / 2)]
)
@pytest.mark.parametrize("confidence", [0.8, 0.95])
def test_an_interval_of_a_correlation_is_by_fisher_and_by_bonett_and_wright(
    method: Method, variance: Callable[[float], float], confidence: float
) -> None:
    x, y = pair(np.random.default_rng(1), 25, 0.7)
    found = correlate(x, y, method=method, confidence=confidence)
    reach = sqrt(variance(found.r) / 22) * stats.norm.ppf((1 + confidence) / 2)
    assert found.low == pytest.approx(tanh(atanh(found.r) - reach))
    assert found.high == pytest.approx(tanh(atanh(found.r) + reach))


@pytest.mark.parametrize(
    ("method", "rho"), [("pearson", 0.0), ("pearson", 0.8), ("spearman", 0.0), ("spearman", 0.8)]
)
def test_correlations_lie_in_their_intervals_as_often_as_those_say(method: Method, rho: float) -> None:
    truth = rho if method == "pearson" else 6 / pi * asin(rho / 2)

    def holds(rng: np.random.Generator) -> bool:
        found = correlate(*pair(rng, 40, rho), method=method)
        return found.low <= truth <= found.high

    assert 0.935 < share(holds, 1_500) < 0.967


def test_a_correlation_over_puzzles_drawn_again_lies_in_its_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quandary.web.study.analysis.predictors.RESAMPLES", 120)

    def holds(rng: np.random.Generator) -> bool:
        low, high = _bootstrap(*pair(rng, 60, 0.6))
        return low <= 0.6 <= high

    assert 0.89 < share(holds, 200) < 0.98


def validation(truth: FloatArray, predicted: FloatArray) -> Validation:
    rows = len(truth)
    none: Any = ()
    columns = (truth[None, :], predicted[None, :], np.zeros((1, rows)))
    return Validation("test", "number", tuple(map(str, range(rows))), *columns, np.arange(rows), none)


@pytest.mark.parametrize(("score", "truth"), [("mae", 0.5 * sqrt(2 / pi)), ("r", sqrt(0.8)), ("r2", 0.75)])
def test_scores_of_models_lie_in_their_intervals(score: str, truth: float) -> None:
    def holds(rng: np.random.Generator) -> bool:
        real = rng.normal(size=120)
        found = scored(validation(real, real + 0.5 * rng.normal(size=120)), resamples=200)[score]
        return found.low <= truth <= found.high

    assert 0.90 < share(holds, 400) < 0.985


def test_the_difference_of_two_models_that_are_equally_good_holds_nothing() -> None:
    def holds(rng: np.random.Generator) -> bool:
        real = rng.normal(size=100)
        one, other = (validation(real, real + rng.normal(size=100)) for _ in range(2))
        found = difference(one, other, "mae", resamples=200)
        return found.low <= 0 <= found.high

    assert 0.90 < share(holds, 300) < 0.985


def test_an_interval_without_samples_is_its_value() -> None:
    found = scored(validation(np.arange(9.0), np.arange(9.0) + 1), resamples=0)["mae"]
    assert found == Interval(1, 1, 1)


def test_the_time_of_a_new_puzzle_lies_in_its_interval() -> None:
    def anchor(rng: np.random.Generator) -> Anchor:
        bits = rng.uniform(1, 12)
        return Anchor(bits, 8, 2 ** (2 + 0.4 * bits + 0.7 * rng.normal()))

    def holds(rng: np.random.Generator) -> bool:
        scale = calibrate("mine", [anchor(rng) for _ in range(15)])
        other = anchor(rng)
        found = scale.estimate(other.bits, other.shortest)
        return found.low <= (other.seconds or 0) <= found.high

    assert SHARE - 0.06 < share(holds, 500) < SHARE + 0.06


def test_difficulties_and_skills_lie_in_their_intervals() -> None:
    held = list[list[bool]](([], []))
    for seed in range(25):
        rng = np.random.default_rng(seed)
        skill, hard = rng.normal(size=60), np.linspace(-1.5, 1.5, 8)
        found = rasch(rng.random((60, 8)) < 1 / (1 + np.exp(hard[None, :] - skill[:, None])))
        held[0] += [each.low <= true <= each.high for each, true in zip(found.puzzles, hard, strict=True)]
        held[1] += [each.low <= true <= each.high for each, true in zip(found.people, skill, strict=True)]
    assert all(0.91 < np.mean(each) < 0.99 for each in held), [float(np.mean(each)) for each in held]


def test_graded_difficulties_lie_in_their_intervals() -> None:
    held = list[bool]()
    for seed in range(20):
        rng = np.random.default_rng(seed)
        skill, hard, steps = rng.normal(size=120), np.linspace(-1, 1, 5), np.array([-1.0, 0.0, 1.0])
        beyond = 1 / (1 + np.exp(hard[None, :, None] + steps - skill[:, None, None]))
        grades = (rng.random((120, 5, 1)) < beyond).sum(axis=2)
        held += [
            each.low <= true <= each.high for each, true in zip(graded(grades).puzzles, hard, strict=True)
        ]
    assert 0.88 < np.mean(held) <= 1


def test_ratings_by_elo_spread_as_their_intervals_say() -> None:
    def matches(rng: np.random.Generator) -> list[Match]:
        return [Match(who, "it", float(rng.random() < 0.7)) for who in range(60)]

    found = [elo(matches(np.random.default_rng(seed)), resamples=60).puzzles["it"] for seed in range(60)]
    real, told = np.std([each.value for each in found]), np.mean([each.error for each in found])
    assert 0.75 < told / real < 1.33
    for each in found:
        assert (each.value - each.low, each.high - each.value) == pytest.approx((1.96 * each.error,) * 2)
    assert Glicko(1500, 50, 0.06).interval == (1500 - 98, 1500 + 98)


def test_predictions_of_new_rows_lie_in_their_intervals() -> None:
    rng = np.random.default_rng(1)
    real = rng.normal(size=400)
    reach = _reach(validation(real, real + rng.normal(size=400)))
    for level, far in reach.items():
        assert far == pytest.approx(stats.norm.ppf((1 + float(level)) / 2), rel=0.15)
        assert np.mean(np.abs(rng.normal(size=4_000)) <= far) == pytest.approx(float(level), abs=0.06)
    assert len(reach) >= 1


def test_the_people_needed_come_with_what_bad_luck_gives() -> None:
    """Of 20 draws, one is below the last number: with more people it comes up to the mean."""
    rng = np.random.default_rng(2)
    truth = np.linspace(2, 9, 20)
    rating = np.clip(np.round(truth + rng.normal(0, 2, (30, 20))), 1, 10)
    rows = people_needed(SimpleNamespace(rating=rating, scale=(1, 10)))  # type: ignore[arg-type]
    gaps = [mean - low for _, mean, low in rows]
    assert all(0 < gap < 0.3 for gap in gaps) and gaps[-1] < gaps[0] / 2
    assert [row[1] for row in rows] == sorted(row[1] for row in rows)
