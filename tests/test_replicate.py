"""Published tables come out as printed."""

import json
import math
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from sklearn.dummy import DummyRegressor
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import cross_val_predict

from quandary.cli.main import main
from quandary.draw.shapes import Circle, Line, Polygon, Text
from quandary.errors import FileError, QuandaryError
from quandary.kinds.maze import features
from quandary.kinds.maze.rules import Maze
from quandary.kinds.maze.twin import count, walk
from quandary.kinds.maze.walk import walk as walk_in_python
from quandary.kinds.sudoku.count import is_unique
from quandary.kinds.sudoku.generate import reductions
from quandary.kinds.sudoku.levels import level_of
from quandary.kinds.sudoku.rules import Sudoku
from quandary.library.registry import find_kind
from quandary.limits import Budget
from quandary.models.statistics import fit
from quandary.models.steps import GroupMean
from quandary.replicate import TableRow, _fillomino, contents, find, genpuzzles, table_names
from quandary.replicate._graph import bar_chart, graph
from quandary.replicate._maze_data import _folds, columns, held_out
from quandary.replicate._maze_solvers import mazes
from quandary.replicate.genpuzzles import accuracy, read_labelled, sample
from quandary.replicate.move_models import _setting, _summary


@pytest.mark.parametrize("name", table_names())
def test_a_replication_is_found_under_its_own_name_and_says_where_it_is_from(name: str) -> None:
    table = find(name)
    assert table.name == name
    assert table.title and table.source


def test_the_entropies_of_figure_4() -> None:
    ours = {row.name: row.ours for row in find("figure4").rows()}
    expected = {"muse_A": 4, "muse_L": 1, "remuse_A": 3.0592, "remuse_L": 0.1601}
    for name, value in expected.items():
        assert math.isclose(ours[name] or 0, value, abs_tol=1e-3), name


def test_the_paper_prints_the_muse_of_figure_4_but_not_its_remuse() -> None:
    published = {row.name: row.published for row in find("figure4").rows()}
    assert published["muse_A"] == 4 and published["muse_L"] == 1
    assert published["remuse_A"] is None and published["remuse_L"] is None


def test_every_state_of_figure_4_has_as_many_choices_as_printed() -> None:
    rows = [row for row in find("figure4").rows() if row.name[:2] in ("A_", "L_")]
    states = ["1", *(f"2{letter}" for letter in "abcd"), *(f"3{letter}" for letter in "abcdefgh")]
    assert [row.name for row in rows] == [f"{column}_{state}" for column in "AL" for state in states]
    assert [row.ours for row in rows] == [row.published for row in rows]
    assert sum(row.ours or 0 for row in rows if row.name.startswith("A_")) == 19
    assert sum(row.ours or 0 for row in rows if row.name.startswith("L_")) == 13


def test_play_has_ended_in_the_last_states_of_figure_4() -> None:
    ended = {row.name for row in find("figure4").rows() if "play has ended" in row.note}
    assert ended == {"A_2d", "A_3h", "L_2d", "L_3h"}


def test_labels_of_a_file_are_ratings_or_words(tmp_path: Path) -> None:
    file = tmp_path / "labelled.txt"
    file.write_text("# two\n.3....3....41... 1.2\n.3....3....41... Evil\n", "utf-8")
    assert [label for _, label in read_labelled(file)] == ["easy", "evil"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (".3....3....41...", "line 1 of labelled.txt: give a puzzle, a blank and its label"),
        ("33....3....41... 1.2", "line 1 of labelled.txt: There is more than one 3"),
    ],
)
def test_a_bad_line_of_labelled_puzzles_is_named(tmp_path: Path, line: str, message: str) -> None:
    file = tmp_path / "labelled.txt"
    file.write_text(line, "utf-8")
    with pytest.raises(FileError, match=message):
        read_labelled(file)


