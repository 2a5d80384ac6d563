"""Directed graphs: reachable nodes, components, the effort of a search, Markov chains."""

import heapq
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import count
from math import inf
from typing import TYPE_CHECKING, Any, TypeVar

from quandary.limits import check_limits
from quandary.score import NotComputed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Node = TypeVar("Node", bound=Hashable)

MOST_UNKNOWNS = 4_000
"""The usual size limit of a linear system, since solving a larger one takes minutes without interruption."""


def reach(starts: Iterable[Node], onwards: Callable[[Node], Iterable[Node]]) -> dict[Node, None]:
    """Return all reachable nodes, starts included, in the order of a breadth-first search.

    >>> list(reach([1], lambda number: [2 * number, number + 3] if number < 4 else []))
    [1, 2, 4, 5]
    """
    found = dict.fromkeys(starts)
    todo = list(found)
    for node in todo:  # grows while we walk it
        check_limits()
        for there in onwards(node):
            if there not in found:
                found[there] = None
                todo.append(there)
    return found


def parents(children: Sequence[Iterable[int]]) -> list[list[int]]:
    """Return, for each node, the nodes with an edge to it, once per edge.

    >>> parents([[1, 2], [2], []])
    [[], [0], [0, 1]]
    """
    found: list[list[int]] = [[] for _ in children]
    for node, ends in enumerate(children):
        for child in ends:
            found[child].append(node)
    return found


def components(children: Sequence[Iterable[int]]) -> list[int]:
    """Return the number of each node's strongly connected component.

    >>> components([[1], [0, 2], []])
    [1, 1, 0]

    By Tarjan's algorithm, without recursion: a component has its number before those that lead to it.
    """
    component, lowest, seen = [-1] * len(children), [0] * len(children), 0
    open_nodes, numbers = list[int](), count()
    for root in range(len(children)):
        if lowest[root]:
            continue
        seen += 1
        lowest[root] = seen
        open_nodes.append(root)
        path = [(root, seen, iter(children[root]))]
        while path:
            check_limits()
            node, order, rest = path[-1]
            least = lowest[node]
            for child in rest:
                if not lowest[child]:
                    lowest[node] = least
                    seen += 1
                    lowest[child] = seen
                    open_nodes.append(child)
                    path.append((child, seen, iter(children[child])))
                    break
                if component[child] < 0 and lowest[child] < least:
                    least = lowest[child]
            else:
                lowest[node] = least
                path.pop()
                if least == order:
                    _close(node, open_nodes, component, next(numbers))
                elif least < lowest[parent := path[-1][0]]:
                    lowest[parent] = least
    return component


def _close(node: int, open_nodes: list[int], component: list[int], number: int) -> None:
    """Give the nodes that were opened since a node, and itself, the number of their component."""
    while component[node] < 0:
        component[open_nodes.pop()] = number


def expansions(
    starts: Iterable[Node],
    onwards: Callable[[Node], Iterable[Node]],
    estimate: Callable[[Node], float],
    is_goal: Callable[[Node], bool],
    spend: Callable[[], None] = lambda: None,
) -> int | None:
    """Return how many nodes A* expands until it meets a goal, or None. `spend` is called for each node.

    >>> expansions([0], lambda number: [number + 1, number + 2], lambda number: abs(6 - number) / 2, (6).__eq__)
    4

    The next node is the one with the least steps made + estimate, then the least estimate, then the
    earliest. A node to which a shorter way turns up later is taken up again.
    """
    made: dict[Any, int] = {}
    taken, order, queue = 0, count(), list[tuple[float, float, int, int, Any]]()

    def meet(node: Node, steps: int) -> None:
        if steps < made.get(node, inf):
            made[node] = steps
            still = estimate(node)
            heapq.heappush(queue, (steps + still, still, next(order), steps, node))

    for start in starts:
        meet(start, 0)
    while queue:
        *_, steps, node = heapq.heappop(queue)
        if steps > made[node]:
            continue
        spend()
        taken += 1
        if is_goal(node):
            return taken
        for child in onwards(node):
            check_limits()
            meet(child, steps + 1)
    return None


def expected(chain: Any, gain: "NDArray[np.float64]", most: int = MOST_UNKNOWNS) -> "NDArray[np.float64]":
    """Return the expected gain from each state until an absorbing Markov chain ends.

    >>> import numpy as np
    >>> from scipy.sparse import csr_array
    >>> expected(csr_array([[0.5]]), np.ones(1)).round(6).tolist()  # tosses of a coin until it shows heads
    [2.0]

    `chain` holds the probabilities among the states that are not absorbing, `gain` what each of them gives:
    x = gain + chain x, solved as one linear system. Raises NotComputed if there are more than `most` states.
    """
    if len(gain) > most:
        raise NotComputed(f"play can go in circles among {len(gain):,} states, but the limit is {most:,}")
    check_limits()
    import numpy as np
    from scipy.sparse import eye_array
    from scipy.sparse.linalg import spsolve

    return np.atleast_1d(spsolve((eye_array(len(gain)) - chain).tocsc(), gain))
