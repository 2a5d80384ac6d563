"""ReMUSE in Python: the graph of a player's choices, valued from its ends backwards.

The paper defines ReMUSE for puzzles without cycles. With cycles, its plain fixed point is 0 wherever
the player can go back. Here only progress counts: inside a strongly connected component a child counts
as lost unless it is nearer to a solution than its parent. Nearer means a smaller MUSE or, if the step is
free, the same MUSE and fewer steps. Without cycles nothing changes.
"""

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any

from quandary.limits import NOT_STOPPED, OutOfBudget, Stop, check_limits
from quandary.parts.directed import components
from quandary.puzzle import Slot
from quandary.score import Decision
from quandary.solving.bits import cost, cost_of, surprise
from quandary.solving.choices import View

LOST = -1
FAR = (2**62, 2**62)


@dataclass(frozen=True)
class SlotChoices:
    """The moves for one slot, the probability of each, and the node each leads to (or LOST)."""

    slot: Slot
    moves: list[Any]
    prior: Sequence[float]
    children: list[int]


@dataclass
class ChoiceGraph:
    """The graph of a player's choices: node → slots → moves → nodes."""

    starts: list[int] = field(default_factory=list)
    groups: list[list[SlotChoices]] = field(default_factory=list)
    done: list[bool] = field(default_factory=list)

    def children(self, node: int) -> set[int]:
        """Return the nodes that a node's moves lead to."""
        return {child for group in self.groups[node] for child in group.children if child != LOST}

    def all_children(self) -> list[set[int]]:
        """Return the children of every node."""
        return [self.children(node) for node in range(len(self.done))]


@dataclass(frozen=True)
class Backward:
    """The value of the puzzle (∞: unsolvable), the steps of its least uncertain solution, and the work."""

    value: float
    steps: tuple[Decision, ...] = ()
    states: int = 0
    stop: Stop = NOT_STOPPED


def backward(view: View) -> Backward:
    """Compute ReMUSE of the puzzle, with the steps of its least uncertain solution."""
    try:
        with view.budget:
            graph = choice_graph(view)
            keep_progress(graph, uniform=view.player.is_even)
            values = _values(graph)
    except OutOfBudget as out:
        return Backward(inf, (), view.budget.states, out.stop)
    start = min(graph.starts, key=lambda node: values[node], default=LOST)
    if start == LOST or values[start] == inf:
        return Backward(inf, (), view.budget.states)
    return Backward(values[start], _line(graph, values, start), view.budget.states)


def choice_graph(view: View) -> ChoiceGraph:
    """Build the graph of all states that the player may reach."""
    known = view.known_solutions()
    graph, index = ChoiceGraph(), dict[Any, int]()
    queue: list[tuple[Any, int]] = []

    def number(state: Any, live: int) -> int:
        if state not in index:
            index[state] = len(index)
            queue.append((state, live))
        return index[state]

    def child(state: Any, move: Any, live: int) -> int:
        view.budget.check()
        rest = known.after(live, move)
        return number(view.puzzle.apply(state, move), rest) if rest else LOST

    if known.live:
        graph.starts = [number(state, known.live) for state in view.puzzle.starts()]
    for state, live in queue:  # grows during the loop
        view.budget.spend()
        graph.done.append(view.is_done(state))
        groups = [] if graph.done[-1] else view.choices(state)
        graph.groups.append(
            [
                SlotChoices(
                    slot,
                    moves,
                    view.shares(state, slot, moves),
                    [child(state, move, live) for move in moves],
                )
                for slot, moves, _ in groups
            ]
        )
    return graph


def has_circles(graph: ChoiceGraph) -> bool:
    """Return whether moves can lead back to a state, if only moves that change nothing."""
    children = graph.all_children()
    component = components(children)
    return len(set(component)) < len(component) or any(node in each for node, each in enumerate(children))


def keep_progress(graph: ChoiceGraph, *, uniform: bool = True) -> None:
    """Mark as lost every child in its parent's component that is no nearer to a solution.

    The remaining graph has no cycles, not even moves that change nothing.
    """
    if not has_circles(graph):
        return
    component = components(graph.all_children())
    near = _distances(graph, uniform)
    for node, groups in enumerate(graph.groups):
        check_limits()
        for group in groups:
            for at, child in enumerate(group.children):
                if child != LOST and component[child] == component[node] and near[child] >= near[node]:
                    group.children[at] = LOST


def _distances(graph: ChoiceGraph, uniform: bool) -> list[tuple[int, int]]:
    """Return the units of cost and the steps from each node to a solution."""
    into: list[list[tuple[int, int]]] = [[] for _ in graph.done]
    for node, groups in enumerate(graph.groups):
        for group in groups:
            for child, share in zip(group.children, group.prior, strict=True):
                if child != LOST:
                    units = cost(len(group.moves)) if uniform else cost_of(share)
                    into[child].append((node, units))
    near = [(0, 0) if done else FAR for done in graph.done]
    queue = [(0, 0, node) for node, done in enumerate(graph.done) if done]
    while queue:
        check_limits()
        units, steps, node = heapq.heappop(queue)
        if (units, steps) > near[node]:
            continue
        for parent, more in into[node]:
            if (there := (units + more, steps + 1)) < near[parent]:
                near[parent] = there
                heapq.heappush(queue, (*there, parent))
    return near


def _values(graph: ChoiceGraph) -> list[float]:
    """Compute ReMUSE of every node of a graph without cycles, children first."""
    values = [0.0 if done else inf for done in graph.done]
    valued = list(graph.done)
    stack = list(graph.starts)
    while stack:
        check_limits()
        node = stack[-1]
        waiting = [child for child in graph.children(node) if not valued[child]]
        if waiting and not valued[node]:
            stack += waiting
            continue
        stack.pop()
        if not valued[node]:
            values[node] = min((_value(group, values)[0] for group in graph.groups[node]), default=inf)
            valued[node] = True
    return values


def _value(group: SlotChoices, values: list[float]) -> tuple[float, float]:
    """Return the value of filling a slot, and the part of it that is decided here."""
    below = [_worth(child, values) for child in group.children]
    if min(below) == inf:
        return inf, inf
    here = surprise(below, group.prior)
    return min(below) + here, here


def _line(graph: ChoiceGraph, values: list[float], node: int) -> tuple[Decision, ...]:
    """Return the least uncertain way on, slot by slot. The first of equal ways counts."""
    steps = []
    while not graph.done[node]:
        group = min(graph.groups[node], key=lambda group: _value(group, values)[0])
        at = min(range(len(group.moves)), key=lambda i: _worth(group.children[i], values))
        bits = _value(group, values)[1]
        steps.append(Decision(group.slot, group.moves[at], len(group.moves), bits))
        node = group.children[at]
    return tuple(steps)


def _worth(child: int, values: list[float]) -> float:
    return inf if child == LOST else values[child]
