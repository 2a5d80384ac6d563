"""Time and memory are looked at where the work is, and a limit is never mistaken for an answer."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from time import monotonic, sleep
from types import ModuleType
from typing import Any

import pytest

import quandary
from quandary._native import core
from quandary.engine import EngineName, Solutions
from quandary.errors import NoLevelError, QuandaryError
from quandary.generating.band import generate_band
from quandary.generating.dig import dig_by_level, full_board, unique
from quandary.generating.elsewhere import for_a_look
from quandary.generating.vary import vary_once
from quandary.graph import StateGraph
from quandary.library.registry import find_kind, find_kinds
from quandary.limits import (
    WEIGH_EVERY,
    Budget,
    Limits,
    Meter,
    OutOfBudget,
    Stop,
    check_limits,
    current_budget,
    resident_gigabytes,
)
from quandary.measuring.rate import rate
from quandary.measuring.table import measures
from quandary.publishing.check import Problem, check
from quandary.score import Score, Status
from quandary.showing.hint import _noticed
from quandary.solving.explore import explore
from quandary.solving.search import count, solutions

BENCHMARK = Path(__file__).parents[1] / "benchmarks" / "limits.py"
needs_core = pytest.mark.skipif(
    core() is None, reason="the compiled core is not installed; CI requires it and runs this"
)
EMPTY_FILLOMINO = "/".join(["." * 20] * 20)


@pytest.fixture(scope="module")
def benchmark() -> ModuleType:
    """Load benchmarks/limits.py."""
    spec = spec_from_file_location("benchmark_of_limits", BENCHMARK)
    assert spec and spec.loader
    module = sys.modules[spec.name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def allowed(benchmark: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Return what a process may take on this machine now."""
    return benchmark.Allowed(1.0, 0.3, benchmark.starting(tmp_path_factory.mktemp("limits")))


def is_spent(budget: Budget) -> Stop:
    """Return why a budget is at its end, when it is time to look at memory again."""
    sleep(2 * WEIGH_EVERY)
    try:
        budget.check()
    except OutOfBudget as out:
        return out.stop
    return Stop()


def test_a_budget_keeps_within_the_one_around_it() -> None:
    with Limits(seconds=0.0, memory=1).start():
        assert is_spent(Limits(seconds=60).start()) == Stop("seconds", 0.0)
        assert Limits().start().rest().memory == 1
    assert is_spent(Limits(seconds=60).start()) == Stop()


def test_the_tighter_of_two_budgets_counts() -> None:
    with Limits(seconds=60).start():
        assert is_spent(Limits(seconds=0.0).start()).code == "seconds"
        assert (Limits(seconds=5).start().seconds_left or 0) <= 5


def test_code_without_a_budget_keeps_that_of_its_caller() -> None:
    check_limits()
    with Limits(seconds=0.0).start(), pytest.raises(OutOfBudget):
        check_limits()
    check_limits()


def test_a_budget_at_work_ends_with_its_block() -> None:
    with pytest.raises(ZeroDivisionError), Limits(seconds=0.0).start() as budget:
        assert current_budget() is budget
        _ = 1 / 0
    assert current_budget() is None


def test_a_meter_stops_the_work_around_and_inside() -> None:
    meter = Meter()
    with Limits(meter=meter).start():
        inner = Limits(seconds=60).start()
        assert is_spent(inner) == Stop()
        meter.stop()
        assert is_spent(inner) == Stop("stopped")


def test_memory_is_that_of_the_process() -> None:
    limit = 0.1
    budget = Limits(memory=limit).start()
    assert is_spent(budget) == Stop()
    ballast = bytearray(int(0.2e9))
    ballast[:: 1 << 12] = b"\1" * len(ballast[:: 1 << 12])  # so that it is really there
    assert is_spent(budget) == Stop("memory", limit)
    del ballast
    assert is_spent(budget) == Stop()


def test_half_of_the_memory_is_for_the_work_however_large_the_process_is() -> None:
    limit = resident_gigabytes() / 10
    assert is_spent(Limits(memory=limit).start()) == Stop()


