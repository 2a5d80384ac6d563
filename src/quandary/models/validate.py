"""Score a pipeline on puzzles that it has not seen, with intervals.

Everything that a pipeline learns, the choice of its settings included, happens inside the training rows of each
fold. Rows of one group, and rows about the same puzzle, are never in different folds. Intervals are 95 %, by
bootstrap over groups where there are groups, else over rows. Differences between models have intervals of their own.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import stats
from sklearn import config_context
from sklearn.base import clone

from quandary.errors import QuandaryError
from quandary.models.pipelines import PIPELINES, Pipeline, Switches, last_step
from quandary.models.question import Prepared, Question, prepare
from quandary.models.table import Table
from quandary.models.threads import on_one_thread

FloatArray: TypeAlias = NDArray[np.float64]
Indices: TypeAlias = NDArray[np.int64]

RESAMPLES = 1000
INNER_FOLDS = 5
CHOOSING_FOLDS = 3
"""Folds inside the training rows in which a model is chosen among others."""
CONFIDENCE = 0.95


class Interval(NamedTuple):
    """A value with its 95 % interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.3f} [{self.low:.3f}, {self.high:.3f}]"


@dataclass(frozen=True)
class Folds:
    """How rows are dealt into folds: how many, how often again, and from which seed."""

    number: int = 5
    repeats: int = 10
    seed: int = 1

    def __post_init__(self) -> None:
        if self.number < 2 or self.repeats < 1:
            raise QuandaryError("Cross-validation needs at least 2 folds and 1 repeat.")

    def deal(self, units: Indices) -> Iterator[tuple[int, Indices]]:
        """Yield the rows of each fold with the number of its repeat. Units stay together."""
        for repeat in range(self.repeats):
            for fold in deal(units, self.number, np.random.default_rng([self.seed, repeat])):
                yield repeat, fold


def deal(units: Indices, folds: int, rng: np.random.Generator) -> list[Indices]:
    """Deal the units out at random into folds of about equal size, and return the rows of each.

    >>> [fold.tolist() for fold in deal(np.array([0, 0, 1, 2]), 2, np.random.default_rng(1))]
    [[0, 1], [2, 3]]
    """
    number = int(units.max()) + 1
    if number < 2:
        raise QuandaryError("All rows are in one group, so none can be held out.")
    sizes = np.bincount(units, minlength=number)
    folds = min(folds, number)
    filled, home = np.zeros(folds), np.empty(number, dtype=np.int64)
    order = rng.permutation(number)
    large = order[np.argsort(-sizes[order], kind="stable")]
    for unit in large if sizes.max() > len(units) / (2 * folds) else order:
        fold = int(np.argmin(filled))
        home[unit] = fold
        filled[fold] += sizes[unit]
    return [np.flatnonzero(home[units] == fold) for fold in range(folds)]


@dataclass(frozen=True)
class Piece:
    """One fold of one repeat for one model, as it is sent to another process."""

    pipeline: str
    switches: Switches
    features: FloatArray
    target: Any
    """The target of every row, with the trend as these training rows show it."""
    units: Indices
    training: Indices
    asked: Indices
    repeat: int
    fold: int


@dataclass(frozen=True)
class Answered:
    """What a fold gave: the rows asked about, their target, the predictions, and the settings chosen."""

    repeat: int
    asked: Indices
    truth: Any
    predicted: Any
    settings: Mapping[str, Any] = field(default_factory=dict)


RunPieces: TypeAlias = Callable[[Iterable[Piece]], Iterable[Answered]]
"""Works on pieces, in order, in one process or several."""


def one_by_one(pieces: Iterable[Piece]) -> Iterator[Answered]:
    """Answer pieces one after another."""
    return map(answer, pieces)


@on_one_thread
def answer(piece: Piece) -> Answered:
    """Fit the model to the training rows of a piece, and predict the rows asked about."""
    estimator = fitted(
        PIPELINES[piece.pipeline],
        piece.switches,
        piece.features[piece.training],
        piece.target[piece.training],
        piece.units[piece.training],
    )
    return Answered(
        piece.repeat,
        piece.asked,
        piece.target[piece.asked],
        estimator.predict(piece.features[piece.asked]),
        getattr(estimator, "best_params_", {}),
    )


