"""Statistics for studies of difficulty, each a function from plain numbers to a plain value.

Everything takes sequences of numbers, one per puzzle or answer. Sequences that are too short or not
finite raise an error with a clear message. numpy and scipy do the work.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from math import atanh, isnan, sqrt, tanh
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats

from quandary.errors import QuandaryError

FloatArray: TypeAlias = NDArray[np.float64]
Method: TypeAlias = Literal["pearson", "spearman"]


class Interval(NamedTuple):
    """A value with its 95 % interval.

    >>> str(Interval(0.5, 0.25, 0.75))
    '0.500 [0.250, 0.750]'
    """

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.3f} [{self.low:.3f}, {self.high:.3f}]"


# Correlation


@dataclass(frozen=True)
class Correlation:
    """The correlation of two columns, with a confidence interval."""

    r: float
    p: float
    low: float
    high: float
    count: int
    method: Method = "pearson"

    @property
    def r2(self) -> float:
        """The share of the variance that a line explains."""
        return self.r**2


def correlate(
    x: ArrayLike, y: ArrayLike, *, method: Method = "pearson", confidence: float = 0.95
) -> Correlation:
    """Compute the correlation of two columns, its two-sided p, and an interval by Fisher's z.

    >>> found = correlate([1, 2, 3, 4], [1, 3, 2, 4])
    >>> round(found.r, 3), round(found.p, 3), round(found.low, 3), round(found.high, 3)
    (0.8, 0.2, -0.697, 0.996)

    For Spearman the standard error is that of Bonett & Wright (2000). With fewer than four cases the interval
    is from −1 to 1.
    """
    x, y = _column(x, "x", at_least=3), _column(y, "y", at_least=3)
    _same_length(x, y)
    if np.ptp(x) == 0 or np.ptp(y) == 0:
        raise QuandaryError("A column of equal values has no correlation. Leave it out.")
    test = stats.pearsonr(x, y) if method == "pearson" else stats.spearmanr(x, y)
    r = float(min(1.0, max(-1.0, test.statistic)))
    low, high = _fisher(r, len(x), method, confidence)
    return Correlation(r, float(test.pvalue), low, high, len(x), method)


def _fisher(r: float, count: int, method: Method, confidence: float) -> tuple[float, float]:
    if count < 4 or abs(r) == 1:
        return (-1.0, 1.0) if count < 4 else (r, r)
    error = sqrt((1 if method == "pearson" else 1 + r**2 / 2) / (count - 3))
    reach = error * float(stats.norm.ppf((1 + confidence) / 2))
    return tanh(atanh(r) - reach), tanh(atanh(r) + reach)


def correlation_table(
    columns: Mapping[str, ArrayLike], target: ArrayLike, *, method: Method = "pearson"
) -> dict[str, Correlation]:
    """Compute each column's correlation with the target, strongest first.

    >>> table = correlation_table({"size": [3, 3, 4, 5], "clues": [1, 4, 2, 3]}, [1, 2, 3, 4])
    >>> {name: round(each.r2, 2) for name, each in table.items()}
    {'size': 0.89, 'clues': 0.16}
    """
    found = {name: correlate(column, target, method=method) for name, column in columns.items()}
    return dict(sorted(found.items(), key=lambda pair: -abs(pair[1].r)))


# Linear models


@dataclass(frozen=True)
class Fit:
    """A linear model: a constant, a weight per predictor, and how well it fits."""

    constant: float
    weights: tuple[float, ...]
    r2: float
    count: int

    @property
    def adjusted_r2(self) -> float:
        """R² adjusted for the number of predictors, 1 − (1 − R²)(n − 1)/(n − k − 1)."""
        return adjusted_r2(self.r2, self.count, len(self.weights))

    def predict(self, predictors: ArrayLike) -> FloatArray:
        """Predict the target for rows of predictors."""
        return np.asarray(self.constant + _matrix(predictors) @ np.array(self.weights), dtype=np.float64)


def fit(predictors: ArrayLike, target: ArrayLike) -> Fit:
    """Fit a least-squares model of the target to rows of predictors or a single column.

    >>> line = fit([0, 1, 2, 3], [1, 3, 5, 7])
    >>> round(line.constant, 9), [round(weight, 9) for weight in line.weights], round(line.r2, 9)
    (1.0, [2.0], 1.0)
    """
    matrix, y = _matrix(predictors), _column(target, "the target", at_least=2)
    _same_length(matrix, y)
    if matrix.shape[1] >= len(y):
        raise QuandaryError(f"{matrix.shape[1]} predictors need more than {len(y)} cases. Leave some out.")
    design = np.column_stack([np.ones(len(y)), matrix])
    weights = np.linalg.lstsq(design, y, rcond=None)[0]
    rest = float(np.sum((y - design @ weights) ** 2))
    spread = float(np.sum((y - y.mean()) ** 2))
    if spread == 0:
        raise QuandaryError("All values of the target are the same, so there is nothing to explain.")
    return Fit(float(weights[0]), tuple(map(float, weights[1:])), 1 - rest / spread, len(y))


def adjusted_r2(r2: float, count: int, predictors: int) -> float:
    """Adjust R² for the number of predictors.

    >>> round(adjusted_r2(0.870, 30, 1), 3)
    0.865
    """
    if count - predictors - 1 <= 0:
        raise QuandaryError(
            f"{predictors} predictors and {count} cases leave no degrees of freedom to adjust R²."
        )
    return 1 - (1 - r2) * (count - 1) / (count - predictors - 1)


# People


def z_scores(ratings: ArrayLike, participants: Sequence[Hashable]) -> FloatArray:
    """Convert each rating to its participant's own scale, (x − mean) / standard deviation.

    >>> [float(z) for z in z_scores([1, 3, 10, 10, 4], ["ann", "ann", "bob", "bob", "eve"])]
    [-1.0, 1.0, nan, nan, nan]

    The standard deviation is over all ratings of the participant (divided by n), so that each participant's
    z-scores have mean 0 and standard deviation 1. A participant whose ratings are all equal gets nan.
    """
    x = _column(ratings, "the ratings")
    _same_length(x, np.empty(len(participants)))
    z = np.full(len(x), np.nan)
    for each in dict.fromkeys(participants):
        own = np.array([case for case, who in enumerate(participants) if who == each])
        if (scale := x[own].std()) > 0:
            z[own] = (x[own] - x[own].mean()) / scale
    return z


def learning_effect(positions: ArrayLike, values: ArrayLike) -> Correlation:
    """Compute Spearman's correlation of ratings or times with their position in the session.

    >>> round(learning_effect([1, 2, 3, 4, 5], [9, 7, 6, 4, 5]).r, 6)
    -0.9
    """
    return correlate(positions, values, method="spearman")


class MatchedPairs(NamedTuple):
    """Wilcoxon's test on pairs: the number that differ, the standardised statistic, and two-sided p."""

    pairs: int
    z: float
    p: float


