"""Find a solution with fewest pushes by A*, without exploring the whole level.

The estimate is the cheapest matching of boxes to targets. Situations that are lost because of frozen boxes
or boxes on dead squares are skipped.
"""

import heapq
from collections.abc import Iterator
from itertools import count
from math import inf

from quandary._native import native_limits
from quandary.kinds.sokoban.people import is_frozen, on_dead_square
from quandary.kinds.sokoban.rules import STEPS, Level, Push, Situation, cheapest_matching
from quandary.kinds.sokoban.twin import Numbering, make, push_distances
from quandary.limits import Budget, OutOfBudget


def search(level: Level, budget: Budget) -> Iterator[list[Push]]:
    """Yield the pushes of one solution with fewest pushes, if there is one.

    Raises OutOfBudget if the budget runs out.

    >>> from quandary.kinds.sokoban.notation import parse
    >>> from quandary.limits import Limits
    >>> [str(push) for push in next(search(parse("######|#@$ .#|######"), Limits().start()))]
    ['2,1R', '3,1R']
    """
    numbering = Numbering.of(level)
    handle = make("Level", level, numbering)
    if handle is None:
        pushes = in_python(level, budget)
    else:
        far, limits = push_distances(level, numbering), native_limits(budget.rest())
        found = handle.fewest_pushes(far, limits)
        if found.stop:
            raise OutOfBudget(found.stop)
        numbers, ways = found.value, tuple(STEPS)
        pushes = numbers and [Push(numbering.cell(number // 4), ways[number % 4]) for number in numbers]
    if pushes is not None:
        yield pushes


def in_python(level: Level, budget: Budget) -> list[Push] | None:
    """Return the pushes of one solution with fewest pushes, or None if there is none."""
    [start] = level.starts()
    made, order = {start: 0}, count()
    came_by: dict[Situation, tuple[Situation, Push]] = {}
    queue = [(cheapest_matching(level, start.boxes), next(order), 0, start)]
    while queue:
        f, _, pushes, situation = heapq.heappop(queue)
        if f == inf:
            return None
        if pushes > made[situation]:
            continue
        budget.spend()
        if level.is_solved(situation):
            return _line(situation, came_by)
        for push in level.moves(situation):
            child = level.apply(situation, push)
            if pushes + 1 >= made.get(child, inf) or on_dead_square(level, child) or is_frozen(level, child):
                continue
            made[child], came_by[child] = pushes + 1, (situation, push)
            still = cheapest_matching(level, child.boxes)
            heapq.heappush(queue, (pushes + 1 + still, next(order), pushes + 1, child))
    return None


def _line(situation: Situation, came_by: dict[Situation, tuple[Situation, Push]]) -> list[Push]:
    line = []
    while situation in came_by:
        situation, push = came_by[situation]
        line.append(push)
    return line[::-1]
