"""The tables of the entropy paper, on our own panels."""

import json
from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest

from quandary._native import core
from quandary.cli.main import main
from quandary.draw.shapes import Circle, Text
from quandary.errors import FileError, QuandaryError
from quandary.kinds.witness import KIND, Panel
from quandary.kinds.witness.elements import Colour, Square
from quandary.kinds.witness.generate import generate
from quandary.kinds.witness.space import PanelSpace
from quandary.kinds.witness.windmill import encode
from quandary.measuring.entropy import remuse
from quandary.measuring.many import rate_many
from quandary.puzzle import NEXT
from quandary.replicate import TableRow, find
from quandary.replicate._first_wall import FirstWall, suits
from quandary.replicate._ordered_panels import ranks, swaps
from quandary.replicate._rated_panels import MEASURES, adjusted_ratings, read_rated
from quandary.replicate.witness_order import RANKS, figure8, has_only_triangles, sizes

FIGURE_4 = "+-+-E/|w|w|/+-+-+/|b|b|/S-+-+"
TRIANGLES = (
    "+-+-E/|1|.|/S-+-+",
    "+-+-E/|.|2|/S-+-+",
    "+-+-E/|1|3|/S-+-+",
    "+-+-E/|2|2|/S-+-+",
    "+-+-E/|3|1|/S-+-+",
)


def voted(panel: Panel, number: int) -> dict[str, object]:
    """Return a panel as a file has it."""
    return {"contents": encode(panel), "upvotes": number * 7 % 5, "createUtc": 1000 + number * 13 % 11}


def written(folder: Path, entries: object, name: str = "panels.json") -> Path:
    file = folder / name
    file.write_text(json.dumps(entries), "utf-8")
    return file


def small_panels() -> list[Panel]:
    """Return panels that the authors' program could have read."""
    found = (generate(Random(seed), "2x2") for seed in range(400))
    return [panel for panel in found if suits(panel)][:12]


def rows_on(name: str, file: Path, part: str | None = None) -> Mapping[str, TableRow]:
    table = find(name)
    assert table.with_data
    given = table.with_data(file)
    return {row.name: row for row in (given.part(part) if part else given).rows()}


def test_table_1_says_what_it_needs() -> None:
    rows = list(find("witness-table1").part("table1").rows())
    assert [row.name for row in rows] == list(MEASURES)
    assert all(row.ours is None and "--data FILE" in row.note for row in rows)
    assert rows[0].published == 0.41 and "published p 1.1e-05" in rows[0].note


def test_table_1_correlates_measures_with_ratings(tmp_path: Path) -> None:
    entries = [voted(panel, number) for number, panel in enumerate(small_panels())]
    rows = rows_on("witness-table1", written(tmp_path, entries), "table1")
    assert list(rows) == list(MEASURES)
    assert all(
        row.ours is not None and -1 <= row.ours <= 1 and row.note.startswith("p ") for row in rows.values()
    )
    assert all(row.as_published is not None for row in rows.values())


def test_the_scores_of_the_file_are_compared(tmp_path: Path) -> None:
    entries = [voted(panel, number) for number, panel in enumerate(small_panels())]
    for entry, panel in zip(entries, small_panels(), strict=True):
        entry["paper"] = {"remuse_n0": FirstWall(panel).bits(0).remuse, "n_solutions": -1}
    rows = rows_on("witness-table1", written(tmp_path, entries), "table1")
    assert f"as published, {len(entries)} of {len(entries)} are the file's own" in rows["remuse_n0"].note
    assert f"as published, 0 of {len(entries)} are the file's own" in rows["solutions"].note
    assert "the file's own" not in rows["muse_n0"].note


def test_where_the_authors_could_read_no_panel_there_is_nothing_of_theirs(tmp_path: Path) -> None:
    entries = [voted(KIND.parse(text), number) for number, text in enumerate(TRIANGLES)]
    rows = rows_on("witness-table1", written(tmp_path, entries), "table1")
    assert rows["remuse_n0"].as_published is None
    assert "panels have no score" in rows["remuse_n0"].note


