"""`quandary rate`: rows and tables, statuses, and runs that are cut short."""

import csv
import io
import json
import sys
from pathlib import Path
from typing import Any

import polars
import pytest
from tests.commands import FIGURE_4, GOOD, UNSOLVABLE, Book, Run, empty_panel, is_one_clear_line

from quandary.measuring.rate import rate
from quandary.measuring.table import measures


def test_rate_prints_one_object_per_puzzle_in_the_documented_form(run: Run, book: Book) -> None:
    done = run("rate", book(FIGURE_4, GOOD), "--json")
    assert done.code == 0 and done.err == ""
    assert [set(row) for row in done.rows] == [
        {"id", "kind", "ruleset", "verdict", "scores"},
        {"id", "kind", "verdict", "scores"},
    ]
    assert [(row["id"], row["kind"]) for row in done.rows] == [("p1", "witness"), ("p2", "sudoku")]
    muse = done.rows[0]["scores"]["muse"]
    assert (muse["value"], muse["status"], muse["player"]) == (1.0, "exact", "paper")
    assert muse["version"] == measures()["muse"].version
    assert list(done.rows[0]["scores"]) == ["remuse", "muse", "solutions", "average_length"]


def test_rate_takes_the_measures_that_are_asked_for_in_their_order(run: Run) -> None:
    rows = run("rate", FIGURE_4, "-m", "states", "-m", "muse", "-m", "states", "--json").rows
    assert list(rows[0]["scores"]) == ["states", "muse"]
    listed = run("rate", "--list-measures").out
    everything = run("rate", FIGURE_4, "-m", "all", "--json").rows[0]["scores"]
    assert len(everything) > 10
    assert all(f" {name} " in listed for name in everything)


def test_rate_listens_to_player_lookahead_and_policy(run: Run) -> None:
    def muse(*options: object) -> Any:
        return run("rate", FIGURE_4, "-m", "muse", "--json", *options).rows[0]["scores"]["muse"]

    assert muse("--player", "none")["value"] == 4
    assert muse("--player", "expert")["value"] == 1
    assert muse("--player", "rules=squares")["player"] == "rules=squares"
    assert muse("--lookahead", 1)["player"] == "paper, looking 1 ahead"
    assert muse("--policy", "greedy")["policy"] == "greedy"


def test_rate_says_in_words_how_hard_a_puzzle_is(run: Run) -> None:
    done = run("rate", FIGURE_4)
    assert done.code == 0 and done.err == ""
    heading, _, row, compared = done.out.splitlines()
    assert heading.split() == ["puzzle", "difficulty", "remuse", "muse", "solutions", "average_length"]
    assert compared.startswith("   of 1,000 generated 2×2 Witness panels, ")
    words, _, numbers = row.partition(" for its kind ")
    assert words.split() == ["witness-1", "easy"]
    assert numbers.split() == ["0.16", "1", "2", "6"]


@pytest.mark.parametrize("columns", ["200", "90", "78", "72", "40"])
def test_a_table_fits_the_terminal_without_losing_a_name(
    run: Run, monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    lines = run("rate", FIGURE_4).out.splitlines()
    assert max(map(len, lines)) <= int(columns) or columns == "40"
    text = " ".join(" ".join(lines).split())
    assert "witness-1" in text and "easy for its kind" in text and "275 have fewer bits" in text
    assert ("kind" in lines[0].split()) == (columns in ("200", "90"))
    assert ("compared" in lines[0].split()) == (columns == "200")


def test_a_bad_line_is_reported_the_rest_are_rated_and_the_exit_code_is_2(run: Run, book: Book) -> None:
    done = run("rate", book(GOOD, "{broken", FIGURE_4), "--json")
    assert done.code == 2
    assert [row["id"] for row in done.rows] == ["p1", "p3"]
    assert is_one_clear_line(done.err) and "line 2 of" in done.err


def test_a_missing_file_does_not_keep_the_others_from_being_rated(run: Run, tmp_path: Path) -> None:
    done = run("rate", tmp_path / "missing.jsonl", GOOD, "--json")
    assert done.code == 2
    assert [row["id"] for row in done.rows] == ["sudoku-1"]


def test_an_unsolvable_puzzle_is_a_status_and_no_failure(run: Run) -> None:
    done = run("rate", UNSOLVABLE, "--json")
    assert done.code == 0
    assert {score["status"] for score in done.rows[0]["scores"].values()} <= {"unsolvable", "exact"}
    assert (
        done.rows[0]["scores"]["se_rating"] | {"value": None, "status": "unsolvable"}
        == done.rows[0]["scores"]["se_rating"]
    )


def test_giving_up_is_a_status_and_no_failure(run: Run) -> None:
    done = run("rate", empty_panel(10), "--seconds", "0.2", "--json")
    assert done.code == 0
    statuses = {name: score["status"] for name, score in done.rows[0]["scores"].items()}
    assert statuses["muse"] == statuses["remuse"] == statuses["average_length"] == "gave up"
    assert "unsolvable" not in statuses.values()


def test_rate_reads_standard_input(run: Run, book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(book(GOOD).read_bytes())))
    assert [row["id"] for row in run("rate", "-", "--json").rows] == ["p1"]


