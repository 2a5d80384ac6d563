"""Measures of what looks right and is not, for move puzzles whose kind has an estimate of the moves still needed.

The graph is what an expert sees: every state that the player with all rules may reach without a move that a rule
rules out. A state is *viable* if a solution can be reached from it, and a move from a viable to another state is
*fatal*: a trap that no rule shows. left(s) is the fewest moves to a solution, h(s) the kind's estimate of it. A
greedy player tries a move s → t with weight exp(−β · clip(h(t) − h(s), −3, 3)).
"""

from dataclasses import dataclass, replace
from functools import cached_property
from math import exp, inf, log2
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from quandary._native import core, native_limits
from quandary.graph import SeenGraph
from quandary.limits import Budget, OutOfBudget
from quandary.measuring.subject import Subject
from quandary.parts.directed import expected
from quandary.parts.ranges import ranges
from quandary.player import Perception
from quandary.puzzle import is_fill
from quandary.score import NotComputed
from quandary.solving.choose import NoEngineError, QuickestEngine

FloatArray: TypeAlias = NDArray[np.float64]

BETA, SHARP = 0.5, 1.0
"""How much a greedy player prefers what looks nearer, in blind play and when judging a solution."""
CLIP = 3.0
TAKEN_BACK = 20.0
"""The cost of taking back a fatal move, in moves."""
HESITATION = exp(-1)
"""The weight of a move straight back to the state before, beside that of others."""
NEAR = 1e-8
OWN_SECONDS = 20.0
"""How long a system of equations is solved if nothing else limits the time."""


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
        raise NotComputed("the kind has no estimate of the remaining moves")
    try:
        seen: SeenGraph = QuickestEngine(subject.puzzle).ask_kind("seen", budget.rest()).answer
    except NoEngineError:
        return seen_in_python(subject, budget)
    except OutOfBudget as out:
        raise OutOfBudget(budget.limits.named(out.stop)) from out
    return seen


def seen_in_python(subject: Subject, budget: Budget) -> SeenGraph:
    """Build the graph state by state."""
    kind, puzzle = subject.kind, subject.puzzle
    if kind is None or kind.engines.estimate is None:
        raise NotComputed("the kind has no estimate of the remaining moves")
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
        """Return log2 of the moves that a greedy player needs who takes back every fatal move at a cost.

        The player hesitates to go straight back to the state before, so the unknowns are states with the move
        that would do so, or with none.
        """
        weights = np.exp(-BETA * self.rise)
        lost = self._sum(weights * self.fatal)
        kept = np.flatnonzero(self.chances & ~self.fatal)
        back = self._straight_back(kept)
        backs = np.unique(back[back >= 0])
        states = np.flatnonzero(self.viable & ~self.graph.solved)
        states = states[np.argsort(self.left[states], kind="stable")]
        place = np.concatenate([states, self.source[backs]])
        avoided = np.concatenate([np.full(len(states), -1), backs])
        order = np.argsort(self.left[place], kind="stable")
        place, avoided = place[order], avoided[order]
        plain, after = np.full(len(self.graph.solved), -1), np.full(len(weights), -1)
        at = np.flatnonzero(avoided < 0)
        plain[place[at]] = at
        at = np.flatnonzero(avoided >= 0)
        after[avoided[at]] = at
        leads = np.where(back >= 0, after[back], plain[self.graph.target[kept]])
        first = np.searchsorted(self.source[kept], np.arange(len(self.graph.solved) + 1))
        row, chosen = ranges(first[place], first[place + 1])
        weight = weights[kept[chosen]] * np.where(kept[chosen] == avoided[row], HESITATION, 1.0)
        known = np.bincount(row, weight, minlength=len(place))
        moves = (known + (1 + TAKEN_BACK) * lost[place]) / known
        inner = leads[chosen] >= 0
        chain = (row[inner], leads[chosen][inner], weight[inner] / known[row[inner]])
        return log2(max(1.0, self._solved(*chain, moves, int(plain[0]), budget)))

    def _straight_back(self, moves: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return for each of some moves the one that leads straight back, or -1 if none does."""
        size = len(self.graph.solved)
        target = self.graph.target[moves].astype(np.int64)
        there, back = self.source[moves] * size + target, target * size + self.source[moves]
        order = np.argsort(there, kind="stable")
        at = np.minimum(np.searchsorted(there[order], back), len(moves) - 1)
        return np.where(there[order][at] == back, moves[order][at], -1)

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
        edges = np.flatnonzero((number[self.source] >= 0) & (number[self.graph.target] >= 0))
        edges = edges[np.argsort(number[self.source[edges]], kind="stable")]
        chain = number[self.source[edges]], number[self.graph.target[edges]], shares[edges]
        return self._solved(*chain, gain[rows], int(number[0]), budget)

    def _solved(
        self,
        row: NDArray[np.int64],
        to: NDArray[np.int64],
        share: FloatArray,
        constant: FloatArray,
        asked: int,
        budget: Budget,
    ) -> float:
        """Return one of the unknowns x = constant + Σ share · x. Rows are in order."""
        first = np.searchsorted(row, np.arange(len(constant) + 1)).astype(np.int64)
        compiled = core()
        if compiled is not None:
            rest = budget.rest()
            # sweeps cost no states, so a limit of states alone would never end them
            limits = native_limits(rest if rest.seconds is not None else replace(rest, seconds=OWN_SECONDS))
            found = compiled.engine.relax(first, to.astype(np.uint32), share, constant, NEAR, limits)
            if found.stop:
                raise OutOfBudget(budget.limits.named(found.stop))
            return float(found.value[asked])
        from scipy.sparse import csr_array

        chain = csr_array((share, to, first), shape=(len(constant), len(constant)))
        return float(expected(chain, constant)[asked])
