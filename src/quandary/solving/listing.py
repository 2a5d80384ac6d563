"""All solutions in plain Python: breadth first for path puzzles, slot by slot for fill puzzles."""

from collections import Counter, deque
from collections.abc import Iterator
from typing import Any

from quandary.engine import Solution
from quandary.limits import Budget
from quandary.puzzle import AnyFillPuzzle, AnyPuzzle, by_slot, is_fill


def listed(puzzle: AnyPuzzle, budget: Budget) -> Iterator[Solution]:
    """Yield solutions that end in different solved states. Raises OutOfBudget."""
    return _search_by_slot(puzzle, budget) if is_fill(puzzle) else _search_breadth_first(puzzle, budget)


def _search_breadth_first(puzzle: AnyPuzzle, budget: Budget) -> Iterator[Solution]:
    came_by: dict[Any, tuple[Any, Any] | None] = {}
    queue: deque[Any] = deque()

    def meet(state: Any, how: tuple[Any, Any] | None) -> None:
        if state not in came_by:
            came_by[state] = how
            queue.append(state)

    for start in puzzle.starts():
        meet(start, None)
    while queue:
        state = queue.popleft()
        budget.spend()
        if puzzle.is_solved(state):
            yield _way_to(state, came_by)
            continue
        for move in puzzle.moves(state):
            budget.check()
            meet(puzzle.apply(state, move), (state, move))


def _way_to(state: Any, came_by: dict[Any, tuple[Any, Any] | None]) -> Solution:
    moves = []
    while how := came_by[state]:
        state, move = how
        moves.append(move)
    return Solution(state, tuple(reversed(moves)))


def _search_by_slot(puzzle: AnyFillPuzzle, budget: Budget) -> Iterator[Solution]:
    """Search depth first, always in a slot with the fewest moves: each solution has one move there.

    If that slot must be filled twice, either order leads to the solution, hence `seen`.
    """
    twice = any(room > 1 for start in puzzle.starts() for room in Counter(puzzle.slots(start)).values())
    seen = set()
    stack: list[tuple[Any, Any, tuple[Any, ...]]] = [(start, start, ()) for start in puzzle.starts()]
    stack.reverse()
    while stack:
        start, state, line = stack.pop()
        budget.spend()
        if puzzle.is_solved(state):
            if state not in seen:
                yield Solution(start, line)
            if twice:
                seen.add(state)
            continue
        table = by_slot(puzzle, state, puzzle.moves(state))
        smallest = min(table.values(), key=len, default=[])
        stack += [(start, puzzle.apply(state, move), (*line, move)) for move in reversed(smallest)]
