"""Tables and fits that real_learn*.py share. Both are kept, so a run that was stopped goes on where it was.

They are in a folder `learned` beside the data, or in QUANDARY_LEARNED. QUANDARY_JOBS says how many processes work.
"""

import os
from contextlib import closing
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
from learn_tables import write
from verdict import FAILED

from quandary.models import folds as dealing
from quandary.models import pipelines, search, steps, validate
from quandary.models.folds import Folds
from quandary.models.pipelines import Pipeline
from quandary.models.question import Prepared
from quandary.models.running import Runner, plan_of
from quandary.models.statistics import Interval
from quandary.models.table import Table, read_table
from quandary.models.validate import Validation, scored
from quandary.runs.ledger import Ledger
from quandary.runs.plan import Plan

JOBS = int(os.environ.get("QUANDARY_JOBS", "1"))


def kept_in(data: Path) -> Path:
    """Return the folder for tables and fits."""
    made = Path(os.environ.get("QUANDARY_LEARNED", str(data / "learned")))
    made.mkdir(parents=True, exist_ok=True)
    return made


def table_of(kind: str, data: Path) -> Table:
    """Return the table of a kind, made now if it is not there."""
    return read_table(write(kind, data, kept_in(data), JOBS))


def checked(prepared: Prepared, model: Pipeline, folds: Folds, data: Path) -> Validation:
    """Validate a model. Folds that an earlier run has fitted with the same code are not fitted again.

    A run with more repeats goes on from one with fewer.
    """
    asked = plan_of(prepared, folds)
    facts = {name: each for name, each in asked.facts.items() if name != "repeats"}
    plan = Plan(asked.name, {**facts, "model": model.name, "code": _code()})
    with closing(Ledger(kept_in(data) / f"{plan.digest}.ledger", plan)) as ledger:
        return validate.validate(prepared, model, folds=folds, run=Runner(JOBS, ledger))


def _code() -> str:
    """Return a digest of the code that models are made by."""
    made = blake2b(digest_size=8)
    for module in (dealing, pipelines, search, steps, validate):
        made.update(Path(str(module.__file__)).read_bytes())
    return made.hexdigest()


def at_least(what: str, found: Interval, least: float, aim: str = "") -> str:
    """Return a line about a score, marked if it is too low."""
    mark = "" if found.value >= least else f"{FAILED}: "
    wanted = ", ".join([f"at least {least:g}"] * (least > 0) + [f"aim {aim}"] * bool(aim))
    return f"{mark}{what}: {found}{f' ({wanted})' if wanted else ''}"


def averaged(found: Validation) -> Validation:
    """Return the validation of the mean prediction over all repeats, each by models that had not seen the row."""
    mean = replace(
        found,
        truth=found.truth.mean(axis=0, keepdims=True),
        predicted=found.predicted.mean(axis=0, keepdims=True),
        expected=found.expected.mean(axis=0, keepdims=True),
    )
    return replace(mean, scores=scored(mean))


def over(found: Validation, groups: Any) -> Validation:
    """Return the validation with intervals by bootstrap over groups."""
    units = np.unique(np.asarray(groups), return_inverse=True)[1]
    same = replace(found, units=units)
    return replace(same, scores=scored(same))
