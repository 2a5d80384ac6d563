# ruff: noqa: N803 - scikit-learn calls the rows X and has settings in capitals
"""Steps of a pipeline, each of which learns only from the training rows.

They are scikit-learn estimators: the constructor stores, `fit` learns, names of learnt values end in `_`.
"""

from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy import linalg, stats
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin, TransformerMixin, clone
from sklearn.linear_model import LogisticRegression
from sklearn.metrics.pairwise import laplacian_kernel

FloatArray = NDArray[np.float64]


def normality(column: FloatArray) -> float:
    """Return the p-value of the Kolmogorov–Smirnov test of a standardised column against a normal distribution.

    >>> normality(np.array([1.0, 1.0, 1.0, 1.0, 50.0])) < normality(np.log([1.0, 2.0, 4.0, 8.0, 16.0]))
    True
    """
    known = column[np.isfinite(column)]
    if len(known) < 3 or np.ptp(known) == 0:
        return 0.0
    return float(stats.kstest((known - known.mean()) / known.std(), "norm").pvalue)


class LogWhereItHelps(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Take the logarithm (of 1 + x) of columns that are nearer to normal afterwards.

    `always` takes it of every column without negative values.
    """

    def __init__(self, always: bool = False) -> None:
        self.always = always

    def fit(self, X: FloatArray, y: Any = None) -> Self:
        """Choose the columns."""
        self.n_features_in_ = X.shape[1]
        self.chosen_ = np.array([self._helps(X[:, at]) for at in range(X.shape[1])], dtype=bool)
        return self

    def _helps(self, column: FloatArray) -> bool:
        known = column[np.isfinite(column)]
        if not len(known) or known.min() < 0:
            return False
        return self.always or normality(np.log1p(known)) > normality(known)

    def transform(self, X: FloatArray) -> FloatArray:
        """Take the logarithms. A negative value, which training had none of, counts as 0."""
        made = np.array(X, dtype=np.float64)
        made[:, self.chosen_] = np.log1p(np.maximum(made[:, self.chosen_], 0))
        return made

    def get_feature_names_out(self, names: Any = None) -> NDArray[Any]:
        """Return the names of the columns, with "_log" where the logarithm is taken."""
        return np.array(
            [f"{n}_log" if log else n for n, log in zip(names, self.chosen_, strict=True)], dtype=object
        )


class SpearmanPruning(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Leave out columns that go with an earlier one almost perfectly, by Spearman's correlation."""

    def __init__(self, most: float = 0.9) -> None:
        self.most = most

    def fit(self, X: FloatArray, y: Any = None) -> Self:
        """Choose the columns to keep."""
        self.n_features_in_ = X.shape[1]
        ranks = np.column_stack([stats.rankdata(X[:, at]) for at in range(X.shape[1])]) if X.shape[1] else X
        kept: list[int] = []
        spread = ranks.std(axis=0) if X.shape[1] else np.empty(0)
        centred = (ranks - ranks.mean(axis=0)) / np.where(spread > 0, spread, 1) if X.shape[1] else ranks
        for at in range(X.shape[1]):
            if spread[at] == 0:
                continue
            others = np.abs(centred[:, kept].T @ centred[:, at]) / len(X) if kept else np.empty(0)
            if not (others > self.most).any():
                kept.append(at)
        self.kept_ = np.array(kept or [0], dtype=np.int64)
        return self

    def transform(self, X: FloatArray) -> FloatArray:
        """Keep the chosen columns."""
        return np.asarray(X)[:, self.kept_]

    def get_feature_names_out(self, names: Any = None) -> NDArray[Any]:
        """Return the names of the columns that are kept."""
        return np.asarray(names, dtype=object)[self.kept_]


class Clip(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Clip every value to a range around 0."""

    def __init__(self, most: float = 2.5) -> None:
        self.most = most

    def fit(self, X: FloatArray, y: Any = None) -> Self:
        """Learn nothing."""
        self.n_features_in_ = X.shape[1]
        return self

    def transform(self, X: FloatArray) -> FloatArray:
        """Clip the values."""
        return np.clip(X, -self.most, self.most)


class WithoutOutliers(RegressorMixin, BaseEstimator):  # type: ignore[misc]
    """A regressor that is fitted without rows outside the fences q₁ − 1.5 IQR and q₃ + 1.5 IQR of any column.

    Only training rows are left out: every row that is asked about gets a prediction.
    """

    def __init__(self, estimator: Any, reach: float = 1.5) -> None:
        self.estimator = estimator
        self.reach = reach

    def fit(self, X: FloatArray, y: FloatArray) -> Self:
        """Fit the estimator to the rows inside the fences."""
        self.n_features_in_ = X.shape[1]
        low, high = np.nanquantile(X, [0.25, 0.75], axis=0)
        reach = self.reach * (high - low)
        outside = ((low - reach > X) | (high + reach < X)) & (high > low)
        inside = ~outside.any(axis=1)
        if inside.sum() < max(10, X.shape[1] + 2):  # too few rows are left to learn from
            inside[:] = True
        self.left_out_ = int((~inside).sum())
        self.estimator_ = clone(self.estimator).fit(X[inside], np.asarray(y)[inside])
        return self

    def predict(self, X: FloatArray) -> FloatArray:
        """Predict the target."""
        return np.asarray(self.estimator_.predict(X), dtype=np.float64)


class Likeness(RegressorMixin, BaseEstimator):  # type: ignore[misc]
    """Ridge regression on the likeness of rows, exp(− mean distance of scaled columns): near rows count most.

    Time and memory grow with the square of the rows, so at most `most` rows, drawn at random, are learnt from.
    """

    def __init__(self, alpha: float = 0.12, most: int = 8000, seed: int = 1) -> None:
        self.alpha = alpha
        self.most = most
        self.seed = seed

    def fit(self, X: FloatArray, y: FloatArray) -> Self:
        """Learn the weight of each row."""
        self.n_features_in_ = X.shape[1]
        target = np.asarray(y, dtype=np.float64)
        drawn = np.sort(np.random.default_rng(self.seed).permutation(len(X))[: self.most])
        self.rows_, self.mean_ = np.asarray(X, dtype=np.float64)[drawn], float(target[drawn].mean())
        alike = laplacian_kernel(self.rows_)
        alike[np.diag_indices_from(alike)] += self.alpha
        self.weights_ = linalg.solve(alike, target[drawn] - self.mean_, assume_a="pos", overwrite_a=True)
        return self

    def predict(self, X: FloatArray) -> FloatArray:
        """Predict the target, for some rows at a time."""
        parts = [
            laplacian_kernel(X[at : at + self.most], self.rows_) @ self.weights_
            for at in range(0, len(X), self.most)
        ]
        return np.concatenate([*parts, np.empty(0)]) + self.mean_


class Mean(RegressorMixin, BaseEstimator):  # type: ignore[misc]
    """The plain mean of the predictions of unlike learners. Equal weights cannot overfit."""

    def __init__(self, learners: list[tuple[str, Any]]) -> None:
        self.learners = learners

    def fit(self, X: FloatArray, y: FloatArray) -> Self:
        """Fit every learner."""
        self.n_features_in_ = X.shape[1]
        self.fitted_ = [clone(each).fit(X, y) for _, each in self.learners]
        return self

    def predict(self, X: FloatArray) -> FloatArray:
        """Return the mean prediction."""
        return np.asarray(np.mean([each.predict(X) for each in self.fitted_], axis=0), dtype=np.float64)

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return the learners, whose own settings are not searched."""
        return {"learners": self.learners}


class MeanOfClasses(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """The plain mean of the class probabilities of unlike learners."""

    def __init__(self, learners: list[tuple[str, Any]]) -> None:
        self.learners = learners

    def fit(self, X: FloatArray, y: Any) -> Self:
        """Fit every learner."""
        self.n_features_in_ = X.shape[1]
        self.fitted_ = [clone(each).fit(X, y) for _, each in self.learners]
        self.classes_ = self.fitted_[0].classes_
        return self

    def predict_proba(self, X: FloatArray) -> FloatArray:
        """Return the mean probability of each class."""
        return np.asarray(np.mean([each.predict_proba(X) for each in self.fitted_], axis=0), dtype=np.float64)

    def predict(self, X: FloatArray) -> NDArray[Any]:
        """Return the likeliest class."""
        return np.asarray(self.classes_[np.argmax(self.predict_proba(X), axis=1)])

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return the learners, whose own settings are not searched."""
        return {"learners": self.learners}


class GroupMean(RegressorMixin, BaseEstimator):  # type: ignore[misc]
    """The mean of the training rows with the same value in the first column, as a baseline by size."""

    def fit(self, X: FloatArray, y: FloatArray) -> Self:
        """Learn the mean of every group."""
        self.n_features_in_ = X.shape[1]
        self.groups_ = np.unique(X[:, 0])
        target = np.asarray(y, dtype=np.float64)
        self.means_ = np.array([target[X[:, 0] == each].mean() for each in self.groups_])
        self.mean_ = float(target.mean())
        return self

    def predict(self, X: FloatArray) -> FloatArray:
        """Return the mean of each row's group, or of all rows if its group was not seen."""
        at = np.clip(np.searchsorted(self.groups_, X[:, 0]), 0, len(self.groups_) - 1)
        return np.where(self.groups_[at] == X[:, 0], self.means_[at], self.mean_)


class Ordinal(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Ordered classes, by a logistic regression for each step that asks if it is at least the next class."""

    def __init__(self, C: float = 1.0) -> None:
        self.C = C

    def fit(self, X: FloatArray, y: Any) -> Self:
        """Fit a regression for each step between two classes, in the order of their names."""
        self.n_features_in_ = X.shape[1]
        self.classes_ = np.unique(y)
        rank = np.searchsorted(self.classes_, y)
        self.steps_ = [
            LogisticRegression(C=self.C, max_iter=2000).fit(X, rank >= k)
            for k in range(1, len(self.classes_))
        ]
        return self

    def predict_proba(self, X: FloatArray) -> FloatArray:
        """Return the probability of each class, from those of the steps."""
        reached = [np.ones(len(X)), *(step.predict_proba(X)[:, 1] for step in self.steps_), np.zeros(len(X))]
        falling = np.minimum.accumulate(np.column_stack(reached), axis=1)
        return np.asarray(falling[:, :-1] - falling[:, 1:], dtype=np.float64)

    def predict(self, X: FloatArray) -> NDArray[Any]:
        """Return the likeliest class."""
        return np.asarray(self.classes_[np.argmax(self.predict_proba(X), axis=1)])