def test_later_panels_are_not_blamed_for_their_votes(tmp_path: Path) -> None:
    entries = [voted(KIND.parse(FIGURE_4), n) | {"upvotes": 9 - 2 * n, "createUtc": 5 * n} for n in range(5)]
    ratings = adjusted_ratings(read_rated(written(tmp_path, entries)))
    assert ratings == pytest.approx([0, 0, 0, 0, 0], abs=1e-9)
    with pytest.raises(QuandaryError, match="at least four panels"):
        adjusted_ratings(read_rated(written(tmp_path, entries[:3])))


def test_panels_may_also_stand_on_lines(tmp_path: Path) -> None:
    file = tmp_path / "panels.jsonl"
    entries = [voted(KIND.parse(text), number) for number, text in enumerate(TRIANGLES)]
    file.write_text("\n".join(map(json.dumps, entries)) + "\n\n", "utf-8")
    assert [each.panel for each in read_rated(file)] == [KIND.parse(text) for text in TRIANGLES]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "panels.json has no panels"),
        ("[]", "panels.json has no panels"),
        ("id,contents", "panels.json is not JSON: give a list of panels, or one panel on each line"),
        ('{"a": 1}\n{', "line 2 of panels.json is not JSON|entry 1 of panels.json has no contents"),
        ("[3]", "entry 1 of panels.json is not a panel: give an object"),
        ('[{"contents": 3}]', "entry 1 of panels.json has no contents"),
        ('[{"contents": "x", "upvotes": true, "createUtc": 1}]', "entry 1 of panels.json has no upvotes"),
        ('[{"contents": "CAMSAA==_0", "upvotes": 1}]', "entry 1 of panels.json has no createUtc"),
        ('[{"contents": "rubbish_0", "upvotes": 1, "createUtc": 1}]', "entry 1 of panels.json: "),
        ("[" * 100_000, "panels.json is not JSON"),
    ],
)
def test_a_wrong_file_is_refused_in_one_line(tmp_path: Path, text: str, complaint: str) -> None:
    file = tmp_path / "panels.json"
    file.write_text(text, "utf-8")
    with pytest.raises(FileError, match=complaint) as raised:
        rows_on("witness-table1", file)
    assert "\n" not in str(raised.value)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"Cannot read .*nowhere\.json"):
        rows_on("witness-order", tmp_path / "nowhere.json")


def test_the_authors_player_takes_the_first_way_from_a_wall() -> None:
    """Check a panel where up and down both lead to the exit, but theirs sees only the first."""
    panel = KIND.parse("+-+-E/|.|.|/+-S-+/|.|.|/+-+-+")
    came = ((1, 1), (2, 1))
    assert KIND.people.default.options(panel, came)[NEXT] == ["up", "down"]
    seen = FirstWall(panel)
    assert seen.choices(seen.after(came), 0) == [(2, 2)]


def test_the_authors_player_forgets_what_is_blocked() -> None:
    """Check a panel where the edge between two squares is broken: our player gives up, theirs goes on."""
    panel = KIND.parse("+-+-E/|b|.|/+x+-+/|w|.|/S-+-+")
    came = ((0, 0), (0, 1))
    assert KIND.people.default.options(panel, came)[NEXT] == []
    seen = FirstWall(panel)
    assert seen.choices(seen.after(came), 0) == [(0, 2)]


def test_looking_ahead_theirs_tests_nothing_after_the_exit() -> None:
    """Check a panel with a dead end right of the start, which is not seen if the exit is just above."""
    near, far = KIND.parse("E-+/|.x/S-+/|.x/+-+"), KIND.parse("+-E/|.|/+-+/|.x/S-+/|.x/+-+")
    up, right, down = (0, 2), (1, 1), (0, 0)
    assert _choices_at_start(near, 1) == [up, right, down]
    assert _choices_at_start(far, 0) == [up, right, down]
    assert _choices_at_start(far, 1) == [up, down]


def _choices_at_start(panel: Panel, lookahead: int) -> list[tuple[float, float]]:
    seen = FirstWall(panel)
    (start,) = panel.starts()
    return seen.choices(seen.after(start), lookahead)


def test_without_data_the_published_ranks_stand_alone() -> None:
    rows = {row.name: row for row in figure8()}
    assert {name: rows[f"rank_{name}"].published for name in RANKS} == RANKS
    assert all(row.ours is None and "--data FILE" in row.note for row in rows.values())


