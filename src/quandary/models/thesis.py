"""The procedure of a thesis on Sokoban and tilt mazes, step by step, with its tables.

One random split into training and test rows; logarithms where they make a feature more normal; features left out
that go with another (Spearman); outliers left out of the training rows (interquartile range); standardisation; seven
regressors with their grids; recursive elimination of features. Everything is decided on the training rows.
Source: chapter 2 of the thesis that `quandary replicate move-models` names.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from sklearn.feature_selection import RFECV
from sklearn.model_selection import GridSearchCV
from sklearn.preprocessing import StandardScaler

from quandary.errors import QuandaryError
from quandary.models.folds import cuts
from quandary.models.pipelines import PIPELINES, Pipeline, Switches
from quandary.models.question import Prepared
from quandary.models.quiet import quiet
from quandary.models.steps import LogWhereItHelps, SpearmanPruning, normality
from quandary.models.threads import on_one_thread

FloatArray: TypeAlias = NDArray[np.float64]

TEST_SHARE = 0.2
ALIKE = 0.9
MANY_ROWS = 300
"""With fewer rows the thesis could not afford to leave out outliers."""


@dataclass(frozen=True)
class ThesisTable:
    """A table of the procedure."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True)
class Split:
    """Training and test rows after the steps that were decided on the training rows."""

    names: tuple[str, ...]
    x: FloatArray
    y: FloatArray
    x_test: FloatArray
    y_test: FloatArray
    normal: tuple[Mapping[str, Any], ...]
    left_out: int


@on_one_thread
def procedure(prepared: Prepared, *, seed: int = 1) -> list[ThesisTable]:
    """Return the tables: normality, grid search (parameters, scores, coefficients), RFECV (scores, coefficients)."""
    if prepared.task == "class":
        raise QuandaryError("The thesis predicts numbers. Its procedure does not apply to classes.")
    with quiet():
        return list(_parts(prepare_split(prepared, seed)))


def prepare_split(prepared: Prepared, seed: int = 1) -> Split:
    """Split the rows, and apply logarithms, pruning and fences as the training rows suggest."""
    training, test = cuts(prepared.units, round(1 / TEST_SHARE), seed)[0]
    truth = prepared.truth(training)
    medians = np.nan_to_num(np.nanmedian(prepared.features[training], axis=0))
    filled = np.where(np.isfinite(prepared.features), prepared.features, medians)
    names = np.array(prepared.predictors, dtype=object)
    normal = tuple(_normality(name, filled[training, at]) for at, name in enumerate(names))
    log = LogWhereItHelps().fit(filled[training])
    made, names = log.transform(filled), log.get_feature_names_out(names)
    prune = SpearmanPruning(ALIKE).fit(made[training])
    made, names = prune.transform(made), prune.get_feature_names_out(names)
    kept = training[_inside(made[training])] if len(training) > MANY_ROWS else training
    scaler = StandardScaler().fit(made[kept])
    return Split(
        tuple(map(str, names)),
        scaler.transform(made[kept]),
        truth[kept],
        scaler.transform(made[test]),
        truth[test],
        normal,
        len(training) - len(kept),
    )


def _normality(name: str, column: FloatArray) -> dict[str, Any]:
    logs = normality(np.log1p(column)) if column.min() >= 0 else None
    return {"feature": name, "p": normality(column), "p of log": logs}


def _inside(x: FloatArray) -> NDArray[np.bool_]:
    low, high = np.quantile(x, [0.25, 0.75], axis=0)
    reach = 1.5 * (high - low)
    inside = (((x >= low - reach) & (x <= high + reach)) | (high == low)).all(axis=1)
    return inside if inside.sum() > x.shape[1] + 10 else np.ones(len(x), dtype=bool)


def seven() -> list[Pipeline]:
    """Return the seven regressors of the thesis, with their grids."""
    return [each for each in PIPELINES.values() if each.of_thesis]


def _last(pipeline: Pipeline) -> Any:
    return pipeline.estimator(Switches()).steps[-1][1]


def _weights(model: Any) -> Any:
    return np.ravel(model.coef_ if hasattr(model, "coef_") else model.feature_importances_)


def _parts(split: Split) -> Iterator[ThesisTable]:
    yield ThesisTable("Normality (Kolmogorov–Smirnov p)", ("feature", "p", "p of log"), split.normal)
    inner = cuts(np.arange(len(split.y)), 5, seed=0)
    scores, weights, selected, chosen = [], [], [], []
    for each in seven():
        model = _searched(each, split, inner)
        scores.append(_scores(each.name, model.best_estimator_, split, getattr(model, "best_params_", {})))
        weights.append({"model": each.name, **_by_name(split.names, _weights(model.best_estimator_))})
        rfe = RFECV(model.best_estimator_, cv=inner).fit(split.x, split.y)
        selected.append(
            {
                "model": each.name,
                "train": rfe.score(split.x, split.y),
                "test": rfe.score(split.x_test, split.y_test),
            }
        )
        own: list[Any] = [None] * len(split.names)
        for at, weight in zip(np.flatnonzero(rfe.support_), _weights(rfe.estimator_), strict=True):
            own[at] = float(weight)
        chosen.append({"model": each.name, **_by_name(split.names, own)})
    columns = ("model", *split.names)
    yield ThesisTable(
        "Grid search: parameters and scores", ("model", "parameters", "train", "test"), tuple(scores)
    )
    yield ThesisTable("Grid search: coefficients", columns, tuple(weights))
    yield ThesisTable("RFECV: scores", ("model", "train", "test"), tuple(selected))
    yield ThesisTable("RFECV: coefficients", columns, tuple(chosen))


def _searched(pipeline: Pipeline, split: Split, inner: Sequence[Any]) -> Any:
    grid = {name: list(values) for name, values in pipeline.grid.items()}
    return GridSearchCV(_last(pipeline), grid, cv=inner, error_score="raise").fit(split.x, split.y)


def _scores(name: str, model: Any, split: Split, settings: Mapping[str, Any]) -> dict[str, Any]:
    told = ", ".join(f"{key}: {value:.4g}" for key, value in settings.items())
    return {
        "model": name,
        "parameters": told,
        "train": float(model.score(split.x, split.y)),
        "test": float(model.score(split.x_test, split.y_test)),
    }


def _by_name(names: Sequence[str], values: Sequence[Any]) -> dict[str, Any]:
    return {n: None if v is None else float(v) for n, v in zip(names, values, strict=True)}
