"""Tests of what is special to Sokoban. The contract suite checks the rest."""

import csv
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from random import Random

import networkx as nx
import pytest

from quandary._native import core
from quandary.cli.main import main
from quandary.errors import NotationError
from quandary.generating.band import generate_band
from quandary.generating.vary import vary_once
from quandary.kinds.sokoban import KIND, Level, structure
from quandary.kinds.sokoban.features import EXTRAS, FEATURES, INEXACT_WHEN_FAST, features, shortest_solution
from quandary.kinds.sokoban.fewest import in_python, search
from quandary.kinds.sokoban.files import levels_in
from quandary.kinds.sokoban.generate import between, generate, neighbours
from quandary.kinds.sokoban.lurd import pushes_of, replay, spell
from quandary.kinds.sokoban.notation import ROW
from quandary.kinds.sokoban.people import frozen, in_corner, is_frozen
from quandary.kinds.sokoban.rules import Cell, Push, Situation, Stand, cheapest_matching
from quandary.kinds.sokoban.structure_features import STRUCTURE
from quandary.limits import Budget, Limits, OutOfBudget
from quandary.measuring.entropy import muse
from quandary.measuring.feature import SubjectWork
from quandary.measuring.rate import rate
from quandary.measuring.shape import GraphShape
from quandary.measuring.subject import Subject
from quandary.score import Status
from quandary.solving.explore import explore

CORRIDOR: Level = KIND.parse("######|#@$ .#|######")
AROUND: Level = KIND.parse("  ####|###  ###|#  $ . #|#  @## #|#  $ . #|########")
SIDE_BY_SIDE: Level = KIND.parse("#######|#  .  #|#@$ $.#|#     #|#######")
TWO: Level = KIND.parse("#######|# #  ##|# $ $@#|#    ##|###  ##|#  . .#|#######")
UNSOLVABLE: Level = KIND.parse("#####|#@$.#|#   #|#$ .#|#####")


def values(level: Level, view: str = "pushes") -> dict[str, tuple[float | None, Status]]:
    scores = features(level, view=view)  # type: ignore[arg-type]
    return {name: (score.value, score.status) for name, score in scores.items()}


# The rules


def test_a_box_cannot_be_pushed_into_another_box_or_a_wall() -> None:
    level = KIND.parse("#######|#@$$ .#|#    .#|#######")
    assert "2,1R" not in [str(push) for push in level.moves(level.starts()[0])]


def test_a_push_moves_the_box_and_leaves_the_man_where_it_was() -> None:
    after = CORRIDOR.in_steps().apply(Stand(CORRIDOR.boxes, (1, 1)), "R")
    assert after == Stand(frozenset({(3, 1)}), (2, 1))


def test_states_that_differ_by_a_walk_are_one_situation() -> None:
    level = KIND.parse("#####|#@ .#|# $ #|#   #|#####")
    assert level.starts() == KIND.parse("#####|#  .#|# $ #|#  @#|#####").starts()


def test_steps_are_letters_and_pushes_capitals() -> None:
    steps = AROUND.in_steps()
    assert steps.moves(steps.starts()[0]) == ["U", "l"]


def test_push_distance_is_not_walking_distance() -> None:
    # The box along the upper wall can be pushed left and right only.
    level = KIND.parse("#######|#@ $  #|#    .#|#######")
    assert level.dead_squares == {(x, 1) for x in range(1, 6)} - {(5, 1)} | {(1, 2)} - {(5, 2)} | {(5, 1)}
    assert level.nearest_target[2, 2] == 3


def test_the_cheapest_matching_gives_each_box_a_target_of_its_own() -> None:
    level = KIND.parse("########|#@     #|# $$ ..#|#      #|########")
    assert cheapest_matching(level, level.boxes) == 6


# Notation


def test_run_lengths_dashes_and_other_spellings_are_read() -> None:
    assert KIND.parse("6#|#@$-.#|6#") == CORRIDOR
    assert KIND.parse("######\n#@$_.#\n######\n\n") == CORRIDOR
    assert KIND.parse("   ######\n   #pb .#\n   ######") == CORRIDOR