ORDER = """
easy   +-E/|.|/S-+
[two]  +-+-E/|b|.|/+-+-+/|.|w|/S-+-+
third: +-+-E/|w|w|/+-+-+/|b|b|/S-+-+
"""
"""Panels of our own in order, the second and the third swapped."""


def test_an_order_has_scores_ranks_swaps_and_a_picture(tmp_path: Path) -> None:
    file = tmp_path / "order.txt"
    file.write_text(ORDER, "utf-8")
    rows = rows_on("witness-order", file, "figure8")
    values = [rows[f"remuse_{label}"].ours or 0.0 for label in ("easy", "two", "third")]
    assert values[0] == 0 and values[1] > values[2] > 0
    assert [rows[f"rank_{label}"].ours for label in ("easy", "two", "third")] == [1, 3, 2]
    assert rows["swaps"].ours == 1 and "two and third" in rows["swaps"].note
    assert rows["spearman"].ours == pytest.approx(0.5)
    assert all(row.published is None for row in rows.values())
    table = find("witness-order").with_data
    assert table and table(file).graph
    drawn = table(file).part("figure8").graph
    assert drawn and {"easy", "two", "third"} <= {
        shape.text for shape in drawn([]).shapes if isinstance(shape, Text)
    }


def test_labels_of_the_paper_bring_its_ranks(tmp_path: Path) -> None:
    file = tmp_path / "order.txt"
    file.write_text("\n".join(f"{name} +-E/|.|/S-+" for name in RANKS), "utf-8")
    rows = rows_on("witness-order", file, "figure8")
    assert {name: rows[f"rank_{name}"].published for name in RANKS} == RANKS
    assert {rows[f"rank_{name}"].ours for name in RANKS} == {1}
    assert rows["swaps"].ours == 0 and "spearman" not in rows


def test_an_order_needs_no_labels(tmp_path: Path) -> None:
    file = tmp_path / "order.txt"
    file.write_text("+-E/|.|/S-+\n\n+-+-E\n|b|.|\n+-+-+\n|.|w|\nS-+-+\n", "utf-8")
    assert set(rows_on("witness-order", file, "figure8")) >= {"remuse_1", "remuse_2", "rank_1", "rank_2"}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("a +-E/|.|/S-+", "has 1 panels; an order needs at least two"),
        ("a +-E/|.|/S-+\nb rubbish", "line 2 of order.txt: "),
        ("a +-E/|.|/S-+\nb +-E/|b|/+.+/|w|/S-+", "The panel b has no ReMUSE: unsolvable"),
    ],
)
def test_a_wrong_order_is_refused(tmp_path: Path, text: str, complaint: str) -> None:
    file = tmp_path / "order.txt"
    file.write_text(text, "utf-8")
    with pytest.raises(QuandaryError, match=complaint):
        rows_on("witness-order", file, "figure8")


def test_equal_scores_share_a_rank_and_are_no_swap() -> None:
    assert ranks([0.0, 0.0, 0.0, 1.0, 0.5]) == [1, 1, 1, 5, 4]
    assert swaps([0.0, 0.0, 2.0, 2.0, 1.0]) == [(2, 4), (3, 4)]


# Figures 6 and 7, and the road to the paper's panels


def test_figure_6_has_every_panel_with_its_rating(tmp_path: Path) -> None:
    entries = [voted(panel, number) | {"id": f"p{number}"} for number, panel in enumerate(small_panels())]
    file = written(tmp_path, entries)
    rows = rows_on("witness-table1", file, "figure6")
    assert list(rows) == [f"p{number}" for number in range(len(entries))]
    assert all(row.ours is not None and "adjusted rating" in row.note for row in rows.values())
    table = find("witness-table1").with_data
    assert table
    part = table(file).part("figure6")
    assert part.graph
    points = [shape for shape in part.graph(list(rows.values())).shapes if isinstance(shape, Circle)]
    assert len(points) == len(entries)


