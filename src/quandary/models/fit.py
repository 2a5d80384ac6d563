"""Fit a model to all rows, and predict with it: a value, an interval, and a warning about unlike puzzles."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from quandary.errors import QuandaryError
from quandary.models.pipelines import Pipeline, Switches
from quandary.models.question import Prepared, untransformed
from quandary.models.search import fitted
from quandary.models.statistics import adjusted_r2
from quandary.models.validate import Validation

FloatArray: TypeAlias = NDArray[np.float64]

LEVELS = (0.5, 0.8, 0.95)
"""The shares of puzzles that the intervals of a prediction are made for."""
CHECKED_ROWS = 3
"""The number of rows whose predictions are kept in a model's file, to be checked when it is read."""
UNLIKE = 0.1
"""A puzzle is unlike those seen if a feature lies outside their range by more than this share of it."""


@dataclass(frozen=True)
class Coefficient:
    """The weight of a predictor, with its standard error and the p-value of a t-test."""

    name: str
    value: float
    error: float
    t: float
    p: float


@dataclass(frozen=True)
class Linear:
    """A plain linear model of the target, as reports print it."""

    r2: float
    adjusted_r2: float
    p: float
    """The p-value of the F-test that no predictor matters."""
    constant: Coefficient
    coefficients: tuple[Coefficient, ...]
    rows: int

    def as_json(self) -> dict[str, Any]:
        """Return the numbers by name."""
        return {
            "r2": self.r2,
            "adjusted_r2": self.adjusted_r2,
            "p": self.p,
            "constant": self.constant.value,
            "coefficients": {each.name: each.value for each in self.coefficients},
            "coefficient_tests": {
                each.name: {"error": each.error, "t": each.t, "p": each.p}
                for each in (self.constant, *self.coefficients)
            },
        }


def linear(prepared: Prepared) -> Linear | None:
    """Fit least squares to the rows without missing predictors, or return None if there are too few."""
    if prepared.task == "class":
        return None
    rows = np.isfinite(prepared.features).all(axis=1)
    x, y = prepared.features[rows], prepared.truth(np.arange(len(prepared)))[rows]
    free = len(y) - x.shape[1] - 1
    if free < 1 or np.ptp(y) == 0:
        return None
    design = np.column_stack([np.ones(len(y)), x])
    inverse = np.linalg.pinv(design.T @ design)
    weights = inverse @ design.T @ y
    rest, spread = float(np.sum((y - design @ weights) ** 2)), float(np.sum((y - y.mean()) ** 2))
    r2 = 1 - rest / spread
    error = np.sqrt(np.maximum(np.diag(inverse) * rest / free, 0))
    t = np.divide(weights, error, out=np.full_like(weights, np.inf), where=error > 0)
    p = 2 * stats.t.sf(np.abs(t), free)
    f = (r2 / x.shape[1]) / ((1 - r2) / free) if r2 < 1 else np.inf
    names = ("constant", *prepared.predictors)
    made = [
        Coefficient(n, *(float(v) for v in each))
        for n, *each in zip(names, weights, error, t, p, strict=True)
    ]
    overall = float(stats.f.sf(f, x.shape[1], free))
    return Linear(r2, adjusted_r2(r2, len(y), x.shape[1]), overall, made[0], tuple(made[1:]), len(y))


@dataclass(frozen=True)
class Prediction:
    """A predicted value or class, its interval or probability, and the features that are unlike those seen.

    Numbers are on the target's own scale, as people gave them.
    """

    value: float | str
    low: float | None = None
    high: float | None = None
    probability: float | None = None
    unlike: tuple[str, ...] = ()


