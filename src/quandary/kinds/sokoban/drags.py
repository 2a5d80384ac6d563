"""The luck of a player whose move drags one box anywhere it can go, on the graph that an expert sees.

People think of moves such as "this box over there", not of single pushes. A drag is any number of pushes of one box
without a push of another. The player prefers drags that lower the estimate, and each of them costs some patience.
"""

from math import log2
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from quandary._native import core, native_limits
from quandary.limits import Budget, OutOfBudget
from quandary.parts.directed import expected
from quandary.parts.ranges import ranges

if TYPE_CHECKING:
    from quandary.graph import SeenGraph

FloatArray: TypeAlias = NDArray[np.float64]
Numbers: TypeAlias = NDArray[np.int64]

BETA, CLIP, HOPELESS = 0.5, 6.0, 3.0
"""How much lower estimates are preferred, the largest difference that counts, and that of a lost cause."""
PATIENCE = 0.97
"""The chance that the player goes on after a drag."""
MOST_DRAGS = 8_000_000
NEAR = 1e-10


def drag_luck(graph: "SeenGraph", steps: tuple[int, int, int, int], budget: Budget) -> float | None:
    """Return −log2 of the chance that the player solves the level, or None without a solution.

    `steps` are the differences of a cell's number to those above, right, below and left of it. Raises OutOfBudget if
    there are too many drags.
    """
    alive = viable(graph)
    if not alive[0]:
        return None
    if graph.solved[0]:
        return 0.0
    source, target = drags(graph, steps, alive, budget)
    rise = graph.estimate[target] - graph.estimate[source]
    rise = np.where(np.isfinite(graph.estimate[target]), rise, HOPELESS)
    weight = np.exp(-BETA * np.clip(rise, -CLIP, CLIP))
    total = np.bincount(source, weight, minlength=len(alive))
    share = PATIENCE * weight / total[source]
    gain = np.bincount(source, share * graph.solved[target], minlength=len(alive)).astype(np.float64)
    rows = np.flatnonzero(alive & ~graph.solved)
    number = np.full(len(alive), -1)
    number[rows] = np.arange(len(rows))
    inner = number[target] >= 0
    first = np.searchsorted(number[source[inner]], np.arange(len(rows) + 1)).astype(np.int64)
    chance = _chances(first, number[target[inner]], share[inner], gain[rows], budget)[number[0]]
    return -log2(chance)


def viable(graph: "SeenGraph") -> NDArray[np.bool_]:
    """Return the situations from which the level can be solved."""
    source = np.repeat(np.arange(len(graph.solved)), np.diff(graph.first))
    order = np.argsort(graph.target, kind="stable")
    into = np.searchsorted(graph.target[order], np.arange(len(graph.solved) + 1))
    alive = graph.solved.copy()
    ring = np.flatnonzero(alive)
    while len(ring):
        before = np.unique(source[order[ranges(into[ring], into[ring + 1])[1]]])
        ring = before[~alive[before]]
        alive[ring] = True
    return alive


def drags(
    graph: "SeenGraph", steps: tuple[int, int, int, int], alive: NDArray[np.bool_], budget: Budget
) -> tuple[Numbers, Numbers]:
    """Return from where to where each drag leads, from all situations that can still be solved, in their order."""
    if graph.push is None:
        raise ValueError("the graph does not say which boxes are pushed")
    size, cells = len(graph.solved), int(graph.push.max(initial=0)) // 4 + max(steps) + 1
    source = np.repeat(np.arange(size), np.diff(graph.first))
    box = graph.push.astype(np.int64) // 4
    key = source * cells + box  # of pushes of one box in one situation
    order = np.argsort(key, kind="stable")
    key, end = key[order], (box + np.array(steps)[graph.push % 4])[order]
    target = graph.target.astype(np.int64)[order]
    at = np.flatnonzero(alive[key // cells])
    origin, here, where = key[at], target[at], end[at]
    known = np.unique(origin * size + here)
    while len(here):  # one push further at a time
        budget.check()
        if len(known) > MOST_DRAGS:
            raise OutOfBudget(f"there are more than {MOST_DRAGS:,} drags")
        asked = here * cells + where
        of, edges = ranges(np.searchsorted(key, asked), np.searchsorted(key, asked, side="right"))
        origin, here, where = origin[of], target[edges], end[edges]
        fresh = here != origin // cells
        mark, kept = np.unique(origin[fresh] * size + here[fresh], return_index=True)
        new = ~_among(mark, known)
        chosen = np.flatnonzero(fresh)[kept[new]]
        origin, here, where = origin[chosen], here[chosen], where[chosen]
        known = np.union1d(known, mark[new])
    return known // size // cells, known % size


def _among(some: Numbers, ordered: Numbers) -> NDArray[np.bool_]:
    at = np.minimum(np.searchsorted(ordered, some), len(ordered) - 1)
    return np.asarray(ordered[at] == some)


def _chances(first: Numbers, target: Numbers, share: FloatArray, gain: FloatArray, budget: Budget) -> Any:
    compiled = core()
    if compiled is None:
        from scipy.sparse import csr_array

        return expected(csr_array((share, target, first), shape=(len(gain), len(gain))), gain)
    limits = native_limits(budget.rest())
    found = compiled.engine.relax(first, target.astype(np.uint32), share, gain, NEAR, limits)
    if found.stop:
        raise OutOfBudget(found.stop)
    return found.value
