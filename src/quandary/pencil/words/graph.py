"""Groups, distances and bottlenecks among spots that are linked."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from quandary.pencil.words.word import SpotNumber

Links: TypeAlias = tuple[tuple[SpotNumber, SpotNumber], ...]
"""The pairs of spots that are beside each other."""


@lru_cache(256)
def beside(links: Links) -> Mapping[SpotNumber, Sequence[SpotNumber]]:
    """Return the spots beside each spot.

    >>> beside(((0, 1), (1, 2)))
    {0: [1], 1: [0, 2], 2: [1]}
    """
    near = dict[SpotNumber, list[SpotNumber]]()
    for one, other in links:
        near.setdefault(one, []).append(other)
        near.setdefault(other, []).append(one)
    return near


def spread(
    start: Iterable[SpotNumber],
    near: Mapping[SpotNumber, Sequence[SpotNumber]],
    enters: Callable[[SpotNumber], object],
) -> dict[SpotNumber, int]:
    """Return the spots that can be reached from some others, and in how many steps.

    >>> spread([0], {0: [1], 1: [0, 2], 2: [1]}, lambda spot: spot < 2)
    {0: 0, 1: 1}
    """
    steps = dict.fromkeys(start, 0)
    for spot in (queue := list(steps)):  # grows during the loop
        for other in near.get(spot, ()):
            if other not in steps and enters(other):
                steps[other] = steps[spot] + 1
                queue.append(other)
    return steps


def groups(
    some: Iterable[SpotNumber], near: Mapping[SpotNumber, Sequence[SpotNumber]]
) -> list[set[SpotNumber]]:
    """Return the connected groups of some spots, by their first spots."""
    left, found = dict.fromkeys(some), list[set[SpotNumber]]()
    while left:
        group = set(spread([next(iter(left))], near, left.__contains__))
        found.append(group)
        for spot in group:
            del left[spot]
    return found


def needed_between(
    wanted: Collection[SpotNumber],
    inside: Collection[SpotNumber],
    near: Mapping[SpotNumber, Sequence[SpotNumber]],
) -> set[SpotNumber]:
    """Return the spots inside that lie on every way between two wanted ones. All wanted ones are connected inside.

    >>> sorted(needed_between([0, 2], [0, 1, 2, 3], {0: [1, 3], 1: [0, 2], 2: [1], 3: [0]}))
    [0, 1, 2]
    """
    root = next(iter(wanted))
    order, low, holds = {root: 0}, {root: 0}, {root: True}
    needed = set(wanted)
    stack = [(root, root, iter(near.get(root, ())))]
    while stack:
        spot, parent, others = stack[-1]
        for other in others:
            if other not in inside or other == parent:
                continue
            if other in order:
                low[spot] = min(low[spot], order[other])
                continue
            order[other] = low[other] = len(order)
            holds[other] = other in wanted
            stack.append((other, spot, iter(near.get(other, ()))))
            break
        else:
            stack.pop()
            if spot != root:
                low[parent] = min(low[parent], low[spot])
                holds[parent] |= holds[spot]
                if holds[spot] and low[spot] >= order[parent]:
                    needed.add(parent)
    return needed


def bridges(ends: Mapping[SpotNumber, tuple[int, int]]) -> set[SpotNumber]:
    """Return the edges without which their two ends are not connected, so that no loop has them.

    >>> bridges({0: (0, 1), 1: (1, 2), 2: (2, 0), 3: (2, 3)})
    {3}
    """
    at = dict[int, list[tuple[SpotNumber, int]]]()
    for edge, (one, other) in ends.items():
        at.setdefault(one, []).append((edge, other))
        at.setdefault(other, []).append((edge, one))
    order, low, found = dict[int, int](), dict[int, int](), set[SpotNumber]()
    for root in at:
        if root in order:
            continue
        order[root] = low[root] = len(order)
        stack = [(root, -1, -1, iter(at[root]))]
        while stack:
            here, came, parent, others = stack[-1]
            for edge, other in others:
                if edge == came:
                    continue
                if other in order:
                    low[here] = min(low[here], order[other])
                    continue
                order[other] = low[other] = len(order)
                stack.append((other, edge, here, iter(at[other])))
                break
            else:
                stack.pop()
                if came >= 0:
                    low[parent] = min(low[parent], low[here])
                    if low[here] > order[parent]:
                        found.add(came)
    return found
