"""Test what is special to logic mazes. The listing of all paths shares no code with the kind's searches."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quandary._native import core
from quandary.draw.shapes import Line, Polygon
from quandary.engine import Guess
from quandary.errors import NotationError
from quandary.kinds.maze import KIND, Maze, MazeSheet, merge
from quandary.kinds.maze.draw import draw, draw_sheet
from quandary.kinds.maze.edges import EdgeBoard
from quandary.kinds.maze.features import chance_of_shortest, rating, rating_spread
from quandary.kinds.maze.people import MARKING, RULE_1, RULE_2
from quandary.kinds.maze.rules import Part, Path, covered_by, part
from quandary.kinds.maze.search import search
from quandary.limits import Budget, Limits, OutOfBudget
from quandary.measuring.entropy import muse
from quandary.measuring.rate import rate
from quandary.measuring.subject import Sampling
from quandary.player import Player
from quandary.puzzle import NEXT
from quandary.score import Status
from quandary.solving.choose import QuickestEngine
from quandary.solving.deduce import deduce, guess_named, replay
from quandary.solving.expert import expert
from quandary.solving.explore import explore
from quandary.solving.often import deduce_often
from quandary.solving.onward import solve_on
from quandary.solving.search import count, solutions
from quandary.trace import Run, Runs

APPENDIX_C = KIND.parse("o-ox@/|.|.|/x-o-o/|.x.|/@-o-o")
SOLVER = Player(MARKING)
SHARDS, MAZES = 10, 100
EVERY_SHARD = pytest.mark.parametrize(
    "shard", [*range(3), *(pytest.param(shard, marks=pytest.mark.long) for shard in range(3, SHARDS))]
)
"""A few hundred mazes, and a thousand among the long tests."""
PATHS = {2: 2, 3: 12, 4: 184, 5: 8512, 6: 1262816, 7: 575780564, 8: 789360053252, 9: 3266598486981642}
"""Paths from corner to corner of a grid of n × n vertices (OEIS A007764)."""


def random_maze(rng: Random, size: int) -> Maze:
    """Scatter clues at random, so that about a third of the mazes have no solution."""
    grid = Maze(size)
    checkpoint, gap = rng.choice((0.02, 0.1, 0.2)), rng.choice((0, 0.1, 0.2))
    ends = {Part(*end) for end in grid.ends}
    marked = frozenset(each for each in grid.parts if each not in ends and rng.random() < checkpoint)
    broken = frozenset(each for each in grid.edges if each not in marked and rng.random() < gap)
    return Maze(size, marked, broken)


def all_paths(size: int, here: Path, broken: set[frozenset[tuple[int, int]]]) -> Iterator[Path]:
    """Yield every path of the grid that begins like this one and ends at the top right."""
    x, y = here[-1]
    if (x, y) == (size - 1, size - 1):
        yield here
        return
    for there in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
        inside = 0 <= there[0] < size and 0 <= there[1] < size
        if inside and there not in here and frozenset({(x, y), there}) not in broken:
            yield from all_paths(size, (*here, there), broken)


def solved_paths(maze: Maze) -> list[Path]:
    broken = {frozenset(each.ends) for each in maze.breaks}
    return [path for path in all_paths(maze.size, ((0, 0),), broken) if passes_all(maze, path)]


def passes_all(maze: Maze, path: Path) -> bool:
    steps = [{here, there} for here, there in pairwise(path)]
    return all(set(each.ends) in steps if each.way else (each.x, each.y) in path for each in maze.checkpoints)


def longest_stretch(maze: Maze, path: Path) -> float:
    """Return the longest distance along the path between checkpoints or endpoints."""
    stops = [0.0, float(len(path) - 1)]
    for each in maze.checkpoints:
        first, second = each.ends
        stops.append((path.index(first) + path.index(second)) / 2)
    stops.sort()
    return max(after - before for before, after in pairwise(stops))


def mazes_of(shard: int) -> Iterator[Maze]:
    rng = Random(f"shard-{shard}")
    for _ in range(MAZES):
        yield random_maze(rng, rng.choice((2, 3, 3, 4, 4, 4, 5)))


# A thousand mazes


@pytest.mark.parametrize(
    ("path", "ways"),
    [
        (((0, 0), (1, 0), (1, 1)), {"up": (1, 2), "right": (2, 1), "left": (0, 1)}),
        (((0, 0), (0, 1), (1, 1)), {"up": (1, 2), "right": (2, 1), "down": (1, 0)}),
        (((0, 0), (0, 1)), {"up": (0, 2), "right": (1, 1)}),
    ],
)
def test_a_path_goes_on_to_the_vertices_beside_its_end(path: Path, ways: dict[str, tuple[int, int]]) -> None:
    maze = Maze(3)
    assert maze.moves(path) == list(ways)
    assert {move: maze.apply(path, move) for move in ways} == {
        move: (*path, there) for move, there in ways.items()
    }


@EVERY_SHARD
def test_merged_counts_and_separations_are_those_of_a_plain_listing(shard: int) -> None:
    for maze in mazes_of(shard):
        paths = solved_paths(maze)
        lengths = [len(path) - 1 for path in paths]
        expected = (len(paths), sum(lengths), min(lengths, default=None), max(lengths, default=None))
        least = min((longest_stretch(maze, path) for path in paths), default=None)
        assert merge.count(maze, Budget()) == expected, KIND.format(maze)
        assert merge.separation(maze, Budget()) == least, KIND.format(maze)
        counted = count(maze)
        assert (counted.solutions, counted.total_length, counted.shortest, counted.longest) == expected
        assert rate(maze, ["B3"])["B3"].value == least


@pytest.mark.parametrize("shard", range(SHARDS))
def test_every_run_of_the_solver_ends_in_a_solution_if_there_is_one(shard: int) -> None:
    for number, maze in enumerate(mazes_of(shard)):
        solvable = merge.count(maze, Budget()).solutions > 0
        runs = deduce_often(MazeSheet(maze), SOLVER, guess=expert(maze).guess, runs=20, seed=number)  # type: ignore[union-attr]
        assert {run.status for run in runs.rows} == {"solved" if solvable else "unsolvable"}


@EVERY_SHARD
def test_native_runs_are_those_of_the_reference_run_by_run(shard: int) -> None:
    if QuickestEngine(APPENDIX_C).native is None:
        pytest.skip("the compiled core is not installed; CI requires it and runs this")
    for number, maze in enumerate(mazes_of(shard)):
        who = expert(maze)
        assert who is not None
        python, native = (
            deduce_often(who.sheet, who.player, guess=who.guess, runs=2, seed=number, engine=engine)
            for engine in ("python", "native")
        )
        assert (python.engine, native.engine) == ("python", "native")
        assert python.rows == native.rows, (KIND.format(maze), number)


# Rules


def test_a_path_ends_at_the_top_right_even_if_it_missed_something() -> None:
    maze = KIND.parse("o-@/x.|/@-o")
    too_early = ((0, 0), (1, 0), (1, 1))
    assert not maze.is_solved(too_early)
    assert maze.moves(too_early) == []


def test_breaks_cannot_be_crossed() -> None:
    assert KIND.parse("o-@/..|/@-o").moves(((0, 0),)) == ["right"]


@pytest.mark.parametrize("size", [2, 3, 4])
def test_the_states_of_an_empty_maze_are_all_beginnings_of_paths(size: int) -> None:
    graph = explore(Maze(size), engine="python")
    assert int(graph.solved.sum()) == PATHS[size]


# Merged counting


@pytest.mark.parametrize(("size", "paths"), PATHS.items())
def test_the_paths_of_empty_mazes_are_as_many_as_known(size: int, paths: int) -> None:
    counted = count(Maze(size))
    assert (counted.solutions, counted.shortest, counted.complete) == (paths, 2 * (size - 1), True)


def test_a_10x10_grid_has_more_paths_than_64_bits_can_count() -> None:
    if QuickestEngine(Maze(10)).native is None:
        pytest.skip("the compiled core is not installed; in Python this takes long")
    assert count(Maze(10)).solutions == 41044208702632496804


@pytest.mark.parametrize("engine", ["python", "native"])
def test_counting_that_runs_out_of_states_says_so(engine: str) -> None:
    if engine == "native" and QuickestEngine(APPENDIX_C).native is None:
        pytest.skip("the compiled core is not installed; CI requires it and runs this")
    counted = count(Maze(6), limits=Limits(states=50), engine=engine)  # type: ignore[arg-type]
    assert (counted.complete, counted.stop.text) == (False, "stopped at the limit of 50 states")
    with pytest.raises(OutOfBudget):
        merge.separation(Maze(6), Limits(states=50).start())


@pytest.mark.parametrize("seed", range(30))
def test_solutions_come_shortest_first_and_are_all_there(seed: int) -> None:
    maze = random_maze(Random(seed), 3 + seed % 2)
    expected = sorted(solved_paths(maze), key=len)[:40]
    found = []
    for moves in search(maze, Budget()):
        (path,) = maze.starts()
        for move in moves:
            path = maze.apply(path, move)
        found.append(path)
        if len(found) == 40:
            break
    assert [len(path) for path in found] == [len(path) for path in expected]
    assert len(set(found)) == len(found) and all(maze.is_solved(path) for path in found)


def test_a_large_maze_is_solved_and_proved_unique() -> None:
    maze = Maze(7, frozenset({part("06"), part("60"), part("33h")}), frozenset({part("65v")}))
    two = solutions(maze, most=2)
    assert len(two.found) == 2 and not two.complete
    forced = KIND.parse("o-o-@/x.|.x/o-x-o/|.|.x/@-o-o")
    assert count(forced).solutions == len(solved_paths(forced))
    answer = solutions(forced, most=2)
    assert answer.complete == (len(solved_paths(forced)) <= 2)
    assert all(forced.is_solved(each.end(forced)) for each in answer.found)


# The solver


def test_guessing_any_unknown_edge_solves_the_same_mazes_with_other_guesses() -> None:
    policies = [guess_named(name) for name in ("anywhere in end", "any in end")]
    runs = [deduce_often(MazeSheet(APPENDIX_C), SOLVER, guess=guess, runs=40) for guess in policies]
    assert all(run.status == "solved" for some in runs for run in some.rows)
    assert runs[0].rows != runs[1].rows
    tried = {
        str(step.finding.must[0])
        for seed in range(40)
        for step in deduce(MazeSheet(APPENDIX_C), SOLVER, guess=policies[1], seed=seed).steps
        if step.action == "guess"
    }
    at_ends = {"00v", "00h", "10h", "11h", "12h", "01h", "01v", "11v", "02h"}
    assert tried - at_ends, "some guess is made away from the loose ends"


def test_appendix_c_comes_out_step_by_step() -> None:
    forced = Guess("as in the appendix", lambda options, chance: part("00v"))
    trace = deduce(MazeSheet(APPENDIX_C), SOLVER, guess=forced)
    told = [
        (step.action, step.finding.where, [*map(str, step.finding.must)], [*map(str, step.finding.cannot)])
        for step in trace.steps
    ]
    assert told == [
        ("rule", "the clues", ["00", "01", "22", "12h", "10v"], []),
        ("rule", "(2,2)", [], ["21v"]),
        ("guess", "a guess", ["00v"], []),
        ("rule", "(0,0)", [], ["00h"]),
        ("rule", "(1,0)", ["10h"], []),
        ("rule", "(2,0)", ["20v"], []),
        ("rule", "(2,1)", ["11h"], []),
        ("revert", "there is a loop", [], ["00v"]),
        ("rule", "(0,0)", ["00h"], []),
        ("rule", "(0,1)", ["01h", "01v"], []),
        ("rule", "(0,2)", ["02h"], []),
    ]
    assert trace.status == "solved"
    assert (trace.count("rule-1"), trace.count("rule-2")) == (8, 0)
    assert (trace.count("guess"), trace.count("revert")) == (1, 1)
    assert (trace.deepest, trace.longest_refutation) == (1, 4)
    assert sum(bool(each.way) for each in trace.made) == 6


def test_the_maze_of_appendix_c_has_the_predictors_that_the_report_gives() -> None:
    scores = rate(APPENDIX_C, ["A1", "A2", "A3", "A6", "B1", "B2", "B3"])
    assert [score.value for score in scores.values()] == [3, 9, 12, 3, 1, 6, 2.5]


def test_many_runs_on_the_maze_of_appendix_c_come_near_what_the_report_measured() -> None:
    # It is the maze 2ejkz: C7 = 8.7 and C8 = 0.55, means of a hundred runs.
    scores = rate(APPENDIX_C, ["C7", "C8"], sampling=Sampling(runs=2_000, seed=1))
    assert scores["C7"].value == pytest.approx(8.7, abs=0.5)
    assert scores["C8"].value == pytest.approx(0.55, abs=0.05)


def test_notes_can_be_replayed_from_a_trace() -> None:
    sheet = MazeSheet(APPENDIX_C)
    trace = deduce(sheet, SOLVER, guess=expert(APPENDIX_C).guess, seed=5)  # type: ignore[union-attr]
    *_, last = replay(sheet, trace)
    assert last.state == trace.state and sheet.is_solved(last.state)


@pytest.mark.parametrize("seed", range(40))
def test_what_the_rules_deduce_holds_in_every_solution(seed: int) -> None:
    maze = random_maze(Random(seed), 3 + seed % 2)
    solved = [covered_by(path) for path in solved_paths(maze)]
    trace = deduce(MazeSheet(maze), SOLVER, guess=None)
    for step in trace.steps:
        for solution in solved:
            assert solution.issuperset(step.finding.must), (KIND.format(maze), step)
            assert solution.isdisjoint(step.finding.cannot), (KIND.format(maze), step)
    assert solved or trace.status in ("unsolvable", "stuck")


def test_rule_2_keeps_two_ends_of_a_chain_apart() -> None:
    sheet = MazeSheet(Maze(3))
    three_sides = frozenset(map(part, ("01h", "11v", "02h")))
    left = [each for each in sheet.moves(three_sides) if each.way]
    (found,) = RULE_2.find(sheet, three_sides, left)
    assert (found.where, found.cannot) == ("01v", (part("01v"),))


def test_rule_1_excludes_a_vertex_that_cannot_be_passed() -> None:
    sheet = MazeSheet(Maze(3))
    left = [each for each in sheet.moves(frozenset()) if str(each) not in ("11h", "20v")]
    found = next(each for each in RULE_1.find(sheet, frozenset(), left) if each.where == "(2,1)")
    assert set(found.cannot) == {part("21"), part("21v")}


@pytest.mark.parametrize(
    ("marks", "gone", "reason"),
    [
        ("10v 11v 01h", "", "11 has too many edges"),
        ("11h", "11", "11 is excluded but has an edge"),
        ("11", "11h 11v 10v", "11 has too few edges left"),
        ("11h 11v 12h 21v", "", "there is a loop"),
        ("00h 10h 20v 21v 01", "", "the path is complete but something is left out"),
        ("11h", "10v 11v 01h 20v 21v", "11 has too few edges left"),
        ("00v 01v", "02h 12h 21v 11v 01h", "02 has too few edges left"),
    ],
)
def test_contradictions_are_seen_and_named(marks: str, gone: str, reason: str) -> None:
    sheet = MazeSheet(Maze(3))
    state = frozenset(map(part, marks.split()))
    left = [each for each in sheet.moves(state) if str(each) not in gone.split()]
    said = list(sheet._contradictions(state, set(left)))
    assert reason in said


def test_an_end_without_a_way_to_another_end_is_cut_off() -> None:
    sheet = MazeSheet(Maze(3))
    left = [part(each) for each in ("00", "22", "00h", "00v", "01v", "12h", "21v")]
    assert sheet.contradiction(frozenset(), left) == "the end at 00 is cut off"


def test_a_sheet_is_solved_by_the_edges_of_a_solution_and_by_nothing_else() -> None:
    sheet = MazeSheet(APPENDIX_C)
    (path,) = solved_paths(APPENDIX_C)
    marks = frozenset(each for each in covered_by(path) if each.way) | sheet.wanted
    assert sheet.is_solved(marks)
    assert not sheet.is_solved(marks - {part("01")})
    assert not sheet.is_solved(marks - {part("02h")})
    assert not sheet.is_solved(marks | {part("20v")})
    assert not sheet.is_solved(marks | {part("20")})


@pytest.mark.parametrize("seed", range(12))
def test_the_sheet_has_the_solutions_of_the_maze(seed: int) -> None:
    maze = random_maze(Random(seed), 3)
    for engine in ("python", "auto"):
        assert count(MazeSheet(maze), engine=engine).solutions == len(solved_paths(maze))


def test_a_guess_on_the_sheet_costs_what_entropy_says() -> None:
    for engine in ("python", "auto"):
        assert muse(MazeSheet(APPENDIX_C), SOLVER, engine=engine).value == pytest.approx(1)


@pytest.mark.parametrize("seed", range(12))
def test_both_engines_see_the_same_on_a_sheet(seed: int) -> None:
    if QuickestEngine(APPENDIX_C).native is None:
        pytest.skip("the compiled core is not installed; CI requires it and runs this")
    sheet = MazeSheet(random_maze(Random(seed), 3))
    python, native = (
        muse(sheet, SOLVER, limits=Limits(states=300), engine=engine) for engine in ("python", "native")
    )
    assert (python.value, python.status, python.states) == (native.value, native.status, native.states)


# Walking


def test_an_edge_with_a_checkpoint_is_taken_at_once() -> None:
    maze = KIND.parse("o-o-@/|.|.|/o-o-o/x.|.|/@-o-o")
    assert KIND.player("rules=checkpoint-edge").options(maze, ((0, 0),))[NEXT] == ["up"]


def test_a_step_away_from_a_checkpoint_that_cannot_be_reached_again_is_struck() -> None:
    maze = KIND.parse("o-o-@/|.|.|/o-o-o/|.|.|/@-o-x")
    at_the_middle = ((0, 0), (1, 0), (1, 1))
    assert KIND.player("rules=not-cut-off").options(maze, at_the_middle)[NEXT] == ["right"]


# Predictors


def test_the_predictors_that_follow_from_others_do() -> None:
    maze = KIND.parse("o-o-o-@/|.x.|../o-o-x-o/|.|.x.|/o-x-o-o/|.|.|.|/@-o.oxo")
    names = ["A2", "A3", "A4", "A5", "A6", "A7", "A8", "A9", "B2", "B3", "B4", "B5"]
    value = {name: score.value or 0 for name, score in rate(maze, names).items()}
    assert (value["A2"], value["A3"], value["A4"], value["A5"], value["A6"]) == (16, 22, 2, 3, 5)
    assert value["A7"] == 2 / 16 and value["A8"] == 3 / 22 and value["A9"] == 5 / 38
    assert value["B4"] == value["B2"] / 6 and value["B5"] == value["B3"] / 6


def test_the_steps_of_the_solver_add_up_and_carry_their_spread() -> None:
    scores = rate(APPENDIX_C, [f"C{number}" for number in range(1, 9)], sampling=Sampling(50, 3))
    value = {name: score.value or 0 for name, score in scores.items()}
    assert value["C7"] == pytest.approx(sum(value[f"C{number}"] for number in range(1, 5)))
    assert value["C8"] == pytest.approx(value["C4"] / value["C3"])
    for score in scores.values():
        assert (score.status, score.runs, score.seed) == (Status.ESTIMATE, 50, 3)
    assert scores["C3"].spread and scores["C3"].spread > 0


def test_number_and_seed_of_the_runs_matter() -> None:
    by_seed = {rate(APPENDIX_C, ["C7"], sampling=Sampling(20, seed))["C7"].value for seed in range(8)}
    assert len(by_seed) > 1
    again = [rate(APPENDIX_C, ["C7"], sampling=Sampling(20, 5))["C7"].value for _ in range(2)]
    assert again[0] == again[1]


def test_a_maze_without_a_solution_has_no_predictors_of_solutions() -> None:
    scores = rate(
        KIND.parse("o-@/..x/@xo/".strip("/").replace("@xo", "@.o")), ["A1", "B1", "B2", "B3", "C1", "rating"]
    )
    assert (scores["A1"].value, scores["B1"].value) == (2, 0)
    assert {scores[name].status for name in ("B2", "B3", "C1", "rating")} == {Status.UNSOLVABLE}


def test_the_chance_of_a_shortest_solution_grows_with_attempts() -> None:
    rows = tuple(Run("solved", (), 0, 0, 0, 0, length) for length in (6, 8, 8, 8))
    runs = Runs((), rows, 0, "fewest")
    chances = [chance_of_shortest(runs, 6, attempts).mean for attempts in (1, 5, 20)]
    assert chances == [0.25, 1 - 0.75**5, 1 - 0.75**20]


def test_a_predicted_rating_is_an_estimate_with_its_spread() -> None:
    score = rate(APPENDIX_C, ["rating"])["rating"]
    assert score.status is Status.ESTIMATE and score.spread == rating_spread(6) > rating_spread(15)


def test_the_predicted_rating_stays_on_the_scale_of_the_report() -> None:
    assert rating(4) == 1 and rating(18) == pytest.approx(3.53, abs=0.01) and rating(98) == 10


# Notation and pictures


@given(st.integers(0, 10**9), st.integers(2, 10))
@settings(max_examples=60, deadline=None)
def test_every_maze_survives_the_round_trip(seed: int, size: int) -> None:
    maze = random_maze(Random(seed), size)
    assert KIND.parse(KIND.format(maze)) == maze
    assert KIND.parse(KIND.format(maze).replace("\n", "/")) == maze


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "The maze is empty"),
        ("o-@/|.|/@-", "Line 3 has 2 characters, but there are 3 lines"),
        ("o-/@-", "The maze has 2 lines"),
        ("@", "1 vertices a side, but the limits are 2 and 10"),
        ("o-@/|?|/@-o", "Line 2, column 2: '?' cannot stand for the middle between four vertices here"),
        ("o|@/|.|/@-o", "Line 1, column 2: '|' cannot stand for an edge between left and right"),
        ("o-o/|.|/@-o", "Line 1, column 3: 'o' cannot stand for a vertex here; write @"),
        ("@-@/|.|/@-o", "Line 1, column 1: '@' cannot stand for a vertex here; write o or x"),
        ("o" * 5000, "too long for a maze of at most 10×10"),
    ],
)
def test_a_bad_text_is_answered_with_its_place_and_remedy(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        KIND.parse(text)
    assert message in str(caught.value)


def test_a_file_of_mazes_is_recognised_with_their_lines() -> None:
    assert KIND.notation.recognise is not None
    assert KIND.notation.recognise("\no-@\n|.|\n@-o\n\nx-@/|.|/@-o\n") == [
        (2, "o-@\n|.|\n@-o"),
        (6, "x-@/|.|/@-o"),
    ]
    assert KIND.notation.recognise("+-E\n|.|\nS-+\n") is None


def test_the_picture_is_that_of_the_report() -> None:
    assert KIND.pictures.draw is not None
    shapes = KIND.draw(APPENDIX_C, None).shapes
    assert sum(isinstance(each, Polygon) for each in shapes) == 2
    lines = [each for each in shapes if isinstance(each, Line)]
    assert sum(line.dashed for line in lines) == 12
    assert sum(not line.dashed and line.stroke == "ink" for line in lines) == 2 * 3


def test_the_sheet_shows_what_is_included_unknown_and_excluded() -> None:
    included, unknown = [part("00v")], [part("01v"), part("01"), part("12h")]
    drawn = draw_sheet(Maze(3), frozenset(included), unknown)
    lines = [each for each in drawn.shapes if isinstance(each, Line)]
    assert [line.dashed for line in lines].count(True) == 2
    assert len(lines) == 3


# Making more of them


@pytest.mark.parametrize("size", KIND.maker.sizes[:6])
def test_generated_mazes_have_few_solutions_and_no_clue_to_spare(size: str) -> None:
    assert KIND.maker.generate is not None and KIND.maker.reductions is not None
    for seed in range(4):
        maze = KIND.generate(Random(seed), size)
        solved = count(maze).solutions
        assert 1 <= solved <= 20
        assert maze.checkpoints
        if len(maze.checkpoints) > 1:
            assert all(count(less).solutions > solved for _, less in KIND.reductions(maze))


def test_a_10x10_maze_is_made_by_its_bare_number() -> None:
    assert KIND.maker.generate is not None
    maze = KIND.generate(Random(1), "10")
    assert maze.size == 10 and 1 <= count(maze).solutions <= 20


@pytest.mark.parametrize("size", ["", "2x2", "11", "4x5", "four", "³"])
def test_a_size_that_cannot_be_is_refused(size: str) -> None:
    assert KIND.maker.generate is not None
    with pytest.raises(NotationError, match="from 3x3 to 10x10"):
        KIND.generate(Random(1), size)


@pytest.mark.parametrize("seed", range(20))
def test_mirrored_and_turned_mazes_are_the_same_to_a_player_who_marks(seed: int) -> None:
    assert KIND.sameness.canonical is not None and KIND.sameness.symmetries is not None
    maze = random_maze(Random(seed), 4)
    turned = Maze(
        4,
        frozenset(_turned(each) for each in maze.checkpoints),
        frozenset(_turned(each) for each in maze.breaks),
    )
    assert KIND.sameness.canonical(turned) == KIND.sameness.canonical(maze)
    assert count(turned).solutions == count(maze).solutions
    for image in KIND.sameness.symmetries(maze):
        assert KIND.sameness.canonical(image) == KIND.sameness.canonical(maze)


def _turned(each: Part) -> Part:
    """Rotate a part of a 4 × 4 grid by half a turn."""
    (ax, ay), (bx, by) = each.ends
    return Part(3 - max(ax, bx), 3 - max(ay, by), each.way)


def test_reductions_take_away_one_clue_each_and_say_which() -> None:
    assert KIND.maker.reductions is not None
    maze = KIND.parse("o-@/x.|/@.o")
    assert {words: KIND.format(less).replace("\n", "/") for words, less in KIND.reductions(maze)} == {
        "the checkpoint between points r2c1 and r1c1": "o-@/|.|/@.o",
        "the break between points r2c1 and r2c2": "o-@/x.|/@-o",
    }


def test_the_estimate_never_exceeds_the_moves_still_needed() -> None:
    assert KIND.engines.estimate is not None
    for path in solved_paths(Maze(4)):
        for length in range(1, len(path) + 1):
            assert KIND.engines.estimate(Maze(4), path[:length]) <= len(path) - length


def test_a_solution_is_left_after_a_path_if_one_begins_with_it() -> None:
    maze = Maze(4, checkpoints=frozenset({part("12")}), breaks=frozenset({part("11h"), part("00v")}))
    whole = solved_paths(maze)
    seen = set()
    paths = list(maze.starts())
    for path in paths:
        on = [each for each in whole if each[: len(path)] == path]
        found = solve_on(maze, [path[:end] for end in range(1, len(path) + 1)])
        seen.add(found.status)
        assert found.status == ("solved" if on else "none")
        assert not on or len(found.found[0].moves) == min(map(len, on)) - len(path)
        if len(path) < 7:
            paths += [maze.apply(path, move) for move in maze.moves(path)]
    assert seen == {"solved", "none"}


@pytest.mark.skipif(core() is None, reason="only the compiled core lists solutions without walking")
def test_of_a_large_maze_with_few_solutions_only_their_ways_are_walked() -> None:
    maze = KIND.generate(Random(1), "10x10")
    longest = count(maze).longest
    ways = count(maze).solutions * ((longest or 0) + 1)
    for measure, score in rate(maze, ["muse", "remuse", "luck"]).items():
        assert score.status is Status.EXACT, measure
        assert score.states <= ways


def test_marked_edges_solve_a_maze_exactly_if_they_are_those_of_a_solution() -> None:
    maze = Maze(3, checkpoints=frozenset({part("01"), part("12h")}), breaks=frozenset({part("11h")}))
    board = EdgeBoard(maze)
    right = {frozenset(board.spelled(each.end(maze))) for each in solutions(maze).found}
    edges = board.moves(frozenset())
    assert right and len(edges) == 11
    for number in range(1 << len(edges)):
        marked = frozenset(each for at, each in enumerate(edges) if number >> at & 1)
        assert board.is_solved(marked) == (marked in right)
        assert len(draw(maze, marked).shapes) == len(draw(maze).shapes)
