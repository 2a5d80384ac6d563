"""The features that a model needs, computed for puzzles or taken from their facts."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from quandary.errors import QuandaryError
from quandary.kind import Kind
from quandary.library import registry
from quandary.library.files import Entry
from quandary.limits import DEFAULT, Limits
from quandary.measuring.rate import rate
from quandary.measuring.table import PLAYED, WORTH, measure, measures
from quandary.models.expressions import evaluate, names_in
from quandary.models.table import Table

FloatArray: TypeAlias = NDArray[np.float64]


def leaks(table: Table) -> dict[str, str]:
    """Return the features that are a fact in disguise, by name, for the kinds that a table names.

    A table that names no kind was not made by `rate`, and no kind is loaded for it.
    """
    found: dict[str, str] = {}
    for name in {each for each in table.words.get("kind", ()) if each}:
        with suppress(QuandaryError):
            found |= {
                feature.name: feature.leaks
                for feature in registry.find_kind(name).own_features
                if feature.leaks
            }
    return found


def measured(table: Table) -> frozenset[str] | None:
    """Return the columns of a table that can be computed for its puzzles, or None if it does not say what they are.

    All other columns are facts that somebody wrote down: votes, times, authors, dates.
    """
    kinds = []
    for name in {each for each in table.words.get("kind", ()) if each}:
        with suppress(QuandaryError):
            kinds.append(registry.find_kind(name))
    if not kinds:
        return None
    return frozenset(name for name in table.numbers if any(_is_measure(name, kind) for kind in kinds))


def needed(features: Sequence[str], kind: Kind, facts: Iterable[str] = ()) -> list[str]:
    """Return the measures that some features need for puzzles of a kind.

    Raises QuandaryError if a feature is neither a measure, nor a fact, nor an expression of them.
    """
    known = set(facts)
    wanted: dict[str, None] = {}
    for feature in features:
        for name in [feature] if _is_measure(feature, kind) or feature in known else names_in(feature):
            if name in known:
                continue
            if not _is_measure(name, kind):
                raise QuandaryError(
                    f"The model needs {name!r}, which cannot be computed for a {kind.title} and is not among its facts."
                )
            wanted[name] = None
    return list(wanted)


def _is_measure(name: str, kind: Kind) -> bool:
    """Return whether a measure can be computed for a kind. Features of other kinds cannot."""
    try:
        measure(name, kind)
    except QuandaryError:
        return False
    return name in measures(kind) or PLAYED in name or name.startswith(WORTH)


def features_of(entry: Entry, features: Sequence[str], *, limits: Limits = DEFAULT) -> FloatArray:
    """Return the features of a puzzle in order, nan where one could not be computed."""
    facts = {
        name: float(value) for name, value in entry.facts.items() if isinstance(value, int | float | bool)
    }
    asked = needed(features, entry.kind, facts)
    scores = rate(entry.puzzle, asked, limits=limits) if asked else {}
    values: dict[str, float] = dict(facts)
    for name, score in scores.items():
        found = score.value if score.value is not None else score.at_least
        values[name] = np.nan if found is None else float(found)
    columns = {name: np.array([value]) for name, value in values.items()}
    return np.array([float(evaluate(feature, columns)[0]) for feature in features])
