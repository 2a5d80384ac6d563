"""Measures of what looks right and is not, for move puzzles whose kind has an estimate of the moves still needed.

The graph is what an expert sees: every state that the player with all rules may reach without a move that a rule
rules out. A state is *viable* if a solution can be reached from it, and a move from a viable to another state is
*fatal*: a trap that no rule shows. left(s) is the fewest moves to a solution, h(s) the kind's estimate of it. A
greedy player tries a move s → t with weight exp(−β · clip(h(t) − h(s), −3, 3)).
"""

from dataclasses import dataclass
from functools import cached_property
from math import inf, log2
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from quandary._native import core, native_limits
from quandary.graph import SeenGraph
from quandary.limits import Budget, OutOfBudget
from quandary.measuring.shape import MOST_UNKNOWNS
from quandary.measuring.subject import Subject
from quandary.parts.directed import expected
from quandary.player import Perception
from quandary.puzzle import is_fill
from quandary.score import NotComputed

FloatArray: TypeAlias = NDArray[np.float64]

BETA, SHARP = 0.5, 1.0
"""How much a greedy player prefers what looks nearer, in blind play and when judging a solution."""
CLIP = 3.0
TAKEN_BACK = 20.0
"""The cost of taking back a fatal move, in moves."""
NEAR = 1e-8


def value(name: str, subject: Subject, budget: Budget) -> float | None:
    """Return a measure by name, or None if the puzzle has no solution."""
    if "seen" not in subject.found:
        subject.found["seen"] = Tempting(_graph(subject, budget))
    seen: Tempting = subject.found["seen"]
    if not np.isfinite(seen.left[0]):
        return None
    if seen.graph.solved[0]:
        raise NotComputed("the puzzle is solved before the first move")
    found: float = getattr(seen, name)(budget) if name in ("greedy_luck", "toil") else getattr(seen, name)()
    return found


def _graph(subject: Subject, budget: Budget) -> SeenGraph:
    kind = subject.kind
    if kind is None or kind.engines.estimate is None or is_fill(subject.puzzle):
        raise NotComputed("the kind has no estimate of the moves still needed")
    quick = kind.engines.seen(subject.puzzle, budget.rest()) if kind.engines.seen else None
    return quick or seen_in_python(subject, budget)


def seen_in_python(subject: Subject, budget: Budget) -> SeenGraph:
    """Build the graph state by state."""
    kind, puzzle = subject.kind, subject.puzzle
    if kind is None or kind.engines.estimate is None:
        raise NotComputed("the kind has no estimate of the moves still needed")
    view = Perception(puzzle, kind.player("expert"), budget)
    states = list(puzzle.starts())[:1]
    index = {state: number for number, state in enumerate(states)}
    first, target, solved, estimate = [0], list[int](), list[bool](), list[float]()
    for state in states:  # grows during the loop
        budget.spend()
        solved.append(puzzle.is_solved(state))
        estimate.append(kind.engines.estimate(puzzle, state))
        for move in [] if solved[-1] else _options(view, state):
            child = puzzle.apply(state, move)
            if child not in index:
                index[child] = len(states)
                states.append(child)
            target.append(index[child])
        first.append(len(target))
    return SeenGraph(
        np.array(first, dtype=np.int64),
        np.array(target, dtype=np.uint32),
        np.array(solved, dtype=bool),
        np.array(estimate, dtype=np.float64),
    )


def _options(view: Perception, state: Any) -> list[Any]:
    table = view.options(state)
    return next(iter(table.values()), []) if all(table.values()) else []