def test_figure_7_is_found_by_its_codes(tmp_path: Path) -> None:
    one = KIND.parse("+-+-E/|1|3|/S-+-+")
    entries = [voted(one, number) | {"id": name} for number, name in enumerate(("n43b378", "x", "y", "z"))]
    rows = rows_on("witness-table1", written(tmp_path, entries), "figure7")
    assert rows["votes_d"].published == 28 and rows["votes_d"].ours == 0
    assert rows["solutions_d"].ours is not None
    assert "is not in the file" in rows["panel_c"].note


def dump(folder: Path) -> Path:
    """Write a dump of a site: one panel that fits, and one for each reason not to."""
    fits = KIND.parse(
        "+-+-+-+-E/|b|w|.|.|/+-+-+-+-+/|.|.|.|.|/+-+-+-+-+/|.|.|.|.|/+-+-+-+-+/|.|.|.|.|/S-+-+-+-+"
    )
    copy = KIND.parse(KIND.format(fits).replace("b", "r"))
    stars = KIND.parse(KIND.format(fits).replace("b", "B"))
    two = KIND.parse(KIND.format(fits).replace("+-+-+-+-E", "E-+-+-+-E"))
    small = KIND.parse(FIGURE_4)
    others = [KIND.parse(KIND.format(fits).replace("b", letter)) for letter in "gcmo"]
    entries = [
        voted(panel, n) | {"id": f"p{n}"} for n, panel in enumerate((fits, copy, stars, two, small, *others))
    ]
    entries.append(voted(fits, 9) | {"id": "loved", "upvotes": 41})
    return written(folder, entries)


@pytest.mark.long
def test_the_road_from_a_dump_to_the_panels_of_the_paper(tmp_path: Path) -> None:
    selected = find("witness-table1").selected
    assert selected
    file = dump(tmp_path)
    rows = {row.name: row.ours for row in selected(file, None).part("selection").rows()}
    assert rows == {
        "panels": 10,
        "size": 9,
        "elements": 8,
        "one_path": 7,
        "votes": 6,
        "new": 6,
        "outliers": 1,
    }
    known = tmp_path / "game.txt"
    red = "+-+-+-+-E/|r|w|.|.|/+-+-+-+-+/|.|.|.|.|/+-+-+-+-+/|.|.|.|.|/+-+-+-+-+/|.|.|.|.|/S-+-+-+-+"
    known.write_text(f"copy {red}\nother +-E/|.|/S-+", "utf-8")
    without = selected(file, known)
    assert {row.name: row.ours for row in without.part("selection").rows()}["new"] == 5
    assert "p1" not in {row.name for row in without.part("figure6").rows()}


def test_larger_panels_can_be_harder_and_some_of_every_size_are_free() -> None:
    rows = {row.name: row.ours for row in sizes()}
    measured = [size for size in ("1x1", "2x1", "2x2", "3x2", "3x3") if rows.get(f"{size}_most") is not None]
    assert len(measured) == (5 if core() else 3)
    hardest = [rows[f"{size}_most"] or 0 for size in measured]
    assert hardest == sorted(hardest) and hardest[-1] >= 1 > hardest[0]
    assert all(rows[f"{size}_free"] for size in measured)
    assert rows["3x3_panels"] == 10206


