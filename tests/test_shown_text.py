"""Whatever ids and titles hold, nothing that we show commands a terminal, turns the text, or runs a formula."""

import csv
import io
import json
import os
import subprocess
import sys
import unicodedata
from pathlib import Path
from typing import Any

import pytest

from quandary.cli.main import main
from quandary.draw.shapes import Drawing
from quandary.draw.svg import to_svg
from quandary.explaining.explanation import explain
from quandary.explaining.page import explanation_page
from quandary.library.files import Entry, format_line, read
from quandary.library.registry import find_kind
from quandary.parts.plain import escaped, json_line, one_line
from quandary.runs.batch import Rating
from quandary.runs.notices import abandon, say
from quandary.runs.tables import for_spreadsheet, is_table, write_table
from quandary.score import Score, Status

TURNS = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
MARKS = "\u061c\u200e\u200f"
DANGEROUS = [
    chr(code)
    for code in range(0x110000)
    if unicodedata.bidirectional(chr(code)) in TURNS or unicodedata.category(chr(code)) == "Cc"
] + list(MARKS)
WEIRD = "gold\u202elevis \u2066x"
SUDOKU = ".3....3....41..."


def raw(text: str) -> list[str]:
    """Return the dangerous characters of a text, except ends of lines."""
    return [each for each in text if each in DANGEROUS and each != "\n"]


