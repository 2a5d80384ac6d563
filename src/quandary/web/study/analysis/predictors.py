"""Every measure against the truth, with correction for many tests, and models of several measures together."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from scipy import stats

from quandary.errors import QuandaryError
from quandary.limits import Limits
from quandary.measuring.rate import rate
from quandary.measuring.table import measures
from quandary.models.statistics import correlate, fit
from quandary.score import Status
from quandary.web.study.analysis.data import Data, FloatArray
from quandary.web.study.analysis.sets import by_kind, kinds_of, sets, within_kinds, without_twins
from quandary.web.study.analysis.sheets import DataSheet, Figure, ReportSection, scatter
from quandary.web.study.analysis.truths import Truths

RESAMPLES = 1_000
FEWEST = 10
"""The fewest puzzles for models of several measures."""
SECONDS = 5.0
ACROSS_KINDS = (
    "There are puzzles of several kinds. All numbers here are of differences from the mean of the puzzle's kind, and"
    " by_kind has each kind alone: pooled, a measure would get credit for telling kinds apart."
)
KNOWN = (Status.EXACT, Status.ESTIMATE)


def asked(data: Data) -> list[str]:
    """Return the measures that are tried: the generic ones, and those of the kind if there is only one."""
    kinds = {each.kind for each in data.playables.values() if each.kind}
    return list(measures(next(iter(kinds)) if len(kinds) == 1 else None))


def measured(
    data: Data, *, seconds: float = SECONDS, progress: Callable[[str], None] = lambda _: None
) -> dict[str, FloatArray]:
    """Compute every generic measure and every feature of the kind for every puzzle. Unknown values are nan."""
    columns = {name: np.full(len(data.puzzles), np.nan) for name in asked(data)}
    for number, puzzle in enumerate(data.puzzles):
        playable = data.playables.get(puzzle)
        if playable is None:
            continue
        progress(f"measuring {number + 1} of {len(data.puzzles)} puzzles")
        try:
            scores = rate(playable.puzzle, list(columns), limits=Limits(seconds=seconds))
        except QuandaryError:
            continue
        for name, score in scores.items():
            if score.value is not None and score.status in KNOWN:
                columns[name][number] = float(score.value)
    return {
        name: column for name, column in columns.items() if np.isfinite(column).all() and np.ptp(column) > 0
    }


def holm(ps: list[float]) -> list[float]:
    """Return p-values corrected for many tests by Holm's method.

    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(ps)), key=ps.__getitem__)
    found, highest = [0.0] * len(ps), 0.0
    for rank, at in enumerate(order):
        highest = max(highest, min(1.0, (len(ps) - rank) * ps[at]))
        found[at] = highest
    return found


def _bootstrap(x: FloatArray, y: FloatArray, seed: int = 1) -> tuple[float, float]:
    """Return a 95 % interval of the correlation over puzzles drawn again."""
    rng, found = np.random.default_rng(seed), []
    for _ in range(RESAMPLES):
        at = rng.integers(0, len(x), len(x))
        if np.ptp(x[at]) and np.ptp(y[at]):
            found.append(np.corrcoef(x[at], y[at])[0, 1])
    low, high = np.quantile(found, [0.025, 0.975]) if found else (np.nan, np.nan)
    return float(low), float(high)


def correlations(
    columns: Mapping[str, FloatArray],
    truth: FloatArray,
    twins: Mapping[str, list[str]],
    name: str = "predictors",
    title: str = "Every measure against the mean rating",
) -> DataSheet:
    """Return every measure's correlation with the truth, strongest first, with the other names it goes by."""
    rows: list[list[Any]] = []
    for each, column in columns.items():
        straight, ranks = correlate(column, truth), correlate(column, truth, method="spearman")
        rows.append([each, straight.r, *_bootstrap(column, truth), straight.r2, ranks.r, straight.p])
    corrected = holm([row[-1] for row in rows])
    rows = [
        [*row, p, p < 0.05, ", ".join(twins.get(row[0], ()))] for row, p in zip(rows, corrected, strict=True)
    ]
    rows.sort(key=lambda row: -abs(row[1]))
    columns_ = (
        "measure",
        "pearson",
        "low",
        "high",
        "r2",
        "spearman",
        "p",
        "p_holm",
        "significant",
        "same_as",
    )
    return DataSheet(name, title, columns_, rows, is_main=name == "predictors")


def best_pairs(columns: Mapping[str, FloatArray], truth: FloatArray, *, most: int = 12) -> DataSheet:
    """Return the pairs of measures that together explain most, among the strongest measures."""
    strong = sorted(columns, key=lambda name: -abs(np.corrcoef(columns[name], truth)[0, 1]))[:most]
    rows: list[list[Any]] = []
    for at, one in enumerate(strong):
        for other in strong[at + 1 :]:
            found = fit(np.column_stack([columns[one], columns[other]]), truth)
            rows.append([one, other, found.r2, found.adjusted_r2])
    rows.sort(key=lambda row: -float(row[3]))
    return DataSheet("pairs", "Two measures together", ("one", "other", "r2", "adjusted_r2"), rows[:20])