@dataclass(frozen=True)
class Model:
    """A fitted pipeline with what it needs to be used and judged by others."""

    name: str
    task: str
    target: str
    transform: str
    features: tuple[str, ...]
    ranges: FloatArray
    """The least and the largest value of each feature in the training rows."""
    estimator: Any
    trend: Mapping[str, Any] = field(default_factory=dict)
    reach: Mapping[str, float] = field(default_factory=dict)
    """How far predictions of unseen rows were off, by the share of rows that were nearer."""
    summary: Mapping[str, Any] = field(default_factory=dict)
    """The rows, the scores with intervals, the versions, and the digest of the training rows."""
    checks: tuple[tuple[tuple[float | None, ...], float | str], ...] = ()
    """Some rows with their predictions, to be checked when the file is read."""

    def predict(
        self, rows: FloatArray, *, share: float = 0.8, times: Sequence[float | None] = ()
    ) -> list[Prediction]:
        """Predict rows of features, in the order of `features`, on the target's own scale.

        `times` are the values of the column whose trend was removed. Where one is not known, that of an average
        training row is taken.
        """
        if rows.shape[1] != len(self.features):
            raise QuandaryError(
                f"The model needs {len(self.features)} features, but there are {rows.shape[1]}."
            )
        values = self.estimator.predict(rows)
        unlike = [self._unlike(row) for row in rows]
        if self.task == "class":
            shares: Sequence[float | None] = [None] * len(rows)
            if hasattr(self.estimator, "predict_proba"):
                shares = [float(each) for each in self.estimator.predict_proba(rows).max(axis=1)]
            return [
                Prediction(str(v), None, None, p, u) for v, p, u in zip(values, shares, unlike, strict=True)
            ]
        reach = self.reach.get(f"{share:g}")
        trend = self._trend(times or [None] * len(rows))
        middle = self._own(values, trend)
        if reach is None:
            return [Prediction(float(v), unlike=u) for v, u in zip(middle, unlike, strict=True)]
        ends = self._own(values - reach, trend), self._own(values + reach, trend)
        return [
            Prediction(float(v), float(low), float(high), None, u)
            for v, low, high, u in zip(middle, *ends, unlike, strict=True)
        ]

    def _own(self, values: FloatArray, trend: FloatArray) -> FloatArray:
        """Return values on the target's own scale: the transformation and the trend are undone."""
        return untransformed(np.asarray(values, dtype=np.float64), self.transform) + trend

    def _trend(self, times: Sequence[float | None]) -> FloatArray:
        """Return what the trend adds at some times, or at the mean time of the training rows."""
        mean = self.trend.get("mean")
        if mean is None:  # no trend, or a file of an earlier version
            return np.zeros(len(times))
        known = np.array([mean if each is None or np.isnan(each) else each for each in times])
        return np.asarray(self.trend["constant"] + self.trend["slope"] * known)

    @property
    def scale(self) -> str:
        """What was undone to give numbers on the target's own scale, or nothing."""
        undone = [f"the transformation {self.transform}"] if self.transform else []
        if self.trend.get("mean") is not None:
            undone.append(f"the trend over {self.trend['column']}")
        return f"on the scale of {self.target}: {' and '.join(undone)} undone" if undone else ""

    def _unlike(self, row: FloatArray) -> tuple[str, ...]:
        low, high = self.ranges
        margin = UNLIKE * (high - low)
        outside = (row < low - margin) | (row > high + margin)
        return tuple(name for name, out in zip(self.features, outside, strict=True) if out)


def fit_model(
    prepared: Prepared,
    pipeline: Pipeline,
    validation: Validation,
    *,
    switches: Switches = Switches(),
    summary: Mapping[str, Any] = {},
) -> Model:
    """Fit a pipeline to all rows. Its intervals come from the validation's predictions of unseen rows."""
    if pipeline.uses_size:
        raise QuandaryError(
            "The size baseline cannot be saved as a model. Use --predictors with the size column."
        )
    everything = np.arange(len(prepared))
    target = prepared.truth(everything)
    estimator = fitted(pipeline, switches, prepared.features, target, prepared.units)
    trend: dict[str, Any] = {}
    if prepared.time is not None:
        slope, constant = np.polyfit(prepared.time, np.asarray(prepared.target, dtype=np.float64), 1)
        trend = {
            "column": prepared.question.trend,
            "slope": float(slope),
            "constant": float(constant),
            "mean": float(prepared.time.mean()),
        }
    with np.errstate(all="ignore"):
        filled = np.where(np.isfinite(prepared.features), prepared.features, np.nan)
        empty = ~np.isfinite(filled).any(axis=0)
        filled[:, empty] = 0
        ranges = np.array([np.nanmin(filled, axis=0), np.nanmax(filled, axis=0)])
    some = prepared.features[:CHECKED_ROWS]
    checks = tuple(
        (
            tuple(None if np.isnan(x) else float(x) for x in row),
            str(v) if prepared.task == "class" else float(v),
        )
        for row, v in zip(some, estimator.predict(some), strict=True)
    )
    return Model(
        pipeline.name,
        prepared.task,
        prepared.question.target,
        prepared.question.transform,
        prepared.predictors,
        ranges,
        estimator,
        trend,
        _reach(validation),
        summary,
        checks,
    )


def _reach(validation: Validation) -> dict[str, float]:
    """Return how far off predictions of unseen rows were, for the shares of `LEVELS`."""
    if validation.task == "class":
        return {}
    off = np.sort(np.abs(validation.truth - validation.predicted).mean(axis=0))
    count = len(off)
    return {
        f"{level:g}": float(off[min(count - 1, int(np.ceil((count + 1) * level)) - 1)]) for level in LEVELS
    }
