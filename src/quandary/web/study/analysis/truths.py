"""What difficulty is: several readings of people's answers, how they agree, and whether people learnt."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import stats

from quandary.draw.charts import boxes
from quandary.errors import QuandaryError
from quandary.models.skill import Skills, graded, rasch
from quandary.models.statistics import correlate
from quandary.web.study.analysis.data import Data, FloatArray
from quandary.web.study.analysis.sheets import DataSheet, Figure, ReportSection, scatter

MODELS = {"rasch": "Rasch", "graded": "graded response"}
"""The names of the models of skill in titles."""
SLOW = 10.0
"""A time is listed as an outlier if it is this many times the median of its puzzle."""


@dataclass(frozen=True)
class Truths:
    """Difficulty of each puzzle, by reading. Larger is harder."""

    by_name: Mapping[str, FloatArray]
    rasch: Skills | None
    graded: Skills | None

    is_adaptive: bool = False
    """Whether puzzles were given by what people solved, so that means compare different people."""

    @property
    def default_name(self) -> str:
        """The reading that the analysis uses: the mean rating, or the model's if the order was adaptive."""
        models = [name for name in ("rasch", "graded") if name in self.by_name]
        return models[0] if self.is_adaptive and models else "mean_rating"

    @property
    def default(self) -> FloatArray:
        """The reading that the analysis uses unless another is named."""
        return self.by_name[self.default_name]


def truths(data: Data) -> Truths:
    """Read difficulty from the answers in every way that they allow."""
    done = data.finished if data.finished.sum() >= 2 else np.ones(len(data.people), dtype=bool)
    found: dict[str, FloatArray] = {
        "mean_rating": _mean(data.rating),
        "z_rating": _mean(z_scores(data.rating)[done]),
        "log_time": censored_means(data),
        "log_clicks": _mean(np.log(np.maximum(data.clicks, 1))),
        "not_solved": 1 - _mean(data.solved),
    }
    one, other = _skill(data)
    if one:
        found["rasch"] = np.array([value.value for value in one.puzzles])
    if other:
        found["graded"] = np.array([value.value for value in other.puzzles])
    whole = {name: column for name, column in found.items() if np.isfinite(column).all()}
    return Truths(whole, one, other, is_adaptive=data.about.get("order") == "adaptive")


def _mean(table: FloatArray) -> FloatArray:
    counts = np.isfinite(table).sum(axis=0)
    return np.where(counts > 0, np.nansum(table, axis=0) / np.maximum(counts, 1), np.nan)


def z_scores(rating: FloatArray) -> FloatArray:
    """Return ratings with each person's mean and spread taken out. People who always rate the same get 0."""
    middle = np.array([np.nanmean(row) for row in rating])[:, None]
    wide = np.array([np.nanstd(row) for row in rating])[:, None]
    return np.where(wide > 0, (rating - middle) / np.where(wide > 0, wide, 1), rating * 0.0)


def censored_means(data: Data) -> FloatArray:
    """Return the mean log time of each puzzle, where a skip only says that it would have taken longer.

    The mean of a normal distribution of log times is fitted by expectation and maximisation: the time of a skipped
    puzzle counts as what is expected above the median of those who solved it.
    """
    found = np.full(len(data.puzzles), np.nan)
    for column in range(len(data.puzzles)):
        times = data.log_seconds[:, column]
        known = times[np.isfinite(times)]
        skips = int(np.nansum(data.skipped[:, column]))
        if not len(known):
            continue
        bound, mean, wide = float(np.median(known)), float(known.mean()), float(known.std()) or 0.3
        for _ in range(50):
            excess = stats.norm.sf(bound, mean, wide)
            ratio = stats.norm.pdf(bound, mean, wide) / max(excess, 1e-12)
            expected = mean + wide**2 * ratio
            new = (known.sum() + skips * expected) / (len(known) + skips)
            if abs(new - mean) < 1e-9:
                break
            mean = new
        found[column] = mean
    return found


def _skill(data: Data) -> tuple[Skills | None, Skills | None]:
    """Fit models of skill and difficulty, where the answers allow it."""
    one = other = None
    try:
        if 0 < np.nanmean(data.solved) < 1:
            one = rasch(data.solved)
    except QuandaryError:
        one = None
    try:
        least, most = data.scale
        if most - least < 20:
            other = graded(data.rating - least, high="hard")
    except QuandaryError:
        other = None
    return one, other


def section(data: Data, found: Truths) -> ReportSection:
    """Return the readings of difficulty as a part of the report."""
    order = np.argsort(found.default)
    counts = np.isfinite(data.rating).sum(axis=0)
    columns = ("puzzle", "answers", "skipped", *found.by_name)
    rows = [
        [
            data.puzzles[n],
            int(counts[n]),
            int(np.nansum(data.skipped[:, n])),
            *(float(each[n]) for each in found.by_name.values()),
        ]
        for n in order
    ]
    groups = {data.puzzles[n]: [float(v) for v in data.rating[:, n] if np.isfinite(v)] for n in order}
    return ReportSection(
        "How difficult the puzzles are",
        (
            f"{found.default_name} is the truth of this report unless another is named. z_rating is the mean of"
            " ratings standardised for each finisher. log_time treats a skip as a censored time.",
        ),
        (
            DataSheet(
                "truths",
                "Difficulty of every puzzle, easiest first",
                columns,
                rows,
                is_main=True,
                pictures={name: each.draw(None) for name, each in data.playables.items()},
            ),
            agreement(found),
            *_skill_sheets(data, found),
        ),
        (
            Figure(
                boxes(_answered(groups), "Ratings of each puzzle", "rating"),
                "Ratings of each puzzle: quartiles, median and extremes, ordered by mean.",
            ),
        ),
    )


