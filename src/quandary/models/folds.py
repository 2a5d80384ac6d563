"""Folds: rows are split again and again into those to learn from and those to predict. scikit-learn deals them.

Rows of one unit are never split. If the target is a class, every fold has its share of each class.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import GroupKFold, KFold, StratifiedGroupKFold, StratifiedKFold

from quandary.errors import QuandaryError
from quandary.models.quiet import quiet

Indices: TypeAlias = NDArray[np.int64]
Cut: TypeAlias = tuple[Indices, Indices]
"""The rows to learn from, and those to predict."""
DEALERS = {
    (False, False): KFold,
    (True, False): GroupKFold,
    (False, True): StratifiedKFold,
    (True, True): StratifiedGroupKFold,
}
"""What deals rows, by whether they are grouped and whether the target is a class."""


@dataclass(frozen=True)
class Folds:
    """The number of folds, how often the rows are dealt into them, and the seed."""

    number: int = 5
    repeats: int = 10
    seed: int = 1

    def __post_init__(self) -> None:
        if self.number < 2 or self.repeats < 1:
            raise QuandaryError("Cross-validation needs at least 2 folds and 1 repeat.")

    def cuts(self, units: Indices, classes: Any = None) -> Iterator[tuple[int, Cut]]:
        """Yield the cuts of every repeat with its number."""
        for repeat in range(self.repeats):
            for cut in cuts(units, self.number, self.seed + repeat, classes):
                yield repeat, cut


def cuts(units: Indices, folds: int, seed: int, classes: Any = None) -> list[Cut]:
    """Deal rows into folds at random, and return for each fold the other rows and its own.

    >>> [asked.tolist() for _, asked in cuts(np.array([0, 0, 1, 2]), 2, seed=1)]
    [[0, 1, 3], [2]]

    There are fewer folds if there are fewer units, or fewer rows in every class.
    """
    number = len(np.unique(units))
    if number < 2:
        raise QuandaryError("All rows are in one group, so none can be held out.")
    most = min(folds, number)
    if classes is not None:
        most = min(most, int(np.unique(classes, return_counts=True)[1].max()))
        if most < 2:
            raise QuandaryError("Every row has a class of its own, so no class can be learnt.")
    grouped = number < len(units)
    dealer = DEALERS[grouped, classes is not None](most, shuffle=True, random_state=seed)
    with quiet():
        dealt = list(dealer.split(units, classes, units if grouped else None))
    return [cut for cut in dealt if len(cut[1])]