def test_with_a_meter_memory_counts_from_when_the_meter_was_made() -> None:
    meter = Meter()
    meter.began_with = 0.0
    limit = resident_gigabytes() / 2
    assert is_spent(Limits(memory=limit, meter=meter).start()) == Stop("memory", limit)


@needs_core
def test_the_core_keeps_the_limits_of_the_python_code_that_calls_it() -> None:
    sudoku = find_kind("sudoku")
    compiled = core()
    assert compiled is not None
    digger = compiled.sudoku.Digger(3, 3)
    assert digger.counts(["." * 81], 1_000) == [1_000]
    with Limits(seconds=0.0).start(), pytest.raises(OutOfBudget, match="stopped at the 0 s limit"):
        digger.counts(["." * 81], 1_000_000_000)
    assert sudoku.parse("." * 81)


@needs_core
def test_the_core_weighs_the_whole_process_and_not_only_its_own_memory() -> None:
    ballast = b"\1" * int(0.2e9)
    meter, panel = (
        Meter(),
        find_kind("witness").parse(
            "+-+-+-+-+-E/|.|.|.|.|.|/" + "+-+-+-+-+-+/|.|.|.|.|.|/" * 4 + "S-+-+-+-+-+"
        ),
    )
    meter.began_with = 0.0
    limits = Limits(memory=resident_gigabytes() / 2, states=30_000)
    assert explore(panel, limits=limits).stop.code == "states"
    assert explore(panel, limits=replace(limits, meter=meter)).stop.code == "memory"
    del ballast


@needs_core
def test_the_core_announces_what_it_is_about_to_allocate() -> None:
    before = resident_gigabytes()
    graph = explore(find_kind("fillomino").parse(EMPTY_FILLOMINO), limits=Limits(memory=0.1))
    assert not graph.complete and graph.stop.code == "memory"
    assert resident_gigabytes() - before < 0.15


@needs_core
def test_a_graph_that_stops_inside_a_state_is_whole() -> None:
    graph = explore(find_kind("fillomino").parse(EMPTY_FILLOMINO), limits=Limits(seconds=0.05))
    assert isinstance(graph, StateGraph) and not graph.complete
    assert len(graph.first) == len(graph) + 1 and graph.first[-1] == len(graph.target)
    assert (graph.target < len(graph)).all() and graph.stop.code == "seconds"


@pytest.mark.parametrize("name", [name for name in measures() if name != "start_bits"])  # which takes no time
def test_every_measure_names_the_limit_that_it_reached(name: str) -> None:
    limits = Limits(seconds=0.001)
    score = rate(find_kind("fillomino").parse(EMPTY_FILLOMINO), [name], limits=limits)[name]
    if score.status is not Status.NOT_COMPUTED:  # no estimate, or no scale
        assert score.status is Status.GAVE_UP and score.stop == "seconds", score
    for entry in _examples("maze"):
        score = rate(find_kind("maze").parse(entry), [name], limits=Limits(seconds=1e-6))[name]
        assert score.status is not Status.GAVE_UP or score.stop == "seconds", score


def test_a_reason_gives_the_seconds_that_were_asked_for() -> None:
    puzzle = find_kind("fillomino").parse(EMPTY_FILLOMINO)
    assert rate(puzzle, ["muse"], limits=Limits(seconds=0.1))["muse"].reason == "stopped at the 0.1 s limit"


@pytest.mark.parametrize("engine", ["auto", "python"])
def test_tilings_of_hollow_polyominoes_have_a_clock(benchmark: ModuleType, engine: EngineName) -> None:
    panel = find_kind("witness").parse(benchmark.largest()["witness"]["hollow polyominoes 10x10"])
    begin = monotonic()
    found = solutions(panel, most=1, limits=Limits(seconds=0.2), engine=engine)
    assert isinstance(found, Solutions) and found.stop.code in ("seconds", "layouts")
    assert found.status == "gave up" or found.found
    assert monotonic() - begin < 20  # it took more than a minute, also on a quiet machine


