"""What an expert sees of a level, in C++, and the measures of traps and of fewest steps that only Sokoban has."""

from math import inf
from typing import TYPE_CHECKING, Any

from quandary._native import core, native_limits
from quandary.feature import Feature, Work
from quandary.kinds.sokoban.features import shortest_solution
from quandary.kinds.sokoban.rules import LETTERS, Level, cheapest_matching, step
from quandary.kinds.sokoban.twin import NEVER, Numbering, make, push_distances, words_for
from quandary.limits import Limits, OutOfBudget
from quandary.score import NotComputed

if TYPE_CHECKING:
    from quandary.graph import SeenGraph

MOST_TOGETHER = 3
"""The most boxes that are tried alone on the board to understand a trap."""


def seen(level: Level, limits: Limits, *, with_orders: bool = False) -> "SeenGraph | None":
    """Return the graph of pushes that an expert does not see to be lost, or None without the compiled core."""
    import numpy as np

    from quandary.graph import SeenGraph

    compiled, numbering = core(), Numbering.of(level)
    words = words_for(numbering)
    if compiled is None or words is None:
        return None
    handle = make(compiled, "Level", words, level, numbering)
    found = handle.seen(push_distances(level, numbering), with_orders, native_limits(limits))
    if found.stop:
        raise OutOfBudget(found.stop)
    estimate = np.where(found.estimate >= NEVER, inf, found.estimate.astype(np.float64))
    order = found.order if with_orders else None
    return SeenGraph(found.first, found.target, found.solved.astype(bool), estimate, order)


def _traps(level: Level, work: Work) -> tuple[float, float] | None:
    """Return global traps and hidden share, or None without a solution."""
    import numpy as np

    graph = work.once("seen with orders", lambda limits: seen(level, limits, with_orders=True))
    if graph is None or graph.order is None:
        raise NotComputed("it needs the compiled core")
    size = len(graph.solved)
    source = np.repeat(np.arange(size), np.diff(graph.first))
    viable = graph.solved.copy()
    while True:  # backwards from the solved situations
        more = np.zeros(size, dtype=bool)
        more[source[viable[graph.target]]] = True
        if not (more & ~viable).any():
            break
        viable |= more
    if not viable[0]:
        return None
    chances = viable[source]
    order = np.where(chances & ~viable[graph.target], graph.order[graph.target], 0)
    boxes = len(level.boxes & level.floor)
    needs_all = np.zeros(len(order), dtype=bool) if boxes == 1 else (order == boxes) | (order > MOST_TOGETHER)
    options = np.bincount(source[chances], minlength=size)
    hidden = np.bincount(source[chances & (order >= MOST_TOGETHER)], minlength=size)
    share = np.divide(hidden, options, out=np.zeros(size), where=options > 0)
    on_way = _on_shortest(graph, source, viable)
    return float(needs_all.sum() / max(1, chances.sum())), float(
        share[on_way].mean()
    ) if on_way.any() else 0.0


def _on_shortest(graph: "SeenGraph", source: Any, viable: Any) -> Any:
    """Return which unsolved situations are on a solution with fewest pushes."""
    import numpy as np

    size = len(graph.solved)
    made, ring = np.full(size, -1), np.array([0])
    made[0] = 0
    while not graph.solved[ring].any() and len(ring):
        inside = np.isin(source, ring)
        there = np.unique(graph.target[inside])
        ring = there[(made[there] < 0) & viable[there]]
        made[ring] = made.max() + 1
    on_way = np.zeros(size, dtype=bool)
    on_way[ring[graph.solved[ring]]] = True
    for depth in range(int(made.max()), 0, -1):
        edges = on_way[graph.target] & (made[graph.target] == depth) & (made[source] == depth - 1)
        on_way[source[edges]] = True
    return on_way & ~graph.solved


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
    ways = {letter: way for way, letter in LETTERS.items()}
    home = {box: box for box in level.boxes & level.floor}
    man = level.man
    for letter in letters:
        man = step(man, ways[letter.lower()])
        if letter.isupper():
            home[step(man, ways[letter.lower()])] = home.pop(man)
    far = sum(level.push_distance[target][box] for target, box in home.items() if target in level.targets)
    return far - cheapest_matching(level, level.boxes)


def _region(level: Level, work: Work) -> float:
    return len(level.region(level.man, level.boxes)) / max(1, len(level.floor - level.boxes))


def _global(level: Level, work: Work) -> float | None:
    found = _traps(level, work)
    return None if found is None else found[0]


def _hidden(level: Level, work: Work) -> float | None:
    found = _traps(level, work)
    return None if found is None else found[1]


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
        "fatal options with three or more boxes on shortest ways",
        _hidden,
        work="traps",
    ),
)
"""The measures for the kind's card."""
