"""Tables 4-1 and 4-2 of Jones's report on logic mazes, and its cross-validation, from its Table D-2.

The report prints, for each of its 30 mazes, the mean rating by about a hundred people and the most
important predictors (data/maze_ratings.csv). Rows that need other predictors cannot be recomputed, and
say so. Its tables on solving mazes are in `_maze_solvers`.
"""

from collections.abc import Iterator, Mapping

import numpy as np

from quandary.models.statistics import (
    Fit,
    FloatArray,
    correlate,
    fit,
    matched_pairs,
)
from quandary.replicate._maze_data import columns, held_out
from quandary.replicate._maze_figures import (
    FIGURES,
    combinations,
    draw_chances,
    draw_times,
    errors_of,
    scattered,
)
from quandary.replicate._maze_solvers import chances, times
from quandary.replicate._table import PublishedTable, TableRow, several

SPLITS = 20_000
COMPARED = 200
"""The number of splits for which scaled and unscaled errors are compared."""

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
CHANCE = {"A4": 0.021, "B1": 0.567, "C3": 0.056, "C4": 0.010, "C5": 0.289, "C6": 0.025}
"""p of the same, where it is not just "<0.001"."""
SIGNIFICANT = 0.05
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
REDUCTION, SCALED_REDUCTION = 0.60, 0.66
"""How much smaller the error is by B2 than without predictors, section 4.6."""
ERRORS = {"constant": 1.26, "size": None, "B2": 0.51}
SCALED_ERRORS = {"constant": 0.65, "size": 0.40, "B2": 0.22}
"""Mean absolute errors of cross-validation, sections 4.5 and 4.6. That by size is only in Figure 4-13."""

NOT_PRINTED = "the report does not print this predictor for each maze"
DIFFERS = "the printed value does not follow from the printed data"
ROUNDED = "differs in the last digit: the data are printed with two decimals"
ONE_SPLIT = "the report used one random split"
SMALL = "printed as <0.001"
C7 = "the sum of C1 to C4, which fits the printed values; C1 + C2, as its name suggests, does not"


def single() -> Iterator[TableRow]:
    """Yield R² and p of each predictor, and the two for ratings scaled by participant."""
    known = columns()
    for name, published in SINGLE.items():
        if name not in known:
            yield TableRow(f"r2_{name}", published, None, note=NOT_PRINTED)
            continue
        ours = correlate(known[name], known["difficulty"]).r2
        note = "; ".join(filter(None, (_remark(published, ours), C7 if name == "C7" else "")))
        yield TableRow(f"r2_{name}", published, ours, note=note)
    yield TableRow("r2_scaled_B2", 0.872, correlate(known["B2"], known["difficulty_scaled"]).r2)
    yield from _chances()


def _chances() -> Iterator[TableRow]:
    """Yield p of each predictor, with a remark where it does not stand up to as many tests as there are."""
    known = columns()
    bar = SIGNIFICANT / len(SINGLE)
    for name in SINGLE:
        published = CHANCE.get(name, 0.001)
        ours = correlate(known[name], known["difficulty"]).p if name in known else None
        likely = published if ours is None else ours
        doubt = f"may be chance: one of {len(SINGLE)} tests, so p must be below {bar:.4f}"
        notes = (
            "" if name in CHANCE else SMALL,
            NOT_PRINTED if ours is None else "",
            "not significant" if likely >= SIGNIFICANT else doubt if likely >= bar else "",
        )
        yield TableRow(f"p_{name}", published, ours, note="; ".join(filter(None, notes)))


def combined() -> Iterator[TableRow]:
    """Yield the adjusted R² of sets of predictors."""
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


def validated() -> Iterator[TableRow]:
    """Yield the errors of cross-validation, how far B2 reduces them, and whether scaling ratings helps."""
    yield from _errors("", "difficulty", ERRORS, REDUCTION)
    yield from _errors("_scaled", "difficulty_scaled", SCALED_ERRORS, SCALED_REDUCTION)
    yield from _comparison()


def _errors(
    suffix: str, target: str, published: Mapping[str, float | None], reduction: float
) -> Iterator[TableRow]:
    errors = {name: np.abs(held_out(name, target, SPLITS)).mean(axis=1) for name in published}
    for name, error in errors.items():
        printed = published[name]
        note = f"mean of {SPLITS:,} splits, {error.min():.3f} to {error.max():.4f}; {ONE_SPLIT}"
        if printed is not None and not error.min() - 0.005 <= printed <= error.max() + 0.005:
            note += f", but none of ours comes to {printed:.2f}: it cannot be had from the printed data"
        yield TableRow(f"mae{suffix}_{name}", printed, float(error.mean()), note=note)
    ratio = errors["B2"].mean() / errors["constant"].mean()
    yield TableRow(f"reduction{suffix}", reduction, float(1 - ratio))


def _comparison() -> Iterator[TableRow]:
    """Compare errors with and without scaling the ratings of each participant, on many splits.

    Each set of errors is divided by its own baseline.
    """
    scaled, plain = (_relative_errors(target) for target in ("difficulty_scaled", "difficulty"))
    tests = [matched_pairs(*pair) for pair in zip(scaled, plain, strict=True)]
    z, p = np.array([test.z for test in tests]), np.array([test.p for test in tests])
    note = f"scaled against unscaled errors; median of {len(tests)} splits"
    yield TableRow("wilcoxon_z", -0.586, float(np.median(z)), note=f"{note}, {z.min():.2f} to {z.max():.2f}")
    below = f"below {SIGNIFICANT} in {np.mean(p < SIGNIFICANT):.0%}"
    yield TableRow("wilcoxon_p", 0.558, float(np.median(p)), note=f"{note}, {below}")


def _relative_errors(target: str) -> FloatArray:
    constant, shortest = (np.abs(held_out(name, target, COMPARED)) for name in ("constant", "B2"))
    return np.asarray(shortest / constant.mean(axis=1, keepdims=True), dtype=np.float64)


SOURCE = "Jones, Investigating Puzzle Difficulty Assessment, CMP504 report, Abertay University, 2021"
TABLE = several(
    "maze-predictors",
    "What predicts how hard people find logic mazes, and how quickly solvers find the shortest solution",
    SOURCE,
    [
        PublishedTable(
            "4.1",
            "Table 4-1: single predictors",
            SOURCE,
            single,
            graph=scattered("4-9", "B2", "difficulty"),
        ),
        PublishedTable("4.2", "Table 4-2: several predictors", SOURCE, combined, graph=combinations),
        PublishedTable(
            "4.5",
            "Sections 4.5 and 4.6: cross-validation, also with ratings scaled by participant",
            SOURCE,
            validated,
            graph=errors_of("4-12", "difficulty"),
        ),
        *(PublishedTable(each.name, each.title, SOURCE, each.rows, graph=each.graph) for each in FIGURES),
        PublishedTable(
            "5.1",
            "Table 5-1: times of a brute-force and of a human-inspired solver",
            SOURCE,
            times,
            graph=draw_times,
        ),
        PublishedTable(
            "figure5.1",
            "Figure 5-1: the chance to find a shortest solution",
            SOURCE,
            chances,
            graph=draw_chances,
        ),
    ],
)