def test_an_expert_looks_at_the_clock_between_techniques() -> None:
    sudoku = find_kind("sudoku").parse("." * 256)
    score = rate(sudoku, ["muse"], player=find_kind("sudoku").player("expert"), limits=Limits(seconds=0.2))[
        "muse"
    ]
    assert score.status is Status.GAVE_UP and score.stop == "seconds"
    assert score.seconds < 20


def test_running_out_of_time_is_never_a_second_solution() -> None:
    fillomino = find_kind("fillomino").parse("1../.../...")
    with Limits(seconds=0.0).start(), pytest.raises(OutOfBudget):
        unique(fillomino)
    empty = find_kind("sudoku").parse("." * 256)
    assert count(empty, limits=Limits(seconds=0.0)).stop.code == "seconds"
    assert solutions(empty, limits=Limits(seconds=0.0)).status == "gave up"


def test_checking_without_time_gives_up() -> None:
    from quandary.library.files import Entry

    sudoku = find_kind("sudoku")
    [verdict] = check([Entry(sudoku, sudoku.parse("." * 81), "empty")], limits=Limits(seconds=1e-9))
    assert verdict.solvable is None and [problem for problem, _ in verdict.problems] == [Problem.GAVE_UP]


def test_digging_stops_in_time_and_keeps_what_it_met() -> None:
    dug = list[None]()
    filed = dig_by_level(
        find_kind("fillomino"),
        "8x8",
        boards=1_000,
        seed=1,
        limits=Limits(seconds=0.5),
        progress=lambda: dug.append(None),
    )
    assert len(dug) < 1_000
    assert all(puzzles for puzzles in filed.values())


@needs_core
def test_boards_are_made_one_by_one_so_that_time_is_left_to_dig_them() -> None:
    begin = monotonic()
    filed = dig_by_level(find_kind("sudoku"), "16x16", boards=100_000, seed=1, limits=Limits(seconds=1))
    assert filed and monotonic() - begin < 30


@pytest.mark.parametrize("name", [each.name for each in find_kinds().values() if each.maker.full])
def test_no_full_board_is_made_when_the_time_is_over(name: str) -> None:
    made = find_kind(name)
    with Limits(seconds=0).start(), pytest.raises(OutOfBudget):
        full_board(made, Random(1), made.maker.sizes[0])


def test_a_puzzle_whose_level_cannot_be_told_is_left_out() -> None:
    def odd(puzzle: Any) -> str:
        if (empty := puzzle.givens.count(0)) % 2:
            return "odd"
        raise NoLevelError(f"{empty} are not odd.")

    filed = dig_by_level(find_kind("fillomino"), "3x3", boards=1, seed=1, level_of=odd)
    assert [*filed] == ["odd"] and len(filed["odd"]) > 1


@needs_core
def test_a_level_that_is_not_known_in_time_is_a_limit_reached_and_not_an_error() -> None:
    sudoku = find_kind("sudoku")
    assert sudoku.maker.level is not None
    with Limits(seconds=0).start(), pytest.raises(OutOfBudget):
        sudoku.maker.level(sudoku.parse(next(_examples("sudoku"))))


def test_looking_elsewhere_takes_no_more_than_a_tenth_of_the_time_when_none_is_left() -> None:
    budget = Limits(seconds=0.01, memory=2).start()
    sleep(0.02)
    assert for_a_look(budget) == Limits(seconds=0.001, memory=2)


@pytest.mark.parametrize("name", ["sokoban", "tilt"])
def test_makers_that_aim_look_at_the_clock(name: str) -> None:
    maker = find_kind(name).maker
    for aim in maker.aims.values():
        with Limits(seconds=0).start(), pytest.raises(OutOfBudget):
            aim(Random(1), maker.sizes[-1], 20, 30)


