"""Table D-2 of Jones's report by column, and cross-validation on it without fitting anything twice."""

import csv
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from quandary.models.statistics import FloatArray

DATA = Path(__file__).parent / "data" / "maze_ratings.csv"
SEED = 1


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


@cache
def _hats() -> Mapping[str, FloatArray]:
    """Return the matrices that turn ratings into the fits of a constant, of means by size, and of a line in B2."""
    known = columns()
    sizes, line = known["A1"], np.column_stack([np.ones_like(known["B2"]), known["B2"]])
    alike = (sizes[:, None] == sizes).astype(np.float64)
    every = np.ones_like(alike)
    return {
        "constant": every / every.sum(axis=1),
        "size": alike / alike.sum(axis=1),
        "B2": line @ np.linalg.pinv(line),
    }


@cache
def _folds(splits: int) -> NDArray[np.int64]:
    """Return the mazes of each of five folds of each split. A fold has equal parts of every size."""
    sizes = columns()["A1"]
    members = [np.flatnonzero(sizes == each) for each in dict.fromkeys(sizes.tolist())]
    dealt = []
    for split in range(splits):
        rng = np.random.default_rng(SEED + split)
        dealt.append(np.concatenate([rng.permutation(each) for each in members]).reshape(-1, 5).T)
    return np.array(dealt)


def held_out(model: str, target: str, splits: int) -> FloatArray:
    """Return the errors (predicted − rated) of cross-validation, a row for each split and a column for each maze.

    Nothing is fitted again: without a fold, the errors of least squares are (I − H)⁻¹ times those of the fit to all
    mazes, where H is the part of the hat matrix that belongs to the fold.
    """
    hat, rated, folds = _hats()[model], columns()[target], _folds(splits)
    inside = hat[folds[..., :, None], folds[..., None, :]]
    own = np.linalg.solve(np.eye(folds.shape[-1]) - inside, (hat @ rated - rated)[folds][..., None])[..., 0]
    errors = np.empty((splits, len(rated)))
    np.put_along_axis(errors, folds.reshape(splits, -1), own.reshape(splits, -1), axis=1)
    return errors
