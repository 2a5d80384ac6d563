"""Luck in Python: how likely blind play is to succeed, among the moves that a player still considers.

    P(s) = 1 if the player sees a solution; 0 if nothing is left;
           else the most, over slots, of Σ P(child) · weight / (weight of L + leak · weight of A∖L)

L is the set of moves that the player considers and A that of all legal ones. Without a prior every weight is 1.
Luck is −log2 P. Where play can go in circles, P is the probability of success within three times the fewest
moves. Logarithms are kept instead of probabilities where there are no circles, so that nothing gets too small.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from math import exp2, fsum, inf, isqrt, log2
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from quandary.limits import NOT_STOPPED, Budget, OutOfBudget, Stop
from quandary.score import Decision
from quandary.solving.backward import LOST, Backward, ChoiceGraph, SlotChoices, choice_graph, has_circles
from quandary.solving.choices import View

PATIENCE = 3
"""Blind play gives up after this many times the fewest moves, where it can go in circles."""
SMALLEST = 1021.0
"""The bits of luck beyond which a probability is too small for a float."""
TIE = 1e-12

Log: TypeAlias = Callable[[int, int], float]
"""(node, moves left) → the logarithm of the probability to succeed."""


def luck(view: View) -> Backward:
    """Compute the luck that blind play needs, with the steps of its luckiest way."""
    try:
        graph = choice_graph(view)
        if not has_circles(graph):
            values = _values(graph)
            return _answer(graph, lambda node, _: values[node], 0, view.budget)
        rounds = _Rounds(graph, view.budget)
        if rounds.limit < 0:
            return Backward(inf, (), view.budget.states)
        found = _answer(graph, rounds.log, rounds.limit, view.budget)
    except OutOfBudget as out:
        return Backward(inf, (), view.budget.states, out.stop)
    too_small = Stop("range", SMALLEST) if found.value == inf else NOT_STOPPED
    return Backward(found.value, found.steps, found.states, too_small)


def _answer(graph: ChoiceGraph, log: Log, limit: int, budget: Budget) -> Backward:
    start = max(graph.starts, key=lambda node: log(node, limit), default=LOST)
    if start == LOST or log(start, limit) == -inf:
        return Backward(inf, (), budget.states)
    return Backward(max(0.0, -log(start, limit)), _luckiest(graph, log, start, limit), budget.states)


def _values(graph: ChoiceGraph) -> list[float]:
    """Compute the logarithm of P for every node of a graph without circles, children first."""
    values = [0.0 if done else -inf for done in graph.done]
    valued = list(graph.done)
    stack = list(graph.starts)
    while stack:
        node = stack[-1]
        waiting = [child for child in graph.children(node) if not valued[child]]
        if waiting and not valued[node]:
            stack += waiting
            continue
        stack.pop()
        if not valued[node]:
            values[node] = max((_of_group(group, values) for group in graph.groups[node]), default=-inf)
            valued[node] = True
    return values


def _of_group(group: SlotChoices, values: list[float]) -> float:
    below = [-inf if child == LOST else values[child] for child in group.children]
    most = max(below)
    if most == -inf:
        return -inf
    return most + log2(
        fsum(share * exp2(each - most) for share, each in zip(group.prior, below, strict=True))
    )


def _luckiest(graph: ChoiceGraph, log: Log, node: int, limit: int) -> tuple[Decision, ...]:
    """Return the luckiest way on: the likeliest slot and move at each node, the first of equals."""
    steps, here = [], log(node, limit)
    while not graph.done[node]:
        limit -= 1
        ways = [_way(group, log, here, limit) for group in graph.groups[node]]
        best = ways[0]
        for way in ways[1:]:
            if way.chance > best.chance * (1 + TIE):
                best = way
        steps.append(Decision(best.slot, best.move, best.options, max(0.0, best.below - here)))
        node, here = best.child, best.below
    return tuple(steps)


@dataclass(frozen=True)
class _Way:
    """A slot with its luckiest move, and how much likelier success is there than before."""

    slot: Any
    move: Any
    options: int
    child: int
    below: float
    chance: float


def _way(group: SlotChoices, log: Log, here: float, limit: int) -> _Way:
    below = [-inf if child == LOST else log(child, limit) for child in group.children]
    at = max(range(len(below)), key=lambda i: below[i])
    chance = fsum(share * exp2(each - here) for share, each in zip(group.prior, below, strict=True))
    return _Way(group.slot, group.moves[at], len(group.moves), group.children[at], below[at], chance)


class _Rounds:
    """The probability to succeed within k moves, for every node and k up to a limit.

    Every √limit-th round is kept, and the rounds between are computed again when they are asked for.
    """

    def __init__(self, graph: ChoiceGraph, budget: Budget) -> None:
        from scipy.sparse import csr_array

        self._budget, size = budget, len(graph.done)
        left = _steps_left(graph)
        fewest = min((left[start] for start in graph.starts), default=inf)
        self.limit = -1 if fewest == inf else PATIENCE * int(fewest)
        """The most moves, or −1 if there is no solution."""
        self._done = np.array(graph.done, dtype=bool)
        groups = [(node, group) for node, groups in enumerate(graph.groups) for group in groups]
        edges = [
            (row, child, share)
            for row, (_, group) in enumerate(groups)
            for child, share in zip(group.children, group.prior, strict=True)
            if child != LOST
        ]
        rows, children, shares = (list(each) for each in zip(*edges, strict=True)) if edges else ([], [], [])
        self._of = np.array([node for node, _ in groups], dtype=np.int64)
        self._matrix = csr_array((shares, (rows, children)), shape=(len(groups), size))
        if self.limit >= 0:
            self._every = max(1, isqrt(self.limit))
            self._kept = [self._done.astype(float)]
            now = self._kept[0]
            for k in range(1, self.limit + 1):
                now = self._next(now)
                if k % self._every == 0:
                    self._kept.append(now)
            self._begin, self._block = self.limit, [now]

    def log(self, node: int, k: int) -> float:
        """Return the logarithm of the probability to succeed from a node within k moves."""
        if k < self._begin:
            self._remake(k // self._every)
        chance = self._block[k - self._begin][node]
        return log2(chance) if chance > 0 else -inf

    def _remake(self, block: int) -> None:
        self._begin, self._block = block * self._every, [self._kept[block]]
        while len(self._block) < self._every:
            self._block.append(self._next(self._block[-1]))

    def _next(self, before: NDArray[np.float64]) -> NDArray[np.float64]:
        self._budget.check()
        after = self._done.astype(float)
        np.maximum.at(after, self._of, self._matrix @ before)
        return after


def _steps_left(graph: ChoiceGraph) -> list[float]:
    """Return the fewest moves from each node to a solution."""
    parents: list[list[int]] = [[] for _ in graph.done]
    for node in range(len(graph.done)):
        for child in graph.children(node):
            parents[child].append(node)
    left = [0.0 if done else inf for done in graph.done]
    queue = deque(node for node, done in enumerate(graph.done) if done)
    while queue:
        node = queue.popleft()
        for parent in parents[node]:
            if left[parent] == inf:
                left[parent] = left[node] + 1
                queue.append(parent)
    return left
