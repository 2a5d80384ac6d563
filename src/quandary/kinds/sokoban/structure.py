"""The structure of a level's graph of pushes: parts, bottlenecks, changes of box, random walks.

Sources: P. Jarušek and R. Pelánek, Difficulty Rating of Sokoban Puzzle (STAIRS 2010), for the decomposition
of a level and for a player who is partly lost; R. Pelánek and P. Jarušek, Human Problem Solving: Sokoban
Case Study (2010), for bottlenecks. The docstrings describe our choices where these leave details open.

These functions are the reference for the same measures in C++, which `structure_features.py` calls.
"""

from collections import deque
from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any

from quandary.feature import Work
from quandary.kinds.sokoban.rules import Cell, Level, Push, Situation, reading_order, step
from quandary.parts.directed import expected

if TYPE_CHECKING:
    from quandary.graph import StateGraph

BIAS = 4
"""How many times more likely the walker makes a push towards a solution than any other push."""
MOST_UNKNOWNS = 20_000
"""The most situations in one linear system. Larger ones can take minutes that no limit could interrupt."""


def box_changes(level: Level, work: Work) -> float | None:
    """Return the fewest changes from one box to another, over the solutions with fewest pushes."""
    graph = work.graph()
    left = _pushes_left(graph)
    if left[0] < 0:
        return None
    # For each node: its situation, and the fewest changes so far by the cell of the box pushed last.
    layer: dict[int, tuple[Situation, dict[Cell | None, int]]] = {0: (level.starts()[0], {None: 0})}
    for pushes in range(left[0], 0, -1):
        following: dict[int, tuple[Situation, dict[Cell | None, int]]] = {}
        for node, (situation, changes) in layer.items():
            for push, child in _pushes(level, graph, node, situation):
                if left[child] != pushes - 1:
                    continue
                work.budget.check()
                fewest = min(n + (last not in (None, push.box)) for last, n in changes.items())
                after = following.setdefault(child, (level.apply(situation, push), {}))[1]
                box = step(*push)
                after[box] = min(after.get(box, fewest), fewest)
        layer = following
    return min(n for _, changes in layer.values() for n in changes.values())


def two_parts(level: Level, work: Work) -> float | None:
    """Return the fewest changes between two groups of boxes, over all solutions and all groupings.

    A level with two parts that can be solved one after the other has 1, and a level whose parts must be
    interleaved has more. A level with a single box has no parts.
    """
    graph = work.graph()
    left = _pushes_left(graph)
    if left[0] < 0:
        return None
    boxes = sorted(level.boxes & level.floor, key=reading_order)
    [start] = level.starts()
    # The group whose boxes are followed, and whose turn it is (1 for the group, at first neither).
    groups = (frozenset(some) for size in range(1, len(boxes)) for some in combinations(boxes[1:], size))
    queue = deque((0, 0, start, group, -1) for group in groups)
    least: dict[tuple[int, frozenset[Cell], int], int] = {}
    while queue:
        changes, node, situation, group, turn = queue.popleft()
        if least.setdefault((node, group, turn), changes) < changes:
            continue
        work.budget.check()
        if graph.solved[node]:
            return changes
        for push, child in _pushes(level, graph, node, situation):
            if left[child] < 0:
                continue
            whose = int(push.box in group)
            cost = changes + (turn not in (-1, whose))
            moved = group - {push.box} | {step(*push)} if whose else group
            if cost < least.get((child, moved, whose), cost + 1):
                least[child, moved, whose] = cost
                entry = (cost, child, level.apply(situation, push), moved, whose)
                (queue.append if cost > changes else queue.appendleft)(entry)
    raise AssertionError("a level with a solution has one in some order")


def bottlenecks(level: Level, work: Work) -> float | None:
    """Count the situations that every solution passes, without the first and the last."""
    graph = work.graph()
    left = _pushes_left(graph)
    if left[0] < 0:
        return None
    way = _way(graph, left)
    place = {node: at for at, node in enumerate(way)}
    # Along one solution: how far its first nodes lead without passing through the ones between.
    seen, furthest, count = set(way), 0, 0
    for at, node in enumerate(way[:-1]):
        if at and furthest == at:
            count += 1
        todo = [node]
        for here in todo:  # grows during the walk
            work.budget.check()
            for child in map(int, graph.children(here)):
                if child in place:
                    furthest = max(furthest, place[child])
                elif graph.solved[child]:
                    furthest = len(way) - 1
                elif left[child] >= 0 and child not in seen:
                    seen.add(child)
                    todo.append(child)
    return count


def wandering(level: Level, work: Work) -> float | None:
    """Return the mean number of pushes of a walker who only partly knows the way.

    The walker takes back any push into a situation without a solution, and it does not count. Of the other
    pushes, one that leads nearer to a solution is four times as likely as one that does not. The mean is
    computed exactly, from an absorbing Markov chain, not simulated.
    """
    import numpy as np
    from scipy.sparse import csr_array

    graph = work.graph()
    left = _pushes_left(graph)
    if left[0] < 0:
        return None
    unknown = np.flatnonzero(left > 0)
    number = np.full(len(left), -1)
    number[unknown] = np.arange(len(unknown))
    parent = np.repeat(np.arange(len(graph)), np.diff(graph.first))
    open_edges = (left[parent] > 0) & (left[graph.target] >= 0)
    parent, child = parent[open_edges], graph.target[open_edges]
    weight = np.where(left[child] < left[parent], float(BIAS), 1.0)
    share = weight / np.bincount(parent, weight, minlength=len(graph))[parent]
    stays = number[child] >= 0
    size = (len(unknown), len(unknown))
    chain = csr_array((share[stays], (number[parent[stays]], number[child[stays]])), shape=size)
    return float(expected(chain, np.ones(len(unknown)), MOST_UNKNOWNS)[number[0]])


def _pushes(level: Level, graph: "StateGraph", node: int, situation: Situation) -> Iterator[tuple[Push, int]]:
    """Yield the pushes of a situation and the nodes they lead to, in the order of moves."""
    return zip(level.moves(situation), map(int, graph.children(node)), strict=True)


def _pushes_left(graph: "StateGraph") -> Any:
    """Return the fewest pushes from each situation to a solution, -1 where there is none."""
    import numpy as np

    far = graph.steps_left
    return np.where(np.isfinite(far), far, -1).astype(int)


def _way(graph: "StateGraph", left: Any) -> list[int]:
    """Return the nodes of one solution with fewest pushes."""
    way = [0]
    while left[way[-1]] > 0:
        way.append(next(int(c) for c in graph.children(way[-1]) if left[c] == left[way[-1]] - 1))
    return way
