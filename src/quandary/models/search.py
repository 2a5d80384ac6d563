# ruff: noqa: N803 - scikit-learn calls the rows X
"""Fit a pipeline, with its settings chosen by cross-validation inside the rows that it is fitted to."""

from typing import Any, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator
from sklearn.dummy import DummyClassifier
from sklearn.model_selection import GridSearchCV, cross_val_score

from quandary.errors import QuandaryError
from quandary.models.folds import Cut, Indices, cuts
from quandary.models.pipelines import PIPELINES, Pipeline, Switches
from quandary.models.quiet import quiet
from quandary.models.steps import WithoutOutliers
from quandary.models.threads import on_one_thread

FloatArray: TypeAlias = NDArray[np.float64]

INNER_FOLDS = 5
CHOOSING_FOLDS = 3
"""Folds in which a model is chosen among others."""
SCORING = {"number": "neg_mean_squared_error", "class": "accuracy"}
"""What settings and models are chosen by, by task."""


@on_one_thread
def fitted(pipeline: Pipeline, switches: Switches, features: FloatArray, target: Any, units: Indices) -> Any:
    """Fit a pipeline, choosing its settings by cross-validation inside the rows given."""
    if pipeline.task == "class" and len(np.unique(target)) < 2:
        return DummyClassifier().fit(features, target)  # there is nothing else to learn from one class
    with quiet():
        if pipeline.among:
            return _best(pipeline, switches, features, target, units)
        estimator = pipeline.estimator(switches)
        if pipeline.grid and (inner := _inner(pipeline, target, units, INNER_FOLDS, switches.seed)):
            return _searched(pipeline, estimator, features, target, inner)
        return estimator.fit(features, target)


class BestSettings(BaseEstimator):  # type: ignore[misc]
    """A pipeline that chooses its settings when it is fitted, for the functions of scikit-learn."""

    def __init__(self, pipeline: Pipeline, switches: Switches = Switches()) -> None:
        self.pipeline = pipeline
        self.switches = switches

    def fit(self, X: FloatArray, y: Any, units: Indices) -> Self:
        """Fit the pipeline. Rows of one unit are never in two inner folds."""
        self.fitted_ = fitted(self.pipeline, self.switches, X, y, units)
        return self

    def predict(self, X: FloatArray) -> Any:
        """Predict the target."""
        return self.fitted_.predict(X)


def _inner(pipeline: Pipeline, target: Any, units: Indices, folds: int, seed: int) -> list[Cut]:
    """Return the inner folds that something can be learnt for, none if there are too few rows."""
    is_class = pipeline.task == "class"
    try:
        found = cuts(units, folds, seed, target if is_class else None)
    except QuandaryError:
        return []
    return [cut for cut in found if not is_class or len(np.unique(target[cut[0]])) > 1]


def _searched(pipeline: Pipeline, estimator: Any, features: FloatArray, target: Any, inner: list[Cut]) -> Any:
    """Search the settings of the last step, on rows that the steps before it have prepared once."""
    name, last = estimator.steps[-1]
    prefix = "estimator__" if isinstance(last, WithoutOutliers) else ""
    grid = {f"{prefix}{key}": list(values) for key, values in pipeline.grid.items()}
    search = GridSearchCV(last, grid, scoring=SCORING[pipeline.task], cv=inner, error_score="raise")
    estimator.steps[-1] = (name, search)
    estimator.fit(features, target)
    estimator.steps[-1] = (name, search.best_estimator_)
    estimator.best_params_ = {key.removeprefix(prefix): each for key, each in search.best_params_.items()}
    return estimator


def _best(pipeline: Pipeline, switches: Switches, features: FloatArray, target: Any, units: Indices) -> Any:
    """Fit the pipeline that predicts inner folds best, the first of equals."""
    inner = _inner(pipeline, target, units, CHOOSING_FOLDS, switches.seed)

    def score(name: str) -> float:
        model, given = BestSettings(PIPELINES[name], switches), {"units": units}
        scoring = SCORING[pipeline.task]
        found = cross_val_score(model, features, target, cv=inner, scoring=scoring, params=given)
        return float(found.mean())

    chosen = max(pipeline.among, key=score) if inner else pipeline.among[0]
    estimator = fitted(PIPELINES[chosen], switches, features, target, units)
    estimator.best_params_ = {"model": chosen}
    return estimator
