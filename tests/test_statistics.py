"""The statistics of studies, compared with scipy and with values by hand."""

from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from quandary.errors import QuandaryError
from quandary.models.statistics import (
    adjusted_r2,
    constant_model,
    correlate,
    correlation_table,
    cross_validate,
    fit,
    group_model,
    learning_effect,
    linear_model,
    matched_pairs,
    mean_absolute_error,
    stratified_folds,
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


@given(st.lists(st.sampled_from("abc"), min_size=6, max_size=40), st.integers(2, 6), st.integers(0, 99))
@settings(max_examples=60, deadline=None)
def test_folds_hold_every_case_once_and_every_stratum_evenly(
    strata: list[str], folds: int, seed: int
) -> None:
    dealt = stratified_folds(strata, folds, seed)
    assert sorted(case for fold in dealt for case in fold) == list(range(len(strata)))
    for each in set(strata):
        counts = [sum(strata[case] == each for case in fold) for fold in dealt]
        assert max(counts) - min(counts) <= 1
    sizes = [len(fold) for fold in dealt]
    assert max(sizes) - min(sizes) <= 1


def test_other_seeds_give_other_folds() -> None:
    strata = [3] * 5 + [4] * 10 + [5] * 10 + [6] * 5
    splits = {tuple(tuple(fold) for fold in stratified_folds(strata, 5, seed)) for seed in range(5)}
    assert len(splits) == 5
    for split in splits:
        assert all([strata[case] for case in fold] == [3, 4, 4, 5, 5, 6] for fold in split)


def test_the_baselines_predict_means() -> None:
    target, groups = np.array([1.0, 3.0, 10.0, 20.0]), ["a", "a", "b", "c"]
    learn = np.array([[True, True, True, False], [False, True, False, True]])
    assert constant_model(target)(learn).tolist() == [[pytest.approx(14 / 3)] * 4, [11.5] * 4]
    assert group_model(target, groups)(learn)[0].tolist() == pytest.approx([2, 2, 10, 14 / 3])
    assert group_model(target, groups)(learn)[1].tolist() == [3, 3, 11.5, 20]


def test_a_linear_model_of_a_split_is_the_fit_to_its_training_cases() -> None:
    matrix, learn = np.column_stack([X, X**2]), np.arange(40) % 3 > 0
    alone = fit(matrix[learn], Y[learn]).predict(matrix)
    assert linear_model(Y, matrix)(np.stack([learn, ~learn]))[0] == pytest.approx(alone)


def test_a_perfect_predictor_has_no_error_and_a_baseline_has() -> None:
    target, strata = 3 * X + 1, ["all"] * 40
    assert np.abs(cross_validate(linear_model(target, X), target, strata)).max() < 1e-9
    constant = mean_absolute_error(constant_model(target), target, strata, splits=5)
    assert constant.low <= constant.mean <= constant.high and constant.low > 1


def test_a_model_never_sees_the_fold_it_predicts() -> None:
    def model(learn: np.ndarray) -> np.ndarray:
        """Predict 0, and nothing for the cases that it may learn from."""
        return np.where(learn, np.nan, 0)

    errors = cross_validate(model, Y, ["all"] * 40, splits=3)
    assert errors.shape == (3, 40) and errors[0] == pytest.approx(-Y)


def test_more_splits_begin_with_the_same_ones() -> None:
    model = linear_model(Y, X)
    three = cross_validate(model, Y, ["all"] * 40, splits=3, seed=5)
    assert three[2] == pytest.approx(cross_validate(model, Y, ["all"] * 40, seed=7)[0])


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
        (lambda: stratified_folds("ab", 3, 0), "2 cases cannot be dealt into 3 folds"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(call: object, message: str) -> None:
    with pytest.raises(QuandaryError, match=message):
        call()  # type: ignore[operator]
