"""Tables 2.3 to 2.6 and 2.9 to 2.16 of a thesis on solving times of tilt mazes and Sokoban levels.

The times of its players are not public, so its numbers stand alone until `--data` names a table of one's own: a row
per level with its features (`quandary rate levels.xsb --features -o table.csv`) and the mean of the logarithms of
people's times as "mean_log_time". The procedure is then run step by step (`quandary.models.thesis`).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from quandary.draw.charts import curve, histogram, scatter
from quandary.draw.shapes import Drawing
from quandary.replicate._graph import bar_chart, beside, page, titled
from quandary.replicate._move_models import MODELS, SETS, Published, cells
from quandary.replicate._table import PublishedTable, TableRow, several
from quandary.replicate._times import printed, summary_on

if TYPE_CHECKING:
    from quandary.models.statistics import FloatArray

SOURCE = "B. Klembarová, Complexity of Solving Puzzles, MSc thesis, Comenius University 2018, chapter 2"
NOT_PUBLIC = "the times of the players are not public; give your own with --data"
TARGET = "mean_log_time"
STEPS = ("normality", "grid", "grid coefficients", "RFECV", "RFECV coefficients")
"""The steps of the procedure, as the rows of a table name them."""
TITLES = ("grid search scores", "grid search coefficients", "RFECV scores", "RFECV coefficients")


def _printed(published: Published, which: int) -> dict[str, float | None]:
    """Return the numbers of one of the four tables by row name."""
    text = (published.grid, published.coefficients, published.chosen, published.selected)[which]
    names = (("parameter", "train", "test"), published.features, ("train", "test"), published.features)[which]
    return {
        f"{model}_{name}": value
        for model, row in zip(MODELS, cells(text), strict=True)
        for name, value in zip(names, row, strict=True)
        if name != "parameter" or value is not None
    }


def _alone(published: Published, which: int) -> Iterator[TableRow]:
    for name, value in _printed(published, which).items():
        note = NOT_PUBLIC if value is not None else f"left out; {NOT_PUBLIC}"
        yield TableRow(name, value, None, note=note, unit=_unit(name, which))


def _unit(name: str, which: int) -> str:
    """Return what a number of the four tables is: parameters do not compare with each other.

    >>> _unit("ridge_train", 0), _unit("ridge_parameter", 0), _unit("ridge_width", 1)
    ('R²', 'parameter of ridge', 'coefficient')
    """
    if name.endswith("_parameter"):
        return f"parameter of {name.removesuffix('_parameter')}"
    return "coefficient" if which % 2 else "R²"


def _computed(data: Path, published: Published, which: int) -> Iterator[TableRow]:
    """Yield the printed numbers beside those of the user's own levels, which are other levels and other people."""
    from quandary.models.question import Question, prepare
    from quandary.models.table import read_table
    from quandary.models.thesis import procedure

    table = read_table(data)
    wanted = tuple(dict.fromkeys(each.removesuffix("_log") for each in published.features))
    prepared = prepare(table, Question(TARGET, tuple(each for each in wanted if each in table.numbers)))
    part = procedure(prepared)[which + 1]
    ours = {
        f"{row['model']}_{name}": value for row in part.rows for name, value in row.items() if name != "model"
    }
    ours |= {f"{row['model']}_parameter": _setting(str(row.get("parameters", ""))) for row in part.rows}
    printed = _printed(published, which)
    for name in dict.fromkeys((*printed, *(each for each in ours if isinstance(ours[each], float)))):
        value = ours.get(name)
        number = value if isinstance(value, float) else None
        note = f"ours: {len(prepared):,} levels of {data.name}"
        yield TableRow(name, printed.get(name), number, note=note, unit=_unit(name, which))


def _setting(told: str) -> float | None:
    """Return the number in the settings that a search chose, such as "alpha: 0.1"."""
    found = re.search(r"[=:]\s*(-?[\d.]+(?:e[+-]?\d+)?)", told)
    return float(found[1]) if found else None