def test_a_hint_asks_no_further_rule_when_the_time_is_over() -> None:
    sudoku = find_kind("sudoku").parse("." * 256)
    with pytest.raises(OutOfBudget):
        _noticed(sudoku, next(iter(sudoku.starts())), None, Limits(seconds=0))


def test_the_estimate_of_a_tilt_maze_looks_at_the_clock(benchmark: ModuleType) -> None:
    maze = find_kind("tilt").parse(benchmark.largest()["tilt"]["50x50"])
    with Limits(seconds=0).start(), pytest.raises(OutOfBudget):
        _ = maze.rolls_needed


def test_generating_stops_in_the_middle_of_a_puzzle() -> None:
    begin = monotonic()
    band = generate_band(find_kind("sudoku"), "25x25", count=1_000, limits=Limits(seconds=0.3))
    assert not band.is_complete and monotonic() - begin < 30


def test_a_meter_counts_and_stops_what_is_generated() -> None:
    meter = Meter()
    assert generate_band(find_kind("maze"), "4x4", "muse", limits=Limits(meter=meter)).is_complete
    assert meter.states > 0
    meter.stop()
    assert not generate_band(find_kind("maze"), "4x4", limits=Limits(meter=meter)).is_complete


def test_varying_has_one_limit_for_all_changes() -> None:
    begin = monotonic()
    maze = find_kind("maze")
    puzzle = next(entry for entry in _examples("maze") if maze.parse(entry).size >= 4)
    variants = vary_once(maze, maze.parse(puzzle), "solutions", limits=Limits(seconds=60))
    assert variants.found and not variants.stop and monotonic() - begin < 60


@dataclass(frozen=True)
class Endless:
    """A puzzle with one state after another, and with changes without end."""

    slow: bool = False

    def starts(self) -> Iterator[int]:
        yield 0

    def moves(self, state: int) -> Iterator[int]:
        yield 1

    def apply(self, state: int, move: int) -> int:
        return state + move

    def is_solved(self, state: int) -> bool:
        return False


def test_a_puzzle_of_ones_own_keeps_the_limits_too() -> None:
    assert count(Endless(), limits=Limits(seconds=0.05)).stop.code == "seconds"
    assert explore(Endless(), limits=Limits(seconds=0.05)).stop.code == "seconds"
    for name in ("muse", "remuse", "states", "astar"):
        assert rate(Endless(), [name], limits=Limits(seconds=0.05))[name].stop == "seconds"


def _examples(name: str) -> Iterator[str]:
    from quandary.library.files import examples

    return (find_kind(name).format(entry.puzzle) for entry in examples(find_kind(name)))


SAMPLE = [
    ("fillomino", "empty 20x20", "rate -m states"),
    ("fillomino", "empty 20x20", "rate --features"),
    ("sudoku", "empty 25x25", "rate --player expert"),
    ("sudoku", "empty 9x9", "solve --all"),
    ("witness", "hollow polyominoes 10x10", "rate"),
    ("sokoban", "full of boxes 64x64", "show --solution"),
    ("maze", "10x10 with checkpoints", "vary"),
    ("tilt", "50x50", "rate -m estimate_error"),
    ("fling", "20x20 with 80 balls", "rate -m full_states"),
    ("fillomino", "12x12", "generate fillomino --size 12x12 --file-by-level"),
    ("sudoku", "25x25", "generate sudoku --size 25x25"),
    ("sudoku", "25x25", "generate sudoku --size 25x25 --count 1000 --file-by-level"),
    ("sudoku", "25x25", "generate sudoku --size 25x25 --by se_rating --between 20 30"),
]
"""Kinds, puzzles and commands that once took minutes or gigabytes."""


@needs_core
@pytest.mark.long
@pytest.mark.parametrize(("name", "puzzle", "words"), SAMPLE)
def test_commands_keep_the_limits_on_large_puzzles(
    benchmark: ModuleType, allowed: Any, tmp_path: Path, name: str, puzzle: str, words: str
) -> None:
    notation = "" if words.startswith("generate") else benchmark.largest()[name][puzzle]
    case = benchmark.Case(name, puzzle, tuple(words.split()), notation)
    taken = benchmark.leanest(case, allowed, tmp_path)
    assert taken.code in benchmark.OK
    assert taken.excess(allowed) <= 1, taken