def _answered(groups: dict[str, list[float]]) -> dict[str, Sequence[float]]:
    """Return the groups that have values."""
    return {name: values for name, values in groups.items() if values}


def agreement(found: Truths) -> DataSheet:
    """Return how the readings agree with each other."""
    rows = []
    names = list(found.by_name)
    for at, one in enumerate(names):
        for other in names[at + 1 :]:
            a, b = found.by_name[one], found.by_name[other]
            if len(a) < 3 or np.ptp(a) == 0 or np.ptp(b) == 0:
                continue
            straight, ranks = correlate(a, b), correlate(a, b, method="spearman")
            rows.append([one, other, straight.r, straight.low, straight.high, ranks.r, straight.p])
    return DataSheet(
        "agreement",
        "How the estimates agree",
        ("one", "other", "pearson", "low", "high", "spearman", "p"),
        rows,
    )


def _skill_sheets(data: Data, found: Truths) -> list[DataSheet]:
    sheets = []
    for fitted in (found.rasch, found.graded):
        if fitted:
            rows = [[name, *value] for name, value in zip(data.puzzles, fitted.puzzles, strict=True)]
            people = [[name, *value] for name, value in zip(data.people, fitted.people, strict=True)]
            short = fitted.model.replace(" ", "_")
            columns = ("value", "error", "low", "high")
            sheets.append(
                DataSheet(
                    f"{short}_puzzles",
                    f"Difficulty by the {MODELS[fitted.model]} model, with 95 % intervals",
                    ("puzzle", *columns),
                    rows,
                )
            )
            sheets.append(
                DataSheet(
                    f"{short}_people",
                    f"Skill by the {MODELS[fitted.model]} model",
                    ("participant", *columns),
                    people,
                )
            )
    return sheets


def learning(data: Data) -> ReportSection:
    """Return whether people rated lower or became quicker along the way."""
    has = np.isfinite(data.rating)
    positions, ratings = data.position[has], data.rating[has]
    quick = np.isfinite(data.log_seconds)
    rows: list[list[Any]] = []
    for name, x, y in (
        ("rating", positions, ratings),
        ("log_time", data.position[quick], data.log_seconds[quick]),
    ):
        if len(x) > 2 and np.ptp(x) and np.ptp(y):
            found = correlate(x, y, method="spearman")
            slope = float(np.polyfit(x, y, 1)[0])
            rows.append([name, found.count, found.r, found.low, found.high, found.p, slope])
    says = []
    timed = next((row for row in rows if row[0] == "log_time"), None)
    if timed:
        factor = float(np.exp(-timed[6] * (np.nanmax(data.position) - 1)))
        says.append(f"From the first puzzle to the last, people became {factor:.2f} times as fast.")
    last = int(np.nanmax(data.position))
    groups = {
        str(at): [float(v) for v in data.rating[data.position == at] if np.isfinite(v)]
        for at in range(1, last + 1)
    }
    return ReportSection(
        "Did people learn?",
        tuple(says),
        (
            DataSheet(
                "learning",
                "Position and answer",
                ("answer", "n", "spearman", "low", "high", "p", "slope"),
                rows,
            ),
        ),
        (
            Figure(
                boxes(_answered(groups), "Ratings by position", "rating"),
                "Ratings by the position of the puzzle in the order.",
            ),
        ),
    )


def times(data: Data) -> ReportSection:
    """Return times that cannot be only thinking, and how time and clicks go with ratings."""
    middle = np.nanmedian(data.seconds, axis=0)
    rows = [
        [
            data.people[i],
            data.puzzles[j],
            float(data.seconds[i, j]),
            float(middle[j]),
            float(data.rating[i, j]),
        ]
        for i, j in np.argwhere(data.seconds > SLOW * middle[None, :])
    ]
    both = np.isfinite(data.seconds) & np.isfinite(data.rating)
    points = [
        (float(r), float(t))
        for r, t in zip(data.rating[both], data.log_seconds[both] / np.log(10), strict=True)
    ][:2000]
    levels = sorted({float(value) for value in data.rating[both]})
    summary = []
    for level in levels:
        at = both & (data.rating == level)
        summary.append(
            [
                level,
                int(at.sum()),
                float(np.exp(np.mean(data.log_seconds[at]))),
                float(np.exp(np.mean(np.log(np.maximum(data.clicks[at], 1))))),
            ]
        )
    return ReportSection(
        "Times and clicks",
        (
            f"{len(rows) or 'No'} times are more than {SLOW:g} times the median of their puzzle. They are listed and kept: means of logarithms are robust to them.",
        ),
        (
            DataSheet(
                "slow",
                "Times far above the median of their puzzle",
                ("participant", "puzzle", "seconds", "median", "rating"),
                rows,
            ),
            DataSheet(
                "time_by_rating",
                "Typical time and clicks by rating (geometric means)",
                ("rating", "n", "seconds", "clicks"),
                summary,
            ),
        ),
        (
            Figure(
                scatter(points, "rating", "log10 seconds", "Time by rating"),
                "Time of every solved puzzle by its rating.",
            ),
        ),
    )
