"""Real people: how well failure online is predicted on Sokoban levels and collections not seen, with intervals."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
from learning import at_least, averaged, checked, table_of

from quandary.models.folds import Folds
from quandary.models.pipelines import pipeline
from quandary.models.question import Question, prepare
from quandary.models.table import Table
from quandary.models.validate import Validation, difference

PEOPLE = "sokoban/online.jsonl"
FAILED_ONLINE = "logit(plays - solved, plays)"
NUISANCE = ("plays", "solved", "level")
EIGHT = (
    "log1p(shortest_path)",
    "log1p(greedy_luck)",
    "walk_per_push",
    "log1p(trap_ratio)",
    "log1p(estimate_error)",
    "log1p(assignment_regret)",
    "log1p(global_traps)",
    "man_region_share",
)
AUDIENCE = ("log1p(plays)", "level")
SKEWED = 20
"""A column without negative values whose largest is above this enters as log(1 + x)."""


def checks(data: Path) -> Iterator[str]:
    """Yield a line for each number that must come out, FAILED where it does not."""
    if not (data / PEOPLE).exists() or '"played"' not in (data / PEOPLE).read_text(encoding="utf-8"):
        yield f"nothing to learn from without plays in {PEOPLE}"
        return
    rows = table_of("sokoban", data)
    lacking = [name for name, column in rows.numbers.items() if np.isnan(column).any()]
    yield f"sokoban, {len(rows)} levels, without a value somewhere: {', '.join(lacking) or 'none'}"
    fitted: dict[str, Validation] = {}
    for what, predictors, least, grouped in (
        ("all features", (), 0.46, 0.37),
        ("its eight", EIGHT, 0.49, 0.44),
        ("its eight, log plays and level number", (*EIGHT, *AUDIENCE), 0.0, 0.0),
    ):
        for groups, wanted in (("", least), ("collection", grouped)):
            asked = Question(FAILED_ONLINE, predictors, groups=groups, leave_out=NUISANCE)
            prepared = prepare(rows if predictors else logged(rows), asked)
            folds = Folds(8 if groups else 10, 6)
            found = fitted[f"{what}{groups}"] = checked(prepared, pipeline("ridge-cv"), folds, data)
            name = f"sokoban, {what}{', collections never seen' if groups else ''}"
            yield at_least(f"{name}, R²", found.r2, wanted, "0.50" if groups else "0.55")
            yield f"{name}, mean prediction of {folds.repeats} repeats, R²: {averaged(found).r2}, ρ {found.rho}"
    audience = difference(fitted["its eight, log plays and level number"], fitted["its eight"], "r2")
    yield f"sokoban, what the audience adds to R²: {audience}"
    yield f"sokoban, the eight against all features, R²: {difference(fitted['its eight'], fitted['all features'], 'r2')}"
    shuffled = rows.having(failed=rows.column(FAILED_ONLINE)).shuffled("failed", seed=1)
    found = checked(prepare(shuffled, Question("failed", EIGHT)), pipeline("ridge-cv"), Folds(10, 3), data)
    mark = "" if found.r2.value <= 0.02 else "FAILED: "
    yield f"{mark}sokoban, shuffled labels, R²: {found.r2} (at most 0.02)"


def logged(rows: Table) -> Table:
    """Return the table with log(1 + x) of skewed columns, as the features enter the model."""
    made = {}
    for name, column in rows.numbers.items():
        known = column[np.isfinite(column)]
        if name not in NUISANCE and len(known) and known.min() >= 0 and known.max() > SKEWED:
            made[name] = np.log1p(column)
    return replace(rows, numbers={**rows.numbers, **made})
