"""Measures side by side: twins counted once, sets of measures by name, and kinds that are never mixed unseen."""

import re
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from quandary.models.statistics import correlate, fit
from quandary.web.study.analysis.data import Data, FloatArray
from quandary.web.study.analysis.sheets import DataSheet

SAME = 0.9999
"""Measures whose ranks agree this far are the same thing under two names."""
NAMED = re.compile(r"([A-Z])\d+")
"""The names of predictors that come in families, such as A1, B2 and C7."""
SHOWN = 20


def without_twins(columns: Mapping[str, FloatArray]) -> tuple[dict[str, FloatArray], dict[str, list[str]]]:
    """Return the measures without those that rank puzzles as an earlier one does, and the names of these by measure.

    >>> import numpy as np
    >>> kept, twins = without_twins({"B2": np.array([4.0, 6, 9]), "rating": np.array([1.0, 1.3, 1.9])})
    >>> list(kept), twins
    (['B2'], {'B2': ['rating']})
    """
    kept, twins = dict[str, FloatArray](), dict[str, list[str]]()
    ordered = sorted(
        columns, key=lambda name: NAMED.fullmatch(name) is None
    )  # the names of a family come first
    for name in ordered:
        one = next((each for each, column in kept.items() if _alike(column, columns[name])), None)
        if one is None:
            kept[name] = columns[name]
        else:
            twins.setdefault(one, []).append(name)
    return kept, twins


def _alike(one: FloatArray, other: FloatArray) -> bool:
    ranks = correlate(one, other, method="spearman").r
    return abs(ranks) >= SAME


def families(columns: Mapping[str, FloatArray]) -> dict[str, list[str]]:
    """Return the measures of each family by its letter."""
    found: dict[str, list[str]] = {}
    for name in columns:
        if match := NAMED.fullmatch(name):
            found.setdefault(match[1], []).append(name)
    return dict(sorted(found.items()))


def sets(columns: Mapping[str, FloatArray], truth: FloatArray) -> DataSheet | None:
    """Return how much families, and pairs and triples of their measures, explain together.

    As in the report on mazes, the first family goes with each of the others, which do not go with each other.
    """
    grouped = families(columns)
    if len(grouped) < 2:
        return None
    whole = [names for names in grouped.values() if len(names) < len(truth) - 2]
    first, *others = grouped.values()
    tried = {tuple(names) for names in whole}
    for more in others or [[]]:
        for size in (1, 2, 3):
            tried.update(combinations([*first, *more], size))
    rows: list[list[Any]] = []
    for names in sorted(tried):
        found = fit(np.column_stack([columns[name] for name in names]), truth)
        rows.append([_told(names, grouped), len(names), found.r2, found.adjusted_r2])
    rows.sort(key=lambda row: (-round(float(row[3]), 9), row[0]))  # equal ones in the same order in every run
    wholes = [row for row in rows if row[0].startswith("all of")]
    shown = [row for row in rows if row not in wholes][:SHOWN]
    return DataSheet(
        "sets",
        "Families, pairs and triples of predictors",
        ("set", "measures", "r2", "adjusted_r2"),
        [*wholes, *shown],
    )


def _told(names: Sequence[str], grouped: Mapping[str, list[str]]) -> str:
    letter = next((letter for letter, own in grouped.items() if tuple(own) == tuple(names)), None)
    return f"all of {letter}" if letter and len(names) > 1 else " + ".join(names)


def kinds_of(data: Data) -> list[str]:
    """Return the kind of each puzzle."""
    known = (data.playables.get(name) for name in data.puzzles)
    return [each.kind.name if each and each.kind else "" for each in known]


def within_kinds(kinds: Sequence[str], column: FloatArray) -> FloatArray:
    """Return numbers as differences from the mean of their kind, so that kinds are not taken for difficulty.

    >>> within_kinds(["a", "a", "b"], np.array([1.0, 3.0, 9.0])).tolist()
    [-1.0, 1.0, 0.0]
    """
    result = np.array(column, dtype=np.float64)
    for kind in set(kinds):
        of = np.array([each == kind for each in kinds])
        result[of] -= result[of].mean()
    return result


def by_kind(kinds: Sequence[str], columns: Mapping[str, FloatArray], truth: FloatArray) -> DataSheet | None:
    """Return every measure's correlation with the truth within each kind, if there are several."""
    if len(set(kinds)) < 2:
        return None
    rows: list[list[Any]] = []
    for kind in dict.fromkeys(kinds):
        of = np.array([each == kind for each in kinds])
        for name, column in columns.items():
            if of.sum() > 3 and np.ptp(column[of]) and np.ptp(truth[of]):
                found = correlate(column[of], truth[of])
                rows.append([kind, name, int(of.sum()), found.r, found.low, found.high])
    rows.sort(key=lambda row: (row[0], -abs(row[3])))
    return DataSheet(
        "by_kind",
        "Every measure within each kind",
        ("kind", "measure", "puzzles", "pearson", "low", "high"),
        rows,
    )
