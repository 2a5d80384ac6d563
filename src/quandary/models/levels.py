"""Learned levels: a fitted classifier as a kind's complexity function, which says how hard a puzzle is.

The scheme is that of *Automatically Generating Puzzles of Different Complexity* (2014): puzzles with a level from a
publisher teach a classifier, and the classifier files the puzzles that are generated.
"""

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from quandary.errors import QuandaryError, UnknownNameError
from quandary.kind import Kind
from quandary.library.files import Entry
from quandary.limits import DEFAULT, Limits, OutOfBudget
from quandary.models.features import features_of, needed
from quandary.models.files import load_model
from quandary.models.fit import Model

if TYPE_CHECKING:
    from quandary.runs.ledger import Ledger

TRIES = 300
"""The number of puzzles tried per puzzle wanted before giving up."""


class LearnedLevels:
    """Tells the level of a puzzle of one kind. Calling it is the complexity function C."""

    def __init__(self, model: Model, kind: Kind, digest: str) -> None:
        if model.task != "class":
            raise QuandaryError(
                f"The model predicts the number {model.target!r}, not a level. Learn one from classes."
            )
        needed(model.features, kind)  # raises if it cannot be computed for the kind
        self.model, self.kind, self.digest = model, kind, digest

    @property
    def levels(self) -> list[str]:
        """The levels that the model knows."""
        classes = getattr(self.model.estimator, "classes_", None)
        return [] if classes is None else [str(each) for each in classes]

    def check(self, level: str) -> None:
        """Refuse a level that the model does not know."""
        if level and self.levels and level not in self.levels:
            raise UnknownNameError("level of the model", level, self.levels)

    def __call__(self, puzzle: Any, limits: Limits = DEFAULT) -> str:
        """Return the level of a puzzle."""
        row = features_of(Entry(self.kind, puzzle, "p"), self.model.features, limits=limits)
        return str(self.model.predict(np.array([row]))[0].value)

    def generate(
        self,
        size: str,
        level: str,
        count: int,
        seed: int,
        limits: Limits = DEFAULT,
        *,
        progress: Callable[[], object] = tuple,
        ledger: "Ledger | None" = None,
    ) -> dict[int, Any]:
        """Return puzzles of a level by number, all different. There may be fewer than wanted."""
        budget, found, met = limits.start(), dict[int, Any](), set[str]()
        for number in range(TRIES * count):
            row = ledger.get(number) if ledger is not None else None
            puzzle = (
                self.kind.parse(row["puzzle"])
                if row
                else self.kind.generate(Random(f"{seed}/{number}"), size)
            )
            told = row["level"] if row else self(puzzle)
            if ledger is not None and row is None:
                ledger.add(number, {"puzzle": self.kind.format(puzzle), "level": told})
            key = self.kind.canonical(puzzle)
            if told == level and key not in met:
                met.add(key)
                found[number] = puzzle
                progress()
            try:
                budget.check()
            except OutOfBudget:
                break
            if len(found) == count:
                break
        return found


def level_function(path: Path, kind: Kind) -> LearnedLevels:
    """Read a model of levels for puzzles of a kind."""
    return LearnedLevels(load_model(path), kind, sha256(path.read_bytes()).hexdigest()[:16])