def matched_pairs(first: ArrayLike, second: ArrayLike) -> MatchedPairs:
    """Test whether the first of each pair tends to be larger (z > 0) or smaller, by Wilcoxon's test.

    Pairs without a difference are left out, tied ranks are averaged, and z is not corrected for continuity.

    >>> matched_pairs([1, 2, 3], [1, 2, 3])
    MatchedPairs(pairs=0, z=0.0, p=1.0)
    """
    a, b = _column(first, "the first of the pairs"), _column(second, "the second of the pairs")
    _same_length(a, b)
    difference = (a - b)[a != b]
    if not len(difference):
        return MatchedPairs(0, 0.0, 1.0)
    ranks = stats.rankdata(np.abs(difference))
    # Under the null hypothesis every sign is a coin toss: Σ ±rank has variance Σ rank².
    z = float(np.sum(np.sign(difference) * ranks) / np.sqrt(np.sum(ranks**2)))
    return MatchedPairs(len(difference), z, float(2 * stats.norm.sf(abs(z))))


# Input checks


def _column(values: Any, what: str, *, at_least: int = 1) -> FloatArray:
    column = np.asarray(values, dtype=np.float64)
    if column.ndim != 1 or len(column) < at_least:
        raise QuandaryError(f"Statistics need at least {at_least} numbers in {what}.")
    if not np.isfinite(column).all():
        bad = "nan" if any(map(isnan, column)) else "infinity"
        raise QuandaryError(f"There is {bad} in {what}. Leave out such cases.")
    return column


def _matrix(predictors: Any) -> FloatArray:
    matrix = np.asarray(predictors, dtype=np.float64)
    if matrix.ndim == 1:
        matrix = matrix[:, None]
    if matrix.ndim != 2 or not np.isfinite(matrix).all():
        raise QuandaryError("The predictors must be rows of finite numbers, one row for each case.")
    return matrix


def _same_length(a: FloatArray, b: FloatArray) -> None:
    if len(a) != len(b):
        raise QuandaryError(
            f"The columns have {len(a)} and {len(b)} values, but they must have the same length."
        )
