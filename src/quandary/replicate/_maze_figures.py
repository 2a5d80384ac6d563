"""Figures 4-9 to 4-17 and 5-1 of Jones's report, from its printed Table D-2 and from generated mazes."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

import numpy as np

from quandary.draw.charts import BarGroup, Series, boxes, grouped_bars, scatter
from quandary.draw.shapes import Drawing
from quandary.models.statistics import correlate
from quandary.replicate._graph import READINGS, SERIES, bar_chart, graph, titled
from quandary.replicate._maze_data import columns, held_out
from quandary.replicate._maze_solvers import MILLISECONDS, all_chances
from quandary.replicate._table import TableRow

ACROSS = {"B2": "minimum solution length B2, edges", "A6": "checkpoints A6"}
UP = {"difficulty": "mean rating, 1 to 10", "difficulty_scaled": "mean scaled rating, z"}
MODELS = {"constant": "no predictor", "size": "size", "B2": "minimum length"}
SHOWN = 200
"""The number of splits whose errors are drawn."""
Graph: TypeAlias = Callable[[Sequence[TableRow]], Drawing]


class ReportFigure(NamedTuple):
    """A figure of the report."""

    name: str
    title: str
    rows: Callable[[], Iterator[TableRow]]
    graph: Graph


def scattered(number: str, predictor: str, target: str) -> Graph:
    """Return what draws ratings by a predictor, with the line through them, r and its interval."""

    def draw(_: Sequence[TableRow]) -> Drawing:
        x, y = columns()[predictor], columns()[target]
        slope, constant = np.polyfit(x, y, 1)
        ends = [(float(at), float(constant + slope * at)) for at in (x.min(), x.max())]
        found = correlate(x, y)
        title = (
            f"Figure {number}: {UP[target].partition(',')[0]} by {ACROSS[predictor].partition(',')[0]}. "
            f"R² {found.r2:.3f}, r {found.r:.2f} (95 % {found.low:.2f} to {found.high:.2f}),"
            f" {found.count} mazes"
        )
        points = list(zip(x.tolist(), y.tolist(), strict=True))
        return titled(scatter(points, title, ACROSS[predictor], UP[target], line=ends))

    return draw


def _explained(predictor: str, target: str, published: float) -> Iterator[TableRow]:
    found = correlate(columns()[predictor], columns()[target])
    note = f"r {found.r:.3f}, 95 % {found.low:.3f} to {found.high:.3f}"
    yield TableRow(f"r2_{predictor}", published, found.r2, note=note)


def combinations(rows: Sequence[TableRow]) -> Drawing:
    """Draw Figure 4-11: adjusted R² of sets of predictors, coloured by their number."""
    counts = sorted({row.name.count("+") + 1 for row in rows if row.ours is not None})
    looks = [
        READINGS[0],
        *(Series(f"recomputed, {count} predictor{'s'[: count > 1]}", SERIES[count - 1]) for count in counts),
    ]
    groups = [
        BarGroup(
            row.name.removeprefix("adj_"),
            (row.published, *(row.ours if row.name.count("+") + 1 == count else None for count in counts)),
        )
        for row in rows
    ]
    return titled(grouped_bars(groups, looks, "Figure 4-11: sets of predictors", "adjusted R²"))


def errors_of(number: str, target: str) -> Graph:
    """Return what draws the errors of cross-validation of each model as boxes."""

    def draw(_: Sequence[TableRow]) -> Drawing:
        spread: Mapping[str, Sequence[float]] = {
            name: held_out(model, target, SHOWN).ravel().tolist() for model, name in MODELS.items()
        }
        title = f"Figure {number}: errors of cross-validation, {SHOWN} splits of 30 mazes"
        return titled(boxes(dict(spread), title, f"predicted − {UP[target]}"))

    return draw


def _quartiles(target: str) -> Iterator[TableRow]:
    for model, name in MODELS.items():
        errors = held_out(model, target, SHOWN).ravel()
        for share in (25, 50, 75):
            value = float(np.percentile(errors, share))
            yield TableRow(
                f"error_{model}_{share}", None, value, note=f"{name}; the report prints no numbers"
            )


def _mean_errors(target: str, published: Mapping[str, float | None]) -> Iterator[TableRow]:
    for model, name in MODELS.items():
        error = float(np.abs(held_out(model, target, SHOWN)).mean())
        yield TableRow(name, published[model], error, note="mean absolute error", unit=f"error, {UP[target]}")


def draw_times(rows: Sequence[TableRow]) -> Drawing:
    """Draw Table 5-1 on a logarithmic scale: published and ours by size, and merging, which the report does not have."""
    lines = []
    for row in rows:
        solver, _, size = row.name.rpartition("_")
        name = solver.replace("_", " ")
        if row.unit == MILLISECONDS:
            lines += [
                TableRow(f"{name}, published_{size}", None, row.published),
                TableRow(f"{name}_{size}", None, row.ours),
            ]
    return titled(
        graph(lines, "Table 5-1: times of solvers", "vertices along a side", "milliseconds for a maze")
    )


def draw_chances(_: Sequence[TableRow]) -> Drawing:
    """Draw Figure 5-1: for numbers of attempts, how the chances of mazes are spread."""
    spread: dict[str, Sequence[float]] = {
        f"{attempts} attempt{'s'[: attempts > 1]}": values for attempts, values in all_chances().items()
    }
    count = len(next(iter(spread.values())))
    title = f"Figure 5-1: the chance to find a shortest solution in some attempts, {count} generated mazes"
    return titled(boxes(spread, title, "chance to find a shortest solution"))


FIGURES = (
    ReportFigure(
        "figure4.10",
        "Figure 4-10: ratings by checkpoints",
        partial(_explained, "A6", "difficulty", 0.649),
        scattered("4-10", "A6", "difficulty"),
    ),
    ReportFigure(
        "figure4.13",
        "Figure 4-13: mean absolute error of each model",
        partial(_mean_errors, "difficulty", {"constant": 1.26, "size": None, "B2": 0.51}),
        partial(bar_chart, "Figure 4-13: mean absolute error of each model"),
    ),
    ReportFigure(
        "figure4.15",
        "Figure 4-15: scaled ratings by minimum solution length",
        partial(_explained, "B2", "difficulty_scaled", 0.872),
        scattered("4-15", "B2", "difficulty_scaled"),
    ),
    ReportFigure(
        "figure4.16",
        "Figure 4-16: errors of each model on scaled ratings",
        partial(_quartiles, "difficulty_scaled"),
        errors_of("4-16", "difficulty_scaled"),
    ),
    ReportFigure(
        "figure4.17",
        "Figure 4-17 (printed as 4-16): mean absolute error of each model on scaled ratings",
        partial(_mean_errors, "difficulty_scaled", {"constant": 0.65, "size": 0.40, "B2": 0.22}),
        partial(bar_chart, "Figure 4-17: mean absolute error of each model on scaled ratings"),
    ),
)
