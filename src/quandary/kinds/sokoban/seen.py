"""What an expert sees of a level, in C++, and the measures of traps and of fewest steps that only Sokoban has."""

from collections.abc import Iterator
from math import inf
from typing import TYPE_CHECKING, Any

from quandary._native import native_limits
from quandary.feature import Feature, Work
from quandary.kinds.sokoban.features import shortest_solution
from quandary.kinds.sokoban.rules import LETTERS, STEPS, Level, cheapest_matching, step
from quandary.kinds.sokoban.twin import NEVER, Numbering, make, push_distances
from quandary.limits import Limits, OutOfBudget
from quandary.score import NotComputed

if TYPE_CHECKING:
    from quandary.graph import SeenGraph

WAYS = {letter: way for way, letter in LETTERS.items()}
MOST_TOGETHER = 3
"""The most boxes that are tried alone on the board to understand a trap."""


def seen(level: Level, limits: Limits, *, with_orders: bool = False) -> "SeenGraph | None":
    """Return the graph of pushes that an expert does not see to be lost, or None without the compiled core."""
    import numpy as np

    from quandary.graph import SeenGraph

    numbering = Numbering.of(level)
    handle = make("Level", level, numbering)
    if handle is None:
        return None
    found = handle.seen(push_distances(level, numbering), with_orders, native_limits(limits))
    if found.stop:
        raise OutOfBudget(found.stop)
    estimate = np.where(found.estimate >= NEVER, inf, found.estimate.astype(np.float64))
    order = found.order if with_orders else None
    return SeenGraph(found.first, found.target, found.solved.astype(bool), estimate, order, found.push)


def _graph(level: Level, work: Work, *, with_orders: bool) -> "SeenGraph":
    name = "seen with orders" if with_orders else "seen with pushes"
    graph = work.once(name, lambda limits: seen(level, limits, with_orders=with_orders))
    if graph is None or graph.push is None:
        raise NotComputed("it needs the compiled core")
    return graph


def _orders(level: Level, work: Work) -> "tuple[SeenGraph, Any, Any, Any] | None":
    """Return the graph, and of its pushes: the situation, whether it can be solved, how many boxes make it fatal.

    Returns None without a solution.
    """
    import numpy as np

    from quandary.kinds.sokoban.drags import viable

    graph = _graph(level, work, with_orders=True)
    alive = viable(graph)
    if not alive[0]:
        return None
    source = np.repeat(np.arange(len(alive)), np.diff(graph.first))
    chances = alive[source]
    order = np.zeros(len(alive)) if graph.order is None else graph.order
    return graph, source, chances, np.where(chances & ~alive[graph.target], order[graph.target], 0)


def _drag_luck(level: Level, work: Work) -> float | None:
    from quandary.kinds.sokoban.drags import drag_luck

    stride = Numbering.of(level).stride
    return drag_luck(_graph(level, work, with_orders=False), (-stride, 1, stride, -1), work.budget)


def _walk(level: Level, work: Work) -> str | None:
    return work.once("fewest steps", lambda limits: shortest_solution(level, limits))


def _walk_per_push(level: Level, work: Work) -> float | None:
    letters = _walk(level, work)
    pushes = sum(each.isupper() for each in letters or "")
    return len(letters) / pushes if letters and pushes else None


def _regret(level: Level, work: Work) -> float | None:
    """Return how much farther boxes go than in the cheapest matching, judged by where they end."""
    letters = _walk(level, work)
    if not letters:
        return None
    home = {box: box for box in level.boxes & level.floor}
    man = level.man
    for letter in letters:
        man = step(man, WAYS[letter.lower()])
        if letter.isupper():
            home[step(man, WAYS[letter.lower()])] = home.pop(man)
    far = sum(level.push_distance[target][box] for target, box in home.items() if target in level.targets)
    return far - cheapest_matching(level, level.boxes)


def _region(level: Level, work: Work) -> float:
    return len(level.region(level.man, level.boxes)) / max(1, len(level.floor - level.boxes))


def _global(level: Level, work: Work) -> float | None:
    """Return the share of pushes that are fatal for reasons that involve all boxes."""
    found = _orders(level, work)
    if found is None:
        return None
    _, _, chances, order = found
    boxes = len(level.boxes & level.floor)
    needs_all = (order == boxes) | (order > MOST_TOGETHER)
    return float(needs_all.sum() / max(1, chances.sum())) if boxes > 1 else 0.0


def _hidden(level: Level, work: Work) -> float | None:
    """Return the mean share of hidden fatal options along a solution with fewest steps."""
    letters, found = _walk(level, work), _orders(level, work)
    if not letters or found is None:
        return None
    graph, _, _, order = found
    made = () if graph.push is None else graph.push
    shares, node = list[float](), 0
    for push in _pushes(level, letters):
        edges = range(graph.first[node], graph.first[node + 1])
        shares.append(sum(order[edge] >= MOST_TOGETHER for edge in edges) / len(edges))
        node = int(next(graph.target[edge] for edge in edges if made[edge] == push))
    return sum(shares) / len(shares) if shares else 0.0


def _pushes(level: Level, letters: str) -> Iterator[int]:
    """Yield the pushes of a solution as the compiled core numbers them."""
    numbering, man = Numbering.of(level), level.man
    for letter in letters:
        way = WAYS[letter.lower()]
        man = step(man, way)
        if letter.isupper():
            yield 4 * numbering.number(man) + list(STEPS).index(way)


SEEN = (
    Feature(
        "man_region_share", "share", "free cells that the man can walk to at the start", _region, work="steps"
    ),
    Feature(
        "walk_per_push",
        "steps",
        "steps per push of a solution with fewest steps",
        _walk_per_push,
        work="steps",
    ),
    Feature(
        "assignment_regret",
        "pushes",
        "pushes beyond the cheapest matching of boxes to targets",
        _regret,
        work="steps",
    ),
    Feature(
        "global_traps",
        "share",
        "share of pushes that are fatal for reasons that involve all boxes",
        _global,
        work="traps",
    ),
    Feature(
        "hidden_share",
        "share",
        "fatal options with three or more boxes along a solution with fewest steps",
        _hidden,
        work="traps",
        version=2,
    ),
    Feature(
        "drag_luck",
        "bits",
        "luck of a player who drags one box at a time and prefers what looks nearer to the end",
        _drag_luck,
        work="drags",
    ),
)
"""The measures for the kind's card."""
