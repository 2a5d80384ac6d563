"""Solutions, all or some: solved, proved none, or gave up, and never the last two mixed."""

from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from quandary._native import NO_LIMIT, Native, limits_as_numbers
from quandary.kind import kind_of
from quandary.limits import Budget, Limits, OutOfBudget
from quandary.puzzle import AnyFillPuzzle, AnyPuzzle, by_slot, is_fill
from quandary.solve.engine import Engine, native_of

Answer = Literal["solved", "none", "gave up"]


@dataclass(frozen=True)
class Solution:
    """The moves from a start to a solved state."""

    start: Any
    moves: tuple[Any, ...]

    def end(self, puzzle: AnyPuzzle) -> Any:
        """The solved state."""
        state = self.start
        for move in self.moves:
            state = puzzle.apply(state, move)
        return state


@dataclass(frozen=True)
class Solutions:
    """What a search found. `complete` means that there are no others."""

    found: tuple[Solution, ...]
    complete: bool
    states: int = 0
    seconds: float = 0.0
    engine: str = "python"
    reason: str = ""

    @property
    def status(self) -> Answer:
        """solved; none (proved); or gave up before a solution was found."""
        return "solved" if self.found else "none" if self.complete else "gave up"


@dataclass(frozen=True)
class Count:
    """How many solutions there are, and how long; a lower bound unless `complete`."""

    solutions: int
    total_length: int
    shortest: int | None
    longest: int | None
    complete: bool
    states: int = 0
    seconds: float = 0.0
    engine: str = "python"
    reason: str = ""


def solutions(
    puzzle: AnyPuzzle, *, most: int | None = None, limits: Limits = Limits(), engine: Engine = "auto"
) -> Solutions:
    """Solutions that end in different solved states; at `most` so many if it is given.

    A path puzzle's come shortest first. A fill puzzle's come in the order of a search that fills the
    slot with fewest moves first; or, unless an engine is named, in that of a solver made for its kind.
    """
    budget = limits.start()
    if twin := native_of(puzzle, engine):
        find = _quickest(twin, engine)
        raw, complete, states, reason = find(NO_LIMIT if most is None else most, *limits_as_numbers(limits))
        starts = list(puzzle.starts())
        found = [Solution(starts[s], tuple(twin.moves[m] for m in line)) for s, line in raw]
        return Solutions(tuple(found), complete, states, budget.seconds, "native", reason)
    search, reason, complete = list[Solution](), "", True
    try:
        for solution in _search(puzzle, budget, engine):
            if len(search) == most:
                complete, reason = False, f"there are more than {most:,}"
                break
            search.append(solution)
    except OutOfBudget as out:
        complete, reason = False, str(out)
    return Solutions(tuple(search), complete, budget.states, budget.seconds, "python", reason)


def count(
    puzzle: AnyPuzzle, *, most: int | None = None, limits: Limits = Limits(), engine: Engine = "auto"
) -> Count:
    """The number of solutions, without keeping them; counting stops after `most`."""
    budget = limits.start()
    twin = native_of(puzzle, engine)
    if twin and _quickest(twin, engine) == twin.handle.solutions:
        wanted = NO_LIMIT if most is None else most
        number, total, least, longest, complete, states, reason = twin.handle.count(
            wanted, *limits_as_numbers(limits)
        )
        if not number:
            least = longest = None
        return Count(number, total, least, longest, complete, states, budget.seconds, "native", reason)
    all_of_them = solutions(puzzle, most=most, limits=limits, engine=engine)
    lengths = [len(solution.moves) for solution in all_of_them.found]
    return Count(
        len(lengths),
        sum(lengths),
        min(lengths, default=None),
        max(lengths, default=None),
        all_of_them.complete,
        all_of_them.states,
        all_of_them.seconds,
        all_of_them.engine,
        all_of_them.reason,
    )


def _quickest(twin: Native, engine: Engine) -> Callable[..., Any]:
    """The twin's solver made for its kind, if it has one; a named engine is the one that all kinds have."""
    find: Callable[..., Any] = twin.handle.solutions
    return getattr(twin.handle, "quick_solutions", find) if engine == "auto" else find


def _search(puzzle: AnyPuzzle, budget: Budget, engine: Engine) -> Iterator[Solution]:
    kind = kind_of(puzzle)
    if engine == "auto" and kind and kind.complete:
        start = next(iter(puzzle.starts()))
        return (Solution(start, tuple(moves)) for moves in kind.complete(puzzle, budget))
    if is_fill(puzzle):
        return _search_by_slot(puzzle, budget)
    return _search_breadth_first(puzzle, budget)


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
            meet(puzzle.apply(state, move), (state, move))


def _way_to(state: Any, came_by: dict[Any, tuple[Any, Any] | None]) -> Solution:
    moves = []
    while how := came_by[state]:
        state, move = how
        moves.append(move)
    return Solution(state, tuple(reversed(moves)))


def _search_by_slot(puzzle: AnyFillPuzzle, budget: Budget) -> Iterator[Solution]:
    """Depth first, always into a slot with fewest moves: each solution has one move there.

    Unless that slot is to be filled twice: then either order leads to it, hence `seen`.
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
