"""Limits are what they say, in Python and C++, and an answer that was cut short says so."""

import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import inf
from types import SimpleNamespace
from typing import Any

import pytest

from quandary import limits
from quandary._native import core, native_limits
from quandary.engine import EngineName
from quandary.kinds.witness import KIND as WITNESS
from quandary.limits import (
    CODES,
    DEFAULT,
    WEIGH_EVERY,
    Limits,
    Meter,
    OutOfBudget,
    Stop,
    UnwatchedWarning,
    current_budget,
    resident_gigabytes,
)
from quandary.measuring.entropy import muse, remuse
from quandary.measuring.many import rate_many
from quandary.player import Player
from quandary.score import Status
from quandary.solving.choose import engine_for
from quandary.solving.explore import explore
from quandary.solving.search import count as count_solutions
from quandary.solving.search import solutions

needs_core = pytest.mark.skipif(core() is None, reason="the compiled core is not installed; CI requires it")
ENGINES: tuple[EngineName, ...] = ("python", "native") if core() else ("python",)
TWO_STARTS = WITNESS.parse("S-E/|.|/S-+")
EMPTY = WITNESS.parse("+-+-E/|.|.|/+-+-+/|.|.|/S-+-+")
NOBODY = Player(name="none")


class Clock:
    """A clock and a process size that only move when told."""

    def __init__(self) -> None:
        self.now, self.gigabytes = 100.0, 0.125

    def monotonic(self) -> float:
        return self.now

    def resident(self) -> float:
        return self.gigabytes


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr("quandary.limits.monotonic", made.monotonic)
    monkeypatch.setattr("quandary.limits.resident_gigabytes", made.resident)
    return made


def test_the_time_is_up_after_the_seconds_and_not_before(clock: Clock) -> None:
    budget = Limits(seconds=2).start()
    assert (budget.seconds, budget.seconds_left) == (0, 2)
    clock.now += 2
    budget.check()
    assert (budget.seconds, budget.seconds_left) == (2, 0)
    clock.now += 0.125
    for act in (budget.check, budget.spend):
        with pytest.raises(OutOfBudget) as out:
            act()
        assert out.value.stop == Stop("seconds", 2)
    assert budget.seconds_left == 0


def spend(budget: Any, clock: Clock, times: int = 3000) -> None:
    """Spend states while time goes by, so that however rarely memory is looked at, it is."""
    for _ in range(times):
        clock.now += 0.01
        budget.spend()


def test_memory_is_up_above_the_gigabytes_and_not_before(clock: Clock) -> None:
    budget = Limits(memory=1.0).start()
    clock.gigabytes = 1.0
    spend(budget, clock)
    clock.gigabytes = 1.125
    with pytest.raises(OutOfBudget) as out:
        spend(budget, clock)
    assert out.value.stop == Stop("memory", 1.0)


def test_exactly_so_many_states_are_spent_as_are_allowed(clock: Clock) -> None:
    budget = Limits(states=3, meter=(meter := Meter())).start()
    for _ in range(3):
        budget.spend()
    with pytest.raises(OutOfBudget) as out:
        budget.spend()
    assert out.value.stop == Stop("states", 3)
    assert (budget.states, meter.states) == (3, 3)


def test_what_is_left_are_the_limits_of_the_next_piece_of_work(clock: Clock) -> None:
    meter = Meter()
    budget = Limits(seconds=10, memory=2, states=5, meter=meter).start()
    budget.spend()
    clock.now += 4
    assert budget.rest() == Limits(seconds=6, memory=2, states=4)
    assert budget.rest().meter is meter
    clock.now += 40
    assert budget.rest().seconds == 0
    assert Limits().start().rest() == Limits()


def test_nothing_is_left_of_states_that_are_spent() -> None:
    budget = Limits(states=1).start()
    budget.spend()
    assert budget.rest() == Limits(states=0)


