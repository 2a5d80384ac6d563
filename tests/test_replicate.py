"""Published tables come out as they were printed."""

import math

import pytest

from quandary.replicate import find, names


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
