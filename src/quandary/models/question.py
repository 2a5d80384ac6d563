"""What is to be predicted from what: the target, its trend and transformation, predictors and groups."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from quandary.errors import QuandaryError
from quandary.models.expressions import names_in
from quandary.models.pipelines import TargetType
from quandary.models.table import Remark, Table
from quandary.runs.rows import MACHINE

FloatArray: TypeAlias = NDArray[np.float64]

TRANSFORMS = ("log", "log1p", "log2", "sqrt", "asinh")
SIZES = ("size", "area", "cells", "tile_count", "tiles", "A1", "width")
"""Columns that may stand for the size of a puzzle, the best first."""
FEWEST_ROWS = 8
SO_ALIKE = 0.999
"""A predictor whose correlation with the target, plain or of ranks, is above this is the target in disguise.

A rescaled and rounded copy of the target stays above it."""
MANY_PREDICTORS = 8
"""From this number of columns on, rows that are equal in all of them are kept together. Fewer may agree by chance."""
SAME_PUZZLE = ("canonical", "puzzle", "contents")
"""Columns of words that say which puzzle a row is about."""


@dataclass(frozen=True)
class Question:
    """What is to be predicted from what."""

    target: str
    """A column of numbers or classes, or an expression of columns."""
    predictors: tuple[str, ...] = ()
    """Columns or expressions. Empty: every column of numbers that is not in the target."""
    trend: str = ""
    """A column whose linear trend is taken out of the target, fitted to the training rows."""
    transform: str = ""
    """What is done to the target after that: "log", "asinh:3" (of a third of it), ..."""
    groups: str = ""
    """A column, for example the author: rows with the same value are in the same fold."""
    size: str = ""
    """The column of the size baseline. Empty: a usual one, if there is one."""
    leave_out: tuple[str, ...] = ()
    """Columns that are not predictors."""
    allow: tuple[str, ...] = ()
    """Predictors that may go with the target almost perfectly."""


@dataclass(frozen=True)
class Prepared:
    """The rows that have a target, in the order of their ids, as arrays."""

    question: Question
    task: TargetType
    table: Table
    predictors: tuple[str, ...]
    features: FloatArray
    target: FloatArray | NDArray[np.str_]
    """Numbers before trend and transformation, or classes."""
    units: NDArray[np.int64]
    """The group of each row: rows of one unit are never split, and intervals are over units."""
    size: FloatArray | None
    remarks: tuple[Remark, ...] = ()
    twins: int = 0
    """The number of rows that are about the same puzzle as an earlier row."""
    facts: tuple[str, ...] = ()
    """Columns of numbers that could have been predictors, but do not follow from the puzzle, and were not named."""

    @cached_property
    def time(self) -> FloatArray | None:
        """The column of the trend."""
        return self.table.column(self.question.trend) if self.question.trend else None

    def __len__(self) -> int:
        return len(self.target)

    @cached_property
    def classes(self) -> list[str]:
        """The classes of the target, in order."""
        return sorted({str(each) for each in self.target}) if self.task == "class" else []

    def truth(self, training: NDArray[np.int64]) -> Any:
        """Return the target of every row, with the trend as the training rows show it."""
        if self.task == "class":
            return self.target
        values = np.asarray(self.target, dtype=np.float64)
        if self.time is not None:
            slope, constant = np.polyfit(self.time[training], values[training], 1)
            values = values - (constant + slope * self.time)
        return transformed(values, self.question.transform)


def transformed(values: FloatArray, transform: str) -> FloatArray:
    """Return the values after a transformation by name, such as "log" or "asinh:3".

    >>> transformed(np.array([0.0, 3.0]), "asinh:3").round(3).tolist()
    [0.0, 0.881]
    """
    if not transform:
        return values
    name, _, by = transform.partition(":")
    if name not in TRANSFORMS:
        raise QuandaryError(f"There is no transformation {name!r}. Choose one of {', '.join(TRANSFORMS)}.")
    try:
        scale = float(by) if by else 1.0
    except ValueError as error:
        raise QuandaryError(f"{by!r} is not a number in the transformation {transform!r}.") from error
    function = {"asinh": np.arcsinh}.get(name) or getattr(np, name)
    with np.errstate(all="ignore"):
        made = np.asarray(function(values / scale), dtype=np.float64)
    if not np.isfinite(made).all():
        raise QuandaryError(f"The transformation {transform!r} is not defined for all values of the target.")
    return made


def untransformed(values: FloatArray, transform: str) -> FloatArray:
    """Return values as they were before a transformation.

    >>> untransformed(transformed(np.array([0.5, 3.0]), "asinh:3"), "asinh:3").round(9).tolist()
    [0.5, 3.0]
    """
    if not transform:
        return values
    name, _, by = transform.partition(":")
    back = {"log": np.exp, "log1p": np.expm1, "log2": np.exp2, "asinh": np.sinh}
    with np.errstate(all="ignore"):
        made = np.square(np.maximum(values, 0)) if name == "sqrt" else back[name](values)
    return np.asarray(made * (float(by) if by else 1.0), dtype=np.float64)


def prepare(
    table: Table,
    question: Question,
    *,
    leaks: Mapping[str, str] = {},
    measured: Container[str] | None = None,
) -> Prepared:
    """Check a question about a table, and return its rows as arrays.

    `leaks` says which features are a column in disguise, by name, and `measured` which columns follow from the puzzle.
    The others are facts, most of them about people, and are predictors only if they are named. Raises QuandaryError,
    with the remedy.
    """
    if MACHINE in {question.target, *names_in(question.target)}:
        raise QuandaryError(
            f"{MACHINE!r} is the time that the computer took to rate a puzzle, and says nothing about people."
        )
    for each in (*question.leave_out, *question.allow, *filter(None, [question.size])):
        if each not in table.columns:
            table.column(each)  # raises, with the names that there are
    is_class = question.target in table.words
    if is_class:
        labels = table.labels(question.target)
        known = np.array([each is not None for each in labels])
    else:
        known = np.isfinite(table.column(question.target))
    if question.trend:
        known &= np.isfinite(table.column(question.trend))
    if question.groups:
        known &= np.array([each is not None for each in table.labels(question.groups)])
    remarks = tuple(
        table.remarked(int(at), f"{_lacking(question)} is missing; left out") for at in np.flatnonzero(~known)
    )
    if known.sum() < FEWEST_ROWS:
        raise QuandaryError(
            f"Only {int(known.sum())} rows of {table.name} have {question.target!r},"
            f" but learning needs at least {FEWEST_ROWS}."
        )
    order = np.array(sorted(np.flatnonzero(known), key=lambda at: table.ids[at]), dtype=np.int64)
    rows = table.take(order)
    predictors, facts = _predictors(rows, question, measured)
    target: Any = (
        np.array([str(e) for e in rows.labels(question.target)]) if is_class else rows.column(question.target)
    )
    if len(set(target.tolist())) < 2:
        raise QuandaryError(f"All values of {question.target!r} are the same, so there is nothing to learn.")
    _refuse_disguises(rows, predictors, target, question, leaks, is_class=is_class)
    units, twins = _units(rows, predictors, question)
    return Prepared(
        question,
        "class" if is_class else "number",
        rows,
        tuple(predictors),
        rows.matrix(predictors),
        target,
        units,
        _size(rows, question),
        remarks,
        twins,
        tuple(facts),
    )


def _lacking(question: Question) -> str:
    return " or ".join(each for each in (question.target, question.trend, question.groups) if each)


def _predictors(
    table: Table, question: Question, measured: Container[str] | None
) -> tuple[list[str], list[str]]:
    """Return the predictors, and the facts that are none."""
    if question.predictors:
        for each in question.predictors:
            if each in table.words:
                raise QuandaryError(f"The predictor {each!r} holds words, not numbers.")
            table.column(each)
        return list(question.predictors), []
    taken = set(question.leave_out)
    for text in (question.target, question.trend, question.groups):
        if text:
            taken |= {text, *(names_in(text) if text not in table.columns else [])}
    columns = [name for name in table.features if name not in taken]
    found = [name for name in columns if measured is None or name in measured or name in question.allow]
    facts = [name for name in columns if name not in found]
    if not found:
        told = f" Facts are predictors only if named: --predictors {facts[0]}." if facts else ""
        raise QuandaryError(
            f"{table.name} has no columns of numbers to predict {question.target!r} from.{told}"
        )
    return found, facts


def _refuse_disguises(
    table: Table,
    predictors: Sequence[str],
    target: Any,
    question: Question,
    leaks: Mapping[str, str],
    *,
    is_class: bool,
) -> None:
    """Refuse a predictor that is the target in disguise: declared as such, or seen to be."""
    for name in predictors:
        if name in question.allow:
            continue
        used = {name, *names_in(name)} if name not in table.columns else {name}
        if question.target in used or any(leaks.get(each) == question.target for each in used):
            raise _disguise(name, question.target)
        column = table.column(name)
        known = np.isfinite(column)
        if known.sum() < FEWEST_ROWS:
            continue
        if is_class:
            same = known.all() and _tells_classes(column, target)
        else:
            same = _alike(column[known], np.asarray(target, dtype=np.float64)[known])
        if same and len(table) > FEWEST_ROWS:
            raise _disguise(name, question.target)


def _disguise(name: str, target: str) -> QuandaryError:
    return QuandaryError(
        f"The predictor {name!r} is the target {target!r} in disguise."
        f" Leave it out with --leave-out {name}, or keep it with --leaky {name}."
    )


def _alike(column: FloatArray, target: FloatArray) -> bool:
    if np.ptp(column) == 0 or np.ptp(target) == 0:
        return False
    ranks, plain = stats.spearmanr(column, target).statistic, stats.pearsonr(column, target).statistic
    return max(abs(float(ranks)), abs(float(plain))) > SO_ALIKE


def _tells_classes(column: FloatArray, classes: NDArray[np.str_]) -> bool:
    """Return whether thresholds on one column give every class exactly."""
    if len(np.unique(column)) < len(np.unique(classes)):
        return False
    order = np.argsort(column, kind="stable")
    ordered, values = classes[order], column[order]
    changes = np.flatnonzero(ordered[1:] != ordered[:-1])
    return len(changes) == len(np.unique(classes)) - 1 and bool((values[changes] < values[changes + 1]).all())


def _size(table: Table, question: Question) -> FloatArray | None:
    """Return the column of the size baseline as numbers, or None if there is none."""
    names = [question.size] if question.size else [each for each in SIZES if each in table.columns]
    if not names or names[0] == question.target:
        return None
    if names[0] in table.words:
        labels = [each or "" for each in table.labels(names[0])]
        known = {label: float(number) for number, label in enumerate(sorted(set(labels)))}
        return np.array([known[label] for label in labels])
    return table.column(names[0])


def _units(table: Table, predictors: Sequence[str], question: Question) -> tuple[NDArray[np.int64], int]:
    """Return the unit of each row: its group, joined with those of rows about the same puzzle."""
    parent = list(range(len(table)))

    def root(at: int) -> int:
        while parent[at] != at:
            parent[at] = parent[parent[at]]
            at = parent[at]
        return at

    def unite(keys: Sequence[Any]) -> int:
        first: dict[Any, int] = {}
        united = 0
        for at, key in enumerate(keys):
            if key is None:
                continue
            if key in first:
                parent[root(at)] = root(first[key])
                united += 1
            else:
                first[key] = at
        return united

    twins = unite(_same_puzzle(table, predictors, question))
    if question.groups:
        unite(table.labels(question.groups))
    roots = [root(at) for at in range(len(table))]
    numbers = {each: number for number, each in enumerate(dict.fromkeys(roots))}
    return np.array([numbers[each] for each in roots], dtype=np.int64), twins


def _same_puzzle(table: Table, predictors: Sequence[str], question: Question) -> list[Any]:
    """Return a key for each row that rows about the same puzzle share, as far as the table tells.

    Different puzzles may well agree in a few features, so those do not make them the same.
    """
    for name in SAME_PUZZLE:
        if name in table.words:
            return list(table.words[name])
    own = {question.target, question.trend, question.groups, *names_in(question.target)}
    names = (
        list(predictors)
        if len(predictors) >= MANY_PREDICTORS
        else [n for n in table.features if n not in own]
    )
    if len(names) < MANY_PREDICTORS:
        return [None] * len(table)
    values = np.nan_to_num(table.matrix(names), nan=-1e300)
    return [row.tobytes() for row in np.ascontiguousarray(values)]
