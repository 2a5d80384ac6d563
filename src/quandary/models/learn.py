"""Learn from a table: validate models beside their baselines, compare them, and look at what they do.

`Findings` holds every number once. The page, the JSON and the CSV only print them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import stats
from sklearn.inspection import permutation_importance
from sklearn.model_selection import learning_curve

from quandary.models.fit import LEVELS, Linear, linear
from quandary.models.folds import Folds, cuts
from quandary.models.pipelines import PIPELINES, Pipeline, Switches
from quandary.models.question import Prepared
from quandary.models.quiet import quiet
from quandary.models.search import SCORING, BestSettings, fitted
from quandary.models.statistics import Interval
from quandary.models.validate import (
    RESAMPLES,
    RunPieces,
    Validation,
    difference,
    gathered,
    pieces,
)

FloatArray: TypeAlias = NDArray[np.float64]

FEWEST_FOR_CURVE = 40
"""A quarter of fewer rows is too little to learn from."""
CURVE = (0.25, 0.5, 0.75, 1.0)
MISFITS = 10
MOST_IMPORTANCES = 40
"""Features whose importance is computed: those that go with the target best."""
SHUFFLES = 2
"""How often each of them is shuffled in every fold."""
MAIN = {"number": "r2", "class": "accuracy"}
"""The score by which models are compared."""


@dataclass(frozen=True)
class Importance:
    """How much worse predictions of unseen rows get if a feature is shuffled."""

    feature: str
    loss: float
    rho: float
    """The rank correlation of the feature with the target."""


@dataclass(frozen=True)
class Bin:
    """Rows with similar predictions: how many, what was predicted, and what was true."""

    rows: int
    predicted: float
    truth: float


@dataclass(frozen=True)
class Misfit:
    """A row that was predicted badly."""

    id: str
    truth: float | str
    predicted: float | str


@dataclass(frozen=True)
class Findings:
    """Everything that `learn` found out."""

    prepared: Prepared
    validations: Mapping[str, Validation]
    """By model, baselines first."""
    best: str
    """The model with the best score. With several models it is a choice, so its score is a little too good."""
    differences: Mapping[str, Interval]
    """How much more each other model scores than the constant baseline or the best one, by "one − other"."""
    linear: Linear | None = None
    curve: tuple[tuple[int, float], ...] = ()
    """The score by the number of training rows."""
    importances: tuple[Importance, ...] = ()
    calibration: tuple[Bin, ...] = ()
    coverage: Mapping[str, float] = field(default_factory=dict)
    """The share of unseen rows inside the interval for a share."""
    misfits: tuple[Misfit, ...] = ()

    @property
    def score(self) -> str:
        """The score by which models are compared."""
        return MAIN[self.prepared.task]

    def as_json(self) -> dict[str, Any]:
        """Return every number by name."""
        best = self.validations[self.best]
        question = self.prepared.question
        made: dict[str, Any] = {
            "table": self.prepared.table.name,
            "rows": len(self.prepared),
            "left_out": len(self.prepared.remarks),
            "target": question.target,
            "transform": question.transform or None,
            "trend": question.trend or None,
            "groups": question.groups or None,
            "predictors": list(self.prepared.predictors),
            "facts_left_out": list(self.prepared.facts),
            "model": self.best,
        }
        made |= self.linear.as_json() if self.linear else {}
        made["cv"] = {
            "folds": best.folds.number,
            "repeats": best.folds.repeats,
            "units": int(self.prepared.units.max()) + 1,
            **_flat(best),
            "baselines": {n: _flat(v) for n, v in self.validations.items() if PIPELINES[n].is_baseline},
        }
        made["models"] = {name: _flat(each) for name, each in self.validations.items()}
        made["differences"] = {name: list(each) for name, each in self.differences.items()}
        made["learning_curve"] = [{"rows": rows, self.score: score} for rows, score in self.curve]
        made["importances"] = [{"feature": e.feature, "loss": e.loss, "rho": e.rho} for e in self.importances]
        made["calibration"] = [vars(each) for each in self.calibration]
        made["coverage"] = dict(self.coverage)
        made["misfits"] = [vars(each) for each in self.misfits]
        return made

    def rows(self) -> list[dict[str, Any]]:
        """Return every number as rows with a name and a value, for CSV."""
        return list(_rows("", self.as_json()))


def _flat(validation: Validation) -> dict[str, Any]:
    """Return scores as numbers, with their intervals beside them."""
    made: dict[str, Any] = {name: each.value for name, each in validation.scores.items()}
    made["intervals"] = {name: [each.low, each.high] for name, each in validation.scores.items()}
    if validation.settings:
        made["settings"] = dict(validation.settings)
    return made


def _rows(name: str, value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield from _rows(f"{name}.{key}" if name else str(key), each)
    elif isinstance(value, list) and not all(isinstance(each, str) for each in value):
        for number, each in enumerate(value):
            yield from _rows(f"{name}.{number}", each)
    else:
        yield {"name": name, "value": " ".join(value) if isinstance(value, list) else value}


def study(
    prepared: Prepared,
    models: Sequence[Pipeline],
    *,
    folds: Folds = Folds(),
    switches: Switches = Switches(),
    run: RunPieces,
    resamples: int = RESAMPLES,
    look: bool = True,
) -> Findings:
    """Validate models beside their baselines. `look` adds the learning curve and importances of the best."""
    chosen = [*_baselines(prepared), *models]
    chosen = list({each.name: each for each in chosen}.values())
    asked = [(each, list(pieces(prepared, each, folds, switches))) for each in chosen]
    answers = iter(run(piece for _, some in asked for piece in some))
    validations = {
        each.name: gathered(prepared, each, [next(answers) for _ in some], folds, resamples=resamples)
        for each, some in asked
    }
    score = MAIN[prepared.task]
    best = max((each.name for each in models), key=lambda name: validations[name].scores[score].value)
    differences = _differences(validations, best, score, resamples)
    return Findings(
        prepared,
        validations,
        best,
        differences,
        linear(prepared),
        _curve(prepared, PIPELINES[best], folds, switches)
        if look and _says_something(prepared, differences)
        else (),
        _importances(prepared, PIPELINES[best], folds, switches) if look else (),
        _calibration(validations[best]),
        _coverage(validations[best]),
        _misfits(validations[best]),
    )


def _baselines(prepared: Prepared) -> list[Pipeline]:
    return [
        each
        for each in PIPELINES.values()
        if each.is_baseline
        and each.task == prepared.task
        and (prepared.size is not None or not each.uses_size)
    ]


def _differences(
    validations: Mapping[str, Validation], best: str, score: str, resamples: int
) -> dict[str, Interval]:
    return {
        f"{best} - {name}": difference(validations[best], each, score, resamples=resamples)
        for name, each in validations.items()
        if name != best
    }


def _says_something(prepared: Prepared, differences: Mapping[str, Interval]) -> bool:
    """Return whether a learning curve does: there are rows enough, and the model beats all baselines."""
    return len(prepared) >= FEWEST_FOR_CURVE and all(
        each.low > 0 for name, each in differences.items() if PIPELINES[name.split(" - ")[1]].is_baseline
    )


def _curve(
    prepared: Prepared, pipeline: Pipeline, folds: Folds, switches: Switches
) -> tuple[tuple[int, float], ...]:
    """Return the score by the number of training rows, over one round of folds."""
    rows, losses, truth = [], [], list[Any]()
    for piece in pieces(prepared, pipeline, replace(folds, repeats=1), switches):
        if len(piece.training) < len(CURVE):
            return ()
        with quiet():
            sizes, _, scores = learning_curve(
                BestSettings(pipeline, switches),
                piece.features,
                piece.target,
                cv=[(piece.training, piece.asked)],
                train_sizes=CURVE,
                scoring=SCORING[prepared.task],
                shuffle=True,
                random_state=folds.seed,
                error_score="raise",
                params={"units": prepared.units},
            )
        rows.append(sizes)
        losses.append(scores[:, 0] * len(piece.asked) / len(prepared))
        truth.extend(piece.target[piece.asked])
    found = np.sum(losses, axis=0)
    if prepared.task == "number":
        found = 1 + found / np.var(truth)
    return tuple(zip(np.mean(rows, axis=0).astype(int).tolist(), found.tolist(), strict=True))


def _importances(
    prepared: Prepared, pipeline: Pipeline, folds: Folds, switches: Switches
) -> tuple[Importance, ...]:
    """Return permutation importances on rows that the model has not seen."""
    if pipeline.is_baseline:
        return ()
    goes = np.array([_rho(prepared, at) for at in range(len(prepared.predictors))])
    asked = np.argsort(-np.abs(goes), kind="stable")[:MOST_IMPORTANCES]
    losses = []
    for piece in pieces(prepared, pipeline, replace(folds, repeats=1), switches):
        rows, training = piece.features[piece.asked], piece.training
        model = fitted(
            pipeline, switches, piece.features[training], piece.target[training], piece.units[training]
        )

        def gain(model: Any, shuffled: FloatArray, truth: Any, rows: FloatArray = rows) -> float:
            changed = rows.copy()
            changed[:, asked] = shuffled
            return -_loss(prepared, truth, model.predict(changed))

        found = permutation_importance(
            model,
            rows[:, asked],
            piece.target[piece.asked],
            scoring=gain,
            n_repeats=SHUFFLES,
            random_state=folds.seed,
        )
        losses.append(found.importances_mean)
    spread = _loss(prepared, prepared.truth(np.arange(len(prepared))), None)
    every = zip(asked, np.mean(losses, axis=0) / spread, strict=True)
    made = [Importance(prepared.predictors[at], float(loss), float(goes[at])) for at, loss in every]
    return tuple(sorted(made, key=lambda each: -each.loss))


def _loss(prepared: Prepared, truth: Any, predicted: Any) -> float:
    if prepared.task == "class":
        return 1.0 if predicted is None else float(np.mean(truth != predicted))
    return float(np.mean((truth - (truth.mean() if predicted is None else predicted)) ** 2))


def _rho(prepared: Prepared, at: int) -> float:
    target = prepared.truth(np.arange(len(prepared)))
    if prepared.task == "class":
        target = np.searchsorted(prepared.classes, target)
    column = prepared.features[:, at]
    known = np.isfinite(column)
    if known.sum() < 3 or np.ptp(column[known]) == 0 or np.ptp(np.asarray(target, dtype=float)[known]) == 0:
        return 0.0
    return float(stats.spearmanr(column[known], target[known]).statistic)


def _calibration(validation: Validation, bins: int = 10) -> tuple[Bin, ...]:
    if validation.task == "class":
        return ()
    predicted, truth = validation.predicted.mean(axis=0), validation.truth.mean(axis=0)
    order = np.argsort(predicted, kind="stable")
    parts = [part for part in np.array_split(order, min(bins, len(order) // 3 or 1)) if len(part)]
    return tuple(Bin(len(part), float(predicted[part].mean()), float(truth[part].mean())) for part in parts)


def _coverage(validation: Validation) -> dict[str, float]:
    """Return how often a row lies within the interval that the other units' errors give, by share."""
    if validation.task == "class":
        return {}
    off = np.abs(validation.truth - validation.predicted).mean(axis=0)
    inside: dict[str, list[float]] = {f"{level:g}": [] for level in LEVELS}
    for others, fold in cuts(validation.units, 10, seed=1):
        for level in LEVELS:
            inside[f"{level:g}"] += (off[fold] <= np.quantile(off[others], level)).tolist()
    return {name: float(np.mean(each)) for name, each in inside.items()}


def _misfits(validation: Validation) -> tuple[Misfit, ...]:
    if validation.task == "class":
        wrong = np.mean(validation.truth != validation.predicted, axis=0)
        order = np.argsort(-wrong, kind="stable")[:MISFITS]
        return tuple(
            Misfit(validation.ids[at], str(validation.truth[0, at]), str(validation.predicted[0, at]))
            for at in order
            if wrong[at] > 0
        )
    predicted, truth = validation.predicted.mean(axis=0), validation.truth.mean(axis=0)
    order = np.argsort(-np.abs(truth - predicted), kind="stable")[:MISFITS]
    return tuple(Misfit(validation.ids[at], float(truth[at]), float(predicted[at])) for at in order)
