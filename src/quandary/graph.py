"""The state graph: a puzzle's reachable states as flat arrays."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Any, TypeAlias

from quandary.limits import NOT_STOPPED, Stop, check_limits

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Indices: TypeAlias = "NDArray[np.int64]"
UNSEEN = -1
"""The target of an edge whose state was not explored before a limit was reached."""


@dataclass(frozen=True, eq=False)
class StateGraph:
    """The reachable states, numbered breadth first, with their moves as edges.

    The edges of state i are `target[first[i]:first[i + 1]]`, in the order of `puzzle.moves`. Solved
    states have no edges, because play ends there. `complete` says whether every reachable state is here.
    """

    first: Indices
    target: Indices
    solved: "NDArray[np.bool_]"
    starts: Indices
    complete: bool
    engine: str = "python"
    states: Sequence[Any] | None = None
    """The states themselves, if the Python engine explored them."""
    stop: Stop = NOT_STOPPED
    """Why exploring stopped early, if it did."""

    def __len__(self) -> int:
        return len(self.solved)

    @cached_property
    def matrix(self) -> Any:
        """The moves as a sparse matrix: row i says how many moves lead from state i to each other state."""
        import numpy as np
        from scipy.sparse import csr_array

        moves = csr_array(
            (np.ones(len(self.target)), self.target.copy(), self.first.copy()), shape=(len(self),) * 2
        )
        moves.sum_duplicates()  # some functions of scipy never end on a matrix that lists an entry twice
        return moves

    @cached_property
    def steps_left(self) -> "NDArray[np.float64]":
        """The fewest moves from each state to a solved one; ∞ where none can be reached."""
        import numpy as np

        steps = np.full(len(self), np.inf)
        ring, number = np.flatnonzero(self.solved), 0.0
        if not ring.size:
            return steps
        into = self.matrix.T.tocsr()
        while ring.size:  # one move further back at a time
            check_limits()
            steps[ring] = number
            before = np.unique(into[ring].indices)
            ring, number = before[np.isinf(steps[before])], number + 1
        return steps

    @property
    def viable(self) -> "NDArray[np.bool_]":
        """Which states a solution can still be reached from, including solved ones."""
        import numpy as np

        return np.isfinite(self.steps_left)

    @property
    def shortest(self) -> int | None:
        """The fewest moves from a start to a solved state, or None if none can be reached."""
        least = min(self.steps_left[self.starts].tolist(), default=inf)
        return None if least == inf else int(least)

    @cached_property
    def components(self) -> "tuple[int, NDArray[np.int32]]":
        """The number of strongly connected components, and the component of each state."""
        from scipy.sparse.csgraph import connected_components

        count, own = connected_components(self.matrix, directed=True, connection="strong")
        return int(count), own

    def crossed(self) -> int | None:
        """Return the fewest changes of component from a start to a solved state, or None if none can be reached."""
        import numpy as np
        from scipy.sparse import csr_array
        from scipy.sparse.csgraph import dijkstra

        if self.shortest is None:
            return None
        count, own = self.components
        begin, end = np.repeat(own, np.diff(self.first)), own[self.target]
        across = begin != end
        pairs = np.unique(np.stack([begin[across], end[across]]), axis=1)
        moves = csr_array((np.ones(pairs.shape[1]), (pairs[0], pairs[1])), shape=(count, count))
        far = dijkstra(moves, indices=np.unique(own[self.starts]), unweighted=True, min_only=True)
        return int(far[own[self.solved]].min())

    def children(self, index: int) -> Indices:
        """Return the states that the moves of a state lead to."""
        return self.target[self.first[index] : self.first[index + 1]]


@dataclass(frozen=True, eq=False)
class SeenGraph:
    """The states that a player with all rules of a kind may reach, from the first start, with estimates."""

    first: Indices
    """Where the moves of each state begin."""
    target: "NDArray[np.uint32]"
    """The state that each move leads to. Moves that the player sees to be lost are not there."""
    solved: "NDArray[np.bool_]"
    estimate: "NDArray[np.float64]"
    """A lower bound on the moves still needed, ∞ where there is no hope."""
    order: "NDArray[np.int8] | None" = None
    """How many pieces it takes to understand why a state is dead, if the kind knows."""
    push: "NDArray[np.uint16] | None" = None
    """Each move as the kind numbers it: in Sokoban the box's cell times 4, plus the direction."""
