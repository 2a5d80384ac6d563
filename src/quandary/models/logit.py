"""Conditional logit: which of several options is chosen, by features of each, with a ridge penalty.

>>> import numpy as np
>>> left, right = np.array([[1.0], [0.0]]), np.array([[0.0], [1.0]])
>>> weights = fit_weights(stack([(left, 0)] * 30 + [(right, 0)] * 10))
>>> round(float(weights[0]), 2)
0.97
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
RIDGE = 1.0
"""The penalty on squared weights: a feature that few choices tell about stays near 0."""


class Stacked(NamedTuple):
    """Many choices in one table: the rows of a choice lie side by side."""

    table: Floats
    begins: NDArray[np.intp]
    """The row with which each choice begins."""
    chosen: NDArray[np.intp]
    """The row that was chosen in each."""
    of_row: NDArray[np.intp]
    """The number of the choice of each row."""


def stack(choices: Iterable[tuple[Floats, int]], columns: Sequence[int] | None = None) -> Stacked:
    """Put choices into one table, each a table of its own and the number of the row that was chosen."""
    tables, chosen = list[Floats](), list[int]()
    at, begins = 0, list[int]()
    for table, row in choices:
        tables.append(table if columns is None else table[:, columns])
        begins.append(at)
        chosen.append(at + row)
        at += len(table)
    of_row = np.repeat(np.arange(len(tables)), [len(table) for table in tables])
    return Stacked(np.concatenate(tables), np.array(begins, np.intp), np.array(chosen, np.intp), of_row)


def shares(stacked: Stacked, weights: Floats) -> Floats:
    """Return the probability of each row within its choice."""
    logits = stacked.table @ weights
    logits -= np.maximum.reduceat(logits, stacked.begins)[stacked.of_row]
    odds = np.exp(logits)
    whole: Floats = odds / np.add.reduceat(odds, stacked.begins)[stacked.of_row]
    return whole


def bits(stacked: Stacked, weights: Floats) -> Floats:
    """Return the surprise of each choice in bits: −log2 of the probability of what was chosen."""
    found: Floats = -np.log2(np.maximum(shares(stacked, weights)[stacked.chosen], 1e-300))
    return found


def fit_weights(stacked: Stacked, *, near: Floats | None = None, ridge: float = RIDGE) -> Floats:
    """Return the weights under which the choices are likeliest, less the penalty.

    There is one best set of weights. The search begins at `near` and is over sooner if that is a good guess.
    """
    from scipy.optimize import minimize

    was = stacked.table[stacked.chosen].sum(axis=0)
    begin = np.zeros(stacked.table.shape[1]) if near is None else near

    def loss(weights: Floats) -> tuple[float, Floats]:
        p = shares(stacked, weights)
        likelihood = float(np.log(np.maximum(p[stacked.chosen], 1e-300)).sum())
        gradient = stacked.table.T @ p - was + ridge * weights
        return ridge * float(weights @ weights) / 2 - likelihood, gradient

    found: Floats = minimize(loss, begin, jac=True, method="L-BFGS-B").x
    return found
