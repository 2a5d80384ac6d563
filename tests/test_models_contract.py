"""What every model must keep, whichever is added: it finds nothing where there is nothing, and something where there is."""

import numpy as np
import pytest

from quandary.models.folds import Folds
from quandary.models.pipelines import PIPELINES, Pipeline
from quandary.models.question import Question, prepare
from quandary.models.table import Table
from quandary.models.validate import difference, validate

FEATURES = ("first", "second", "size")
BASELINES = {"number": PIPELINES["constant"], "class": PIPELINES["majority"]}
MODELS = [each for each in PIPELINES.values() if each not in BASELINES.values()]
QUICK = ("size", "linear", "logistic")
"""Models that take milliseconds. The others are tried in `make test-long`."""
ROWS, TABLES = 48, 12
ENOUGH = 80
"""Rows of a table in which there is something to find. Boosted trees split no leaf of fewer than 40 rows."""
MOST = 2
"""An interval of 95 % lies above 0 in one of 40 tables. In twelve tables that happens three times in 500 series."""


def table(seed: int, weight: float, rows: int) -> Table:
    """Return rows whose rating and level follow the first feature as much as is said, and otherwise nothing."""
    rng = np.random.default_rng(seed)
    numbers = {name: rng.normal(size=rows) for name in FEATURES}
    felt = weight * numbers["first"] + rng.normal(size=rows)
    levels = np.where(felt > np.median(felt), "hard", "easy")
    return Table(
        tuple(f"p{n:02}" for n in range(rows)), {**numbers, "rating": felt}, {"level": tuple(levels)}
    )


def gain(model: Pipeline, seed: int, weight: float, rows: int = ROWS) -> tuple[float, float]:
    """Return the interval of how much more a model scores than a constant does."""
    target, score = ("rating", "r2") if model.task == "number" else ("level", "accuracy")
    prepared = prepare(table(seed, weight, rows), Question(target, FEATURES, size="size"))
    one, other = (
        validate(prepared, each, folds=Folds(4, 1), resamples=1) for each in (model, BASELINES[model.task])
    )
    found = difference(one, other, score, resamples=300)
    return found.low, found.high


CASES = [
    pytest.param(each, id=each.name, marks=() if each.name in QUICK else pytest.mark.long) for each in MODELS
]


@pytest.mark.parametrize("model", CASES)
def test_no_model_finds_a_gain_in_noise(model: Pipeline) -> None:
    found = [gain(model, seed, 0.0) for seed in range(TABLES)]
    assert sum(low > 0 for low, _ in found) <= MOST, found


@pytest.mark.parametrize("model", [case for case in CASES if case.id != "size"])
def test_every_model_finds_what_is_there(model: Pipeline) -> None:
    low, _ = gain(model, 1, 4.0, ENOUGH)
    assert low > 0