def test_what_users_wrote_is_shown_as_it_is(run: Run, book: Book) -> None:
    line = {"kind": "sudoku", "puzzle": GOOD.removeprefix("sudoku:"), "id": "[red]:smile: 7[/red]"}
    assert "[red]:smile: 7[/red]" in run("rate", book(json.dumps(line))).out


def test_rate_as_comma_separated_values(run: Run, book: Book) -> None:
    done = run("rate", book(FIGURE_4, UNSOLVABLE), "-m", "muse", "--csv")
    first, second = csv.DictReader(io.StringIO(done.out))
    assert list(first) == [
        "id",
        "kind",
        "player",
        "policy",
        "muse",
        "muse_status",
        "machine_seconds",
        "reason",
    ]
    assert (first["id"], first["player"], first["muse"], first["muse_status"]) == (
        "p1",
        "paper",
        "1.0",
        "exact",
    )
    assert (second["muse"], second["muse_status"]) == ("", "unsolvable")


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "parquet"])
def test_rate_writes_a_table_and_leaves_nothing_else(
    run: Run, book: Book, tmp_path: Path, suffix: str
) -> None:
    path = tmp_path / "out" / f"table.{suffix}"
    path.parent.mkdir()
    done = run("rate", book(FIGURE_4, GOOD), "-m", "muse", "-o", path)
    assert done == (0, "", "")
    assert list(path.parent.iterdir()) == [path]
    match suffix:
        case "csv":
            values = [
                (row["id"], float(row["muse"])) for row in csv.DictReader(io.StringIO(path.read_text()))
            ]
        case "jsonl":
            rows = [json.loads(line) for line in path.read_text().splitlines()]
            values = [(row["id"], row["scores"]["muse"]["value"]) for row in rows]
        case _:
            values = polars.read_parquet(path).select("id", "muse").rows()
    assert values == [("p1", 1.0), ("p2", 0.0)]


def test_without_polars_it_is_said_what_to_install_before_the_work_begins(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    done = run("rate", GOOD, "-o", tmp_path / "table.parquet")
    assert done.code == 2 and 'pip install "quandary[parquet]"' in done.err
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_written_when_nothing_could_be_rated(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    assert run("rate", GOOD, "-o", table).code == 0
    before = table.read_text()
    done = run("rate", tmp_path / "missing.jsonl", "-o", table)
    assert done.code == 2 and is_one_clear_line(done.err) and "There is no file" in done.err
    assert table.read_text() == before
    assert list(tmp_path.iterdir()) == [table]


def interrupt_after(puzzles: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Press Ctrl-C while the next puzzle is rated."""
    rated = 0

    def interrupted(*arguments: Any, **options: Any) -> Any:
        nonlocal rated
        rated += 1
        if rated > puzzles:
            raise KeyboardInterrupt
        return rate(*arguments, **options)

    monkeypatch.setattr("quandary.runs.batch.rate", interrupted)


def test_what_was_rated_before_ctrl_c_is_printed(
    run: Run, book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupt_after(2, monkeypatch)
    done = run("rate", book(GOOD, FIGURE_4, GOOD))
    assert (done.code, done.err) == (130, "quandary: interrupted\n")
    first = [line.split()[0] for line in done.out.splitlines() if line.strip()]
    assert [word for word in first if word.startswith("p") and word != "puzzle"] == ["p1", "p2"]


def without_seconds(path: Path) -> list[dict[str, str]]:
    rows = list(csv.DictReader(io.StringIO(path.read_text())))
    return [{name: value for name, value in row.items() if name != "machine_seconds"} for row in rows]


def test_a_run_that_was_cut_short_goes_on_where_it_was(
    run: Run, book: Book, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzles, table, whole = (
        book(GOOD, FIGURE_4, GOOD, FIGURE_4),
        tmp_path / "table.csv",
        tmp_path / "whole.csv",
    )
    assert run("rate", puzzles, "-o", whole).code == 0
    with monkeypatch.context() as patch:
        interrupt_after(2, patch)
        cut = run("rate", puzzles, "-o", table)
    assert cut.code == 130 and "--resume" in cut.err and "Traceback" not in cut.err
    assert not table.exists()

    refused = run("rate", puzzles, "-o", table)
    assert refused.code == 2 and "Add --resume" in refused.err

    with monkeypatch.context() as patch:
        interrupt_after(2, patch)  # no more than two are left to rate
        resumed = run("rate", puzzles, "-o", table, "--resume")
    assert resumed.code == 0 and "2 rows kept" in resumed.err
    assert without_seconds(table) == without_seconds(whole)
    assert not (tmp_path / "table.csv.ledger").exists()