def _summary(data: Path | None = None) -> PublishedTable:
    """Return the summary of a table of times: users, levels, their averages, and the days of play."""
    title = "Tables 2.1, 2.2, 2.7 and 2.8: summary of people's times"
    rows = partial(summary_on, data) if data else printed
    return PublishedTable("summary", title, SOURCE, rows, with_data=_summary)


def _scatter(data: Path | None = None) -> PublishedTable:
    """Return the feature that goes best with the mean log time, as Figure 2.7 draws it."""
    title = "Figure 2.7: mean log time by the feature that goes best with it"
    rows = (
        partial(_correlations, data) if data else lambda: iter([TableRow("r", None, None, note=NOT_PUBLIC)])
    )
    return PublishedTable("scatter", title, SOURCE, rows, with_data=_scatter, graph=partial(_scattered, data))


def _correlations(data: Path) -> Iterator[TableRow]:
    from quandary.models.statistics import correlate

    truth, columns = _truth(data), _aligned(data)
    known = {name: (np.isfinite(column) & np.isfinite(truth)) for name, column in columns.items()}
    usable = {
        name: keep for name, keep in known.items() if keep.sum() > 3 and np.ptp(columns[name][keep]) > 0
    }
    found = {name: correlate(columns[name][keep], truth[keep]) for name, keep in usable.items()}
    for name, each in sorted(found.items(), key=lambda pair: -abs(pair[1].r)):
        yield TableRow(
            f"r_{name}",
            None,
            each.r,
            note=f"95 % {each.low:.2f} to {each.high:.2f}, {each.count} levels",
            unit="correlation with mean log time",
        )


def _scattered(data: Path | None, rows: Sequence[TableRow]) -> Drawing:
    if data is None:
        return histogram([], NOT_PUBLIC, "nothing")
    name = rows[0].name.removeprefix("r_")
    column, truth = _aligned(data)[name], _truth(data)
    points = [(x, y) for x, y in zip(column.tolist(), truth.tolist(), strict=True) if np.isfinite(x + y)]
    title = f"Figure 2.7: mean log time by {name}, on {data.name}. r {rows[0].ours:.2f}, {rows[0].note}"
    return titled(scatter(points, title, name, "mean log seconds"))


def _truth(data: Path) -> "FloatArray":
    from quandary.models.table import read_table

    return read_table(data).column(TARGET)


def _aligned(data: Path) -> "dict[str, FloatArray]":
    from quandary.models.table import read_table

    table = read_table(data)
    return {
        name: np.asarray(table.numbers[name], dtype=np.float64) for name in table.features if name != TARGET
    }


def _table(kind: str, published: Published, which: int, data: Path | None = None) -> PublishedTable:
    title = f"Table {published.numbers[which]}: {kind}, {TITLES[which]}"
    rows = partial(_computed, data, published, which) if data else partial(_alone, published, which)
    return PublishedTable(
        published.numbers[which],
        title,
        SOURCE,
        rows,
        with_data=partial(_table, kind, published, which),
        graph=partial(bar_chart, title),
    )


def _histograms(data: Path | None = None) -> PublishedTable:
    """Return the tests of normality behind the histograms of appendix A, which prints them as captions."""
    title = "Appendix A: histograms of features, with Kolmogorov–Smirnov p"
    rows = partial(_normality, data) if data else lambda: iter([TableRow("p", None, None, note=NOT_PUBLIC)])
    return PublishedTable("A", title, SOURCE, rows, with_data=_histograms, graph=partial(_drawn, data))


def _normality(data: Path) -> Iterator[TableRow]:
    from quandary.models.steps import normality

    for name, column in _columns(data).items():
        note = f"{len(column):,} levels"
        yield TableRow(f"p_{name}", None, normality(column), note=note)
        if column.min() >= 0:
            yield TableRow(f"p_{name}_log", None, normality(np.log1p(column)), note=note)


