"""The corridor: the states and moves that lie on solutions of at most some number of moves, with their deeds."""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from quandary.deed import Deed, Deeds
from quandary.graph import Indices, StateGraph
from quandary.limits import check_limits
from quandary.puzzle import AnyPuzzle

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SILENT = -1
"""The label of a move that does nothing but move the player."""
FAR = 2**30
"""More moves than any solution has."""


@dataclass
class Corridor:
    """A part of a state graph, its nodes numbered anew. The label of a move is the number of its deed."""

    most: int
    """The moves that a solution may have."""
    first: "array[int]" = field(default_factory=lambda: array("q", [0]))
    target: "array[int]" = field(default_factory=lambda: array("q"))
    label: "array[int]" = field(default_factory=lambda: array("q"))
    left: "array[int]" = field(default_factory=lambda: array("q"))
    """The fewest moves from each node to a solved one."""
    starts: list[int] = field(default_factory=list)
    deeds: list[Deed] = field(default_factory=list)
    moves: list[Any] = field(default_factory=list)
    """The move of each edge."""
    states: list[Any] = field(default_factory=list)
    """The state of each node."""

    def follows(self) -> list[int]:
        """Return for each label the one that it goes on with, or SILENT."""
        names = {deed.name: number for number, deed in enumerate(self.deeds)}
        return [names.get(deed.follows, SILENT) if deed.follows else SILENT for deed in self.deeds]


def distances(first: Indices, target: Indices, sources: Sequence[int]) -> "NDArray[np.int64]":
    """Return the fewest moves from one of the sources to each state, FAR where there is no way."""
    import numpy as np

    steps = np.full(len(first) - 1, FAR, dtype=np.int64)
    ring, number = np.unique(np.asarray(sources, dtype=np.int64)), 0
    while ring.size:
        check_limits()
        steps[ring] = number
        counts = first[ring + 1] - first[ring]
        edges = np.repeat(first[ring] - np.concatenate(([0], np.cumsum(counts)[:-1])), counts)
        reached = np.unique(target[edges + np.arange(counts.sum())])
        reached = reached[reached >= 0]
        ring, number = reached[steps[reached] == FAR], number + 1
    return steps


def backwards(first: Indices, target: Indices) -> tuple[Indices, Indices]:
    """Return the moves of a graph in the other direction, without those to states that were not explored."""
    import numpy as np

    source = np.repeat(np.arange(len(first) - 1), np.diff(first))
    seen = target >= 0
    order = np.argsort(target[seen], kind="stable")
    counts = np.bincount(target[seen], minlength=len(first) - 1)
    return np.concatenate(([0], np.cumsum(counts))), source[seen][order]


class Surroundings:
    """A state graph with the moves from the start to each state and from each state to a solved one."""

    def __init__(self, graph: StateGraph) -> None:
        import numpy as np

        self.graph = graph
        self.made = distances(graph.first, graph.target, graph.starts.tolist())
        self.left = distances(*backwards(graph.first, graph.target), np.flatnonzero(graph.solved).tolist())
        self.shortest = int(self.left[graph.starts].min()) if len(graph.starts) else FAR
        """The moves of a shortest solution, FAR if there is none."""
        deepest = int(self.made[-1]) if len(graph) else 0  # states are numbered breadth first
        self.known = FAR if graph.complete else deepest
        """Solutions of up to so many moves lie in the graph as a whole."""

    def corridor(self, puzzle: AnyPuzzle, deeds: Deeds, most: int) -> Corridor:
        """Return the part of the graph on solutions of at most some number of moves."""
        return _Walk(self, puzzle, deeds, most).result


class _Walk:
    """A walk through the corridor in Python, which tells states and deeds."""

    def __init__(self, around: Surroundings, puzzle: AnyPuzzle, deeds: Deeds, most: int) -> None:
        self.around, self.puzzle, self.tell = around, puzzle, deeds.of
        self.result = Corridor(most)
        self.number: dict[tuple[int, Any], int] = {}
        self.keys: list[tuple[int, Any]] = []
        self.labels: dict[str, int] = {}
        seen = dict[int, Any]()
        for state in dict.fromkeys(puzzle.starts()):
            seen.setdefault(len(seen), state)
        for index, state in zip(around.graph.starts.tolist(), seen.values(), strict=False):
            if around.left[index] <= most:
                self.result.starts.append(self._node(index, deeds.begin(puzzle), state))
        for node in range(2**62):
            if node == len(self.keys):
                break
            check_limits()
            self._expand(node)

    def _node(self, index: int, remembered: Any, state: Any) -> int:
        key = index, remembered
        if key not in self.number:
            self.number[key] = len(self.keys)
            self.keys.append(key)
            self.result.states.append(state)
            self.result.left.append(int(self.around.left[index]))
        return self.number[key]

    def _expand(self, node: int) -> None:
        (index, remembered), state, made = self.keys[node], self.result.states[node], self.result
        around, room = self.around, made.most - 1 - int(self.around.made[index])
        children = around.graph.children(index).tolist()
        inside = [child >= 0 and int(around.left[child]) <= room for child in children]
        if any(inside):
            for child, is_inside, move in zip(children, inside, self.puzzle.moves(state), strict=True):
                if is_inside:
                    deed, kept = self.tell(self.puzzle, state, move, remembered)
                    made.target.append(self._node(child, kept, self.puzzle.apply(state, move)))
                    made.label.append(self._label(deed))
                    made.moves.append(move)
        made.first.append(len(made.target))

    def _label(self, deed: Deed | None) -> int:
        if deed is None:
            return SILENT
        if deed.name not in self.labels:
            self.labels[deed.name] = len(self.labels)
            self.result.deeds.append(deed)
        return self.labels[deed.name]