def models(
    data: Data, columns: Mapping[str, FloatArray], truth: FloatArray, strongest: str
) -> DataSheet | None:
    """Cross-validate models of all measures and of the strongest alone, beside constant and size baselines."""
    if len(truth) < FEWEST or not columns:
        return None
    try:
        from quandary.models.folds import Folds
        from quandary.models.learn import study
        from quandary.models.pipelines import pipeline
        from quandary.models.question import Question, prepare
        from quandary.models.table import Table
        from quandary.models.validate import one_by_one

        folds = Folds(number=5, repeats=3)

        def validated(some: Mapping[str, FloatArray], model: str) -> Any:
            table = Table(ids=data.puzzles, numbers={**some, "mean_rating": truth}, name="the study")
            prepared = prepare(table, Question(target="mean_rating", allow=tuple(some)))
            return study(prepared, [pipeline(model)], folds=folds, run=one_by_one, resamples=200, look=False)

        found = dict(validated(columns, "ridge").validations)
        alone = validated({strongest: columns[strongest]}, "linear").validations["linear"]
    except (ImportError, QuandaryError):
        return None
    rows = [
        [name, score, *interval]
        for name, each in {f"{strongest} alone": alone, **found}.items()
        for score, interval in each.scores.items()
    ]
    return DataSheet(
        "models",
        "Models on unseen puzzles (5 folds, 3 repeats)",
        ("model", "score", "value", "low", "high"),
        rows,
    )


def _band(points: list[tuple[float, float]]) -> list[tuple[float, float, float, float]]:
    """Return the fitted line with the 95 % confidence band of its mean, at some places."""
    x, y = (np.array(each) for each in zip(*points, strict=True))
    count, spread = len(x), float(np.sum((x - x.mean()) ** 2))
    if count < 3 or spread == 0:
        return []
    slope, start = np.polyfit(x, y, 1)
    error = float(np.sqrt(np.sum((y - slope * x - start) ** 2) / (count - 2)))
    reach = float(stats.t.ppf(0.975, count - 2)) * error
    found = []
    for at in np.linspace(x.min(), x.max(), 25):
        middle = float(slope * at + start)
        wide = reach * float(np.sqrt(1 / count + (at - x.mean()) ** 2 / spread))
        found.append((float(at), middle, middle - wide, middle + wide))
    return found


def section(data: Data, found: Truths, columns: Mapping[str, FloatArray]) -> ReportSection:
    """Return the predictors as a part of the report."""
    if not columns or len(data.puzzles) < 4:
        return ReportSection("What predicts difficulty?", ("There are too few puzzles with known measures.",))
    kinds = kinds_of(data)
    all_columns = columns
    columns, twins = without_twins(columns)
    truth = found.default
    if len(set(kinds)) > 1:
        columns = {name: within_kinds(kinds, column) for name, column in columns.items()}
        columns = {name: column for name, column in columns.items() if np.ptp(column) > 0}
        truth = within_kinds(kinds, truth)
    sheet = correlations(columns, truth, twins)
    scaled = (
        within_kinds(kinds, found.by_name["z_rating"]) if len(set(kinds)) > 1 else found.by_name["z_rating"]
    )
    against_scaled = (
        correlations(columns, scaled, twins, "predictors_scaled", "Every measure against the scaled rating")
        if np.isfinite(scaled).all() and np.ptp(scaled) > 0
        else None
    )
    strongest = sheet.rows[0][0]
    line = fit(columns[strongest][:, None], truth)
    predicted = line.predict(columns[strongest][:, None])
    misfits: list[list[Any]] = sorted(
        (
            [name, float(t), float(p), float(t - p)]
            for name, t, p in zip(data.puzzles, truth, predicted, strict=True)
        ),
        key=lambda row: -abs(row[3]),
    )
    own = DataSheet(
        "measures",
        "Measures of every puzzle",
        ("puzzle", *all_columns),
        [[name, *(float(each[n]) for each in all_columns.values())] for n, name in enumerate(data.puzzles)],
    )
    fitted = models(data, columns, truth, strongest)
    points = [(float(x), float(y)) for x, y in zip(columns[strongest], truth, strict=True)]
    calibration = [(float(p), float(t)) for p, t in zip(predicted, truth, strict=True)]
    worst = [
        Figure(playable.draw(None), f"{name}: rated {truth:.2f}, predicted {guess:.2f}")
        for name, truth, guess, _ in misfits[:3]
        if (playable := data.playables.get(name))
    ]
    return ReportSection(
        "What predicts difficulty?",
        (
            f"The strongest single measure is {strongest}. p_holm is corrected for {len(columns)} tests."
            " Measures that rank puzzles alike are tested once.",
            *([ACROSS_KINDS] if len(set(kinds)) > 1 else []),
        ),
        tuple(
            filter(
                None,
                (
                    sheet,
                    against_scaled,
                    by_kind(kinds, {name: all_columns[name] for name in columns}, found.default),
                    best_pairs(columns, truth),
                    sets(all_columns, found.default) if len(set(kinds)) == 1 else None,
                    fitted,
                    DataSheet(
                        "misfits",
                        f"Misfits of {strongest}, worst first",
                        ("puzzle", "rating", "predicted", "difference"),
                        misfits,
                    ),
                    own,
                ),
            )
        ),
        (
            Figure(
                scatter(points, strongest, found.default_name, "The strongest measure", band=_band(points)),
                f"{found.default_name} by {strongest}, with the fitted line and its 95 % confidence band.",
            ),
            Figure(
                scatter(calibration, "predicted", "mean rating", "Calibration", diagonal=True),
                f"Predicted from {strongest} against rated.",
            ),
            *worst,
        ),
    )
