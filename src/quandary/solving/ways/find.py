"""The ways to solve a puzzle, shortest first."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from quandary._native import core
from quandary.deed import EVERY_MOVE, Deed, Deeds
from quandary.engine import Engine, EngineName, Solution
from quandary.kind import kind_of
from quandary.library.given import puzzle_in
from quandary.limits import DEFAULT, NOT_STOPPED, Budget, Limits, OutOfBudget, Stop
from quandary.puzzle import AnyPuzzle, is_fill
from quandary.solving.choose import engine_for
from quandary.solving.ways.classes import MOST_CLASSES, FoundPath, WaysFound, classes
from quandary.solving.ways.corridor import FAR, SILENT, Corridor, Surroundings

NEAR = 2
"""The moves that a way may have more than a shortest solution, unless told."""
MOST_LISTED = 1000
"""The ways that are listed at most."""


@dataclass(frozen=True)
class Way:
    """One way to solve a puzzle: its shortest solution, and what that does."""

    solution: Solution
    deeds: tuple[Deed, ...] = ()
    facts: tuple[str, ...] = ()
    """What sets it apart, in the words of the kind."""

    @property
    def length(self) -> int:
        """The number of moves."""
        return len(self.solution.moves)


@dataclass(frozen=True)
class Ways:
    """The ways to solve a puzzle in at most `most` moves, shortest first."""

    found: tuple[Way, ...]
    number: int = 0
    """How many there are. At least so many, unless `complete`."""
    complete: bool = True
    shortest: int | None = None
    """The moves of a shortest solution, None if there is none or it is not known."""
    most: int = 0
    states: int = 0
    engine: str = "python"
    stop: Stop = NOT_STOPPED
    """Why there may be more, if that is so."""
    asked: int | None = None
    """The place in `found` of the way that the solution asked about belongs to, None if it is a detour of another."""

    @property
    def status(self) -> str:
        """One of "solved", "none" (proved), or "gave up" before a way was found."""
        return "solved" if self.found else "none" if self.complete else "gave up"

    @property
    def in_words(self) -> str:
        """How many ways there are, and of how many moves: "9 ways in up to 6 moves, the shortest in 4"."""
        number = f"{'' if self.complete else 'at least '}{self.number:,} way{'s' * (self.number != 1)}"
        why = f" ({self.stop.text})" if self.stop else ""
        if self.most == self.shortest:
            return f"{number} in {self.most:,} moves{why}"
        return f"{number} in up to {self.most:,} moves, the shortest in {self.shortest:,}{why}"


def ways(
    what: Any,
    *,
    longer: int = NEAR,
    limits: Limits = DEFAULT,
    engine: Engine | EngineName = "auto",
    most_classes: int = MOST_CLASSES,
    asked: Solution | None = None,
) -> Ways:
    """Return the ways to solve a puzzle: solutions up to detours and the order of deeds that do not affect each other.

    >>> from quandary.kinds.sokoban import KIND
    >>> room = KIND.parse("######/#    #/# $@.#/# $ .#/#    #/######")
    >>> found = ways(room, longer=2)
    >>> found.number, found.shortest, found.complete
    (9, 4, True)

    Ways of up to `longer` moves more than a shortest solution are looked for. The puzzle may be given as text or as an
    entry of a file, too. With a solution that is `asked` about, ways of its length are looked for as well.
    """
    puzzle = puzzle_in(what)
    chosen = engine_for(puzzle, engine)
    with limits.start() as budget:
        try:
            if (deeds := deeds_of(puzzle)) is None:
                return _each_solution(chosen, longer, budget, asked)
            return _Search(chosen, deeds, budget, most_classes).up_to(longer, asked)
        except OutOfBudget as out:
            return Ways((), complete=False, stop=limits.named(out.stop))


def deeds_of(puzzle: AnyPuzzle) -> Deeds | None:
    """Return how the deeds of a puzzle are told, or None if each of its solutions is a way."""
    if is_fill(puzzle):
        return None
    kind = kind_of(puzzle)
    if kind is None:
        return own_deeds(puzzle)
    declared = kind.people.deeds
    return None if declared == "line" else declared or own_deeds(puzzle)


def deeds_in(puzzle: AnyPuzzle, solution: Solution) -> list[Deed]:
    """Return the deeds of a solution, one after the other."""
    deeds = deeds_of(puzzle)
    if deeds is None:
        return []
    state, remembered, found = solution.start, deeds.begin(puzzle), list[Deed]()
    for move in solution.moves:
        deed, remembered = deeds.of(puzzle, state, move, remembered)
        state = puzzle.apply(state, move)
        found += [deed] if deed else []
    return found


def way_of(puzzle: AnyPuzzle, solution: Solution) -> Way:
    """Return a solution as a way, with its deeds and facts."""
    deeds = deeds_of(puzzle)
    facts = tuple(deeds.facts(puzzle, solution.moves)) if deeds else ()
    return Way(solution, tuple(deeds_in(puzzle, solution)), facts)


def own_deeds(puzzle: AnyPuzzle) -> Deeds:
    """Return the deeds of a class of one's own: what its method `deed(state, move)` says, or every move."""
    if not hasattr(puzzle, "deed"):
        return EVERY_MOVE

    def of(one: Any, state: Any, move: Any, remembered: Any) -> tuple[Deed | None, Any]:
        text = one.deed(state, move)
        return (text if isinstance(text, Deed) else Deed(str(text)) if text else None), None

    return Deeds(of)


