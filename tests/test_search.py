"""Solutions are counted without listing them, and found by the fastest solver of a kind."""

from collections.abc import Iterator
from typing import Any

import pytest

from quandary._native import core
from quandary.engine import EngineName, Solution, Solutions
from quandary.kind import kind_of
from quandary.kinds.fillomino import KIND as FILLOMINO
from quandary.kinds.fling import KIND as FLING
from quandary.kinds.maze import KIND as MAZE
from quandary.kinds.maze.search import search as maze_search
from quandary.kinds.snakebird import KIND as SNAKEBIRD
from quandary.kinds.witness import KIND as WITNESS
from quandary.limits import Budget, Limits, OutOfBudget, Stop
from quandary.parts.solvers import FewSolutions
from quandary.player import Player
from quandary.solving import search
from quandary.solving.choose import QuickestEngine, engine_for
from quandary.solving.search import count, solutions
from quandary.solving.twin import shortest_or_any

NAMES: tuple[EngineName, ...] = ("auto", "python")
EMPTY = "+-+-+-E/|.|.|.|/+-+-+-+/|.|.|.|/+-+-+-+/|.|.|.|/S-+-+-+"

needs_core = pytest.mark.skipif(
    core() is None, reason="the compiled core is not installed; CI requires it and runs this"
)


@needs_core
def test_counting_in_the_core_lists_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(search, "solutions")
    assert count(WITNESS.parse(EMPTY)).solutions == 184


@needs_core
def test_the_first_solution_of_a_kind_with_a_native_solver_is_found_by_it() -> None:
    puzzle = FILLOMINO.parse("4.2./3.../..1./6...")
    found = solutions(puzzle, most=1)
    assert (found.engine, len(found.found)) == ("native", 1)
    assert puzzle.is_solved(found.found[0].end(puzzle))


# Who is asked


def asking(puzzle: Any, **engines: Any) -> QuickestEngine:
    """Return the engine of a puzzle whose kind has other solvers."""
    made = QuickestEngine(puzzle)
    kind = kind_of(puzzle)
    assert kind is not None
    made._kind = kind.but(**engines)
    return made


MANY = MAZE.parse("o-o-@/|.|.|/o-o-o/|.|.|/@-o-o")
ONE = MAZE.parse("o-@/|.x/@xo")


def test_a_kind_that_counts_lists_a_few_itself_and_leaves_many_to_the_search() -> None:
    asked = list[Any]()

    def noted(puzzle: Any, budget: Budget) -> Iterator[Any]:
        asked.append(puzzle)
        return maze_search(puzzle, budget)

    few = FewSolutions(noted), "native"
    engine, total = asking(MANY, solvers=few), count(MANY).solutions
    assert total > 3
    for most in (1, 2):
        some = engine.solutions(most, Limits())
        assert (len(some.found), some.complete, some.stop) == (most, False, Stop("enough", most))
    assert asked == [MANY, MANY]
    assert len(engine.solutions(3, Limits()).found) == 3
    every = engine.solutions(None, Limits())
    assert (len(every.found), every.complete) == (total, True)
    assert asked == [MANY, MANY]
    only = asking(ONE, solvers=few).solutions(1, Limits())
    assert (len(only.found), only.complete, only.stop) == (1, True, Stop())


def test_solutions_told_apart_by_how_they_go_are_all_listed_by_the_kind() -> None:
    board = FLING.parse("o.o./..../o.o./....")
    every, number = solutions(board), count(board).solutions
    assert every.complete and len(every.found) == number > len({each.end(board) for each in every.found})


def test_a_few_solutions_are_not_all_if_the_search_for_them_is_cut_short() -> None:
    def cut(puzzle: Any, budget: Budget) -> Iterator[Any]:
        raise OutOfBudget(Stop("states", 7))

    answer = asking(ONE, solvers=(FewSolutions(cut), "native")).solutions(1, Limits())
    assert (answer.found, answer.complete, answer.stop) == ((), False, Stop("states", 7))


def test_a_kind_that_cannot_count_finds_a_first_solution_and_leaves_open_whether_there_are_others() -> None:
    level = SNAKEBIRD.parse("......./.>R..X./.#####.")
    answer = solutions(level, most=1)
    assert (len(answer.found), answer.complete, answer.stop.text) == (1, False, "there may be others")


class Slow:
    """An engine whose search for the shortest solution takes too long."""

    can_attempt, quick_solutions = True, None

    def __init__(self, found: tuple[Solution, ...]) -> None:
        self.found, self.asked = found, list[float | None]()

    def solutions(self, most: int | None, limits: Limits) -> Solutions:
        self.asked.append(limits.seconds)
        return Solutions((), False, 5, 1.0, "native", Stop("seconds", 1.0))

    def attempt(self, limits: Limits) -> Solutions:
        return Solutions(
            self.found, not self.found, 7, 1.0, "native", Stop("other") if self.found else Stop()
        )


def test_some_solution_is_looked_for_where_the_shortest_takes_too_long() -> None:
    some = Solution((), ("on",))
    slow: Any = Slow((some,))
    answer = shortest_or_any(slow, 1, Limits(seconds=4).start())
    assert slow.asked == [pytest.approx(0.6, abs=0.06)]
    assert (answer.found, answer.stop, answer.states) == ((some,), Stop("seconds", 1.0), 12)
    none: Any = Slow(())
    answer = shortest_or_any(none, 1, Limits(seconds=4).start())
    assert (answer.status, answer.stop, answer.states) == ("none", Stop(), 12)


def test_a_twin_that_cannot_be_built_within_the_limits_leaves_muse_a_lower_bound() -> None:
    def build(puzzle: Any) -> Any:
        raise OutOfBudget(Stop("memory", 1))

    engine = asking(ONE, native=build)
    for measure, least in (("muse", 0.0), ("remuse", None), ("luck", None)):
        found = getattr(engine, measure)(Player(), "best", Limits())
        assert (found.bits, found.stop, found.at_least) == (None, Stop("memory", 1), least)


class Corridor:
    """A puzzle of no kind: three steps to the end."""

    def starts(self) -> list[int]:
        return [0]

    def moves(self, state: int) -> list[int]:
        return [1]

    def apply(self, state: int, move: int) -> int:
        return state + move

    def is_solved(self, state: int) -> bool:
        return state == 3


def test_states_are_counted_natively_where_that_is_possible() -> None:
    panel = WITNESS.parse(EMPTY)
    quick, slow = (engine_for(panel, name).count_states(Limits()) for name in NAMES)
    assert quick.states_represented == slow.states_represented > 184
    assert quick.engine == ("native, merged" if core() else "python") and slow.engine == "python"
    assert QuickestEngine(Corridor()).count_states(Limits()).states_represented == 4