@pytest.mark.skipif(core() is None, reason="takes minutes without the compiled core")
def test_the_distribution_of_4x4_panels_is_that_of_a_sample() -> None:
    rows = {row.name: row.ours or 0 for row in sizes()}
    space = PanelSpace(4, 4, palette=(Square(Colour.BLACK), Square(Colour.WHITE)))
    assert rows["4x4_panels"] == space.size
    by_bits = [number for name, number in rows.items() if name.startswith("4x4_from_")]
    assert sum(by_bits) == rows["4x4_solvable"] and len(by_bits) == 1 + int(rows["4x4_most"])
    drawn = Random(1)
    panels = [space.unrank(drawn.randrange(space.size)) for _ in range(400)]
    scores = [scored["remuse"].value for scored in rate_many(panels, ["remuse"])]
    bits = sorted(value for value in scores if value is not None)
    assert len(bits) / 400 == pytest.approx(rows["4x4_solvable"] / space.size, abs=0.07)
    assert bits[len(bits) // 2] == pytest.approx(rows["4x4_median"], abs=0.4)
    assert bits[-1] <= rows["4x4_most"]


def test_the_hardest_4x4_panel_is_as_hard_as_the_table_says() -> None:
    (row,) = (row for row in sizes() if row.name == "4x4_most")
    space = PanelSpace(4, 4, palette=(Square(Colour.BLACK), Square(Colour.WHITE)))
    number = int(row.note.removeprefix("panel ").replace(",", ""))
    assert remuse(space.unrank(number)).value == row.ours


def test_triangles_are_picked_out_of_a_file(tmp_path: Path) -> None:
    panels = [*map(KIND.parse, TRIANGLES), KIND.parse(FIGURE_4), KIND.parse("+*E/|1|/S-+")]
    assert [has_only_triangles(panel) for panel in panels] == [True] * 5 + [False] * 2
    file = written(tmp_path, [voted(panel, number) for number, panel in enumerate(panels)])
    rows = rows_on("witness-order", file, "triangles")
    assert rows["triangle_panels"].ours == 5 and "all sizes" in rows["triangle_panels"].note
    assert "of 5 panels have a score" in rows["triangle_remuse"].note
    assert (
        rows["triangle_average_length"].ours is None and "all alike" in rows["triangle_average_length"].note
    )
    assert set(rows) >= {
        "triangle_remuse_knowing",
        "triangle_muse",
        "triangle_solutions",
        "triangle_average_length",
    }


def test_triangles_of_other_sizes_are_left_out_if_there_are_enough(tmp_path: Path) -> None:
    wide = "+-+-+-+-E/|{}|.|.|.|/+x+x+x+x+/|.|.|.|.|/+x+x+x+x+/|.|.|.|.|/+x+x+x+x+/|.|.|.|.|/S-+-+-+-+"
    large = [KIND.parse(wide.format(n).replace("x", "-")) for n in (1, 2, 3)]
    large.append(KIND.parse(wide.format(".").replace("x", "-").replace("|.|.|.|.|/S", "|.|.|.|2|/S")))
    panels = [*map(KIND.parse, TRIANGLES), *large]
    file = written(tmp_path, [voted(panel, number) for number, panel in enumerate(panels)])
    row = next(iter(rows_on("witness-order", file, "triangles").values()))
    assert row.ours == 4 and row.note.startswith("4×4 only, 9 of all sizes")


def test_few_triangles_are_counted_and_no_more(tmp_path: Path) -> None:
    file = written(tmp_path, [voted(KIND.parse(FIGURE_4), 1)])
    assert list(rows_on("witness-order", file, "triangles")) == ["triangle_panels"]


def test_every_point_of_the_scatter_leads_to_a_panel_to_play(tmp_path: Path) -> None:
    file = written(tmp_path, [voted(panel, number) for number, panel in enumerate(small_panels()[:4])])
    page, picture = tmp_path / "scatter.html", tmp_path / "scatter.svg"
    command = ["replicate", "witness-table1", "--table", "figure6", "--data", str(file)]
    assert main([*command, "-o", str(page)]) == 0 and main([*command, "-o", str(picture)]) == 0
    text = page.read_text("utf-8")
    for number in range(1, 5):
        assert f'href="#puzzle-{number}"' in text and f'id="puzzle-{number}"' in text
    assert text.count('class="puzzle"') == 4 and "quandary/booklet.js" in text
    assert picture.read_text("utf-8").startswith("<svg")
    assert main(["replicate", "figure4", "-o", str(tmp_path / "no.html")]) == 2


def test_slitherlink_stands_beside_triangles_with_the_same_measures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quandary.replicate._slitherlink.PUZZLES", 6)
    rows = {row.name: row for row in find("witness-order").part("slitherlink").rows()}
    names = ("puzzles", "median", "most", "free", "by_clues")
    assert list(rows) == [f"{kind}_{name}" for kind in ("slitherlink", "triangles") for name in names]
    assert all(row.published is None and row.ours is not None for row in rows.values())
    assert rows["slitherlink_puzzles"].ours == rows["triangles_puzzles"].ours == 6
    for kind in ("slitherlink", "triangles"):
        middle, most = rows[f"{kind}_median"].ours, rows[f"{kind}_most"].ours
        assert middle is not None and most is not None and 0 < middle < most