def test_labels_are_drawn_equally_often() -> None:
    puzzle = Sudoku(".3....3....41...", 2, 2)
    labelled = [(puzzle, "easy")] * 90 + [(puzzle, "hard")] * 7
    labels = [label for _, label in sample(labelled, 20, seed=1)]
    assert (labels.count("easy"), labels.count("hard")) == (13, 7)
    with pytest.raises(QuandaryError, match="at least two different labels"):
        sample(labelled[:90], 20, seed=1)


def test_a_machine_learns_what_the_features_tell_and_nothing_else() -> None:
    told = [({"size": float(i % 2), "noise": float(i * 7 % 5)}, "ab"[i % 2]) for i in range(60)]
    untold = [({"noise": float(i * 7 % 5)}, "ab"[i % 2]) for i in range(60)]
    assert accuracy(told, 0.5, splits=5, seed=1) == 1
    assert accuracy(untold, 0.5, splits=5, seed=1) < 0.8


def test_more_empty_cells_are_reported_as_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(genpuzzles, "EMPTIES", {"9x9": (10, 40)})
    assert [(row.name, row.note) for row in genpuzzles.running_times()] == [
        ("9x9_10", "median processor seconds of 3 boards; 10 cells emptied"),
        ("9x9_40", "median processor seconds of 3 boards; 40 cells emptied"),
    ]


def test_generated_classes_are_all_minimal_so_that_empty_cells_tell_nothing() -> None:
    for sudoku, name in genpuzzles.minimal_puzzles(2):
        assert level_of(sudoku) == name
        assert not any(is_unique(less) for _, less in reductions(sudoku)), name


def test_the_rate_on_labelled_puzzles_comes_first_and_is_not_compared_with_our_own_labels(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(genpuzzles, "PUZZLES", 40)
    first, chance, *curve = islice(genpuzzles.rows(), 6)
    assert (chance.name, chance.ours) == ("chance", 0.25)
    assert (first.name, first.published, first.ours) == ("surface_80%", 0.8, None)
    assert all(row.name.startswith("generated-") and row.published is None for row in curve)
    assert "our own rating" in curve[0].note


def test_no_running_time_is_compared_with_a_point_that_the_draft_does_not_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(genpuzzles, "EMPTIES", {"9x9": (10,)})
    monkeypatch.setattr(_fillomino, "SIDES", range(2, 3))
    rows = list(genpuzzles._same_for_all())
    assert rows[0].name == "fillomino_levels" and "no labels" in rows[0].note
    assert all(row.published is None for row in rows)


def test_a_linear_scale_begins_at_nothing_and_keeps_proportions() -> None:
    rows = [TableRow("4x4_1", None, 0.002), TableRow("4x4_2", None, 0.004)]
    (_, low), (_, high) = (
        shape.centre for shape in graph(rows, "", "", "", is_linear=True).shapes if isinstance(shape, Circle)
    )
    bottom = max(
        y
        for shape in graph(rows, "", "", "", is_linear=True).shapes
        if isinstance(shape, Line)
        for _, y in shape.points
    )
    assert bottom - high == pytest.approx(2 * (bottom - low))


def test_fillominos_are_emptied_as_asked_or_as_far_as_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_fillomino, "SIDES", range(3, 5))
    rows = list(_fillomino.fillomino_times(seed=1))
    emptied = {row.name: int(row.note.partition("; ")[2].split()[0]) for row in rows}
    assert list(emptied)[:6] == [f"fillomino-3x3_{target}" for target in (2, 4, 5, 6, 7)] + [
        "fillomino-4x4_3"
    ]
    for name, number in emptied.items():
        assert number <= int(name.rpartition("_")[2])
    assert emptied["fillomino-4x4_3"] == 3 and emptied["fillomino-4x4_13"] < 13
    drawn = genpuzzles.draw(rows)
    assert drawn.height > _fillomino.draw_fillomino_times(rows).height
    assert genpuzzles.draw([*rows, TableRow("9x9_10", None, 0.1)]).height == pytest.approx(2 * drawn.height)


