"""The thesis on the HEX tangram: the printed numbers come out under its own reading, and ours beside them."""

from collections import Counter
from dataclasses import fields, replace
from pathlib import Path

import pytest

from quandary._native import core
from quandary.kinds.tangram.hex.solutions import all_solutions
from quandary.replicate import TableRow, find
from quandary.replicate.hex import constraints, puzzle_144, statistics
from quandary.replicate.hex.chapters import CHAPTERS, fitting, fitting_locations, tasks
from quandary.replicate.hex.entropy import EVERYWHERE, entropies, entropies_in_python
from quandary.replicate.hex.quirks import PUBLISHED, STRICT, TEXT, Quirks

NATIVE = core() is not None
PRIME = 1_000_000_007
FIRST_PUZZLES: dict[int, list[tuple[tuple[int, ...], float]]] = {
    1: [((0, 1), 10.4919), ((0, 2), 9.5850)],
    5: [((0, 1), 7.5850), ((1,), 11.5850)],
    7: [((0, 1), 10.4919), ((0, 1), 6.5850)],
    8: [((0, 1), 6.5850), ((1,), 8.5850)],
    9: [((1,), 12.7142), ((0,), 10.2854)],
    10: [((0, 1), 6.5850), ((1,), 8.5850)],
    11: [((0,), 10.9069), ((0,), 10.9069)],
    12: [((1,), 12.7142), ((0,), 10.2854)],
}
"""Chapter → pre-placed places and entropy of its first two puzzles, from an independent program."""


def rows(table: str) -> dict[str, TableRow]:
    return {row.name: row for row in find("hex").part(table).rows()}


def test_the_parts_are_named_like_the_tables() -> None:
    assert [part.name for part in find("hex").parts] == [
        "3.1",
        "3.2",
        "4.2",
        "4.7",
        "4.3",
        "5.1",
        "6.5",
    ]


def test_table_3_1_has_two_misprints() -> None:
    table = rows("3.1")
    ranks = {name: table.pop(name) for name in ("least_rank", "most_rank")}
    assert all(row.as_published == pytest.approx(row.published, rel=1e-3) for row in ranks.values())
    assert (ranks["least_rank"].ours or 0) > 3 and (ranks["most_rank"].ours or 0) > 3000
    wrong = {name for name, row in table.items() if row.published != row.ours}
    assert wrong == {"Wrench", "Trapezoid"} == {name for name, row in table.items() if row.note}
    assert (table["Wrench"].ours, table["Trapezoid"].ours) == (168, 126)


def test_table_3_2_comes_out_exactly() -> None:
    table = rows("3.2")
    assert table.pop("Tilings").ours == 30_096
    said = {name: table.pop(name) for name in list(table) if name.startswith(("expansions", "speedup"))}
    assert said["expansions_share"].ours == pytest.approx(2.83, abs=0.005), "printed ten times too small"
    assert said["speedup"].ours == pytest.approx(86.55, abs=0.01)
    assert all(row.published == row.ours for row in table.values())
    assert table["Total"].ours == 2508 and len(table) == 11


def test_patterns() -> None:
    table = rows("patterns")
    assert round(table["zero_share"].as_published or 0, 2) == 41.45
    assert round(table["zero_share"].ours or 0, 2) == 10.21
    assert (table["max"].published, table["max"].as_published, table["max"].ours) == (164, 266, 676)
    assert (table["count_164"].published, table["count_164"].as_published) == (16, 16)
    assert (table["selected"].as_published, table["selected"].ours) == (101, 401)
    assert (table["maxmin"].as_published, table["maxmin"].ours) == (72, 187)
    assert table["maxmin_164"].published == 21 and table["maxmin_164"].as_published == 34
    assert (table["log2_size_2"].ours, table["size_3"].ours, table["size_5"].ours) == (174, 15**11, 124_416)


def test_figure_4_7_counts_every_pattern() -> None:
    table = rows("4.7")
    assert sum(row.ours or 0 for row in table.values()) == 124_416
    assert sum(row.as_published or 0 for row in table.values()) == 248_832
    assert table["0"].as_published == 103_150


def test_the_last_puzzle_is_easier_the_more_a_player_knows() -> None:
    table = rows("6.5")
    assert table["printed"].as_published == pytest.approx(20.05, abs=0.005)
    assert table["solutions"].ours == 1
    bits = [table[name].ours for name, _, _ in puzzle_144.PLAYERS]
    assert bits == sorted(bits, key=lambda value: -(value or 0))
    assert [round(value or 0, 4) for value in bits] == [15.7488, 9.6294, 7.8074, 5.8074, 4.7004, 4.7004]


def test_chapters() -> None:
    table = {name: row for name, row in rows("chapters").items() if name.startswith("ch")}
    theirs, ours = ([getattr(row, column) for row in table.values()] for column in ("as_published", "ours"))
    assert list(table) == [f"ch{chapter}" for chapter in CHAPTERS]
    assert theirs == [2508, 4818, 3859, 4190, 444, 7630, 101, 213, 136, 174, 27, 292]
    assert ours == [2508, 4818, 3880, 4109, 528, 8222, 401, 834, 533, 715, 87, 1231]
    assert all(row.published == min(row.as_published or 0, 3000) for row in table.values())


