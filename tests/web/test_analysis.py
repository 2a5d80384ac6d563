"""The analysis recovers what was put in: 300 simulated people with known skills, puzzles with known difficulties."""

import csv
import json
import re
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from quandary.draw.shapes import Line, Text
from quandary.errors import FileError
from quandary.library import registry
from quandary.library.files import Entry
from quandary.measuring.rate import rate
from quandary.publishing.html import text
from quandary.showing.playable import Playable
from quandary.web.study.analysis.data import read_data
from quandary.web.study.analysis.predictors import holm
from quandary.web.study.analysis.reliability import icc, split_half
from quandary.web.study.analysis.report import LONG, Analysis, analyse, to_html, write_analysis
from quandary.web.study.analysis.sets import by_kind, sets, within_kinds, without_twins
from quandary.web.study.analysis.sheets import scatter
from quandary.web.study.analysis.truths import z_scores
from quandary.web.study.export import safe
from quandary.web.study.records import names
from quandary.web.study.simulate import Person, respond

PEOPLE, PUZZLES = 300, 16
AGES = ["16–20", "21–25", "26–30"]


def write_table(path: Path, columns: list[str], rows: list[list[Any]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(
            [columns, *[[safe(cell) for cell in row] for row in rows]]
        )


def one_person(number: int, told: dict[str, Any]) -> list[Any]:
    """Return a row of participants.csv."""
    row = {
        "participant": number,
        "assigned": PUZZLES,
        "bot": False,
        "day": "2026-01-01",
        "seed": number,
    } | told
    return [row.get(name, "") for name in [*names("participants"), "age"]]


@pytest.fixture(scope="module")
def hard() -> dict[str, float]:
    """The difficulties that are put in."""
    random = Random(5)
    return {f"tilt-{number}": random.gauss(0, 1) for number in range(PUZZLES)}


@pytest.fixture(scope="module")
def exported(hard: dict[str, float], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An export of simulated people, in the form of a real one."""
    folder, kind = tmp_path_factory.mktemp("export"), registry.find_kind("tilt")
    assert kind.maker.generate
    puzzles = {
        name: Playable.of(Entry(kind, kind.maker.generate(Random(n), "4x4"), name))
        for n, name in enumerate(hard)
    }
    responses, events, people = list[list[Any]](), list[list[Any]](), list[list[Any]]()
    for number in range(PEOPLE):
        person, order = Person.draw(3, number), Random(number).sample(list(puzzles), PUZZLES)
        for position, name in enumerate(order, start=1):
            given = respond(person, puzzles[name], hard[name], (1, 10), seed=3)
            quicker = 0.97**position
            row = [
                number,
                position,
                name,
                not given.skipped,
                given.skipped,
                False,
                10 if given.skipped else given.rating,
            ]
            responses.append(
                [
                    *row,
                    given.ms / 1000 * quicker,
                    0,
                    given.clicks,
                    len(given.moves.split()),
                    0,
                    0,
                    "mouse",
                    "",
                    "main",
                    given.moves,
                ]
            )
            if number < 20:
                events += [[number, position, name, n, *entry] for n, entry in enumerate(given.log, start=1)]
        done = {"page": "debrief", "answered": PUZZLES, "finished": True, "age": AGES[number % 3]}
        people.append(one_person(number, done))
    people.append(one_person(PEOPLE, {"page": "questions", "answered": 0, "finished": False}))
    write_table(folder / "responses.csv", names("responses"), responses)
    write_table(folder / "events.csv", names("events"), events)
    write_table(folder / "participants.csv", [*names("participants"), "age"], people)
    write_table(
        folder / "puzzles.csv",
        names("puzzles"),
        [[name, "tilt", each.notation, "", "study"] for name, each in puzzles.items()],
    )
    about = {
        "title": "Tilt & <b>more</b>",
        "rating": {"least": 1, "most": 10, "skip": 10},
        "bots": False,
        "counts": {"withdrawn": 2},
    }
    about["questions"] = [{"id": "age", "ask": "?", "options": AGES}]
    (folder / "study.json").write_text(json.dumps(about), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def found(exported: Path) -> Analysis:
    return analyse(exported, seconds=1)


def truth(found: Analysis, hard: dict[str, float]) -> list[float]:
    return [hard[name] for name in found.data.puzzles]


@pytest.mark.long
@pytest.mark.parametrize("reading", ["mean_rating", "z_rating", "graded"])
def test_the_difficulties_that_were_put_in_come_out(
    found: Analysis, hard: dict[str, float], reading: str
) -> None:
    assert np.corrcoef(found.truths.by_name[reading], truth(found, hard))[0, 1] >= 0.95


def test_solving_and_time_go_with_difficulty(found: Analysis, hard: dict[str, float]) -> None:
    assert found.truths.rasch
    values = np.array([value.value for value in found.truths.rasch.puzzles])
    known = np.isfinite(values)  # a puzzle that everybody solved has no finite difficulty
    assert known.sum() > PUZZLES / 2
    assert np.corrcoef(values[known], np.array(truth(found, hard))[known])[0, 1] > 0.9
    assert (
        np.corrcoef(found.truths.by_name["log_time"], truth(found, hard))[0, 1] > 0.8
    )  # longer ways take longer


def test_skills_come_out_too(found: Analysis) -> None:
    assert found.truths.graded
    skills = [Person.draw(3, int(name)).skill for name in found.data.people]
    assert abs(np.corrcoef([value.value for value in found.truths.graded.people], skills)[0, 1]) >= 0.8


@pytest.mark.parametrize("system", ["elo", "glicko"])
def test_running_ratings_find_the_same_order(found: Analysis, hard: dict[str, float], system: str) -> None:
    rows = found.sheet(f"{system}_puzzles").rows
    assert [row[1] for row in rows] == sorted((row[1] for row in rows), reverse=True)
    assert np.corrcoef([row[1] for row in rows], [hard[row[0]] for row in rows])[0, 1] >= 0.9
    assert all(row[3] < row[1] < row[4] for row in rows)
    skills = [Person.draw(3, int(row[0])).skill for row in found.sheet(f"{system}_people").rows]
    assert np.corrcoef([row[1] for row in found.sheet(f"{system}_people").rows], skills)[0, 1] >= 0.6


def test_readings_agree_and_ratings_are_reliable(found: Analysis) -> None:
    assert all(row[2] > 0.7 for row in found.sheet("agreement").rows if "clicks" not in row[0] + row[1])
    assert all(
        row[2] > 0.99
        for row in found.sheet("agreement").rows
        if {row[0], row[1]} == {"mean_rating", "z_rating"}
    )
    values = {row[0]: row[1] for row in found.sheet("reliability").rows}
    assert values["split-half, all people"] > 0.95 and values["ICC, mean of all"] > 0.95


def test_the_speed_up_that_was_put_in_comes_out(found: Analysis) -> None:
    [slope] = [row[6] for row in found.sheet("learning").rows if row[0] == "log_time"]
    assert slope == pytest.approx(np.log(0.97), abs=0.01)


def test_groups_that_do_not_differ_are_not_said_to_differ(found: Analysis) -> None:
    rows = found.sheet("groups").rows
    assert rows and all(row[-1] > 0.01 for row in rows)


def test_who_answered_nothing_is_listed_and_left_out(found: Analysis) -> None:
    reasons = [row[1] for row in found.sheet("exclusions").rows]
    assert reasons.count("answered no puzzle") == 1
    measures = {row[0] for row in found.sheet("predictors").rows}
    assert not measures & {row[0].removeprefix("measure ") for row in found.sheet("exclusions").rows}
    assert {row[0]: row[1] for row in found.sheet("people").rows}["began"] == PEOPLE + 1


def test_demographics_are_counted_as_in_the_report(found: Analysis) -> None:
    assert [row[1:3] for row in found.sheet("demographics").rows] == [[age, PEOPLE // 3] for age in AGES]


def test_measures_are_tested_with_correction_for_many_tests(found: Analysis) -> None:
    rows = found.sheet("predictors").rows
    assert len(rows) > 5
    assert all(row[7] >= row[6] for row in rows)
    assert [abs(row[1]) for row in rows] == sorted((abs(row[1]) for row in rows), reverse=True)


def test_more_people_give_a_better_mean(found: Analysis) -> None:
    means = [row[1] for row in found.sheet("people_needed").rows]
    assert means[0] < means[-1] and means[-1] > 0.99


def test_the_page_has_every_table_and_escapes_what_it_shows(found: Analysis, tmp_path: Path) -> None:
    written = write_analysis(found, tmp_path / "report.html")
    html = (tmp_path / "report.html").read_text("utf-8")
    assert "<b>more" not in html and "&lt;b&gt;more" in html
    assert not re.search(r"<script|https?://(?!www\.w3\.org)", html)
    assert html.count("<svg") >= 8
    for sheet in found.sheets:
        assert sheet.title.split("(")[0].strip()[:20].replace("'", "&#x27;") in html
        assert tmp_path / "report-tables" / f"{sheet.name}.csv" in written
    lines = (tmp_path / "report-tables" / "anchors.jsonl").read_text("utf-8").splitlines()
    assert len(lines) == PUZZLES and set(json.loads(lines[0])["facts"]) == {"difficulty", "error", "people"}


def test_every_number_of_a_short_table_is_on_the_page(found: Analysis, tmp_path: Path) -> None:
    write_analysis(found, tmp_path / "report.html")
    html = (tmp_path / "report.html").read_text("utf-8")
    for name in ("reliability", "learning", "people_needed"):
        for row in found.sheet(name).rows:
            for value in row:
                if isinstance(value, float):
                    assert any(f">{value:.{decimals}f}<" in html for decimals in range(4)), (name, value)


def test_the_page_folds_long_tables_and_heads_numbers_as_it_sets_them(found: Analysis) -> None:
    html = to_html(found)
    for sheet in found.sheets:
        if not sheet.rows:
            continue
        _, _, after = html.partition(f"<h3>{text(sheet.title)}</h3>")
        assert after.startswith("<details>") == (len(sheet.rows) > LONG and not sheet.is_main), sheet.name
        head, row = (
            re.findall(rf"<{tag}( class='n')?>", after.partition("</table>")[0]) for tag in ("th", "td")
        )
        assert head == row[: len(head)] and len(head) == len(sheet.columns)
    assert html.count("</details>") == html.count("<details>") > 0


def test_a_changed_export_is_noticed(exported: Path, tmp_path: Path) -> None:
    (tmp_path / "responses.csv").write_text("participant\n", encoding="utf-8")
    (tmp_path / "SHA256SUMS").write_text(f"{'0' * 64}  responses.csv\n", encoding="utf-8")
    with pytest.raises(FileError, match="has changed since the export"):
        read_data(tmp_path)
    with pytest.raises(FileError, match="is not an export folder"):
        read_data(tmp_path / "nowhere")


def test_known_values_of_small_tables() -> None:
    # Shrout and Fleiss (1979), table 2: ICC(3,1) = .71 and ICC(3,4) = .91
    judged = np.array(
        [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]], dtype=float
    )
    assert [round(each, 2) for each in icc(judged.T)] == [0.71, 0.91]
    assert holm([0.01, 0.02, 0.03]) == pytest.approx([0.03, 0.04, 0.04])
    assert z_scores(np.array([[1.0, 2, 3], [5, 5, 5]])).tolist()[1] == [0, 0, 0]
    assert split_half(np.tile([1.0, 2, 3, 4], (6, 1)))[1] == pytest.approx(1)


def test_the_same_thing_under_two_names_is_tested_once() -> None:
    kind, rng = registry.find_kind("maze"), Random(2)
    mazes = [kind.generate(rng, size) for size in ("3x3", "4x4", "5x5") for _ in range(5)]
    names = ["shortest", "rating", "B2", "A1", "A6", "B1", "C7"]
    scored = [rate(maze, names) for maze in mazes]
    columns = {name: np.array([float(each[name].value or 0) for each in scored]) for name in names}
    kept, twins = without_twins(columns)
    assert set(kept) == {"B2", "A1", "A6", "B1", "C7"} and set(twins["B2"]) == {"shortest", "rating"}
    sheet = sets(columns, columns["B2"] + np.arange(len(mazes)) % 3)
    assert sheet is not None
    named = [row[0] for row in sheet.rows]
    assert {"all of A", "all of B"} <= set(named) and any(name.count(" + ") == 2 for name in named)
    assert not any("B" in name and "C" in name for name in named)


def test_sets_that_explain_the_same_are_listed_in_the_order_of_their_names() -> None:
    """Their order came from a set of texts, so a notebook made another table than the report."""
    truth = np.arange(12.0) % 5
    noise = np.arange(12.0) % 7
    columns = {"A1": truth + noise, "A2": truth + noise, "A3": truth + noise, "B1": noise, "B2": truth % 3}
    sheet = sets(columns, truth)
    assert sheet is not None
    names = [row[0] for row in sheet.rows]
    assert [name for name in names if " " not in name] == ["A1", "A2", "A3"]
    assert [name for name in names if name in ("A1 + B2", "A2 + B2", "A3 + B2")] == [
        "A1 + B2",
        "A2 + B2",
        "A3 + B2",
    ]


def test_the_strongest_measure_is_also_tried_alone_and_on_scaled_ratings(found: Analysis) -> None:
    strongest = found.sheet("predictors").rows[0][0]
    assert f"{strongest} alone" in {row[0] for row in found.sheet("models").rows}
    assert len(found.sheet("predictors_scaled").rows) == len(found.sheet("predictors").rows)


def test_kinds_are_not_taken_for_difficulty() -> None:
    kinds = ["maze"] * 5 + ["tilt"] * 5
    measure = np.array([1.0, 2, 3, 4, 5, 101, 102, 103, 104, 105])
    truth = np.array([5.0, 4, 3, 2, 1, 9, 8, 7, 6, 5])
    assert np.corrcoef(measure, truth)[0, 1] > 0.5  # pooled, the wrong sign
    assert np.corrcoef(within_kinds(kinds, measure), within_kinds(kinds, truth))[0, 1] == pytest.approx(-1)
    sheet = by_kind(kinds, {"measure": measure}, truth)
    assert sheet is not None and [row[3] for row in sheet.rows] == pytest.approx([-1, -1])


def test_a_kind_with_four_puzzles_has_a_correlation_of_its_own_and_one_with_three_has_none() -> None:
    measure = np.array([1.0, 2, 3, 4, 1, 2, 3])
    sheet = by_kind(["maze"] * 4 + ["tilt"] * 3, {"measure": measure}, measure)
    assert sheet is not None and [row[:3] for row in sheet.rows] == [["maze", "measure", 4]]


def test_a_line_and_both_ends_of_its_band_are_drawn_inside_of_the_axes_with_ticks_at_their_ends() -> None:
    drawn = scatter([(0, 0), (10, 4)], "bits", "rating", "", band=[(0, 0, -9, 1), (10, 4, 3, 9)])
    line, low, high = (
        shape.points
        for shape in drawn.shapes
        if isinstance(shape, Line) and shape.stroke in ("accent-1", "soft")
    )
    zero, four = line[0][1], line[1][1]
    assert [y for _, y in low] == pytest.approx([zero, zero + (four - zero) * 3 / 4])
    assert [y for _, y in high] == pytest.approx([zero + (four - zero) / 4, four])
    ticks = [shape.text for shape in drawn.shapes if isinstance(shape, Text)]
    assert {"0", "4", "10"} <= set(ticks)


def test_a_time_of_nothing_counts_as_a_twentieth_of_a_second(found: Analysis) -> None:
    seconds = np.where(np.isnan(found.data.seconds), np.nan, 0.0)
    told = replace(found.data, seconds=seconds).log_seconds
    assert np.nanmin(told) == np.nanmax(told) == pytest.approx(np.log(0.05))


def test_the_methods_name_the_numbers_and_the_versions(found: Analysis) -> None:
    [told] = found.sections[0].says
    numbers = {name: value for name, value in found.sheet("methods").rows}  # noqa: C416 - rows are sequences
    assert (
        f"{numbers['people who finished']} finished" in told
        and f"{numbers['answers']} answers in all" in told
    )
    assert numbers["answers"] == PEOPLE * PUZZLES and f"scipy {numbers['scipy']}" in told


def test_the_wright_map_has_every_puzzle_at_its_height(found: Analysis) -> None:
    drawn = found.figures[next(name for name in found.figures if name.endswith("wright-map"))]
    assert found.truths.rasch
    from quandary.draw.shapes import Text

    marks = {each.text: each.at[1] for each in drawn.shapes if isinstance(each, Text) and each.at[0] > 7.3}
    heights = [marks[str(number + 1)] for number in range(PUZZLES)]
    values = [each.value for each in found.truths.rasch.puzzles]
    assert np.corrcoef(heights, values)[0, 1] < -0.95  # hard ones are at the top


def test_after_an_adaptive_order_difficulty_is_the_models_never_a_plain_mean(found: Analysis) -> None:
    assert found.truths.default_name == "mean_rating"
    adaptive = replace(found.truths, is_adaptive=True)
    assert adaptive.default_name == "rasch" and (adaptive.default == adaptive.by_name["rasch"]).all()


def test_the_notebook_makes_every_table_again(
    found: Analysis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    written = write_analysis(found, tmp_path / "report.html")
    [file] = [each for each in written if each.suffix == ".ipynb"]
    monkeypatch.setattr("quandary.web.study.analysis.report.analyse", lambda *_, **__: found)
    cells = json.loads(file.read_text("utf-8"))["cells"]
    names: dict[str, Any] = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            exec(cell["source"], names)  # noqa: S102 - our own notebook
    told = capsys.readouterr().out
    assert told.count("as in the report") == len(found.sheets) and "differs" not in told


def test_rows_have_pictures_of_their_puzzles(found: Analysis) -> None:
    html = to_html(found)
    assert html.count("class='thumb'") == PUZZLES


def test_the_report_uses_no_class_that_pages_hide_or_resize(found: Analysis) -> None:
    used = set(re.findall(r"class='([a-z ]+)'", to_html(found)))
    assert not {"wide", "narrow", "chart"} & {each for names_ in used for each in names_.split()}
    assert any("plot" in each for each in used)