def test_rows_become_the_lines_of_a_graph(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [TableRow("9x9_10", None, 0.01), TableRow("9x9_40", None, 0.2), TableRow("surface_80%", None, 0.5)]
    rows.append(TableRow("chance", None, 0.25))
    monkeypatch.setattr(genpuzzles, "TABLE", replace(genpuzzles.TABLE, rows=lambda: rows))
    out = tmp_path / "times.svg"
    assert main(["replicate", "genpuzzles", "-o", str(out)]) == 0
    learnt = 1 + 2  # the accuracy, and the two ends of chance
    assert "cells emptied" in out.read_text() and out.read_text().count("<circle") == 2 + learnt
    assert main(["replicate", "-o", str(out), "--all"]) == 2
    assert "-o needs the NAME of one table" in capsys.readouterr().err


@cache
def maze_predictors() -> dict[str, TableRow]:
    parts = ("4.1", "4.2", "4.5")
    return {row.name: row for part in parts for row in find("maze-predictors").part(part).rows()}


def test_the_predictors_of_logic_mazes_to_three_decimals() -> None:
    ours = {row.name: row.ours for row in maze_predictors().values()}
    expected = {"A1": 0.622, "A2": 0.616, "A3": 0.644, "A6": 0.649, "B1": 0.012, "B2": 0.870, "B3": 0.390}
    for name, value in (expected | {"C7": 0.482, "C8": 0.381}).items():
        assert round(ours[f"r2_{name}"] or 0, 3) == value, name
    assert round(ours["p_B1"] or 0, 3) == 0.567
    assert round(ours["r2_scaled_B2"] or 0, 3) == 0.872
    for predictors, value in {"A3+B2": 0.872, "B2": 0.865, "A3+B5": 0.693, "C7+C8": 0.506}.items():
        assert math.isclose(ours[f"adj_{predictors}"] or 0, value, abs_tol=6e-4), predictors
    for predictors, value in {"A9+B2": 0.868, "A3+B4": 0.846, "A1+A3+A9+A9^2": 0.688}.items():
        assert math.isclose(ours[f"adj_{predictors}"] or 0, value, abs_tol=6e-4), predictors
    assert math.isclose(ours["mae_constant"] or 0, 1.258, abs_tol=2e-3)
    assert math.isclose(ours["mae_size"] or 0, 0.804, abs_tol=3e-3)
    assert math.isclose(ours["mae_B2"] or 0, 0.44, abs_tol=5e-3)


def test_every_p_of_the_single_predictors_is_given_and_doubted_where_many_tests_were_made() -> None:
    rows = {name: row for name, row in maze_predictors().items() if name.startswith("p_")}
    assert len(rows) == 17 and rows["p_B1"].note == "not significant"
    assert rows["p_B2"].note == "printed as <0.001" and (rows["p_B2"].ours or 1) < 0.001
    doubted = [name for name, row in rows.items() if "may be chance" in row.note]
    assert doubted == ["p_A4", "p_C4", "p_C6"]  # the report's yellow rows


def test_the_printed_error_of_the_shortest_solution_cannot_be_had() -> None:
    rows = maze_predictors()
    assert "cannot be had from the printed data" in rows["mae_B2"].note
    assert "cannot" not in rows["mae_constant"].note
    assert math.isclose(rows["reduction_scaled"].ours or 0, 0.66, abs_tol=0.01)
    assert math.isclose(rows["reduction"].ours or 0, 0.65, abs_tol=0.01)
    assert "below 0.05 in 0%" in rows["wilcoxon_p"].note


@pytest.mark.parametrize(
    ("name", "predictor", "model"),
    [("constant", "B2", DummyRegressor()), ("size", "A1", GroupMean()), ("B2", "B2", LinearRegression())],
)
def test_errors_without_fitting_again_are_those_of_fitting_again(
    name: str, predictor: str, model: Any
) -> None:
    known, splits = columns(), 3
    x, rated = known[predictor][:, None], known["difficulty"]
    ours = held_out(name, "difficulty", splits)
    for errors, folds in zip(ours, _folds(splits), strict=True):
        assert sorted(folds.ravel()) == list(range(30))
        assert all(sorted(known["A1"][fold]) == [3, 4, 4, 5, 5, 6] for fold in folds)
        cuts = [(np.setdiff1d(np.arange(30), fold), fold) for fold in folds]
        assert errors == pytest.approx(cross_val_predict(model, x, rated, cv=cuts) - rated)


def test_the_tables_of_maze_solvers_have_a_row_for_each_that_is_printed() -> None:
    rows = {row.name: row for row in find("maze-predictors").part("5.1").rows()}
    assert sum(row.published is not None for row in rows.values()) == 10
    assert all(row.ours and row.ours > 0 for row in rows.values())
    found = {row.name: row.ours or 0 for row in find("maze-predictors").part("figure5.1").rows()}
    assert found["shortest_in_1"] <= found["shortest_in_5"] <= found["shortest_in_20"] <= 1
    assert found["above_0.9"] >= 0.9 and found["above_0.99"] <= found["above_0.9"]


def test_brute_force_walks_along_every_path_of_a_maze() -> None:
    these = mazes()[3]
    for maze in these:
        states = sum(1 for _ in _every_path(maze, *maze.starts()))
        assert walk(maze, Budget()) == walk_in_python(maze, Budget()) == (states, count(maze, Budget()))
    assert walk(Maze(6), Budget()).states > 1000 * walk(Maze(4), Budget()).states


def _every_path(maze: Maze, path: tuple[tuple[int, int], ...]) -> Iterator[object]:
    yield path
    for move in maze.moves(path):
        yield from _every_path(maze, maze.apply(path, move))


def test_the_predicted_rating_of_a_maze_is_the_line_through_the_printed_data() -> None:
    known = columns()
    line = fit(known["B2"], known["difficulty"])
    spread = known["difficulty"] - line.predict(known["B2"])
    assert pytest.approx((line.constant, line.weights[0]), abs=5e-5) == (
        features.RATING_AT_0,
        features.RATING_PER_EDGE,
    )
    assert pytest.approx(math.sqrt((spread**2).sum() / (line.count - 2)), abs=5e-5) == features.RATING_ERROR
    assert line.count == features.RATED
    assert pytest.approx(known["B2"].mean(), abs=5e-4) == features.RATED_MEAN
    assert pytest.approx(known["B2"].var() * line.count, abs=0.05) == features.RATED_SQUARES


def test_what_the_report_does_not_print_is_not_made_up() -> None:
    rows = maze_predictors()
    for name in ("r2_A4", "r2_A5", "r2_C1", "r2_C6", "adj_A3+C6+C8", "adj_A3+A7+A8"):
        assert rows[name].ours is None and "does not print" in rows[name].note
    for name in ("adj_A9+B2", "adj_A3+B4", "adj_A1+A3+A9+A9^2"):
        assert "does not follow from the printed data" in rows[name].note
    assert rows["r2_B2"].note == ""


def test_models_of_moves_stand_alone_and_say_once_why(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replicate", "move-models", "--table", "2.11"]) == 0
    told = capsys.readouterr().out
    assert told.count("not public") == 1 and "0.6827" in told
    assert main(["replicate", "move-models", "--table", "2.11", "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(rows) == 14 and all("not public" in row["note"] and row["ours"] is None for row in rows)


def test_models_of_moves_are_computed_from_ones_own_times(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    draw = Random(1)
    lines = ["id,shortest_path,box_count,mean_log_time"]
    for number in range(80):  # a fifth of them, the test levels, tell a score
        length, boxes = draw.randint(5, 80), draw.randint(1, 6)
        time = 1 + math.log(length) + boxes / 9 + draw.random() / 5
        lines.append(f"p{number},{length},{boxes},{time}")
    data = tmp_path / "times.csv"
    data.write_text("\n".join(lines))
    assert main(["replicate", "move-models", "--table", "2.11", "--data", str(data), "--json"]) == 0
    rows = {row["row"]: row for row in map(json.loads, capsys.readouterr().out.splitlines())}
    assert rows["ridge_test"]["ours"] > 0.5 and rows["ridge_test"]["published"] == 0.6304
    assert rows["ridge_test"]["note"] == "ours: 80 levels of times.csv"


def test_a_picture_tells_printed_numbers_from_computed_ones() -> None:
    chart = bar_chart("Two rows", [TableRow("known", 0.4, 0.5), TableRow("only_printed", 0.3, None)])
    bars = [shape for shape in chart.shapes if isinstance(shape, Polygon)]
    legend, rows = bars[:2], bars[2:]
    assert [bar.fill is None for bar in legend] == [True, False]
    assert [bar.fill is None for bar in rows] == [True, False, True]
    assert {"published", "recomputed"} <= {shape.text for shape in chart.shapes if isinstance(shape, Text)}


def test_a_picture_says_how_many_rows_it_leaves_out() -> None:
    chart = bar_chart("Many rows", [TableRow(str(number), None, number) for number in range(70)])
    assert any("first 60 of 70" in shape.text for shape in chart.shapes if isinstance(shape, Text))


def test_a_table_without_a_computed_number_is_not_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "x.svg"
    assert main(["replicate", "witness-table1", "--table", "table1", "-o", str(out)]) == 2
    assert "needs the panels: --data FILE" in capsys.readouterr().err
    assert not out.exists()


def test_a_folder_takes_a_picture_of_each_table_that_could_be_computed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "new" / "pictures"
    assert main(["replicate", "witness-table1", "-o", str(folder)]) == 0
    said = capsys.readouterr().err
    assert said.count("did not draw") == 4 and not list(folder.iterdir())
    assert main(["replicate", "figure4", "-o", str(folder)]) == 0
    assert [file.name for file in folder.iterdir()] == ["figure4.svg"]


def test_every_table_of_the_sources_is_there_or_says_why_not() -> None:
    listed = list(contents())
    assert len({each.source for each in listed}) == 5
    named = {each.table for each in listed if each.table}
    for name, part in named:
        table = find(name)
        parts = {each.name for each in table.parts} | ({"selection"} if name == "witness-table1" else set())
        assert part in parts if part else not table.parts
    assert {name for name, _ in named} == set(table_names())
    others = [each.where for each in listed if not each.table]
    assert all(
        where.startswith(("not possible: ", "show: ", "study: ", "explain: ", "course: ")) for where in others
    )


@pytest.mark.parametrize(
    "text", ["user,l1,l2\na,10,20\nb,5,\n", "user,level,seconds\na,l1,10\na,l2,20\nb,l1,5\n"]
)
def test_a_table_of_times_is_summed_up_as_the_thesis_does(text: str, tmp_path: Path) -> None:
    (tmp_path / "times.csv").write_text(text)
    rows = {row.name: row.ours for row in _summary(tmp_path / "times.csv").rows()}
    assert (rows["users"], rows["levels"], rows["users_per_level"], rows["levels_per_user"]) == (
        2,
        2,
        1.5,
        1.5,
    )
    assert rows["total_days"] == pytest.approx(35 / 86_400)
    assert rows["mean_log_time l1"] == pytest.approx((math.log(10) + math.log(5)) / 2)


def test_a_time_that_is_none_is_named_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "times.csv").write_text("user,l1\na,10\nb,never\n")
    assert (
        main(["replicate", "move-models", "--table", "summary", "--data", str(tmp_path / "times.csv")]) == 2
    )
    assert "line 3 of times.csv: 'never' is not a time" in capsys.readouterr().err


def test_the_settings_that_a_search_chose_stand_beside_the_printed_ones() -> None:
    rows = {row.name: row.published for row in find("move-models").part("2.3").rows()}
    assert rows["ridge_parameter"] == 56.23 and "linear_parameter" not in rows
    assert _setting("alpha: 0.1") == 0.1 and _setting("") is None


def test_fillominos_with_labels_are_sorted_by_what_the_draft_counts(tmp_path: Path) -> None:
    kind, rng = find_kind("fillomino"), Random(3)
    lines = []
    for size, label in (("4x4", "easy"), ("6x6", "hard")):
        lines += [f"{kind.format(kind.generate(rng, size)).replace(chr(10), '/')} {label}" for _ in range(8)]
    (tmp_path / "labelled.txt").write_text("\n".join(lines))
    rows = {row.name: row.ours for row in genpuzzles.with_data(tmp_path / "labelled.txt").rows()}
    assert set(rows) == {"chance", *(f"fillomino_{share}%" for share in (20, 40, 60, 80))}
    assert rows["chance"] == 0.5
    assert rows["fillomino_80%"] == 1.0  # the number of cells tells them apart


def test_printed_points_of_a_graph_are_hollow_and_have_the_colour_of_hollow_bars() -> None:
    rows = [TableRow(f"{name}_{x}", None, x) for name in ("ours", "ours, published") for x in (3, 4)]
    dots = [shape for shape in graph(rows, "", "", "").shapes if isinstance(shape, Circle)]
    assert [dot.fill is None for dot in dots] == [False, False, True, True]
    assert {dot.stroke for dot in dots[2:]} == {"soft"}


def test_a_number_that_nothing_compares_with_is_written_and_not_drawn() -> None:
    rows = [TableRow("a", 1, 2), TableRow("b", 3, 4), TableRow("work", 392_326_063, None, unit="states")]
    chart = bar_chart("Three rows", rows)
    words = [shape.text for shape in chart.shapes if isinstance(shape, Text)]
    assert "states: published 392,326,063" in words and "work" not in words
    assert not any("e+" in each for each in words)


def test_names_of_lines_never_cover_each_other() -> None:
    rows = [TableRow(f"{name}_{x}", None, x / 1000) for name in ("2x2", "3x3", "9x9") for x in (1, 2)]
    drawn = graph(rows, "", "", "", is_linear=True).shapes
    assert len([shape for shape in drawn if isinstance(shape, Text) and "x" in shape.text]) == 1


def test_a_table_without_times_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "table.csv").write_text("id,width\na,1\nb,2\nc,3\nd,4\n")
    for part in ("scatter", "A", "curve", "2.3"):
        assert main(["replicate", "move-models", "--table", part, "--data", str(tmp_path / "table.csv")]) == 2
        assert "There is no column 'mean_log_time'" in capsys.readouterr().err


def test_a_table_that_selects_from_its_data_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "dump.jsonl").write_text("{}\n")
    asked = ["replicate", "witness-table1", "--table", "selection", "--data", str(tmp_path / "dump.jsonl")]
    assert main(asked) == 2
    assert "Add --select" in capsys.readouterr().err


def test_the_predicted_rating_is_the_line_through_the_reports_table() -> None:
    table = columns()
    lengths, ratings = table["B2"], table["difficulty"]
    slope, constant = np.polyfit(lengths, ratings, 1)
    assert (round(float(constant), 4), round(float(slope), 5)) == (0.2252, 0.18375)
    assert (features.RATING_AT_0, features.RATING_PER_EDGE) == (0.2252, 0.18375)
    around = ratings - constant - slope * lengths
    spread = math.sqrt((around**2).sum() / (len(lengths) - 2))
    squares = ((lengths - lengths.mean()) ** 2).sum()
    found = len(lengths), round(float(lengths.mean()), 3), round(float(squares), 1), round(spread, 4)
    assert found == (features.RATED, features.RATED_MEAN, features.RATED_SQUARES, features.RATING_ERROR)
