"""Tables 4-1 and 4-2 of Jones's report on logic mazes, and its cross-validation, from its Table D-2.

The report prints, for each of its 30 mazes, the mean rating by about a hundred people and the most
important predictors (data/maze_ratings.csv). Rows that need other predictors cannot be recomputed, and
say so.
"""

import csv
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import numpy as np

from quandary.models.statistics import (
    Fit,
    FloatArray,
    Model,
    constant_model,
    correlate,
    cross_validate,
    fit,
    group_model,
    linear_model,
    matched_pairs,
    mean_absolute_error,
)
from quandary.replicate._table import Table, TableRow

DATA = Path(__file__).parent / "data" / "maze_ratings.csv"
SPLITS, SEED = 2000, 1

SINGLE = {
    "A1": 0.622,
    "A2": 0.616,
    "A3": 0.644,
    "A4": 0.177,
    "A5": 0.583,
    "A6": 0.649,
    "B1": 0.012,
    "B2": 0.870,
    "B3": 0.390,
    "C1": 0.544,
    "C2": 0.383,
    "C3": 0.124,
    "C4": 0.216,
    "C5": 0.040,
    "C6": 0.168,
    "C7": 0.482,
    "C8": 0.380,
}
"""R² of each predictor with the mean rating, Table 4-1."""
SEVERAL = {
    "A3+B2": 0.872,
    "B2": 0.865,
    "A9+B2": 0.864,
    "A3+B4": 0.783,
    "A3+B5": 0.693,
    "A3+C6+C8": 0.690,
    "A1+A3+A9+A9^2": 0.683,
    "A3+A7+A8": 0.621,
    "C7+C8": 0.505,
}
"""Adjusted R² of sets of predictors, Table 4-2."""
ERRORS = {"constant": 1.26, "size": None, "B2": 0.51}
SCALED_ERRORS = {"constant": 0.65, "size": 0.40, "B2": 0.22}
"""Mean absolute errors of cross-validation, sections 4.5 and 4.6. That by size is only in Figure 4-13."""

NOT_PRINTED = "the report does not print this predictor for each maze"
DIFFERS = "the printed value does not follow from the printed data"
ROUNDED = "differs in the last digit: the data are printed with two decimals"
ONE_SPLIT = "the report used one random split"


@cache
def columns() -> Mapping[str, FloatArray]:
    """Return Table D-2 by column, with the predictors that follow from those printed."""
    with DATA.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    known = {name: np.array([float(row[name]) for row in rows]) for name in rows[0] if name != "id"}
    shortest_possible = 2 * (known["A1"] - 1)
    known["A9"] = known["A6"] / (known["A2"] + known["A3"])
    known["A9^2"] = known["A9"] ** 2
    known["B4"] = known["B2"] / shortest_possible
    known["B5"] = known["B3"] / shortest_possible
    return known


def rows() -> Iterator[TableRow]:
    """Yield single predictors, sets of predictors, then the errors of cross-validation."""
    yield from _single()
    yield from _several()
    yield from _errors("mae", "difficulty", ERRORS)
    yield from _errors("mae_scaled", "difficulty_scaled", SCALED_ERRORS)
    yield from _comparison()


def _single() -> Iterator[TableRow]:
    known = columns()
    for name, published in SINGLE.items():
        if name not in known:
            yield TableRow(f"r2_{name}", published, None, note=NOT_PRINTED)
            continue
        ours = correlate(known[name], known["difficulty"]).r2
        yield TableRow(f"r2_{name}", published, ours, note=_remark(published, ours))
    yield TableRow("p_B1", 0.567, correlate(known["B1"], known["difficulty"]).p)
    yield TableRow("r2_scaled_B2", 0.872, correlate(known["B2"], known["difficulty_scaled"]).r2)


def _several() -> Iterator[TableRow]:
    for names, published in SEVERAL.items():
        model = _fit(names.split("+"))
        if model is None:
            yield TableRow(f"adj_{names}", published, None, note=NOT_PRINTED)
        else:
            ours = model.adjusted_r2
            yield TableRow(f"adj_{names}", published, ours, note=_remark(published, ours))


def _fit(names: list[str]) -> Fit | None:
    known = columns()
    if not known.keys() >= set(names):
        return None
    return fit(np.column_stack([known[name] for name in names]), known["difficulty"])


def _remark(published: float, ours: float) -> str:
    distance = abs(published - ours)
    return "" if distance <= 0.0005 else ROUNDED if distance < 0.0015 else DIFFERS


def _models(target: str) -> dict[str, Model]:
    known = columns()
    return {
        "constant": constant_model(known[target]),
        "size": group_model(known[target], list(known["A1"])),
        "B2": linear_model(known[target], known["B2"]),
    }


def _errors(row: str, target: str, published: Mapping[str, float | None]) -> Iterator[TableRow]:
    known = columns()
    for name, model in _models(target).items():
        error = mean_absolute_error(model, known[target], list(known["A1"]), splits=SPLITS, seed=SEED)
        note = f"mean of {SPLITS:,} splits, {error.low:.3f} to {error.high:.3f}; {ONE_SPLIT}"
        yield TableRow(f"{row}_{name}", published[name], error.mean, note=note)


def _comparison() -> Iterator[TableRow]:
    """Compare errors with and without scaling the ratings of each participant.

    Each set of errors is divided by its own baseline.
    """
    known, sizes = columns(), list(columns()["A1"])
    relative = []
    for target in ("difficulty_scaled", "difficulty"):
        models = _models(target)
        errors = {
            name: np.abs(cross_validate(models[name], known[target], sizes, seed=SEED))
            for name in ("constant", "B2")
        }
        relative.append(errors["B2"] / errors["constant"].mean())
    test = matched_pairs(*relative)
    note = f"scaled against unscaled errors; {ONE_SPLIT}, another than ours"
    yield TableRow("wilcoxon_z", -0.586, test.z, note=note)
    yield TableRow("wilcoxon_p", 0.558, test.p, note=note)


TABLE = Table(
    "maze-predictors",
    "What predicts how hard people find logic mazes: Tables 4-1 and 4-2, and cross-validation",
    "Jones, Investigating Puzzle Difficulty Assessment, CMP504 report, Abertay University, 2021",
    rows,
)