@on_one_thread
def fitted(pipeline: Pipeline, switches: Switches, features: FloatArray, target: Any, units: Indices) -> Any:
    """Fit a pipeline, choosing its settings by cross-validation inside the rows given."""
    estimator = pipeline.estimator(switches)
    numbers = np.unique(units, return_inverse=True)[1]
    if pipeline.among:
        return _best(pipeline, switches, features, target, numbers)
    if pipeline.grid and numbers.max() >= 2:
        estimator = Searched(
            estimator, pipeline, deal(numbers, INNER_FOLDS, np.random.default_rng(switches.seed))
        )
    return quietly(estimator.fit, features, target)


def _best(pipeline: Pipeline, switches: Switches, features: FloatArray, target: Any, units: Indices) -> Any:
    """Fit the pipeline that predicts inner folds best."""
    rows, losses = np.arange(len(features)), dict.fromkeys(pipeline.among, 0.0)
    for fold in deal(units, CHOOSING_FOLDS, np.random.default_rng(switches.seed)):
        training = np.setdiff1d(rows, fold)
        for name in pipeline.among:
            model = fitted(PIPELINES[name], switches, features[training], target[training], units[training])
            losses[name] += float(np.sum((model.predict(features[fold]) - target[fold]) ** 2))
    chosen = min(losses, key=lambda name: losses[name])
    estimator = fitted(PIPELINES[chosen], switches, features, target, units)
    estimator.best_params_ = {"model": chosen}
    return estimator


class Searched:
    """A grid search that prepares the rows of each inner fold once, and not again for every setting."""

    def __init__(self, estimator: Any, pipeline: Pipeline, folds: Sequence[Indices]) -> None:
        self.estimator, self.pipeline, self.folds = estimator, pipeline, folds
        self.best_params_: dict[str, Any] = {}

    def fit(self, features: FloatArray, target: Any) -> Any:
        """Fit with the settings that predict the inner folds best, the first of equals."""
        name, last = self.estimator.steps[-1]
        prefix = last_step(self.estimator).removeprefix(f"{name}__")
        settings = [
            {f"{prefix}{key}": value for key, value in zip(self.pipeline.grid, values, strict=True)}
            for values in product(*self.pipeline.grid.values())
        ]
        losses = np.zeros(len(settings))
        rows = np.arange(len(features))
        for fold in self.folds:
            training = np.setdiff1d(rows, fold)
            if self.pipeline.task == "class" and len(np.unique(target[training])) < 2:
                continue
            before = clone(self.estimator[:-1])
            seen, asked = (
                before.fit_transform(features[training], target[training]),
                before.transform(features[fold]),
            )
            for at, setting in enumerate(settings):
                model = clone(last).set_params(**setting).fit(seen, target[training])
                losses[at] += self._loss(target[fold], model.predict(asked))
        best = settings[int(np.argmin(losses))]
        fitted = self.estimator.set_params(**{f"{name}__{key}": value for key, value in best.items()})
        fitted.fit(features, target)
        fitted.best_params_ = {key.rpartition("__")[2]: value for key, value in best.items()}
        return fitted

    def _loss(self, truth: Any, predicted: Any) -> float:
        if self.pipeline.task == "class":
            return float(np.sum(truth != predicted))
        return float(np.sum((truth - predicted) ** 2))


def quietly(fit: Callable[..., Any], *given: Any) -> Any:
    """Fit without the warnings of solvers that stop early at a setting of the grid."""
    import warnings

    from sklearn.exceptions import ConvergenceWarning

    with warnings.catch_warnings(), config_context(skip_parameter_validation=True, assume_finite=True):
        warnings.simplefilter("ignore", ConvergenceWarning)
        warnings.simplefilter("ignore", FutureWarning)
        warnings.simplefilter("ignore", UserWarning)
        return fit(*given)


