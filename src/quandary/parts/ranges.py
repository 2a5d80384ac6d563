"""Many ranges of numbers at once, for graphs whose edges lie in one array."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def ranges(first: Any, last: Any) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the numbers of many ranges, each with the number of its range.

    >>> [each.tolist() for each in ranges(np.array([4, 0]), np.array([6, 1]))]
    [[0, 0, 1], [4, 5, 0]]
    """
    sizes = last - first
    of = np.repeat(np.arange(len(sizes)), sizes)
    return of, np.arange(len(of)) + np.repeat(first - np.cumsum(sizes) + sizes, sizes)