def test_a_collection_is_found_between_titles_and_comments() -> None:
    text = "; Our levels\n\n; 1\n######\n#@$ .#\n######\nTitle: Corridor\n\n 2\n\n#####\n#@$.#\n#####\nAuthor: us\n"
    levels = KIND.notation.found_in(text) or []
    assert [each.line for each in levels] == [4, 11]
    assert KIND.parse(levels[0].notation) == CORRIDOR
    assert KIND.notation.found_in("# Notes\n\nNothing here is a level.\n") is None


@pytest.mark.parametrize("number", ["abc", "1.5", "true", "0", "-3", "0.5e99"])
def test_a_number_that_is_none_leaves_a_level_the_one_by_which_it_comes(number: str) -> None:
    text = f"Number: {number}\n######\n#@$ .#\n######\n\nNumber: 7\n#####\n#@$.#\n#####\n"
    assert [level.number for level in levels_in(text, ROW.fullmatch)] == [1, 7]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "empty"),
        ("#####|# $.#|#####", "no man"),
        ("######|#@$.@#|######", "2 men"),
        ("#####|#@ .#|#####", "no box"),
        ("######|#@$$.#|######", "2 boxes but 1 target;"),
        ("#####|#@* #|#####", "solved already"),
        ("#####|#@$. |#####", "open at line 2, column 5"),
        ("#####|#@$.#|## ##", "open at line 3, column 3|open"),
        ("@#####|##$.  #|######", "outside the walls"),
        ("#####|#@#$|#.# |#####", "cannot get to any box|outside"),
        ("#####|#@x.#|#####", "'x' means nothing"),
        ("#" * 65 + "|#@$.#|#####", "65 columns"),
        ("#" * 100_000, "too long"),
        ("99999999999999999999#|#@$.#", "columns"),
        ("\x00\x01\x02", "means nothing"),
    ],
)
def test_a_broken_level_is_refused_with_a_reason(text: str, complaint: str) -> None:
    with pytest.raises(NotationError, match=complaint):
        KIND.parse(text)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"####\n#$.#\n####\n", "has no man"),
        (b"######\n#@$.@#\n######\n", "has 2 men"),
        (b"######\n#@$$.#\n######\n", "2 boxes but 1 target"),
        (b"#####\n#@$. \n#####\n", "is open at line 2, column 5"),
        (
            b"10000#\n#@$.9995-#\n" + b"#9998-#\n" * 9997 + b"10000#\n",
            "too long for a level of at most 64×64",
        ),
        (b"10000#\n#@$.9995-#\n10000#\n", "columns, but the limit is 64"),
        ((b"#" * 10_000 + b"\n") * 1_000, "limited to 10,000,000 bytes"),
        (bytes(range(128, 256)) * 50, "is not UTF-8 text"),
    ],
    ids=["no man", "two men", "unequal", "open", "huge", "wide", "long", "binary"],
)
def test_a_broken_file_is_refused_in_one_line(
    content: bytes, complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "level.xsb"
    path.write_bytes(content)
    assert main(["rate", str(path), "--features"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("quandary: ") and said.err.count("\n") == 1
    assert complaint in said.err and str(path) in said.err


def test_boxes_that_nobody_can_get_to_are_part_of_the_level() -> None:
    level = KIND.parse("########|#@$ .#*#|########")
    assert KIND.parse(KIND.format(level)) == level
    assert values(level) == values(level, "steps") == values(level, "python")
    assert values(level)["box_count"] == (2, Status.EXACT)
    assert values(level)["good_boxes_tiles"] == (4, Status.EXACT)


def test_a_box_out_of_reach_and_off_its_target_makes_a_level_unsolvable() -> None:
    level = KIND.parse("#########|#@$ .#$.#|#########")
    for view in ("pushes", "steps", "python"):
        assert values(level, view)["shortest_path"] == (None, Status.UNSOLVABLE)


# Solutions


def test_a_solution_is_replayed_and_a_wrong_one_refused() -> None:
    solution = shortest_solution(TWO)
    assert solution is not None
    assert TWO.is_solved(replay(TWO, solution)[-1])
    assert len(solution) == 40
    with pytest.raises(NotationError, match="Step 2"):
        replay(CORRIDOR, "ru")
    with pytest.raises(NotationError, match="'x' is not a step"):
        replay(CORRIDOR, "Rx")


def test_pushes_are_spelled_with_the_walks_between_them() -> None:
    solution = shortest_solution(AROUND)
    assert solution is not None
    assert AROUND.is_solved(replay(AROUND, spell(AROUND, pushes_of(AROUND, solution)))[-1])
    assert replay(CORRIDOR, "2R") == replay(CORRIDOR, "R R")


def test_fewest_pushes_are_found_without_exploring() -> None:
    for level in (CORRIDOR, AROUND, SIDE_BY_SIDE, TWO):
        for found in (next(search(level, Budget())), in_python(level, Budget())):
            assert found is not None
            assert len(found) == features(level)["shortest_boxes_path"].value
            assert level.is_solved(replay(level, spell(level, found))[-1])
    assert list(search(UNSOLVABLE, Budget())) == []
    assert in_python(UNSOLVABLE, Budget()) is None
    with pytest.raises(OutOfBudget):
        next(search(TWO, Limits(states=3).start()))


@pytest.mark.skipif(core() is None, reason="needs native: in Python features stop where exploring does")
def test_fewest_pushes_are_known_even_where_a_level_cannot_be_explored() -> None:
    many = "11#|#---------#|#--$-$-$--#|#--.-.-.--#|#----@----#|#--.-.-.--#|#--$-$-$--#|#---------#|11#"
    scores = features(KIND.parse(many), Limits(states=1_000))
    assert scores["shortest_boxes_path"].value == 6
    assert scores["shortest_path"].status is Status.GAVE_UP
    assert "1,000 states" in scores["shortest_path"].reason


@pytest.mark.parametrize("shard", range(2))
def test_the_ways_in_c_are_those_in_python(shard: int) -> None:
    for seed in range(shard, 24, 2):
        level = generate(Random(seed), ("5x5-1", "6x6-2", "7x7-2", "7x7-3")[seed % 4])
        names = [feature.name for feature in STRUCTURE if feature.name != "two_parts" or len(level.boxes) > 1]
        ours, work = rate(level, names), SubjectWork(Subject(level), Budget())
        for name in names:
            assert ours[name].value == pytest.approx(getattr(structure, name)(level, work)), KIND.format(
                level
            )


def test_there_is_no_shortest_solution_where_there_is_none() -> None:
    assert shortest_solution(UNSOLVABLE) is None
    with pytest.raises(OutOfBudget):
        shortest_solution(TWO, Limits(states=3))


# What people see


def test_a_box_in_a_corner_stays_there() -> None:
    assert in_corner(SIDE_BY_SIDE, Situation(frozenset({(1, 1), (4, 2)}), (2, 2)))
    assert not in_corner(SIDE_BY_SIDE, Situation(SIDE_BY_SIDE.boxes, (1, 1)))


def test_two_boxes_side_by_side_on_a_wall_freeze_each_other() -> None:
    level = KIND.parse("#######|#     #|# $$  #|#@ .. #|#     #|#######")
    on_the_wall: frozenset[Cell] = frozenset({(2, 1), (3, 1)})
    assert frozen(level, on_the_wall) == on_the_wall
    assert is_frozen(level, Situation(on_the_wall, (1, 1)))
    assert not frozen(level, level.boxes)


def test_boxes_that_are_frozen_on_their_targets_are_fine() -> None:
    level = KIND.parse("#######|#@..  #|# $$  #|#     #|#######")
    assert not is_frozen(level, Situation(level.targets, (1, 1)))


# Features


@pytest.mark.parametrize("shard", range(4))
def test_all_views_give_the_same_features(shard: int) -> None:
    rng = Random(f"views/{shard}")
    for _ in range(8):
        level = generate(rng, rng.choice(("5x5-1", "6x6-1", "6x6-2")))
        ours = values(level, "python")
        assert values(level, "steps") == ours, KIND.format(level)
        assert values(level) == ours, KIND.format(level)


@pytest.mark.skipif(core() is None, reason="needs native: Python has the graph of steps only, and is slow")
@pytest.mark.parametrize("side", [21, 24, 40, 62])
def test_a_corridor_round_a_large_square_is_solved_natively(side: int) -> None:
    rows = [list("#" * side), *(list("##" + " " * (side - 4) + "##") for _ in range(2)), list("#" * side)]
    rows[1][3], rows[1][6], rows[1][8] = "@", "$", "."
    down = ["#" * (side - 3) + " ##"] * (side - 5)
    level = KIND.parse("|".join(["".join(row) for row in rows[:3]] + down + ["#" * side]))
    fast, slow = features(level), features(level, view="python")
    assert {name: score.value for name, score in fast.items()} == {
        name: score.value for name, score in slow.items()
    }
    assert fast["reachable_states_count"].engine == "native"
    assert fast["shortest_boxes_path"].value == 2
    assert shortest_solution(level) is not None


@pytest.mark.parametrize("size", ["7x7-2", "7x7-3", "8x8-3"])
def test_pushes_and_steps_agree_on_larger_levels(size: str) -> None:
    for seed in range(3):
        level = generate(Random(seed), size)
        assert values(level) == values(level, "steps"), KIND.format(level)


@pytest.mark.parametrize("level", [AROUND, TWO, UNSOLVABLE], ids=["around", "two", "unsolvable"])
def test_all_views_agree_on_levels_made_by_hand(level: Level) -> None:
    assert values(level) == values(level, "steps") == values(level, "python")


@pytest.mark.parametrize("level", [AROUND, SIDE_BY_SIDE, TWO], ids=["around", "side", "two"])
def test_networkx_agrees(level: Level) -> None:
    steps = level.in_steps()
    [start] = steps.starts()
    graph, todo = nx.DiGraph(), [start]
    for state in todo:
        for move in [] if steps.is_solved(state) else steps.moves(state):
            child = steps.apply(state, move)
            if child not in graph:
                todo.append(child)
            graph.add_edge(state, child, push=int(move.isupper()))
    solved = [state for state in graph if steps.is_solved(state)]
    graph.add_edges_from(((state, "end") for state in solved), push=0)
    viable = nx.ancestors(graph, "end")
    condensed = nx.condensation(graph)
    component = condensed.graph["mapping"]
    found = {name: score.value for name, score in features(level).items()}
    assert found["reachable_states_count"] == len(graph) - 1
    assert found["viable_states_count"] == len(viable)
    assert found["good_boxes_tiles"] == len({box for state in viable for box in state.boxes})
    assert found["reachable_tile_count"] == len({state.man for state in graph if state != "end"})
    assert found["shortest_path"] == nx.shortest_path_length(graph, start, "end") - 1
    assert found["shortest_boxes_path"] == nx.shortest_path_length(graph, start, "end", weight="push")
    assert found["scc_count"] == len(condensed) - 1
    assert found["scc_shortest"] == nx.shortest_path_length(condensed, component[start], component["end"]) - 1
    on_shortest = nx.all_shortest_paths(graph, start, "end")
    assert found["counter_intuitive_steps"] == min(_against(level, way[:-1]) for way in on_shortest)


def _against(level: Level, way: list[Stand]) -> int:
    sums = [sum(level.nearest_target[box] for box in state.boxes) for state in way]
    return sum(after > before for before, after in pairwise(sums))


def test_fast_marks_what_it_does_not_know_and_changes_nothing_else() -> None:
    for level in (AROUND, SIDE_BY_SIDE, TWO, UNSOLVABLE):
        exact, fast = features(level), features(level, fast=True)
        for name in (*FEATURES, *EXTRAS):
            if name in INEXACT_WHEN_FAST:
                assert fast[name].status is Status.NOT_COMPUTED
                assert "dead squares" in fast[name].reason
            else:
                assert (fast[name].value, fast[name].status) == (exact[name].value, exact[name].status)


def test_an_unsolvable_level_has_states_but_no_shortest_path() -> None:
    found = values(UNSOLVABLE)
    assert found["shortest_path"] == (None, Status.UNSOLVABLE)
    assert found["viable_states_count"] == found["good_boxes_tiles"] == (0, Status.EXACT)
    assert found["reachable_states_count"][0]


def test_what_gives_up_says_why_and_keeps_what_is_known() -> None:
    for view in ("pushes", "steps", "python"):
        scores = features(TWO, Limits(states=10), view=view)
        assert scores["shortest_path"].status is Status.GAVE_UP
        assert "10 states" in scores["shortest_path"].reason
        assert scores["box_count"].value == 2


# Making levels


@pytest.mark.parametrize(("fewest", "most"), [(1, 1), (5, 6), (9, 11)])
def test_a_level_from_a_band_has_that_many_pushes(fewest: int, most: int) -> None:
    level = between(Random(2), "7x7-2", fewest, most)
    assert level is not None
    pushes = features(level)["shortest_boxes_path"].value
    assert pushes is not None
    assert fewest <= pushes <= most


def test_a_band_that_no_room_has_is_reported_as_empty() -> None:
    assert between(Random(1), "5x5-1", 40, 50) is None


def test_levels_of_a_band_are_different_up_to_symmetry_and_an_empty_band_is_said_to_be_empty() -> None:
    band = generate_band(KIND, "6x6-2", "shortest_boxes_path", 8, 9, count=4)
    assert band.is_complete, band
    assert len({KIND.canonical(made.puzzle) for made in band.found}) == 4
    for made in band.found:
        assert 8 <= (features(made.puzzle)["shortest_boxes_path"].value or 0) <= 9
    nothing = generate_band(KIND, "5x5-1", "shortest_boxes_path", 40, 50, tries=5)
    assert not nothing.found
    assert str(nothing).startswith("found 0 of 1 puzzles with shortest_boxes_path from 40 to 50: tried 5 ")


def test_a_size_without_room_is_refused() -> None:
    for size in ("3x3-1", "7x7", "99x99-1", "7x7-9"):
        with pytest.raises(NotationError):
            generate(Random(1), size)


def test_neighbours_are_levels_that_differ_in_one_thing() -> None:
    found = dict(neighbours(AROUND))
    assert AROUND not in found.values()
    assert all(KIND.parse(KIND.format(level)) == level for level in found.values())
    assert {"remove the wall at r4c5", "put a wall at r2c5", "move the box at r3c4 right"} <= set(found)


@pytest.mark.parametrize("by", ["shortest_path", "viable_share", "wandering", "muse"])
def test_changes_are_ranked_by_any_measure(by: str) -> None:
    found = vary_once(KIND, AROUND, by)
    here = rate(AROUND, [by])[by].value or 0
    differences = [abs(variant.difference) for variant in found.found]
    assert differences == sorted(differences, reverse=True)
    assert differences[0] > 0
    for variant in found.found[:3]:
        assert variant.difference == pytest.approx((rate(variant.puzzle, [by])[by].value or 0) - here)


def test_a_change_that_leaves_no_solution_is_counted_and_not_listed() -> None:
    """Its share of viable states is known, namely none."""
    found = vary_once(KIND, AROUND, "viable_share", direction="easier")
    assert found.unsolvable == vary_once(KIND, AROUND, "shortest_path").unsolvable > 0
    assert all((variant.score.value or 0) > 0 for variant in found.found)


def test_a_push_is_written_with_its_box_and_direction() -> None:
    assert str(Push((3, 2), "left")) == "3,2L"


# Beyond counting


def taken(level: Level, *names: str) -> dict[str, float | None]:
    return {name: score.value for name, score in rate(level, names).items()}


def test_a_level_of_two_corridors_falls_into_two_parts() -> None:
    level = KIND.parse("#######|#  $ .#|#@#####|#  $ .#|#######")
    assert taken(level, "box_changes", "two_parts", "bottlenecks", "dead_end_depth") == {
        "box_changes": 1,
        "two_parts": 1,
        "bottlenecks": 0,  # either box may come first
        "dead_end_depth": 0,
    }


def test_every_situation_of_a_corridor_is_a_bottleneck() -> None:
    level = KIND.parse("#########|#@$    .#|#########")
    assert taken(level, "bottlenecks", "wandering") == {"bottlenecks": 4, "wandering": 5}
    score = rate(level, ["two_parts"])["two_parts"]
    assert (score.status, "single box" in score.reason) == (Status.NOT_COMPUTED, True)


def test_bottlenecks_are_what_cannot_be_left_out() -> None:
    """Compared with leaving out each situation in turn."""
    for level in (AROUND, SIDE_BY_SIDE, TWO):
        graph = nx.DiGraph()
        todo = [level.starts()[0]]
        for state in todo:
            for move in [] if level.is_solved(state) else level.moves(state):
                child = level.apply(state, move)
                if child not in graph:
                    todo.append(child)
                graph.add_edge(state, child)
        graph.add_edges_from((state, "end") for state in list(graph) if level.is_solved(state))
        start = todo[0]
        needed = [
            state
            for state in todo[1:]
            if not level.is_solved(state)
            and not nx.has_path(nx.restricted_view(graph, [state], []), start, "end")
        ]
        assert taken(level, "bottlenecks") == {"bottlenecks": len(needed)}


def test_the_wanderer_needs_as_long_as_simulated_ones() -> None:
    level, rng = SIDE_BY_SIDE, Random(5)
    graph = explore(level)
    left = GraphShape(graph).steps_left
    total, walks = 0, 4_000
    for _ in range(walks):
        node = 0
        while not graph.solved[node]:
            options = [int(child) for child in graph.children(node) if left[child] < float("inf")]
            weights = [4 if left[child] < left[node] else 1 for child in options]
            [node] = rng.choices(options, weights)
            total += 1
    expected = taken(level, "wandering")["wandering"]
    assert expected == pytest.approx(total / walks, rel=0.05)


def test_what_goes_beyond_says_so_where_there_is_no_solution() -> None:
    names = ("box_changes", "two_parts", "bottlenecks", "dead_end_depth", "wandering")
    assert {score.status for score in rate(UNSOLVABLE, names).values()} == {Status.UNSOLVABLE}


def test_a_beginner_who_learns_dead_squares_has_less_to_choose_from() -> None:
    bits = [muse(TWO, KIND.player(name)).value or 0 for name in ("none", "beginner", "careful", "expert")]
    assert bits == sorted(bits, reverse=True)
    assert bits[0] > bits[1] > bits[2]


def test_a_table_of_features_is_written_and_bad_levels_do_not_stop_it(tmp_path: Path) -> None:
    levels, table = tmp_path / "levels.xsb", tmp_path / "table.csv"
    levels.write_text("; 1\n6#\n#@$ .#\n6#\n\n; 2\n6#\n#@$$.#\n6#\n\n; 3\n5#\n#@$.#\n5#\n", "utf-8")
    command = [
        sys.executable,
        "-m",
        "quandary",
        "rate",
        str(levels),
        "--features",
        "--fast",
        "-o",
        str(table),
    ]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, "line 7 of" in done.stderr) == (2, True)
    rows = list(csv.DictReader(table.read_text("utf-8").splitlines()))
    assert [row["shortest_path"] for row in rows] == ["2", "1"]
    assert {row["scc_count_status"] for row in rows} == {"not computed"}