@dataclass(frozen=True)
class Validation:
    """Predictions of a model for rows that it has not seen, and how good they are."""

    model: str
    task: str
    ids: tuple[str, ...]
    truth: NDArray[Any]
    """The target, by repeat and row. With a trend it differs a little from repeat to repeat."""
    predicted: NDArray[Any]
    units: Indices
    folds: Folds
    settings: Mapping[str, str] = field(default_factory=dict)
    """The settings that were chosen most often, by name."""
    scores: Mapping[str, Interval] = field(default_factory=dict)

    def __getattr__(self, name: str) -> Interval:
        """Return a score by its name: `validation.r2`."""
        if name.startswith("_") or name not in self.__dict__.get("scores", {}):
            raise AttributeError(name)
        found: Interval = self.scores[name]
        return found

    def rows(self) -> list[dict[str, Any]]:
        """Return one row for each score."""
        return [{"model": self.model, "score": name, **each._asdict()} for name, each in self.scores.items()]

    @property
    def residuals(self) -> FloatArray:
        """Truth − prediction of each row, the mean over the repeats."""
        return np.asarray((self.truth - self.predicted).mean(axis=0), dtype=np.float64)


def validate(
    table: Table | Prepared,
    pipeline: Pipeline,
    question: Question | None = None,
    *,
    folds: Folds = Folds(),
    switches: Switches = Switches(),
    run: RunPieces = one_by_one,
    resamples: int = RESAMPLES,
) -> Validation:
    """Score a pipeline on puzzles it has not seen. Choosing its settings happens inside each training fold.

    >>> from quandary.models.pipelines import pipeline
    >>> x = np.arange(40.0)
    >>> rows = Table(tuple(f"p{n:02}" for n in range(40)), {"length": x, "rating": x + 20 * np.cos(x)})
    >>> round(validate(rows, pipeline("linear"), Question("rating"), folds=Folds(repeats=1)).r2.value, 2)
    0.33
    """
    prepared = table if isinstance(table, Prepared) else prepare(table, question or Question("difficulty"))
    answers = list(run(pieces(prepared, pipeline, folds, switches)))
    return gathered(prepared, pipeline, answers, folds, resamples=resamples)


def pieces(
    prepared: Prepared, pipeline: Pipeline, folds: Folds, switches: Switches = Switches()
) -> Iterator[Piece]:
    """Yield the folds of all repeats for a pipeline."""
    features = _seen_by(pipeline, prepared)
    rows = np.arange(len(prepared))
    for number, (repeat, asked) in enumerate(folds.deal(prepared.units)):
        training = np.setdiff1d(rows, asked)
        own = replace(switches, seed=folds.seed + repeat)
        target = prepared.truth(training)
        yield Piece(pipeline.name, own, features, target, prepared.units, training, asked, repeat, number)


def _seen_by(pipeline: Pipeline, prepared: Prepared) -> FloatArray:
    if not pipeline.uses_size:
        return prepared.features
    if prepared.size is None:
        raise QuandaryError("There is no column of sizes for the baseline. Name one with --size.")
    return prepared.size[:, None]


def gathered(
    prepared: Prepared,
    pipeline: Pipeline,
    answers: Sequence[Answered],
    folds: Folds,
    *,
    resamples: int = RESAMPLES,
) -> Validation:
    """Return the answers of all folds as one validation."""
    shape = (folds.repeats, len(prepared))
    kind = object if prepared.task == "class" else np.float64
    truth, predicted = np.empty(shape, dtype=kind), np.empty(shape, dtype=kind)
    chosen: dict[str, Counter[str]] = {}
    for each in answers:
        truth[each.repeat, each.asked] = each.truth
        predicted[each.repeat, each.asked] = each.predicted
        for name, value in each.settings.items():
            chosen.setdefault(name, Counter())[
                f"{value:.4g}" if isinstance(value, float) else str(value)
            ] += 1
    settings = {name: counter.most_common(1)[0][0] for name, counter in chosen.items()}
    bare = Validation(
        pipeline.name, prepared.task, prepared.table.ids, truth, predicted, prepared.units, folds, settings
    )
    return replace(bare, scores=scored(bare, resamples=resamples))


# Scores


def r2(truth: FloatArray, predicted: FloatArray, weights: FloatArray) -> FloatArray:
    """Return the share of the variance that the predictions explain, for each row of weights."""
    total = weights.sum(axis=1)
    mean = weights @ truth / total
    spread = weights @ truth**2 / total - mean**2
    error = weights @ (truth - predicted) ** 2 / total
    return np.where(spread > 0, 1 - error / np.where(spread > 0, spread, 1), 0.0)


