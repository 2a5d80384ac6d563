"""Score a pipeline on puzzles that it has not seen, with intervals.

Everything that a pipeline learns, the choice of its settings included, happens inside the training rows of each
fold. Rows of one group, and rows about the same puzzle, are never in different folds. Intervals are 95 %, by
bootstrap over groups where there are groups, else over rows. Differences between models have intervals of their own.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from quandary.errors import QuandaryError
from quandary.models.folds import Folds, Indices
from quandary.models.pipelines import PIPELINES, Pipeline, Switches
from quandary.models.question import Prepared, Question, prepare
from quandary.models.search import fitted
from quandary.models.statistics import Interval
from quandary.models.table import Table

FloatArray: TypeAlias = NDArray[np.float64]

RESAMPLES = 1000
CONFIDENCE = 0.95
ROUNDING = 1e-9
"""A prediction that is nearer to the mean than this share of the range of the target is the mean."""


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
    """What a fold gave: the rows asked about, the predictions, and the settings chosen."""

    repeat: int
    asked: Indices
    predicted: Any
    settings: Mapping[str, Any] = field(default_factory=dict)


RunPieces: TypeAlias = Callable[[Iterable[Piece]], Iterable[Answered]]
"""Works on pieces, in order, in one process or several."""


def one_by_one(pieces: Iterable[Piece]) -> Iterator[Answered]:
    """Answer pieces one after another."""
    return map(answer, pieces)


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
        estimator.predict(piece.features[piece.asked]),
        getattr(estimator, "best_params_", {}),
    )


@dataclass(frozen=True)
class Validation:
    """Predictions of a model for rows that it has not seen, and how good they are."""

    model: str
    task: str
    ids: tuple[str, ...]
    truth: NDArray[Any]
    """The target, by repeat and row. With a trend it differs a little from repeat to repeat."""
    predicted: NDArray[Any]
    expected: NDArray[Any]
    """The mean of the training rows, by repeat and row, which is what a model says that has learnt nothing."""
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
    def beyond(self) -> FloatArray:
        """Prediction − mean of the training rows.

        If the rows of a fold are high, the mean of the others is low. A correlation with the prediction itself would
        be negative where nothing was learnt.
        """
        found = np.asarray(self.predicted - self.expected, dtype=np.float64)
        return np.where(np.abs(found) > ROUNDING * np.ptp(self.truth), found, 0.0)

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
    0.31
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
    classes = prepared.target if prepared.task == "class" else None
    for number, (repeat, (others, asked)) in enumerate(folds.cuts(prepared.units, classes)):
        training = rows if pipeline.learns_from_all else others
        own = replace(switches, seed=folds.seed + repeat)
        target = prepared.truth(training)
        yield Piece(pipeline.name, own, features, target, prepared.units, training, asked, repeat, number)


def _seen_by(pipeline: Pipeline, prepared: Prepared) -> FloatArray:
    if not pipeline.uses_size:
        return prepared.features
    if prepared.size is None:
        raise QuandaryError("There is no column of sizes for the baseline. Name one with --size-column.")
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
    truth, predicted, expected = np.empty(shape, kind), np.empty(shape, kind), np.zeros(shape)
    chosen: dict[str, Counter[str]] = {}
    for each in answers:
        others = np.delete(np.arange(len(prepared)), each.asked)
        target = prepared.truth(others)
        truth[each.repeat, each.asked] = target[each.asked]
        predicted[each.repeat, each.asked] = each.predicted
        if prepared.task == "number":
            expected[each.repeat, each.asked] = target[others].mean()
        for name, value in each.settings.items():
            chosen.setdefault(name, Counter())[
                f"{value:.4g}" if isinstance(value, float) else str(value)
            ] += 1
    settings = {name: counter.most_common(1)[0][0] for name, counter in chosen.items()}
    bare = Validation(
        pipeline.name,
        prepared.task,
        prepared.table.ids,
        truth,
        predicted,
        expected,
        prepared.units,
        folds,
        settings,
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
    said = validation.beyond if score in (_r, _rho) else validation.predicted
    pairs = zip(validation.truth, said, strict=True)
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