def test_two_ways_to_count_the_chapters_agree() -> None:
    weights = constraints.published_weights(("Wrench", "Mountains"))
    selected = weights[list(fitting(PUBLISHED))]
    for some, first in ((weights, 1), (selected, 7)):
        assert some.sum(axis=0).tolist() == [
            len(tasks(chapter, PUBLISHED)) for chapter in range(first, first + 6)
        ]


@pytest.mark.parametrize(
    ("quirks", "sizes", "check"),
    [
        (PUBLISHED, {1: 6, 2: 1736, 3: 766}, 613_744_406),
        (TEXT, {1: 57, 2: 2040, 3: 411}, 419_842_625),
        (STRICT, {1: 50, 2: 2047, 3: 411}, 419_642_504),
    ],
)
def test_initial_states_under_three_readings(quirks: Quirks, sizes: dict[int, int], check: int) -> None:
    finder, everything = statistics.finder(quirks), (1 << len(all_solutions())) - 1
    found = [finder.find(index, everything) for index in range(len(all_solutions()))]
    assert Counter(map(len, found)) == sizes
    assert sum((at + 1) * sum(2**slot for slot in slots) for at, slots in enumerate(found)) % PRIME == check


@pytest.mark.skipif(not NATIVE, reason="takes minutes in pure Python; CI runs it with the compiled core")
@pytest.mark.parametrize("chapters", [(1, 7), (5, 8, 9), (10, 11, 12), (2,)])
def test_table_5_1_comes_out_as_printed(chapters: tuple[int, ...]) -> None:
    for chapter in chapters:
        found = statistics.summary(statistics.published_entropies(chapter))
        for column, printed, value in zip(
            statistics.COLUMNS, statistics.PRINTED[chapter], found, strict=True
        ):
            tolerance = 0.0100001 if column == "std" else 0.0050001
            assert abs(value - printed) <= tolerance, f"chapter {chapter}, {column}"


@pytest.mark.parametrize("chapter", list(FIRST_PUZZLES) if NATIVE else [7])
def test_the_first_puzzles_of_a_chapter(chapter: int) -> None:
    started = statistics.published_starts(chapter)[:2]
    places = fitting_locations() if chapter > 6 else EVERYWHERE
    for (task, slots), (expected, bits) in zip(started, FIRST_PUZZLES[chapter], strict=True):
        solution = all_solutions()[task.solution]
        start = [solution.numbers[slot] for slot in slots]
        assert slots == expected
        assert abs(entropies(solution.forbidden, [start], PUBLISHED, places)[0] - bits) < 5e-5


def test_puzzles_without_trapezoids_need_the_snake_to_be_unread() -> None:
    expected = [2.585, 2.8074, 2, 2.3219, 10.6618, 14.9256, 4, 10.0444, 10.0768]
    read = [2.585, 2.8074, 2, 2.3219, 6.629, 10.977, 4, 7.044, 6.044]
    finder, everything = statistics.finder(PUBLISHED), (1 << len(all_solutions())) - 1
    starts = [
        [all_solutions()[index].numbers[slot] for slot in finder.find(index, everything)]
        for index in range(2499, 2508)
    ]
    for quirks, values in ((PUBLISHED, expected), (replace(PUBLISHED, snake_unread=False), read)):
        assert entropies("Trapezoid", starts, quirks) == pytest.approx(values, abs=1e-3)


@pytest.mark.skipif(not NATIVE, reason="the compiled core is not installed; CI requires it and runs this")
@pytest.mark.parametrize(
    "off", ["", "no_region_rule", "trapezoid_twice", "ignore_impossible", "snake_unread", "bumps_late"]
)
def test_both_engines_agree_under_every_quirk(off: str) -> None:
    quirks = replace(PUBLISHED, **{off: False}) if off else PUBLISHED
    for index, places in ((2504, EVERYWHERE), (0, fitting_locations())):
        solution = all_solutions()[index]
        starts = [solution.numbers[:4], solution.numbers[2:7]]
        native = entropies(solution.forbidden, starts, quirks, places)
        assert native == pytest.approx(
            entropies_in_python(solution.forbidden, starts, quirks, places), abs=1e-9
        )


@pytest.mark.skipif(not NATIVE, reason="takes an hour in pure Python; CI runs it with the compiled core")
def test_corrected_statistics_of_the_first_chapter() -> None:
    strict = statistics.summary(statistics.corrected_entropies(1))
    assert [round(value, 2) for value in strict] == [2508, 0, 8.48, 3.61, 3.58, 1.73]


@pytest.mark.skipif(not NATIVE, reason="takes an hour in pure Python; CI runs it with the compiled core")
def test_corrected_statistics_on_the_initial_states_of_the_text() -> None:
    others = {row.name: round(row.ours or 0, 2) for row in statistics.other_readings()}
    assert [others[f"ch1_{column}_text"] for column in statistics.COLUMNS[1:]] == [0, 9.67, 3.62, 3.58, 1.74]
    assert [others[f"ch1_{column}_greedy"] for column in statistics.COLUMNS[1:]] == [
        0,
        15.21,
        4.72,
        4.39,
        2.77,
    ]


def test_every_quirk_is_on_as_published_and_is_documented() -> None:
    assert all(getattr(PUBLISHED, field.name) for field in fields(Quirks))
    text = Path(statistics.__file__).with_name("quirks.py").read_text(encoding="utf-8")
    for number in range(1, 15):
        assert f"Q{number}" in text
