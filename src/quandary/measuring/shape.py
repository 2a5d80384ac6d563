"""The shape of a state graph: how much of it is viable, how it branches, how random play fares.

A state is *viable* if a solution can still be reached from it, and *dead* otherwise.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from quandary.graph import Indices, StateGraph
from quandary.limits import Budget
from quandary.parts.directed import expected
from quandary.score import NotComputed


class GraphShape:
    """A complete state graph with the properties that several measures share.

    >>> from quandary.kinds.witness import KIND
    >>> from quandary.solving.explore import explore
    >>> shape = GraphShape(explore(KIND.parse("+-+-E/|.|.|/S-+-+")))
    >>> states(shape), viable_states(shape), dead_states(shape)
    (13, 12, 1)
    """

    def __init__(self, graph: StateGraph) -> None:
        self.graph = graph

    @property
    def moves(self) -> Any:
        """The moves as a sparse matrix: row i says how many moves lead from state i to each other state."""
        return self.graph.matrix

    @property
    def steps_left(self) -> NDArray[np.float64]:
        """The fewest moves from each state to a solved one, ∞ for dead states."""
        return self.graph.steps_left

    @property
    def viable(self) -> NDArray[np.bool_]:
        """Which states a solution can still be reached from, including solved ones."""
        return self.graph.viable


def states(shape: GraphShape) -> int:
    """Count the states that play can reach."""
    return len(shape.graph)


def viable_states(shape: GraphShape) -> int:
    """Count the states from which a solution can still be reached."""
    return int(shape.viable.sum())


def dead_states(shape: GraphShape) -> int:
    """Count the states from which no solution can be reached."""
    return len(shape.graph) - viable_states(shape)


def branching(shape: GraphShape) -> float:
    """Compute the mean number of moves over the unsolved states."""
    unsolved = len(shape.graph) - int(shape.graph.solved.sum())
    if not unsolved:
        raise NotComputed("the puzzle is solved before the first move")
    return len(shape.graph.target) / unsolved


def branching_of_paths(shape: GraphShape) -> float:
    """Compute the mean number of moves over the unsolved states in which a move is left.

    For puzzles whose states remember the whole way. No two ways lead to the same state there, so there are as many
    moves as states, and the mean over all of them would be 1 whatever the puzzle.
    """
    going_on = int((np.diff(shape.graph.first) > 0).sum())
    if not going_on:
        raise NotComputed("no move can be made")
    return len(shape.graph.target) / going_on


def scc(shape: GraphShape) -> int:
    """Count the strongly connected components: sets of states among which play can go back and forth."""
    return shape.graph.components[0]


def scc_largest(shape: GraphShape) -> int:
    """Count the states of the largest strongly connected component."""
    return int(np.bincount(shape.graph.components[1]).max())


def scc_crossed(shape: GraphShape) -> int:
    """Count the fewest changes of component on the way to a solution: moves that cannot be taken back.

    >>> from quandary.kinds.witness import KIND
    >>> from quandary.solving.explore import explore
    >>> scc_crossed(GraphShape(explore(KIND.parse("+-+-E/|.|.|/S-+-+"))))
    3
    """
    crossed = shape.graph.crossed()
    if crossed is None:
        raise NotComputed("the puzzle has no solution")
    return crossed


def random_loss(shape: GraphShape, budget: Budget) -> float:
    """Compute the probability that random play reaches a dead state before a solution.

    Start and moves are chosen uniformly; two moves to the same state count as two. This is an
    absorbing Markov chain: states whose children are all known get their value from them, level by
    level. The remaining states lie on or before a cycle and are solved as one linear system.
    """
    loss = np.where(shape.viable, 0.0, 1.0)
    if not loss.any():
        return 0.0
    unknown = _settle_by_levels(shape, loss, budget)
    if len(unknown):
        _settle_at_once(shape, loss, unknown)
    return float(loss[shape.graph.starts].mean())


def _settle_by_levels(shape: GraphShape, loss: NDArray[np.float64], budget: Budget) -> Indices:
    """Fill in the loss where no cycle lies ahead and return the other states."""
    undecided = shape.viable & ~shape.graph.solved
    waiting = shape.moves @ undecided.astype(float)  # number of moves to states without a value
    parents_of = shape.moves.T.tocsr()
    level = np.flatnonzero(undecided & (waiting == 0))
    while level.size:
        budget.check()
        loss[level] = _mean_of_children(shape, loss, level)
        undecided[level] = False
        into = parents_of[level]
        np.subtract.at(waiting, into.indices, into.data)
        parents = np.unique(into.indices)
        level = parents[waiting[parents] == 0]
    return np.flatnonzero(undecided)


def _settle_at_once(shape: GraphShape, loss: NDArray[np.float64], unknown: Indices) -> None:
    """Fill in the loss of states that depend on each other: x = Qx + b."""
    from scipy.sparse import diags_array

    among = shape.moves[unknown][:, unknown]
    shares = diags_array(1 / np.diff(shape.graph.first)[unknown]) @ among
    known_part = _mean_of_children(shape, loss, unknown)  # unknown states still count as 0
    loss[unknown] = np.clip(expected(shares, known_part), 0.0, 1.0)


def _mean_of_children(shape: GraphShape, loss: NDArray[np.float64], parents: Indices) -> NDArray[np.float64]:
    means: NDArray[np.float64] = (shape.moves[parents] @ loss) / np.diff(shape.graph.first)[parents]
    return means
