"""The statistics of studies, compared with scipy and with values by hand."""

from math import sqrt

import numpy as np
import pytest
from scipy import stats

from quandary.errors import QuandaryError
from quandary.models.statistics import (
    adjusted_r2,
    correlate,
    correlation_table,
    fit,
    learning_effect,
    matched_pairs,
    z_scores,
)

RNG = np.random.default_rng(1)
X = RNG.normal(size=40)
Y = 2 * X + RNG.normal(size=40)


def test_pearson_with_p_and_interval_is_scipys() -> None:
    ours, theirs = correlate(X, Y), stats.pearsonr(X, Y)
    assert ours.r == pytest.approx(theirs.statistic) and ours.p == pytest.approx(theirs.pvalue)
    low, high = theirs.confidence_interval()
    assert (ours.low, ours.high) == pytest.approx((low, high))
    assert ours.r2 == pytest.approx(fit(X, Y).r2)


def test_spearman_is_scipys_and_ranks_only() -> None:
    ours, theirs = correlate(X, Y, method="spearman"), stats.spearmanr(X, Y)
    assert (ours.r, ours.p) == pytest.approx((theirs.statistic, theirs.pvalue))
    assert correlate(X, np.exp(Y), method="spearman").r == pytest.approx(ours.r)
    assert ours.low < ours.r < ours.high


def test_intervals_widen_with_confidence_and_with_few_cases() -> None:
    assert correlate(X, Y, confidence=0.99).low < correlate(X, Y).low
    assert (correlate([1, 2, 3], [1, 3, 2]).low, correlate([1, 2, 3], [1, 3, 2]).high) == (-1, 1)
    assert correlate([1, 2, 3, 4], [2, 4, 6, 8]).low == 1


def test_the_strongest_predictor_comes_first() -> None:
    assert list(correlation_table({"noise": RNG.normal(size=40), "x": -X}, Y)) == ["x", "noise"]


def test_a_line_through_three_points_by_hand() -> None:
    line = fit([0, 1, 2], [0, 1, 5])
    assert (line.constant, line.weights[0]) == pytest.approx((-0.5, 2.5))
    assert line.r2 == pytest.approx(1 - 1.5 / 14)
    assert line.predict([4])[0] == pytest.approx(9.5)


def test_a_plane_is_numpys() -> None:
    matrix = np.column_stack([X, X**2])
    model = fit(matrix, Y)
    weights, *_ = np.linalg.lstsq(np.column_stack([np.ones(40), matrix]), Y, rcond=None)
    assert (model.constant, *model.weights) == pytest.approx(tuple(weights))
    assert model.adjusted_r2 == pytest.approx(1 - (1 - model.r2) * 39 / 37)
    assert model.adjusted_r2 < model.r2


def test_adjusting_by_hand() -> None:
    assert adjusted_r2(0.5, 11, 2) == pytest.approx(1 - 0.5 * 10 / 8)
    assert adjusted_r2(0.5, 4, 2) == pytest.approx(-0.5)  # one degree of freedom is enough


def test_z_scores_put_everybody_on_their_own_scale() -> None:
    who = ["ann"] * 10 + ["bob"] * 10
    z = z_scores([*range(10), *range(0, 100, 10)], who)
    assert list(z[:10]) == pytest.approx(list(z[10:]))
    assert (z[:10].mean(), z[:10].std()) == pytest.approx((0, 1))
    assert z_scores([1, 3], ["a", "a"])[1] == 1


def test_a_learning_effect_is_a_rank_correlation() -> None:
    position, seconds = np.arange(30), np.exp(5 - np.arange(30) / 10)
    assert learning_effect(position, seconds).r == pytest.approx(-1)
    assert learning_effect(position, seconds).method == "spearman"


def test_matched_pairs_are_wilcoxons() -> None:
    a, b = RNG.normal(size=30), RNG.normal(size=30)
    ours = matched_pairs(a, b)
    theirs = stats.wilcoxon(a, b, method="asymptotic", correction=False)
    assert ours.p == pytest.approx(theirs.pvalue)
    assert abs(ours.z) == pytest.approx(abs(theirs.zstatistic))
    assert matched_pairs(b, a).z == pytest.approx(-ours.z)


def test_matched_pairs_by_hand() -> None:
    # Differences 1, 2, −3: ranks 1, 2, 3, so z = (1 + 2 − 3) / √14 = 0; with 3 instead, 6 / √14.
    assert matched_pairs([1, 2, 0], [0, 0, 3]).z == 0
    assert matched_pairs([1, 2, 3, 5], [0, 0, 0, 5]) == pytest.approx((3, 6 / sqrt(14), 0.1088), abs=1e-4)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: correlate([1, 2], [1, 2]), "at least 3 numbers"),
        (lambda: correlate([1, 2, 3], [1, 2]), "at least 3 numbers in y"),
        (lambda: correlate([1, 2, 3], [1, 2, 3, 4]), "3 and 4 values"),
        (lambda: correlate([1, 2, float("nan")], [1, 2, 3]), "nan in x"),
        (lambda: correlate([1, 1, 1], [1, 2, 3]), "equal values"),
        (lambda: fit([[1, 2], [3, 4]], [1, 2]), "2 predictors need more than 2 cases"),
        (lambda: fit([1, 2, 3], [5, 5, 5]), "nothing to explain"),
        (lambda: fit([1, float("inf"), 3], [5, 5, 6]), "finite"),
        (lambda: adjusted_r2(0.5, 3, 2), "no degrees of freedom"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(call: object, message: str) -> None:
    with pytest.raises(QuandaryError, match=message):
        call()  # type: ignore[operator]
