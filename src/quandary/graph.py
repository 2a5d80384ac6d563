"""A puzzle's reachable states as flat arrays, whoever explored them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Indices: TypeAlias = "NDArray[np.int64]"
UNSEEN = -1
"""The target of an edge whose state was not explored before a limit was reached."""


@dataclass(frozen=True, eq=False)
class StateGraph:
    """States numbered in the order found (breadth first), with their moves as edges.

    The edges of state i are `target[first[i]:first[i + 1]]`, in the order of `puzzle.moves`. Solved
    states have none: play ends there. `complete` says whether every reachable state is here.
    """

    first: Indices
    target: Indices
    solved: "NDArray[np.bool_]"
    starts: Indices
    complete: bool
    engine: str = "python"
    states: Sequence[Any] | None = None
    """The states themselves, when the Python engine explored them."""

    def __len__(self) -> int:
        return len(self.solved)

    def children(self, index: int) -> Indices:
        """The states that the moves of a state lead to."""
        return self.target[self.first[index] : self.first[index + 1]]
