"""Finished work survives mistakes, Ctrl-C, kills and full disks, and no command overwrites other files."""

import csv
import json
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from time import monotonic, sleep
from typing import Any

import pytest
from tests.commands import GOOD, Done, Run

from quandary.draw.shapes import Drawing
from quandary.errors import FileError
from quandary.generating import dig, sieve
from quandary.kind import Kind
from quandary.kinds import sudoku
from quandary.library.files import count_puzzles, read
from quandary.library.registry import find_kind
from quandary.measuring.many import rate_many
from quandary.measuring.rate import DEFAULT_MEASURES, rate
from quandary.measuring.table import measure
from quandary.replicate import find
from quandary.runs import batch
from quandary.runs.ledger import Ledger
from quandary.runs.store import SEAL

LEDGERS = Path(__file__).parent / "ledgers"
BENCHMARKS = Path(__file__).parents[1] / "benchmarks"
FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="only Linux has a device that is always full")


@pytest.fixture
def run(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command in this process and an empty folder."""
    monkeypatch.chdir(tmp_path)
    return run


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return Path(shutil.copy(LEDGERS / "puzzles.jsonl", tmp_path / "book.jsonl"))


def interrupting(function: Callable[..., Any], after: int) -> Callable[..., Any]:
    """Return the function, interrupted by Ctrl-C after some calls."""
    calls = 0

    def interrupted(*arguments: Any, **options: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls > after:
            raise KeyboardInterrupt
        return function(*arguments, **options)

    return interrupted


@pytest.fixture
def cut(run: Run, book: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Done]:
    """Run `rate` on the book until Ctrl-C, with two of three rows in the ledger."""

    def cut(*options: str, table: str = "table.csv") -> Done:
        with monkeypatch.context() as patch:
            patch.setattr(batch, "TOGETHER", ())  # one by one
            patch.setattr(batch, "rate", interrupting(rate, 2))
            done = run("rate", book, "-o", table, *options)
        assert done.code == 130 and done.err.endswith("quandary: interrupted\n")
        return done

    return cut


def test_puzzles_rated_in_one_call_are_kept_when_the_next_call_is_interrupted(
    run: Run, book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(batch, "rate_many", interrupting(rate_many, 1))
        assert run("rate", book, "-m", "muse", "-o", "table.csv").code == 130
    assert len(kept()) == 1
    assert run("rate", book, "-m", "muse", "-o", "table.csv", "--resume").code == 0
    assert len(ids()) == 3


def kept(ledger: str = "table.csv.ledger") -> list[str]:
    """Return the ids of the rows that a ledger holds."""
    with sqlite3.connect(ledger) as connection:
        rows = connection.execute("SELECT row FROM rows ORDER BY position, number").fetchall()
    connection.close()
    return [json.loads(row.partition(SEAL)[0])["id"] for (row,) in rows]


def ids(table: str = "table.csv") -> list[str]:
    with Path(table).open(encoding="utf-8", newline="") as file:
        return [row["id"] for row in csv.DictReader(file)]


# rate --resume


@pytest.mark.parametrize(
    ("mistake", "says"),
    [
        (["bok.jsonl"], "There is no file bok.jsonl. Did you mean book.jsonl?"),
        (["book.jsonl", "--player", "exprt"], "player is 'exprt', not ''"),
        (["book.jsonl", "--player", "none"], "player is 'none', not ''"),
        (["book.jsonl", "--lookahead", "1"], "lookahead is 1, not 0"),
        (["book.jsonl", "--policy", "greedy"], "policy is 'greedy', not None"),
        (["book.jsonl", "--seconds", "9"], "seconds is 9.0, not 60.0"),
        (["book.jsonl", "--memory", "1"], "memory is 1.0, not 4.0"),
        (["book.jsonl", "--seed", "2"], "seed is 2, not 1"),
        (["book.jsonl", "-m", "muse"], "measures is ['muse'], not"),
        (["book.jsonl", "--fast"], "fast is True, not False"),
        (["bok.jsonl", "--features"], "There is no file bok.jsonl"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_mistake_costs_no_row(cut: Callable[..., Done], run: Run, mistake: list[str], says: str) -> None:
    assert "Run the same command with --resume to continue." in cut().err
    assert kept() == ["p1", "p2"]
    done = run("rate", *mistake, "-o", "table.csv", "--resume")
    assert done.code == 2 and says in done.line
    assert kept() == ["p1", "p2"] and not Path("table.csv").exists()
    done = run("rate", "book.jsonl", "-o", "table.csv", "--resume")
    assert (done.code, done.out, done.line) == (0, "", "quandary: 2 rows kept from table.csv.ledger")
    assert ids() == ["p1", "p2", "p3"]
    assert sorted(path.name for path in Path().iterdir()) == ["book.jsonl", "table.csv"]


def test_a_run_that_was_cut_short_is_not_begun_anew_by_accident(cut: Callable[..., Done], run: Run) -> None:
    cut()
    done = run("rate", "book.jsonl", "-o", "table.csv")
    assert done.code == 2 and "Add --resume to continue it, or remove it to start again" in done.line
    assert kept() == ["p1", "p2"]


def test_ctrl_c_while_old_rows_are_read_again_costs_none(
    cut: Callable[..., Done], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut()
    with monkeypatch.context() as patch:
        patch.setattr(Ledger, "get", interrupting(Ledger.get, 1))
        assert run("rate", "book.jsonl", "-o", "table.csv", "--resume").code == 130
    assert kept() == ["p1", "p2"]


def test_a_measure_that_gives_other_numbers_now_is_another_run(
    cut: Callable[..., Done], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut("-m", "muse")
    newer = replace(measure("muse"), version=measure("muse").version + 1)
    monkeypatch.setattr("quandary.runs.rated.measure", lambda *_: newer)
    done = run("rate", "book.jsonl", "-m", "muse", "-o", "table.csv", "--resume")
    assert done.code == 2 and f"version of muse is {newer.version}, not {newer.version - 1}" in done.line
    assert kept() == ["p1", "p2"]


def test_a_headline_that_gives_other_numbers_now_is_rated_again(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The headline of a kind is added to the default measures, so the plan does not name it."""
    assert run("generate", "maze", "--size", "3x3", "--count", "3", "-o", "mazes.jsonl").code == 0
    assert find_kind("maze").people.headline not in DEFAULT_MEASURES
    with monkeypatch.context() as patch:
        patch.setattr(batch, "rate", interrupting(rate, 2))
        assert run("rate", "mazes.jsonl", "-o", "table.csv").code == 130
    before = kept()

    def newer(name: str, kind: Kind | None = None) -> Any:
        found = measure(name, kind)
        return found if name in DEFAULT_MEASURES else replace(found, version=found.version + 1)

    monkeypatch.setattr("quandary.runs.rated.measure", newer)
    done = run("rate", "mazes.jsonl", "-o", "table.csv", "--resume")
    assert done.code == 0 and "row 1 is rated again because its puzzle has changed: version of " in done.err
    assert len(before) == 2 and len(kept()) == 2 + 3 and len(ids()) == 3


def test_new_rules_of_a_kind_are_rated_again(
    cut: Callable[..., Done], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut()
    monkeypatch.setattr(sudoku, "KIND", sudoku.KIND.but(version=sudoku.KIND.version + 1))
    done = run("rate", "book.jsonl", "-o", "table.csv", "--resume")
    assert done.code == 0 and "its puzzle has changed: rules is 2, not 1" in done.err
    assert kept() == ["p1", "p1", "p2", "p3"]  # only the first is a Sudoku


def test_a_puzzle_that_changed_is_rated_again_and_the_difference_is_reported(
    cut: Callable[..., Done], run: Run, book: Path
) -> None:
    cut()
    book.write_text(book.read_text().replace(".3....3....41...", ".4....4....31..."))
    done = run("rate", "book.jsonl", "-o", "table.csv", "--resume")
    assert done.code == 0
    assert "row 1 is rated again because its puzzle has changed: puzzle is '.4" in done.err
    assert "table.csv.ledger is kept: it has 1 row of puzzles that were not read this time" in done.err
    assert ids() == ["p1", "p2", "p3"] and kept() == ["p1", "p1", "p2", "p3"]


def test_rows_move_with_their_puzzles(
    cut: Callable[..., Done], run: Run, book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut()
    book.write_text('{"kind": "sudoku", "puzzle": ".2....2....41...", "id": "new"}\n' + book.read_text())
    monkeypatch.setattr(batch, "TOGETHER", ())  # one by one
    monkeypatch.setattr(batch, "rate", interrupting(rate, 2))  # no more are left to rate
    done = run("rate", "book.jsonl", "-o", "table.csv", "--resume")
    assert done.code == 0
    assert ids() == ["new", "p1", "p2", "p3"] and not Path("table.csv.ledger").exists()


def test_rows_of_a_file_that_could_not_be_read_this_time_are_kept(run: Run, book: Path) -> None:
    ids_of_both = ["p1", "p2", "p3", "q"]
    other = Path("other.jsonl")
    other.write_text('{"kind": "sudoku", "puzzle": ".2....2....41...", "id": "q"}\n')
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("quandary.runs.rated.write_table", interrupting(print, 0))
        assert run("rate", book, other, "-o", "table.csv").code == 130
    assert kept() == ids_of_both
    assert run("rate", book, "othr.jsonl", "-o", "table.csv", "--resume").code == 2
    assert kept() == ids_of_both
    assert run("rate", book, other, "-o", "table.csv", "--resume").code == 0
    assert ids() == ids_of_both and not Path("table.csv.ledger").exists()


# What earlier versions left


def test_what_an_earlier_version_left_is_read_once(
    run: Run, book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = replace(measure("muse"), version=1)  # as when the file was written
    for room in ("rated", "partial"):
        monkeypatch.setattr(f"quandary.runs.{room}.measure", lambda *_: older)
    old = Path(shutil.copy(LEDGERS / "v0.csv.partial", "table.csv.partial"))
    with old.open("ab") as file:
        file.write(b'{"of": "12')  # a line that was cut in the middle
    before = old.read_bytes()
    refused = run("rate", book, "-m", "muse", "-o", "table.csv")
    assert refused.code == 2 and "Add --resume to continue it" in refused.line
    refused = run("rate", book, "-m", "muse", "--player", "none", "-o", "table.csv", "--resume")
    assert refused.code == 2 and "has rows with other settings or puzzles" in refused.line
    assert old.read_bytes() == before and not Path("table.csv.ledger").exists()
    monkeypatch.setattr(batch, "TOGETHER", ())  # one by one
    with monkeypatch.context() as patch:
        patch.setattr(batch, "rate", interrupting(rate, 0))
        assert run("rate", book, "-m", "muse", "-o", "table.csv", "--resume").code == 130
    assert kept() == ["p1", "p2"]
    monkeypatch.setattr(batch, "rate", interrupting(rate, 1))  # no more are left to rate
    assert run("rate", book, "-m", "muse", "-o", "table.csv", "--resume").code == 0
    assert ids() == ["p1", "p2", "p3"]
    assert sorted(path.name for path in Path().iterdir()) == ["book.jsonl", "table.csv"]


def test_what_an_earlier_version_left_stays_until_all_its_rows_are_taken_over(
    run: Run, book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = replace(measure("muse"), version=1)  # as when the file was written
    for room in ("rated", "partial"):
        monkeypatch.setattr(f"quandary.runs.{room}.measure", lambda *_: older)
    old = Path(shutil.copy(LEDGERS / "v0.csv.partial", "table.csv.partial"))
    before, few = old.read_bytes(), Path("few.jsonl")
    rows = len(before.splitlines())
    few.write_text("".join(book.read_text().splitlines(keepends=True)[: rows - 1]))
    assert run("rate", few, "-m", "muse", "-o", "table.csv", "--resume").code == 0
    assert len(ids()) == rows - 1 and old.read_bytes() == before
    assert run("rate", book, "-m", "muse", "-o", "table.csv", "--resume", "--force").code == 0
    assert len(ids()) >= rows and not old.exists()


def test_what_an_earlier_version_left_stays_if_the_table_cannot_be_written(
    run: Run, book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = replace(measure("muse"), version=1)  # as when the file was written
    for room in ("rated", "partial"):
        monkeypatch.setattr(f"quandary.runs.{room}.measure", lambda *_: older)
    old = Path(shutil.copy(LEDGERS / "v0.csv.partial", "table.csv.partial"))

    def full(*_: Any) -> None:
        raise FileError("Cannot write table.csv: the disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr("quandary.runs.rated.write_table", full)
        assert run("rate", book, "-m", "muse", "-o", "table.csv", "--resume").code == 2
    assert old.read_bytes() == (LEDGERS / "v0.csv.partial").read_bytes()
    assert run("rate", book, "-m", "muse", "-o", "table.csv", "--resume").code == 0 and not old.exists()


def test_a_partial_file_with_half_a_row_is_refused_and_kept(run: Run, book: Path) -> None:
    torn = (LEDGERS / "v0.csv.partial").read_bytes()[:40]
    assert b"\n" not in torn
    Path("table.csv.partial").write_bytes(torn)
    done = run("rate", book, "-m", "muse", "-o", "table.csv", "--resume")
    assert done.code == 2 and "has no complete row. Move it away to start again" in done.line
    assert Path("table.csv.partial").read_bytes() == torn and not Path("table.csv").exists()


def test_a_partial_file_of_something_else_is_refused_and_kept(run: Run, book: Path) -> None:
    Path("table.csv.partial").write_text("half a download\n")
    done = run("rate", book, "-o", "table.csv", "--resume")
    assert done.code == 2 and "is not from a quandary run" in done.line
    assert Path("table.csv.partial").read_text() == "half a download\n"


# What is never written over


def linked(book: Path) -> str:
    Path("link.jsonl").symlink_to(book)
    return "link.jsonl"


def hard_linked(book: Path) -> str:
    os.link(book, "same.jsonl")
    return "same.jsonl"


@pytest.mark.parametrize("name", [str, linked, hard_linked])
@pytest.mark.parametrize("verb", ["rate", "explain", "show", "convert", "vary", "hint", "order"])
def test_no_command_writes_over_its_input(
    run: Run, book: Path, verb: str, name: Callable[[Path], str]
) -> None:
    before = book.read_bytes()
    done = run(verb, book, "-o", name(book))
    assert done.code == 2 and "is read by this command" in done.line and "--force" in done.line
    assert book.read_bytes() == before


def test_standard_input_is_an_input_too(book: Path) -> None:
    before = book.read_bytes()
    with book.open("rb") as file:
        command = [sys.executable, "-m", "quandary", "rate", "-", "-o", str(book)]
        done = subprocess.run(command, stdin=file, capture_output=True, text=True)
    assert done.returncode == 2 and "is read by this command" in done.stderr
    assert book.read_bytes() == before


MAKERS = {
    "table.csv": ["rate", GOOD],
    "table.jsonl": ["rate", GOOD],
    "table.parquet": ["rate", GOOD],
    "puzzles.jsonl": ["generate", "maze", "--size", "3x3", "--count", "2"],
    "filed.jsonl": ["generate", "fillomino", "--size", "3x3", "--file-by-level", "--count", "1"],
    "picture.svg": ["show", GOOD],
    "picture.png": ["show", GOOD],
    "picture.pdf": ["show", GOOD],
    "page.html": ["explain", GOOD],
    "varied.jsonl": ["vary", GOOD],
    "better.jsonl": ["vary", "witness:+-+-E/|w|w|/+-+-+/|b|b|/S-+-+", "--by", "muse", "--steps", "1"],
    "map.svg": ["map", "maze:o-@/|.|/@-o"],
    "map.json": ["map", "maze:o-@/|.|/@-o"],
    "hint.svg": ["hint", GOOD],
    "book.html": ["booklet", GOOD],
    "board.html": ["play", GOOD],
    "best.jsonl": ["exhaust", "fling", "boards", "--with", "size=3x3", "--with", "balls=2", "--best", "2"],
}


@pytest.mark.parametrize("name", MAKERS)
def test_a_command_replaces_what_it_made_and_nothing_else_unless_told(run: Run, name: str) -> None:
    for _ in range(2):
        assert run(*MAKERS[name], "-o", name).code == 0
    made = Path(name).read_bytes()
    notes = {".svg": "<?xml version='1.0'?><svg/>", ".html": "<!DOCTYPE html><title>Mine</title>"}
    for foreign in (
        notes.get(Path(name).suffix, "my own notes\n").encode(),
        made[: len(made) // 3] if name.endswith("parquet") else b"\x89PNG\r\n\x1a\n and %PDF-1.7",
    ):
        Path(name).write_bytes(foreign)
        done = run(*MAKERS[name], "-o", name)
        assert (
            done.code == 2 and f"{name} was not made by this command" in done.line and "--force" in done.line
        )
        assert Path(name).read_bytes() == foreign
    assert run(*MAKERS[name], "-o", name, "--force").code == 0
    assert len(Path(name).read_bytes()) > len(foreign)


def test_a_graph_replaces_a_graph_and_nothing_else(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = replace(find("figure4"), graph=lambda rows: Drawing(len(rows), 1, ()))
    monkeypatch.setattr("quandary.replicate.find", lambda _: drawn)
    for _ in range(2):
        assert run("replicate", "figure4", "-o", "graph.svg").code == 0
    Path("graph.svg").write_text("my own notes\n")
    assert "was not made by this command" in run("replicate", "figure4", "-o", "graph.svg").line


@pytest.mark.parametrize("more", [{"title": "Mine"}, {"source": "a book"}, {"id": "maze-easy-1"}])
def test_puzzles_that_were_edited_are_not_generated_over(run: Run, more: dict[str, str]) -> None:
    assert run("generate", "maze", "--size", "3x3", "--count", "2", "-o", "mazes.jsonl").code == 0
    lines = [json.loads(line) for line in Path("mazes.jsonl").read_text("utf-8").splitlines()]
    lines[1] |= more
    Path("mazes.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    done = run("generate", "maze", "--size", "3x3", "--count", "2", "-o", "mazes.jsonl")
    assert done.code == 2 and "was not made by this command" in done.line


def test_a_table_with_a_column_of_the_users_is_not_replaced(run: Run) -> None:
    assert run("rate", GOOD, "-o", "table.csv").code == 0
    table = Path("table.csv")
    table.write_text("".join(f"{line},mine\n" for line in table.read_text().splitlines()))
    assert "was not made by this command" in run("rate", GOOD, "-o", "table.csv").line


# generate --resume


@pytest.mark.parametrize(
    ("asked", "patched", "room"),
    [
        (["maze", "--size", "3x3", "--count", "9"], "rate", sieve),
        (["maze", "--size", "4x4", "--count", "4", "--between", "10", "12", "--by", "B2"], "rate", sieve),
        (["sudoku", "--size", "4x4", "--count", "3", "--with", "symmetry=half-turn"], "rate", sieve),
        (["fillomino", "--size", "3x3", "--count", "4", "--file-by-level"], "digging", dig),
    ],
    ids=["any", "band", "wish", "filed"],
)
@pytest.mark.parametrize("after", [1, 2])
def test_an_interrupted_generate_goes_on_to_the_same_file(
    run: Run, monkeypatch: pytest.MonkeyPatch, asked: list[str], patched: str, room: Any, after: int
) -> None:
    assert run("generate", *asked, "-o", "whole.jsonl").code == 0
    with monkeypatch.context() as patch:
        patch.setattr(room, patched, interrupting(getattr(room, patched), after))
        cut = run("generate", *asked, "-o", "out.jsonl")
    assert cut.code == 130 and "with --resume to continue" in cut.err and not Path("out.jsonl").exists()
    refused = run("generate", *asked, "-o", "out.jsonl")
    assert refused.code == 2 and "Add --resume" in refused.line
    refused = run("generate", *asked, "--seed", "5", "-o", "out.jsonl", "--resume")
    assert refused.code == 2 and "seed is 5, not 1" in refused.line
    calls = 0

    def counted(function: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
        nonlocal calls
        calls += 1
        return function(*arguments, **options)

    with monkeypatch.context() as patch:
        patch.setattr(room, patched, partial(counted, getattr(room, patched)))
        assert run("generate", *asked, "-o", "out.jsonl", "--resume").code == 0
        resumed, calls = calls, 0
        assert run("generate", *asked, "-o", "again.jsonl").code == 0
    assert resumed == calls - after
    assert Path("out.jsonl").read_bytes() == Path("whole.jsonl").read_bytes()
    assert not list(Path().glob("*.ledger*"))


def test_generate_resume_needs_a_file(run: Run) -> None:
    assert "--resume needs the -o" in run("generate", "maze", "--resume").line


# Full disks


@needs_full
@pytest.mark.parametrize(
    "arguments",
    [
        ["rate", GOOD],
        ["rate", GOOD, "--json"],
        ["rate", GOOD, "--csv"],
        ["show", GOOD],
        ["generate", "maze", "--size", "3x3", "--count", "2"],
        ["--help"],
    ],
    ids=" ".join,
)
def test_a_full_disk_behind_standard_output_is_one_line(arguments: list[str]) -> None:
    with FULL.open("wb") as full:
        command = [sys.executable, "-m", "quandary", *arguments]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (
        2,
        "quandary: Cannot write the output: No space left on device.\n",
    )


@needs_full
def test_a_full_disk_behind_standard_error_does_not_end_a_run(book: Path) -> None:
    with FULL.open("wb") as full:
        command = [sys.executable, "-m", "quandary", "rate", "nowhere.jsonl", str(book), "--json"]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=full, text=True)
    assert done.returncode == 2 and len(done.stdout.splitlines()) == 3


@needs_full
def test_a_full_disk_behind_the_table_is_one_line_and_the_rows_are_kept(run: Run, book: Path) -> None:
    Path("table.csv").symlink_to(FULL)
    done = run("rate", book, "-o", "table.csv")
    assert done.code == 2 and "No space left on device. The rows so far are in table.csv.ledger" in done.line
    assert kept() == ["p1", "p2", "p3"]
    Path("table.csv").unlink()
    assert run("rate", book, "-o", "table.csv", "--resume").code == 0
    assert ids() == ["p1", "p2", "p3"]


@needs_full
def test_generate_onto_a_full_disk_is_one_line(run: Run) -> None:
    done = run("generate", "maze", "--size", "3x3", "--count", "2", "-o", FULL)
    assert done.code == 2 and "No space left on device" in done.line


def test_a_disk_that_fills_up_under_the_ledger_costs_no_row_that_was_there(tmp_path: Path) -> None:
    """Simulate a full disk with a limit on the size of files, larger than what is saved at once."""
    line = '{{"kind": "sudoku", "puzzle": ".3....3....41...", "id": "p{}"}}\n'
    (tmp_path / "book.jsonl").write_text("".join(line.format(number) for number in range(6_000)))
    book, table = (str(tmp_path / name) for name in ("book.jsonl", "table.csv"))
    command = [sys.executable, "-m", "quandary", "rate", book, "-o", table, "--resume"]
    limit = partial(resource.setrlimit, resource.RLIMIT_FSIZE, (3_000_000, 3_000_000))
    done = subprocess.run(command, preexec_fn=limit, capture_output=True, text=True)
    assert done.returncode == 2 and "Traceback" not in done.stderr
    last = done.stderr.splitlines()[-1]
    assert f"Cannot write {table}.ledger" in last and "with --resume to continue" in last
    before = kept(f"{table}.ledger")
    assert before == [f"p{number}" for number in range(len(before))] and len(before) > 10
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0 and f"{len(before):,} rows kept" in done.stderr
    assert ids(table) == [f"p{number}" for number in range(6_000)]


# Kills and Ctrl-C


@pytest.fixture
def kill(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.syspath_prepend(BENCHMARKS)
    import kill

    yield kill
    sys.modules.pop("kill")


@pytest.mark.long
def test_20_kills_leave_no_trace_in_the_table(kill: Any, tmp_path: Path) -> None:
    tally = list(kill.kill("rate", tmp_path, 20, 60, Random(1)))[-1]
    assert tally.kills == 20 and tally.files >= 3
    assert tally.with_rows > 0
    assert tally.orphans == 0


def test_workers_in_the_middle_of_a_long_call_end_with_their_parent(kill: Any, tmp_path: Path) -> None:
    rows = [["+"] * 11 for _ in range(11)]
    rows[0][-1], rows[-1][0] = "E", "S"
    panel = ("/" + "|." * 10 + "|/").join("-".join(row) for row in rows)
    line = json.dumps({"kind": "witness", "puzzle": panel}) + "\n"
    panels = tmp_path / "panels.jsonl"
    panels.write_text(line * 4)
    command = [sys.executable, "-m", "quandary", "rate", str(panels), "--jobs", "2", "--json"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert "takes a while" in process.stderr.readline()
        end = monotonic() + 30
        while len(workers := kill.workers_of(process.pid)) < 2 and monotonic() < end:
            sleep(0.05)
        sleep(0.5)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        assert len(workers) == 2
        assert kill.outlive(workers) == []


@pytest.mark.skipif(
    sys.platform != "linux", reason="elsewhere a worker must run to notice its parent's death"
)
def test_a_worker_that_has_not_yet_begun_to_run_ends_with_its_parent(
    kill: Any, book: Path, tmp_path: Path
) -> None:
    """Stop the workers as soon as they exist, as a busy machine does."""
    command = [sys.executable, "-m", "quandary", "rate", str(book), "--jobs", "2", "--json"]
    workers, end = list[int](), monotonic() + 30
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        while len(workers) < 2 and process.poll() is None and monotonic() < end:
            for worker in kill.workers_of(process.pid):
                if worker not in workers:
                    os.kill(worker, signal.SIGSTOP)
                    workers.append(worker)
        sleep(0.2)
        process.kill()
    left = kill.outlive(workers)
    for worker in left:
        os.kill(worker, signal.SIGKILL)
    assert workers and left == []


@pytest.mark.parametrize(
    "module", ["quandary.cli.main", "typer", "quandary.cli.kinds", "quandary.runs.notices"]
)
def test_ctrl_c_while_the_command_is_loaded_ends_it_without_a_traceback(module: str) -> None:
    code = (
        "import runpy, sys\n"
        "class Interrupt:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == {module!r}: raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupt())\n"
        "runpy.run_module('quandary', run_name='__main__')\n"
    )
    done = subprocess.run([sys.executable, "-c", code, "kinds"], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "quandary: interrupted\n")


@pytest.mark.parametrize("program", ["-m", "somewhere/bin/quandary"])
def test_ctrl_c_is_heard_as_soon_as_the_command_is_loaded(program: str) -> None:
    script = (
        "import os, runpy, signal, sys\n"
        "class Interrupt:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'quandary.cli.main': os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Interrupt())\n"
        f"sys.argv[0] = {program!r}\n"
        "runpy.run_module('quandary', run_name='__main__')\n"
    )
    done = subprocess.run([sys.executable, "-c", script, "kinds"], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "quandary: interrupted\n")


def test_ctrl_c_while_a_class_is_made_has_no_traceback_either() -> None:
    """Python hides it behind a RuntimeError, with a traceback that says nothing of Ctrl-C."""
    script = (
        "import runpy, sys\n"
        "class Part:\n"
        "    def __set_name__(self, owner, name): raise KeyboardInterrupt\n"
        "class Interrupt:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'quandary.cli.kinds': type('Made', (), {'part': Part()})\n"
        "sys.meta_path.insert(0, Interrupt())\n"
        "runpy.run_module('quandary', run_name='__main__')\n"
    )
    done = subprocess.run([sys.executable, "-c", script, "kinds"], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "quandary: interrupted\n")


HANDLERS = "[signal.getsignal(each) for each in sorted(signal.valid_signals())]"


@pytest.mark.parametrize(
    "started", [["-m", "game"], ["quandary"]], ids=["python -m game", "a script named quandary"]
)
def test_a_program_that_imports_quandary_keeps_all_its_signal_handlers(
    tmp_path: Path, started: list[str]
) -> None:
    # While `python -m game` imports the package game, sys.argv[0] is "-m", as for `python -m quandary`.
    program = (
        f"import signal\nbefore = {HANDLERS}\nimport quandary\nquandary.rate\nprint(before == {HANDLERS})\n"
    )
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "__init__.py").write_text(program)
    (tmp_path / "game" / "__main__.py").write_text("")
    (tmp_path / "quandary").write_text(program)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, *started], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert (done.stdout, done.stderr) == ("True\n", "")


def test_a_file_that_is_read_is_not_counted_as_used_up(book: Path) -> None:
    assert count_puzzles(str(book)) == len(list(read(str(book)))) == 3
    assert count_puzzles(GOOD) == 1
    assert count_puzzles("-") is None
    assert count_puzzles(str(book.parent)) is None


def test_a_pipe_that_nobody_reads_is_told_instead_of_waited_for(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from quandary.parts import atomic

    monkeypatch.setattr(atomic, "PATIENCE", 0.2)
    for name, words in (("t.csv", ("rate", GOOD, "-m", "muse")), ("p.svg", ("show", GOOD))):
        os.mkfifo(tmp_path / name)
        done = run(*words, "-o", tmp_path / name)
        assert done.code == 2
        assert f"Cannot write {tmp_path / name}: nobody reads this pipe. Start its reader first." in done.line


def test_a_pipe_with_a_reader_gets_the_file(run: Run, tmp_path: Path) -> None:
    os.mkfifo(pipe := tmp_path / "t.csv")
    with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE, text=True) as reader:
        assert run("rate", GOOD, "-m", "muse", "-o", pipe).code == 0
        told, _ = reader.communicate()
    assert told.startswith("id,kind") and len(told.splitlines()) == 2