def _each_solution(engine: Engine, longer: int, budget: Budget, asked: Solution | None) -> Ways:
    answer = engine.solutions(MOST_LISTED, budget.rest())
    lengths = [len(each.moves) for each in answer.found]
    most = max(min(lengths, default=0) + longer, len(asked.moves) if asked else 0)
    if is_fill(engine.puzzle):
        most = max(lengths, default=0)
    found = sorted((each for each in answer.found if len(each.moves) <= most), key=lambda one: len(one.moves))
    return Ways(
        tuple(Way(each) for each in found),
        len(found),
        answer.complete,
        min(lengths, default=None),
        most,
        answer.states,
        answer.engine,
        answer.stop,
        None if asked is None else _place(engine.puzzle, found, asked),
    )


def _place(puzzle: AnyPuzzle, found: Sequence[Solution], asked: Solution) -> int | None:
    """Return the place of a line, or of a filling, whose moves may come in any order."""

    def told(one: Solution) -> Any:
        return (one.start, frozenset(one.moves) if is_fill(puzzle) else one.moves)

    return next((at for at, each in enumerate(found) if told(each) == told(asked)), None)


class _Search:
    """The search for ways in the graph of a puzzle's states."""

    def __init__(self, engine: Engine, deeds: Deeds, budget: Budget, most_classes: int) -> None:
        self.puzzle, self.deeds, self.budget = engine.puzzle, deeds, budget
        self.most_classes = most_classes
        self.graph = engine.explore(budget.rest())
        self.around = Surroundings(self.graph)
        self.in_python = engine.name == "python"

    def up_to(self, longer: int, asked: Solution | None) -> Ways:
        """Return the ways of up to so many moves more than a shortest solution, and as long as the one asked about."""
        shortest, graph = self.around.shortest, self.graph
        if shortest == FAR or shortest > self.around.known:
            return Ways((), 0, graph.complete, states=len(graph), engine=graph.engine, stop=graph.stop)
        wanted = max(shortest + longer, len(asked.moves) if asked else 0)
        most = min(wanted, max(shortest, self.around.known))
        corridor = self.around.corridor(self.puzzle, self.deeds, most)
        answer = self._classes(corridor, self._labels(corridor, asked))
        stop = graph.stop if most < wanted else NOT_STOPPED
        if not answer.complete:
            stop = Stop("other", words=f"more than {self.most_classes:,} beginnings are different")
        found = tuple(self._way(corridor, each) for each in answer.found[:MOST_LISTED])
        place = answer.asked if asked and 0 <= answer.asked < len(found) else None
        return Ways(found, answer.at_least, not stop, shortest, most, len(graph), graph.engine, stop, place)

    def _labels(self, corridor: Corridor, asked: Solution | None) -> list[int]:
        """Return the labels of the deeds of a solution, some of which may be unknown."""
        if asked is None:
            return []
        names = {deed.name: number for number, deed in enumerate(corridor.deeds)}
        return [names.get(deed.name, SILENT) for deed in deeds_in(self.puzzle, asked)]

    def _classes(self, corridor: Corridor, asked: Sequence[int]) -> WaysFound:
        compiled = None if self.in_python else core()
        if compiled is None:
            return classes(corridor, self.most_classes, asked)
        raw = compiled.ways.classes(
            corridor.most,
            corridor.first,
            corridor.target,
            corridor.label,
            corridor.left,
            corridor.starts,
            corridor.follows(),
            self.most_classes,
            MOST_LISTED,
            list(asked),
        )
        found = [FoundPath(each.start, tuple(each.edges)) for each in raw.found]
        return WaysFound(found, raw.complete, raw.at_least, raw.asked)

    def _way(self, corridor: Corridor, found: FoundPath) -> Way:
        moves = tuple(corridor.moves[edge] for edge in found.edges)
        return way_of(self.puzzle, Solution(corridor.states[found.start], moves))
