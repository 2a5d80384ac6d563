"""Solutions, all or some: solved, proved none, or gave up, and never the last two mixed."""

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Literal

from quandary._native import NO_LIMIT, Native, native_limits
from quandary.feature import Tally
from quandary.kind import kind_of
from quandary.limits import Budget, Limits, OutOfBudget, Stop
from quandary.puzzle import AnyFillPuzzle, AnyPuzzle, by_slot, is_fill
from quandary.solving.engine import Engine, native_of

Answer = Literal["solved", "none", "gave up"]
A_FEW = 2
"""Up to so many solutions are left to a kind that finds them its own way; to list many, search is quicker."""


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
    kind = kind_of(puzzle)
    if (
        engine == "auto"
        and most is not None
        and most <= A_FEW
        and kind
        and kind.engines.search
        and kind.engines.tally
    ):
        return _search_by_kind(puzzle, kind.engines.search, most, budget)
    twin = native_of(puzzle, engine)
    quick = _quick(twin, engine)
    if (
        engine == "auto"
        and most == 1
        and kind
        and kind.engines.search
        and not kind.engines.tally
        and not quick
    ):
        return _first_by_kind(puzzle, kind.engines.search, budget)
    if twin:
        find = quick or twin.handle.solutions
        raw = find(NO_LIMIT if most is None else most, native_limits(limits))
        starts = list(puzzle.starts())
        found = [Solution(starts[each.start], tuple(twin.moves[m] for m in each.moves)) for each in raw.found]
        return Solutions(tuple(found), raw.complete, raw.states, budget.seconds, twin.name, raw.stop.text)
    search, reason, complete = list[Solution](), "", True
    try:
        for solution in _search(puzzle, budget, engine):
            if len(search) == most:
                complete, reason = False, Stop("enough", most).text
                break
            search.append(solution)
    except OutOfBudget as out:
        complete, reason = False, str(out)
    return Solutions(tuple(search), complete, budget.states, budget.seconds, "python", reason)


def count(
    puzzle: AnyPuzzle, *, most: int | None = None, limits: Limits = Limits(), engine: Engine = "auto"
) -> Count:
    """The number of solutions, without keeping them.

    Counting stops after `most`, unless a kind or an engine that merges states gets the true number for
    no more work.
    """
    budget = limits.start()
    kind = kind_of(puzzle)
    if kind and kind.engines.tally:
        return _count_merged(puzzle, kind.engines.tally, budget, engine)
    twin = native_of(puzzle, engine)
    if twin and not _quick(twin, engine):
        wanted = NO_LIMIT if most is None else most
        raw = twin.handle.count(wanted, native_limits(limits))
        return Count(
            raw.solutions,
            raw.total_length,
            raw.shortest if raw.solutions else None,
            raw.longest if raw.solutions else None,
            raw.complete,
            raw.states,
            budget.seconds,
            twin.name,
            raw.stop.text,
        )
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


def _search_by_kind(
    puzzle: AnyPuzzle, search: Callable[[Any, Budget], Iterator[Sequence[Any]]], most: int, budget: Budget
) -> Solutions:
    """The first few solutions as the kind finds them, and whether there are others."""
    start = next(iter(puzzle.starts()))
    found = list[Solution]()
    try:
        found += [Solution(start, tuple(moves)) for moves in islice(search(puzzle, budget), most)]
        number = count(puzzle, limits=budget.rest())
        complete, reason = number.complete and number.solutions == len(found), number.reason
    except OutOfBudget as out:
        complete, reason = False, str(out)
    if not complete and not reason:
        reason = Stop("enough", most).text
    engine = "native" if native_of(puzzle) else "python"
    return Solutions(tuple(found), complete, budget.states, budget.seconds, engine, reason)


def _first_by_kind(
    puzzle: AnyPuzzle, search: Callable[[Any, Budget], Iterator[Sequence[Any]]], budget: Budget
) -> Solutions:
    """A shortest solution as the kind finds it; whether there are others is left open."""
    start = next(iter(puzzle.starts()))
    found: tuple[Solution, ...] = ()
    try:
        found = tuple(Solution(start, tuple(moves)) for moves in islice(search(puzzle, budget), 1))
        complete, reason = not found, "there may be others" if found else ""
    except OutOfBudget as out:
        complete, reason = False, str(out)
    engine = "native" if native_of(puzzle) else "python"
    return Solutions(found, complete, budget.states, budget.seconds, engine, reason)


def _count_merged(
    puzzle: AnyPuzzle, tally: Callable[[Any, Budget], Tally], budget: Budget, engine: Engine
) -> Count:
    """The count of a kind that merges what goes on alike."""
    twin = native_of(puzzle, engine)
    if twin and hasattr(twin.handle, "tally"):
        raw = twin.handle.tally(native_limits(budget.limits))
        sums, stop = raw.value, raw.stop
        told = Tally()
        if sums.solutions and not stop:
            told = Tally(sums.solutions, sums.total_length, sums.shortest, sums.longest)
        return Count(*told, not stop, raw.states, budget.seconds, "native", stop.text)
    try:
        told, reason = tally(puzzle, budget), ""
    except OutOfBudget as out:
        told, reason = Tally(), str(out)
    return Count(*told, not reason, budget.states, budget.seconds, "python", reason)


def _quick(twin: Native | None, engine: Engine) -> Callable[..., Any] | None:
    """The twin's solver made for its kind, if it has one and no engine is named: that is one that all kinds have."""
    return getattr(twin.handle, "quick_solutions", None) if twin and engine == "auto" else None


def _search(puzzle: AnyPuzzle, budget: Budget, engine: Engine) -> Iterator[Solution]:
    kind = kind_of(puzzle)
    if engine == "auto" and kind and kind.engines.complete:
        start = next(iter(puzzle.starts()))
        return (Solution(start, tuple(moves)) for moves in kind.engines.complete(puzzle, budget))
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