ASKED: tuple[Callable[[Any, Limits], object], ...] = (
    lambda puzzle, limits: quandary.explain(puzzle, limits=limits),
    lambda puzzle, limits: quandary.hint(puzzle, limits=limits),
    lambda puzzle, limits: quandary.state_map(puzzle, limits=limits),
    lambda puzzle, limits: quandary.solve(puzzle, limits=limits),
    lambda puzzle, limits: quandary.check(puzzle, limits=limits),
    lambda puzzle, limits: quandary.rate(puzzle, limits=limits),
    lambda puzzle, limits: quandary.vary(puzzle, limits=limits),
    lambda puzzle, limits: quandary.vary(puzzle, limits=limits, steps=1),
)


@needs_core
@pytest.mark.parametrize("seconds", [0, 0.02])
@pytest.mark.parametrize("name", [*find_kinds()])
def test_to_run_out_of_time_is_never_an_exception(benchmark: ModuleType, name: str, seconds: float) -> None:
    for text in benchmark.large(find_kind(name)).values():
        puzzle = find_kind(name).parse(text)
        for ask in ASKED:
            with suppress(QuandaryError):  # in words: there is nothing to show or to compare with
                ask(puzzle, Limits(seconds=seconds))


def test_the_benchmark_walks_every_kind_and_command(benchmark: ModuleType) -> None:
    cases = benchmark.every_case()
    assert {case.kind for case in cases} == set(find_kinds())
    walked = "rate solve check explain hint show map vary generate exhaust discover"
    assert {case.words[0] for case in cases} == {*walked.split()}
    assert all(find_kinds()[case.kind].parse(case.puzzle) for case in cases if case.words[0] == "check")


def ended(benchmark: ModuleType, cases: Iterable[Any], folder: Path) -> list[str]:
    """Run cases under a clock of the system, which ends what hears neither limits nor Ctrl-C; return those that it ended."""
    taken = [benchmark.take_forked(case, 0.5, 2.0, folder) for case in cases]
    assert taken
    return [benchmark.describe(each.case) for each in taken if each.code not in benchmark.OK]


def test_measures_of_a_board_on_which_two_moves_lead_to_one_state_come_to_an_end(
    benchmark: ModuleType, tmp_path: Path
) -> None:
    boards = [case for case in benchmark.on_examples(find_kind("fling")) if case.words[0] in ("map", "rate")]
    assert ended(benchmark, boards[:6], tmp_path) == []


@pytest.mark.long
@pytest.mark.parametrize("name", [*find_kinds()])
def test_what_people_try_first_comes_to_an_end_on_every_example(
    benchmark: ModuleType, tmp_path: Path, name: str
) -> None:
    assert ended(benchmark, benchmark.on_examples(find_kind(name)), tmp_path) == []


def test_variants_are_not_begun_when_the_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = list[int]()

    def slow(*asked: Any, **more: Any) -> dict[str, Score]:
        begun.append(1)
        sleep(0.02)
        return {"solutions": Score("solutions", 1, Status.EXACT)}

    monkeypatch.setattr("quandary.generating.what_if.rate", slow)
    tilt = find_kind("tilt")
    maze = tilt.generate(Random(1), "6x6")
    found = vary_once(tilt, maze, "solutions", limits=Limits(seconds=0.2))
    assert 1 < len(begun) < 12
    assert found.unknown > 50


def test_solutions_that_a_kind_lists_are_kept_when_the_time_is_over() -> None:
    board = find_kind("fling").parse(
        "o......./......oo/o.o...../..o.o.o./......../o.o..oo./......o./..oo..o."
    )
    found = solutions(board, limits=Limits(seconds=0.05))
    assert found.found and not found.complete
    assert found.stop.text == "stopped at the 0.05 s limit"