def test_a_budget_within_another_is_stopped_by_either_meter() -> None:
    inner, outer = Meter(), Meter()
    with Limits(meter=outer).start():
        assert Limits(meter=inner).start().rest().meter is inner
        within = Limits().start()
    assert within.rest().meter is outer
    with Limits().start():
        alone = Limits(meter=inner).start()
    for budget, meter in ((within, outer), (alone, inner)):
        budget.check()
        meter.stop()
        with pytest.raises(OutOfBudget):
            budget.check()


def test_the_size_before_the_work_is_looked_at_again_when_the_last_look_is_old(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quandary.limits._weighed", (-inf, 0.0))
    assert Limits(memory=1.0).start().most_resident == 1.0
    clock.gigabytes = 3.0
    clock.now += WEIGH_EVERY / 2
    assert Limits(memory=1.0).start().most_resident == 1.0
    clock.now += WEIGH_EVERY
    assert Limits(memory=1.0).start().most_resident == 3.5


def test_a_puzzle_gets_a_minute_and_four_gigabytes_unless_told() -> None:
    assert Limits(seconds=60, memory=4) == DEFAULT


def test_it_is_late_when_the_time_is_over_by_a_tenth(clock: Clock) -> None:
    with Limits(seconds=10).start() as budget:
        assert current_budget() is budget
        clock.now += 11
        assert not budget.is_late
        clock.now += 0.125
        assert budget.is_late
    assert current_budget() is None


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such numbers")
def test_the_size_of_the_process_is_what_the_system_says(monkeypatch: pytest.MonkeyPatch) -> None:
    import resource

    with monkeypatch.context() as patch:
        patch.setattr(os, "read", lambda *_: b"900 70 3 1 0 5 0")
        assert resident_gigabytes() == 70 * resource.getpagesize() / 1e9

    def unreadable(*_: object) -> int:
        raise OSError

    monkeypatch.setattr(os, "open", unreadable)
    monkeypatch.setattr(resource, "getrusage", lambda _: SimpleNamespace(ru_maxrss=3_000_000))
    for platform, gigabytes in (("linux", 3.072), ("darwin", 0.003)):
        monkeypatch.setattr(sys, "platform", platform)
        limits._peak_meter.cache_clear()
        assert resident_gigabytes() == gigabytes
        assert resident_gigabytes(os.getpid()) == 0  # of others nothing is known
    limits._peak_meter.cache_clear()


def test_without_any_meter_memory_is_not_watched_which_is_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreadable(*_: object) -> int:
        raise OSError

    limits._peak_meter.cache_clear()
    with monkeypatch.context() as patch:
        patch.setattr(os, "open", unreadable)
        patch.setitem(sys.modules, "resource", None)
        with pytest.warns(UnwatchedWarning, match="Memory is not watched on this system") as said:
            assert [resident_gigabytes() for _ in range(3)] == [0, 0, 0]
            Limits(memory=0.001).start().check()
    limits._peak_meter.cache_clear()
    assert len(said) == 1


def test_reasons_name_the_limit_that_was_asked_for_and_no_part_of_it(clock: Clock) -> None:
    with Limits(seconds=2).start() as whole:
        parts = [whole.rest(), whole.share(7), whole.share(7).part(0.1), Limits(seconds=2).part(0.5)]
        for part in parts:
            assert part.named(Stop("seconds")).limit == 2
            with part.start() as inner:
                assert inner.rest().named(Stop("seconds", 0.01)).limit == 2
                clock.now += 2.5
                with pytest.raises(OutOfBudget, match="the 2 s limit"):
                    inner.check()
                clock.now -= 2.5
        own = Limits(seconds=1).start()  # a limit of its own, within the other
        clock.now += 1.5
        with pytest.raises(OutOfBudget, match="the 1 s limit"):
            own.check()
    assert Limits().part(None).seconds is None and Limits(states=3).part(0.5) == Limits(0.5, None, 3)


def test_a_meter_that_is_stopped_stops_the_work() -> None:
    budget = Limits(meter=(meter := Meter())).start()
    budget.spend()
    meter.stop()
    with pytest.raises(OutOfBudget) as out:
        budget.spend()
    assert out.value.stop == Stop("stopped")


def test_every_reason_has_its_sentence() -> None:
    assert [Stop(code, 2).text for code in CODES[:4]] == [
        "",
        "stopped at the 2 s limit",
        "stopped at the 2 GB limit",
        "stopped at the limit of 2 states",
    ]
    assert bool(Stop()) is False and bool(Stop("seconds", 1)) is True


@needs_core
def test_the_core_gets_the_same_limits(clock: Clock) -> None:
    made = native_limits(Limits(seconds=2.5, memory=0.5, states=7))
    assert (made.seconds, made.bytes, made.states) == (2.5, 500_000_000, 7)


class Slow:
    """An endless corridor in which every step takes a second."""

    def __init__(self, clock: Clock, grows: float = 0.0) -> None:
        self.clock, self.grows = clock, grows

    def starts(self) -> list[int]:
        return [0]

    def moves(self, state: int) -> list[str]:
        return ["on"]

    def apply(self, state: int, move: str) -> int:
        self.clock.now += 1
        self.clock.gigabytes += self.grows
        return state + 1

    def is_solved(self, state: int) -> bool:
        return False


@pytest.mark.parametrize("seconds", [3, 30])
def test_a_search_in_python_ends_when_its_time_is_up(clock: Clock, seconds: float) -> None:
    puzzle, begin = Slow(clock), clock.now
    answers: list[Callable[[Limits], bool]] = [
        lambda limits: explore(puzzle, limits=limits).complete,
        lambda limits: solutions(puzzle, limits=limits).complete,
        lambda limits: count_solutions(puzzle, limits=limits).complete,
        lambda limits: muse(puzzle, NOBODY, limits=limits).status is not Status.GAVE_UP,
        lambda limits: remuse(puzzle, NOBODY, limits=limits).status is not Status.GAVE_UP,
    ]
    for answer in answers:
        begin = clock.now
        assert answer(Limits(seconds=seconds)) is False
        assert seconds <= clock.now - begin <= seconds + 2


def test_a_search_in_python_ends_when_the_process_is_too_large(clock: Clock) -> None:
    puzzle = Slow(clock, grows=1 / 1024)
    score = muse(puzzle, NOBODY, limits=Limits(memory=2.0))
    assert (score.status, score.stop) == (Status.GAVE_UP, "memory")
    assert 2.0 < clock.gigabytes <= 3.25  # it is looked at now and then


# Complete, or not


@pytest.mark.parametrize("engine", ENGINES)
def test_an_answer_is_complete_only_if_there_is_nothing_left(engine: EngineName) -> None:
    asked = engine_for(EMPTY, engine)
    every = asked.solutions(None, Limits())
    number = len(every.found)
    assert every.complete and every.status == "solved" and not every.stop and number == 12
    for most in (1, number - 1):
        some = asked.solutions(most, Limits())
        assert len(some.found) == most and not some.complete
        counted = asked.count(most, Limits())
        assert counted.complete == (counted.solutions == number)  # some kinds count all at once
    counted = asked.count(None, Limits())
    assert counted.complete and counted.solutions == number
    assert (counted.shortest, counted.longest) == (4, 8)


@pytest.mark.parametrize("engine", ENGINES)
def test_an_answer_cut_short_by_a_limit_is_not_complete(engine: EngineName) -> None:
    asked, few = engine_for(EMPTY, engine), Limits(states=3)
    for answer in (asked.solutions(None, few), asked.count(None, few), asked.count_states(few)):
        assert not answer.complete and answer.stop == Stop("states", 3)
    assert not asked.explore(few).complete and asked.explore(Limits()).complete
    assert asked.count_states(Limits()).complete
    assert asked.solutions(None, few).status == "gave up"


@pytest.mark.parametrize("engine", ENGINES)
def test_a_graph_cut_short_has_only_the_starts_that_were_looked_at(engine: EngineName) -> None:
    asked = engine_for(TWO_STARTS, "unmerged" if engine == "native" else engine)
    cut, whole = asked.explore(Limits(states=1)), asked.explore(Limits())
    assert (cut.starts.tolist(), len(cut), cut.complete) == ([0], 1, False)
    assert (whole.starts.tolist(), whole.complete) == ([0, 1], True)


@pytest.mark.parametrize("engine", ENGINES)
def test_no_solution_is_proved_only_by_a_complete_search(engine: EngineName) -> None:
    asked = engine_for(WITNESS.parse("+-E/|3|/S-+"), engine)
    assert (asked.solutions(None, Limits()).status, asked.solutions(None, Limits(states=0)).status) == (
        "none",
        "gave up",
    )


# What a score says besides its value


@pytest.mark.parametrize("engine", ENGINES)
def test_the_choice_among_starts_is_told_apart(engine: EngineName) -> None:
    for measure in (muse, remuse):
        assert measure(TWO_STARTS, NOBODY, engine=engine).start_bits == 1.0
        assert measure(EMPTY, NOBODY, engine=engine).start_bits == 0.0
    assert measure(TWO_STARTS, NOBODY).as_json()["start_bits"] == 1.0


@needs_core
def test_the_choice_among_starts_is_told_apart_for_many_puzzles() -> None:
    for name in ("muse", "remuse"):
        two, one = rate_many([TWO_STARTS, EMPTY], [name], player=NOBODY)
        assert (two[name].start_bits, one[name].start_bits) == (1.0, 0.0)


@pytest.mark.parametrize("engine", ENGINES)
def test_only_muse_knows_a_lower_bound_when_it_gives_up(engine: EngineName) -> None:
    few, player = Limits(states=4), WITNESS.player("none")
    full = muse(EMPTY, player, engine=engine)
    cut, cut_relative = (measure(EMPTY, player, engine=engine, limits=few) for measure in (muse, remuse))
    assert (cut.status, cut_relative.status) == (Status.GAVE_UP,) * 2
    assert full.value is not None and cut.at_least is not None and 0 < cut.at_least <= full.value
    assert cut_relative.at_least is None and cut_relative.value is None
    assert full.at_least is None


@needs_core
def test_only_muse_knows_a_lower_bound_for_many_puzzles() -> None:
    few = Limits(states=4)
    [scores] = rate_many([EMPTY], ["muse", "remuse"], player=WITNESS.player("none"), limits=few)
    assert scores["muse"].at_least is not None and scores["remuse"].at_least is None
    assert {score.status for score in scores.values()} == {Status.GAVE_UP}
    assert scores["muse"].stop == "states"


def test_seconds_are_those_of_the_clock(clock: Clock) -> None:
    assert 5 <= muse(Slow(clock), NOBODY, limits=Limits(seconds=5)).seconds <= 7


@pytest.mark.parametrize("engine", ENGINES)
def test_solutions_come_shortest_first(engine: EngineName) -> None:
    lengths = [len(solution.moves) for solution in solutions(EMPTY, engine=engine).found]
    assert lengths == sorted(lengths) and lengths[0] < lengths[-1]


@needs_core
def test_usual_limits_of_the_core_are_made_once_but_not_within_a_budget() -> None:
    usual = native_limits(Limits(seconds=60, states=5))
    assert native_limits(Limits(seconds=60, states=5)) is usual
    assert (usual.seconds, usual.states) == (60, 5)
    assert native_limits(Limits(seconds=60)).states == native_limits(Limits()).states > 5
    with Limits(seconds=2).start():
        assert native_limits(Limits(seconds=60, states=5)).seconds <= 2
    assert native_limits(Limits(seconds=60, states=5)) is usual


def test_each_thread_has_a_budget_of_its_own() -> None:
    with Limits(seconds=2).start() as own, ThreadPoolExecutor(1) as pool:
        assert current_budget() is own
        assert pool.submit(current_budget).result() is None
    assert current_budget() is None


def test_a_budget_that_is_entered_within_itself_is_left_in_the_end() -> None:
    with Limits(seconds=60).start() as budget:
        with budget:
            assert current_budget() is budget
        assert current_budget() is budget
    assert current_budget() is None