@pytest.fixture
def weird(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    line = {"kind": "sudoku", "puzzle": SUDOKU, "id": WEIRD, "title": f"Title {WEIRD}", "source": WEIRD}
    panel = {"kind": "witness", "puzzle": "S-+-E/|b|w|/+-+-+", "id": f"panel {WEIRD}"}
    Path("weird.jsonl").write_text("".join(f"{json.dumps(each)}\n" for each in (line, panel)), "utf-8")
    return Path("weird.jsonl")


def test_every_dangerous_character_is_escaped() -> None:
    for each in DANGEROUS:
        assert raw(one_line(f"a{each}b")) == raw(escaped(each)) == raw(json_line([each])) == []
        assert json.loads(json_line([each])) == [each]
        assert raw(to_svg(Drawing(1, 1, (), f"a{each}b"))) == raw(each) * (each in "\t\r")
    assert json.loads(json_line("\U000e0041")) == "\U000e0041" and json_line("\U000e0041").isascii()


COMMANDS = [
    ["rate", "weird.jsonl"],
    ["rate", "weird.jsonl", "--json"],
    ["rate", "weird.jsonl", "--csv"],
    ["solve", "weird.jsonl"],
    ["solve", "weird.jsonl", "--json"],
    ["check", "weird.jsonl"],
    ["check", "weird.jsonl", "--json"],
    ["explain", "weird.jsonl"],
    ["explain", "weird.jsonl", "--json"],
    ["explain", "weird.jsonl", "-o", "page.html"],
    ["show", "weird.jsonl"],
    ["show", "weird.jsonl", "--after", ""],
    ["show", "weird.jsonl", "-o", "picture.svg"],
    ["vary", "weird.jsonl", "-n", "2"],
    ["vary", "weird.jsonl", "-n", "2", "--json"],
    ["rate", "weird.jsonl", "-o", "table.csv"],
    ["rate", "weird.jsonl", "-o", "table.jsonl"],
    ["hint", "weird.jsonl"],
    ["convert", "weird.jsonl", "--as", ".csv"],
    ["convert", "weird.jsonl", "-o", "converted.jsonl"],
    ["order", "weird.jsonl"],
    ["vary", "weird.jsonl", "--steps", "1"],
    ["booklet", "weird.jsonl", "-o", "book.html"],
    ["play", "weird.jsonl", "-o", "board.html"],
]
MISTAKES = [
    ["rate", f"{WEIRD}.jsonl"],
    ["rate", f"sudoku:{WEIRD}"],
    ["rate", f"{WEIRD}:{SUDOKU}"],
    ["rate", "weird.jsonl", "-m", WEIRD],
    ["rate", "weird.jsonl", "--player", WEIRD],
    ["rate", "weird.jsonl", "-o", f"{WEIRD}.txt"],
    ["rate", "weird.jsonl", "-o", f"{WEIRD}/x.csv"],
    ["show", "weird.jsonl", "-o", f"{WEIRD}.gif"],
    ["explain", "weird.jsonl", "-o", f"{WEIRD}/x.html"],
    ["replicate", "genpuzzles", "--data", WEIRD],
    ["generate", WEIRD],
    ["new-kind", WEIRD],
    [f"--{WEIRD}"],
    [WEIRD],
]


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_no_command_shows_them_raw(
    weird: Path, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    assert main(arguments) in (0, 1)
    done = capsys.readouterr()
    assert raw(done.out) == raw(done.err) == []
    written = {path: path.read_text("utf-8") for path in Path().iterdir() if path != weird}
    assert [raw(text) for text in written.values()] == [[]] * len(written)
    assert bool(written) == ("-o" in arguments)


@pytest.mark.parametrize("arguments", MISTAKES, ids=lambda value: ascii(" ".join(value)))
def test_no_message_shows_them_raw(
    weird: Path, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    assert main(arguments) == 2
    done = capsys.readouterr()
    assert raw(done.out) == [] and done.err and all(line.isprintable() for line in done.err.splitlines())


def test_a_message_is_one_printable_line(capsys: pytest.CaptureFixture[str]) -> None:
    say("".join(DANGEROUS))
    said = capsys.readouterr().err
    assert said.endswith("\n") and said.strip().isprintable() and r"\u202e" in said


def test_a_title_given_in_a_program_is_shown_safely() -> None:
    sudoku = find_kind("sudoku").parse(SUDOKU)
    title = "".join(DANGEROUS)
    assert raw(explanation_page(explain(sudoku, title=title)).replace("\t", "").replace("\r", "")) == []


def test_what_is_escaped_is_read_as_it_was(weird: Path) -> None:
    first, _ = read("weird.jsonl")
    assert isinstance(first, Entry) and first.id == WEIRD
    line = format_line(first)
    Path("again.jsonl").write_text(f"{line}\n", "utf-8")
    assert raw(line) == [] and list(read("again.jsonl")) == [first]


FORMULAS = ["=1+1", "+1", "-1", "@SUM(A1)", "=cmd|' /C calc'!A0", "'=1", "''-x", "＝1"]


@pytest.mark.parametrize("formula", FORMULAS)
def test_a_spreadsheet_takes_no_id_for_a_formula(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], formula: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("book.jsonl").write_text(
        json.dumps({"kind": "sudoku", "puzzle": SUDOKU, "id": formula}) + "\n", "utf-8"
    )
    assert main(["rate", "book.jsonl", "-m", "muse", "--csv"]) == 0
    assert main(["rate", "book.jsonl", "-m", "muse", "-o", "table.csv"]) == 0
    for text in (capsys.readouterr().out, Path("table.csv").read_text("utf-8")):
        (row,) = csv.DictReader(io.StringIO(text))
        assert row["id"] == f"'{formula}"  # removing one apostrophe gives the id
    assert main(["rate", "book.jsonl", "-m", "muse", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["id"] == formula


def test_numbers_and_other_text_stay_as_they_are_in_a_spreadsheet() -> None:
    row = {"id": "a-1", "muse": -2.5, "reason": None, "player": "'quoted'", "kind": "x=1"}
    assert for_spreadsheet(row) == row


@pytest.mark.parametrize("value", ["1e10", "1e300", "0", "-1", "nan", "inf", "-inf", "many"])
@pytest.mark.parametrize("option", ["--memory", "--seconds"])
def test_an_absurd_limit_is_a_usage_error(
    capsys: pytest.CaptureFixture[str], option: str, value: str
) -> None:
    for verb in ("rate", "solve", "check", "explain", "vary"):
        if (verb, option) == ("vary", "--seconds"):
            option = "--within"
        assert main([verb, f"sudoku:{SUDOKU}", option, value]) == 2
        said = capsys.readouterr().err
        assert said.count("\n") == 1 and option in said and said.endswith(f"Try: quandary {verb} --help\n")


@pytest.mark.parametrize(
    ("option", "value"),
    [("--jobs", "0"), ("--jobs", "-1"), ("--jobs", "1000000"), ("--runs", "0"), ("--runs", "1" + 12 * "0")],
)
def test_an_absurd_number_is_a_usage_error(
    capsys: pytest.CaptureFixture[str], option: str, value: str
) -> None:
    assert main(["rate", f"sudoku:{SUDOKU}", option, value]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_number_beyond_the_core_is_no_limit(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", f"sudoku:{SUDOKU}", "--limit", "9" * 30, "--memory", "1000000"]) == 0
    assert "1 solution, and no others" in capsys.readouterr().out


OLD = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}


@pytest.mark.parametrize(
    "arguments",
    [
        ("explain", "sudoku:.3....3....41..."),
        ("explain", "witness:S-+-E/|b|w|/+-+-+"),
        ("rate", "tilt:+-+-+-+/|o . .|/+ +-+ +/|. .|*|/+-+-+-+"),
        ("order", "sudoku:.3....3....41...", "sudoku:.4....4....31..."),
        ("hint", "sudoku:.3....3....41..."),
        ("kinds",),
        ("map", "tilt:+-+-+-+/|o . .|/+ +-+ +/|. .|*|/+-+-+-+"),
    ],
    ids=lambda words: " ".join(words)[:20],
)
def test_an_old_terminal_gets_plain_characters_and_no_question_marks(arguments: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "quandary", *arguments]
    done = subprocess.run(command, capture_output=True, encoding="ascii", env=OLD, check=True)
    assert done.stdout and "?" not in done.stdout + done.stderr


def test_json_for_an_old_terminal_keeps_every_character(tmp_path: Path) -> None:
    path = tmp_path / "one.jsonl"
    path.write_text('{"kind": "sudoku", "puzzle": ".3....3....41...", "id": "bête × 2"}\n', encoding="utf-8")
    command = [sys.executable, "-m", "quandary", "rate", str(path), "--json"]
    done = subprocess.run(command, capture_output=True, encoding="ascii", env=OLD, check=True)
    assert json.loads(done.stdout)["id"] == "bête × 2"


def test_what_is_written_to_a_broken_stream_is_discarded() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with pytest.raises(BrokenPipeError):
        os.write(writer, b"lost")
    abandon(writer)
    assert os.write(writer, b"lost") == 4
    os.close(writer)


def test_a_message_to_a_broken_stream_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w", encoding="utf-8") as broken:
        monkeypatch.setattr(sys, "stderr", broken)
        say("one")
        say("two")


# Tables


def told(name: str, **facts: Any) -> dict[str, Any]:
    """Return the row of a puzzle that was rated, with some facts."""
    score = Score("muse", 1.5, Status.EXACT).as_json()
    return {"id": name, "kind": "witness", **({"facts": facts} if facts else {}), "scores": {"muse": score}}


def test_facts_that_are_all_numbers_are_numbers_in_a_table_of_columns(tmp_path: Path) -> None:
    polars = pytest.importorskip("polars")
    path = tmp_path / "table.parquet"
    rows = [told("a", moves=3, author="me", mixed=1), told("b"), told("c", moves=4.5, mixed="two")]
    write_table(path, rows, ("muse",))
    made = polars.read_parquet(path)
    assert made["moves"].to_list() == [3, None, 4.5] and made.schema["moves"] == polars.Float64
    assert made["mixed"].to_list() == ["1", None, "two"] and made["author"].to_list() == ["me", None, None]
    assert made["muse"].to_list() == [1.5] * 3
    assert {made.schema[name] for name in ("id", "kind", "reason", "author")} == {polars.String}


def test_what_is_no_table_of_ours_is_told_from_one(tmp_path: Path) -> None:
    for ending in ("csv", "jsonl"):
        path = tmp_path / f"table.{ending}"
        write_table(path, [told("a", moves=3)], ("muse",))
        assert is_table(path) is True
    for name, text in (("a.csv", "id,name"), ("b.jsonl", "[]"), ("c.jsonl", "no JSON"), ("d.csv", "")):
        (tmp_path / name).write_text(text)
        assert is_table(tmp_path / name) is False
    assert is_table(tmp_path / "missing.csv") is False


def test_a_puzzle_without_a_score_says_why_where_others_are_compared() -> None:
    sudoku = find_kind("sudoku")
    entry = Entry(sudoku, sudoku.parse(SUDOKU), "a")
    score = Score(sudoku.people.headline, None, Status.GAVE_UP, reason="stopped at the 2 s limit")
    assert Rating(entry, {score.measure: score}).verdict.compared == "stopped at the 2 s limit"
    assert Rating(entry, {}).verdict.compared == ""
