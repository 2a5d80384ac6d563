"""Published tables come out as they were printed."""

import math
from pathlib import Path

import pytest

from quandary.errors import FileError, QuandaryError
from quandary.kinds.sudoku.rules import Sudoku
from quandary.replicate import find, genpuzzles, names
from quandary.replicate.genpuzzles import accuracy, read_labelled, sample


@pytest.mark.parametrize("name", names())
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
        ("9x9_10", "seconds here; 10 cells emptied"),
        ("9x9_40", "seconds here; 40 cells emptied"),
    ]
