"""Warnings of scikit-learn that models expect and answer for. Every other warning is shown."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from sklearn import config_context
from sklearn.exceptions import ConvergenceWarning

EXPECTED: tuple[tuple[str, type[Warning]], ...] = (
    ("Liblinear failed to converge", ConvergenceWarning),  # at some settings of a grid
    ("Objective did not converge", ConvergenceWarning),
    ("Early stopping the lars path", ConvergenceWarning),
    ("lbfgs failed to converge", ConvergenceWarning),
    ("Stochastic Optimizer: Maximum iterations", ConvergenceWarning),  # nets are stopped early on purpose
    ("n_quantiles .* is greater than the total number of samples", UserWarning),  # of small tables
    ("Got `batch_size` less than 1 or larger than sample size", UserWarning),
    ("The least populated class in y has only", UserWarning),  # a rare class is in fewer folds
    ("The number of unique classes is greater than 50%", UserWarning),
)
"""What they begin with, as regular expressions, and their kinds."""


@contextmanager
def quiet() -> Iterator[None]:
    """Let scikit-learn work on rows that were checked before, without the warnings that are expected."""
    with warnings.catch_warnings(), config_context(skip_parameter_validation=True, assume_finite=True):
        for message, category in EXPECTED:
            warnings.filterwarnings("ignore", message, category)
        yield