def _columns(data: Path) -> "dict[str, FloatArray]":
    """Return the known values of each feature of a table."""
    from quandary.models.question import Question, prepare
    from quandary.models.table import read_table

    prepared = prepare(read_table(data), Question(TARGET))
    columns = {name: prepared.features[:, at] for at, name in enumerate(prepared.predictors)}
    return {name: column[np.isfinite(column)] for name, column in columns.items()}


def _drawn(data: Path | None, rows: Sequence[TableRow]) -> Drawing:
    """Draw a feature in each line, its logarithm beside it, with the p of what is drawn."""
    if data is None:
        return histogram([], NOT_PUBLIC, "nothing")
    p, drawn = {row.name: row.ours for row in rows}, []
    for name, column in _columns(data).items():
        halves = [histogram(column.tolist(), name, f"{name}, p {p[f'p_{name}']:.3g}", up="levels")]
        if f"p_{name}_log" in p:
            across = f"log(1 + {name}), p {p[f'p_{name}_log']:.3g}"
            halves.append(histogram(np.log1p(column).tolist(), f"log {name}", across, up="levels"))
        drawn.append(beside(halves))
    return titled(page(drawn, f"Appendix A: features of {data.name}, with Kolmogorov–Smirnov p"))


def _learning(data: Path | None = None) -> PublishedTable:
    """Return how well unseen levels are predicted from few and from many levels."""
    title = "Learning curve: R² of unseen levels by the number of levels learnt from"
    rows = partial(_learnt, data) if data else lambda: iter([TableRow("r2", None, None, note=NOT_PUBLIC)])
    return PublishedTable("curve", title, SOURCE, rows, with_data=_learning, graph=_curved)


def _learnt(data: Path) -> Iterator[TableRow]:
    from quandary.models.folds import Folds
    from quandary.models.learn import study
    from quandary.models.pipelines import pipeline
    from quandary.models.question import Question, prepare
    from quandary.models.running import Runner
    from quandary.models.table import read_table

    prepared = prepare(read_table(data), Question(TARGET))
    found = study(prepared, [pipeline("ridge")], folds=Folds(5, 1), run=Runner())
    for levels, score in found.curve:
        yield TableRow(f"r2_{levels}", None, score, note="ridge, five folds")


def _procedure(data: Path | None = None) -> PublishedTable:
    """Return every number of the procedure for a table of one's own, with all its features."""
    title = "The whole procedure: normality, grid search and elimination of features, on a table of your own"
    rows = partial(_steps, data) if data else lambda: iter([TableRow("p", None, None, note=NOT_PUBLIC)])
    return PublishedTable("procedure", title, SOURCE, rows, with_data=_procedure)


def _steps(data: Path) -> Iterator[TableRow]:
    from quandary.models.question import Question, prepare
    from quandary.models.table import read_table
    from quandary.models.thesis import procedure

    for step, part in zip(STEPS, procedure(prepare(read_table(data), Question(TARGET))), strict=True):
        for row in part.rows:
            name, note = str(next(iter(row.values()))), str(row.get("parameters", ""))
            for column, value in row.items():
                if isinstance(value, float):
                    yield TableRow(f"{step}: {name} {column}", None, value, note=note, unit=part.title)


def _curved(rows: Sequence[TableRow]) -> Drawing:
    points = [(float(row.name.rpartition("_")[2]), row.ours) for row in rows if row.ours is not None]
    title = "Learning curve: unseen levels, by the number of levels learnt from"
    return titled(curve({"ridge": points}, title, "levels learnt from", "R² of unseen levels"))


def _whole(data: Path | None = None) -> PublishedTable:
    parts = [_table(kind, each, which, data) for kind, each in SETS.items() for which in range(4)]
    title = "Models of solving times of tilt mazes and Sokoban: Tables 2.3 to 2.16"
    whole = several(
        "move-models",
        title,
        SOURCE,
        [_summary(), *parts, _procedure(data), _scatter(data), _learning(data), _histograms(data)],
    )
    return replace(whole, with_data=_whole)


TABLE = _whole()