def _r(truth: FloatArray, predicted: FloatArray, weights: FloatArray) -> FloatArray:
    total = weights.sum(axis=1)
    one, other = truth - truth.mean(), predicted - predicted.mean()
    mean, mean_other = weights @ one / total, weights @ other / total
    both = weights @ (one * other) / total - mean * mean_other
    spread = (weights @ one**2 / total - mean**2) * (weights @ other**2 / total - mean_other**2)
    return np.where(spread > 1e-18, both / np.sqrt(np.where(spread > 1e-18, spread, 1)), 0.0)


def _rho(truth: FloatArray, predicted: FloatArray, weights: FloatArray) -> FloatArray:
    """Return Spearman's correlation. Bootstrap samples keep the ranks of the whole."""
    return _r(stats.rankdata(truth), stats.rankdata(predicted), weights)


def _mae(truth: FloatArray, predicted: FloatArray, weights: FloatArray) -> FloatArray:
    return np.asarray(weights @ np.abs(truth - predicted) / weights.sum(axis=1), dtype=np.float64)


def _accuracy(truth: NDArray[Any], predicted: NDArray[Any], weights: FloatArray) -> FloatArray:
    right = (truth == predicted).astype(np.float64)
    return np.asarray(weights @ right / weights.sum(axis=1), dtype=np.float64)


def _balanced(truth: NDArray[Any], predicted: NDArray[Any], weights: FloatArray) -> FloatArray:
    """Return the mean accuracy of the classes. A class that a sample lacks does not count."""
    right = (truth == predicted).astype(np.float64)
    shares = []
    for each in sorted(set(truth.tolist())):
        own = (truth == each).astype(np.float64)
        total = weights @ own
        shares.append(np.where(total > 0, weights @ (own * right) / np.where(total > 0, total, 1), np.nan))
    return np.asarray(np.nanmean(shares, axis=0), dtype=np.float64)


Scoring: TypeAlias = Callable[[Any, Any, FloatArray], FloatArray]
"""(truth, predicted, weights by sample and row) → the score of each sample."""
SCORES: Mapping[str, Mapping[str, Scoring]] = {
    "number": {"r2": r2, "mae": _mae, "r": _r, "rho": _rho},
    "class": {"accuracy": _accuracy, "balanced_accuracy": _balanced},
}
"""Scores by task. Each is the mean over the repeats."""


def draws(units: Indices, resamples: int, seed: int = 1) -> FloatArray:
    """Return how often each row is in each bootstrap sample: units are drawn with all their rows.

    The first sample is the rows themselves.
    """
    number = int(units.max()) + 1
    rng = np.random.default_rng(seed)
    counts = rng.multinomial(number, np.full(number, 1 / number), size=resamples)
    return np.vstack([np.ones(len(units)), counts[:, units]])


def scored(validation: Validation, *, resamples: int = RESAMPLES) -> dict[str, Interval]:
    """Return every score of a validation with its interval."""
    weights = draws(validation.units, resamples)
    return {
        name: _interval(_over_repeats(validation, score, weights))
        for name, score in SCORES[validation.task].items()
    }


def _over_repeats(
    validation: Validation, score: Scoring, weights: FloatArray, rows: Any = slice(None)
) -> FloatArray:
    pairs = zip(validation.truth, validation.predicted, strict=True)
    every = [score(truth[rows], predicted[rows], weights) for truth, predicted in pairs]
    return np.asarray(np.mean(every, axis=0), dtype=np.float64)


def _interval(samples: FloatArray) -> Interval:
    value = float(samples[0])
    if len(samples) == 1:
        return Interval(value, value, value)
    low, high = np.quantile(samples[1:], [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return Interval(value, float(low), float(high))


def difference(one: Validation, other: Validation, score: str, *, resamples: int = RESAMPLES) -> Interval:
    """Return how much more `one` scores than `other` on the same rows, with its interval."""
    if one.ids != other.ids:
        raise QuandaryError("Only validations of the same rows can be compared.")
    function, weights = SCORES[one.task][score], draws(one.units, resamples)
    return _interval(_over_repeats(one, function, weights) - _over_repeats(other, function, weights))


def score_of(
    validation: Validation, name: str, rows: NDArray[Any], *, resamples: int = RESAMPLES
) -> Interval:
    """Return a score over some of the rows, for example those of one size."""
    at = np.flatnonzero(rows)
    units = np.unique(validation.units[at], return_inverse=True)[1]
    return _interval(_over_repeats(validation, SCORES[validation.task][name], draws(units, resamples), at))