@dataclass(frozen=True)
class Tempting:
    """A seen graph, with what its measures share."""

    graph: SeenGraph

    @cached_property
    def source(self) -> NDArray[np.int64]:
        """The state that each move starts from."""
        return np.repeat(np.arange(len(self.graph.solved)), np.diff(self.graph.first))

    @cached_property
    def left(self) -> FloatArray:
        """The fewest moves to a solution, ∞ from dead states."""
        graph, size = self.graph, len(self.graph.solved)
        order = np.argsort(graph.target, kind="stable")
        parents, into = self.source[order], np.searchsorted(graph.target[order], np.arange(size + 1))
        left = np.where(graph.solved, 0.0, inf)
        ring = np.flatnonzero(graph.solved)
        steps = 0.0
        while len(ring):
            steps += 1
            sizes = into[ring + 1] - into[ring]
            starts = np.repeat(into[ring] - np.concatenate([[0], np.cumsum(sizes)[:-1]]), sizes)
            above = np.unique(parents[starts + np.arange(sizes.sum())])
            ring = above[~np.isfinite(left[above])]
            left[ring] = steps
        return left

    @cached_property
    def viable(self) -> NDArray[np.bool_]:
        """Which states a solution can be reached from."""
        return np.isfinite(self.left)

    @cached_property
    def chances(self) -> NDArray[np.bool_]:
        """Which moves start from a viable state that is not solved."""
        return self.viable[self.source]

    @cached_property
    def fatal(self) -> NDArray[np.bool_]:
        """Which moves lead from a viable to a dead state."""
        return self.chances & ~self.viable[self.graph.target]

    @cached_property
    def rise(self) -> FloatArray:
        """How much the estimate rises with each move, clipped."""
        estimate = self.graph.estimate
        with np.errstate(invalid="ignore"):
            change = estimate[self.graph.target] - estimate[self.source]
        change = np.where(np.isfinite(estimate[self.graph.target]), change, CLIP)
        return np.clip(np.nan_to_num(change, posinf=CLIP, neginf=-CLIP), -CLIP, CLIP)

    def shares(self, beta: float) -> FloatArray:
        """Return how likely a greedy player is to try each move."""
        weights = np.exp(-beta * self.rise)
        total = np.bincount(self.source, weights, minlength=len(self.graph.solved))
        return np.asarray(weights / total[self.source], dtype=np.float64)

    # Measures

    def greedy_luck(self, budget: Budget) -> float:
        """Return −log2 of the chance that a greedy player solves the puzzle without a fatal move."""
        shares = self.shares(BETA)
        chance = self._settled(shares, self._sum(shares * self.graph.solved[self.graph.target]), budget)
        return -log2(chance) if chance > 0 else inf

    def toil(self, budget: Budget) -> float:
        """Return log2 of the moves that a greedy player needs who takes back every fatal move at a cost."""
        shares = self.shares(BETA)
        lost = self._sum(shares * self.fatal)
        kept = np.where(self.fatal, 0.0, shares) / np.maximum(1e-300, 1 - lost)[self.source]
        moves = (1 + TAKEN_BACK * lost) / np.maximum(1e-300, 1 - lost)
        return log2(max(1.0, self._settled(kept, moves, budget)))

    def surprise(self) -> float:
        """Return the bits of surprise of a greedy player along the shortest solutions, weighted by their number."""
        shares = self.shares(SHARP)
        best = self.chances & (self.left[self.graph.target] == self.left[self.source] - 1)
        stay = self._sum(shares * best)
        ways = np.where(self.graph.solved, 1.0, 0.0)
        levels = self._levels(best)
        for edges in levels:
            np.add.at(ways, self.source[edges], ways[self.graph.target[edges]])
        flow = np.zeros(len(ways))
        flow[0] = 1.0
        for edges in reversed(levels):
            passed = flow[self.source[edges]] * ways[self.graph.target[edges]] / ways[self.source[edges]]
            np.add.at(flow, self.graph.target[edges], passed)
        on_way = (flow > 0) & ~self.graph.solved
        return float(np.sum(flow[on_way] * -np.log2(stay[on_way])))

    def _levels(self, best: NDArray[np.bool_]) -> list[NDArray[np.int64]]:
        """Return the moves of shortest solutions by the moves left, nearest first."""
        edges = np.flatnonzero(best & (self.left[self.source] <= self.left[0]))
        left = self.left[self.source[edges]]
        order = np.argsort(left, kind="stable")
        cuts = np.searchsorted(left[order], np.arange(1, int(self.left[0]) + 2))
        return [edges[order[cuts[n] : cuts[n + 1]]] for n in range(len(cuts) - 1)]

    def surprise_mean(self) -> float:
        """Return the surprise per move of a shortest solution."""
        return self.surprise() / float(self.left[0])

    def fatal_share(self) -> float:
        """Return the share of the moves from viable states that are fatal."""
        return float(self.fatal.sum() / max(1, self.chances.sum()))

    def tempting_fatal(self) -> float:
        """Return the same among the moves that lower the estimate."""
        lower = self.chances & (self.rise < 0)
        return float((self.fatal & lower).sum() / max(1, lower.sum()))

    def trap_ratio(self) -> float:
        """Return the number of dead states, and one more, per viable state."""
        return float((~self.viable).sum() + 1) / float(self.viable.sum())

    def estimate_error(self) -> float:
        """Return the moves needed per move of the estimate, over all viable states."""
        return float((self.left[self.viable].sum() + 1) / (self.graph.estimate[self.viable].sum() + 1))

    def estimate_correlation(self) -> float:
        """Return the correlation of the estimate with the moves needed, over all viable states."""
        left, estimate = self.left[self.viable], self.graph.estimate[self.viable]
        if np.ptp(left) == 0 or np.ptp(estimate) == 0:
            return 1.0
        return float(np.corrcoef(left, estimate)[0, 1])

    # Linear systems

    def _sum(self, by_move: FloatArray) -> FloatArray:
        """Return the sum over the moves of each state."""
        sums = np.bincount(self.source, by_move, minlength=len(self.graph.solved))
        return np.asarray(sums, dtype=np.float64)

    def _settled(self, shares: FloatArray, gain: FloatArray, budget: Budget) -> float:
        """Return x of the first state where x = gain + Σ shares · x of the viable states that are not solved."""
        rows = np.flatnonzero(self.viable & ~self.graph.solved)
        rows = rows[np.argsort(self.left[rows], kind="stable")]
        number = np.full(len(self.graph.solved), -1, dtype=np.int64)
        number[rows] = np.arange(len(rows))
        inner = (number[self.source] >= 0) & (number[self.graph.target] >= 0) & (shares > 0)
        edges = np.flatnonzero(inner)
        edges = edges[np.argsort(number[self.source[edges]], kind="stable")]
        from_, to = number[self.source[edges]], number[self.graph.target[edges]]
        first = np.searchsorted(from_, np.arange(len(rows) + 1)).astype(np.int64)
        compiled = core()
        if compiled is not None:
            found = compiled.engine.relax(
                first, to.astype(np.uint32), shares[edges], gain[rows], NEAR, native_limits(budget.rest())
            )
            if found.stop:
                raise OutOfBudget(found.stop)
            return float(found.value[number[0]])
        if len(rows) > MOST_UNKNOWNS:
            raise NotComputed(
                f"play can go in circles among {len(rows):,} states, but the limit is {MOST_UNKNOWNS:,}"
            )
        from scipy.sparse import csr_array

        chain = csr_array((shares[edges], to, first), shape=(len(rows), len(rows)))
        return float(expected(chain, gain[rows])[number[0]])
