"""The command line: the output of each verb, its exit codes, and no tracebacks."""

import csv
import io
import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import polars
import pytest

from quandary import __version__
from quandary.cli.main import VERBS, main
from quandary.library import registry
from quandary.measuring.norms import Standing
from quandary.measuring.rate import rate
from quandary.measuring.table import measures
from quandary.replicate import table_names

GOOD = "sudoku:.3....3....41..."
UNSOLVABLE = "sudoku:123....4........"
FIGURE_4 = "witness:+-+-E/|w|w|/+-+-+/|b|b|/S-+-+"


class Done(NamedTuple):
    """The result of a command."""

    code: int
    out: str
    err: str

    @property
    def rows(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.splitlines()]


Run = Callable[..., Done]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command in this process."""

    def run(*arguments: object) -> Done:
        capsys.readouterr()
        code = main([str(each) for each in arguments])
        return Done(code, *capsys.readouterr())

    return run


@pytest.fixture
def book(tmp_path: Path) -> Callable[..., Path]:
    """Write a puzzle file from notations (with a kind before a colon), or from other lines as they are."""

    def line(number: int, text: str) -> str:
        kind, colon, puzzle = text.partition(":")
        if not colon or text.startswith("{"):
            return text
        return json.dumps({"kind": kind, "puzzle": puzzle, "id": f"p{number}"})

    def book(*texts: str, name: str = "book.jsonl") -> Path:
        path = tmp_path / name
        path.write_text("".join(f"{line(n, text)}\n" for n, text in enumerate(texts, start=1)))
        return path

    return book


COUNT_TO_THREE = """
from quandary.rules import dead_end

class Count:
    rules = (dead_end("too-far", lambda puzzle, at: at > puzzle.goal, says="Do not go too far."),)
    def __init__(self, goal=3): self.goal = goal
    def starts(self): return [0]
    def moves(self, at): return ["+1", "+5"] if at < self.goal else []
    def apply(self, at, move): return at + int(move)
    def is_solved(self, at): return at == self.goal

further = Count(4)
"""


def empty_panel(side: int) -> str:
    """Return a puzzle with, from 7 on, far too many ways to count."""
    between = "/" + "|." * side + "|/"
    rows = [["+"] * (side + 1) for _ in range(side + 1)]
    rows[0][-1], rows[-1][0] = "E", "S"
    return "witness:" + between.join("-".join(row) for row in rows)


def is_one_clear_line(err: str) -> bool:
    return err.startswith("quandary: ") and err.count("\n") == 1 and "Traceback" not in err


# The whole


def test_without_arguments_there_is_help(run: Run) -> None:
    done = run()
    assert done.code == 0 and done.err == ""
    assert done.out == run("--help").out


def test_the_help_names_every_verb_and_says_what_a_puzzle_is(run: Run) -> None:
    out = run("--help").out
    assert all(f"\n  {verb} " in out for verb in VERBS)
    assert "PUZZLE is a file" in out and "standard input" in out and "KIND:NOTATION" in out
    assert "completion" not in out


@pytest.mark.parametrize("verb", VERBS)
def test_the_help_of_a_verb_has_an_example_that_names_it(run: Run, verb: str) -> None:
    done = run(verb, "--help")
    assert done.code == 0
    assert f"\n      quandary {verb}" in done.out


def test_the_version(run: Run) -> None:
    assert run("--version").out == f"quandary {__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["frobnicate"], "No such command 'frobnicate'"),
        (["--frobnicate"], "No such option: --frobnicate"),
        (["rate"], "Missing argument 'PUZZLE'"),
        (["rate", GOOD, "--seconds", "0"], "'--seconds': 0 is not a number above 0"),
        (["rate", GOOD, "--seconds", "nan"], "'--seconds': nan is not a number above 0"),
        (["rate", GOOD, "--seconds", "inf"], "'--seconds': inf is not a number above 0"),
        (["rate", GOOD, "--memory", "-1"], "'--memory': -1 is not a number above 0"),
        (["rate", GOOD, "--jobs", "0"], "'--jobs'"),
        (["rate", GOOD, "--lookahead", "-1"], "'--lookahead'"),
        (["rate", GOOD, "--policy", "worst"], "'--policy'"),
        (["rate", GOOD, "--measure", "muze"], "No measure 'muze'. Did you mean 'muse'?"),
        (["rate", GOOD, "-m", "all", "-m", "muze"], "No measure 'muze'"),
        (["rate", GOOD, "--player", "exprt"], "No player of sudoku 'exprt'. Did you mean 'expert'?"),
        (["rate", GOOD, "--player", "rules=magic"], "No rule of sudoku 'magic'"),
        (["show", GOOD, "--palette", "darc"], "No palette 'darc'. Did you mean 'dark'?"),
        (["explain", GOOD, "--palette", "sepia"], "No palette 'sepia'. There are: auto, colour-blind, dark"),
        (["rate", GOOD, "--json", "--csv"], "--json, --csv and -o exclude each other"),
        (["rate", GOOD, "--resume"], "--resume needs the -o"),
        (["rate", GOOD, "-o", "table.xls"], "End its name in .csv, .jsonl, .parquet"),
        (
            ["rate", GOOD, "-o", "no/such/folder/table.csv"],
            "there is no folder no/such/folder. Create it first.",
        ),
        (["rate", "sudoko:1234"], "No puzzle kind 'sudoko'. Did you mean 'sudoku'?"),
        (["rate", "sudoku:123"], "sudoku puzzle on the command line"),
        (["solve", GOOD, "--all", "--limit", "3"], "--all and --limit exclude each other"),
        (["show", GOOD, "-n", "2"], "has only 1 puzzle, but --index is 2"),
        (["show", GOOD, "-o", "x.gif"], "let the name end in .svg, .png or .pdf"),
        (["check", GOOD, "--allow", "unsolvable"], "No problem to --allow 'unsolvable'"),
        (["replicate", "figure44"], "No replication 'figure44'. Did you mean 'figure4'?"),
        (["replicate", "figure4", "--all"], "NAME, --list and --all exclude each other"),
        (["replicate", "--data", "x.txt"], "--data needs the NAME of a table"),
        (["replicate", "figure4", "--data", "x.txt"], "The table 'figure4' takes no data"),
        (["replicate", "--table", "3.1"], "--table needs the NAME"),
        (["replicate", "hex", "--table", "3.3"], "No table of hex '3.3'"),
        (["new-kind", "Peg Solitaire"], "as in 'peg_solitaire'"),
    ],
)
def test_bad_usage_is_one_clear_line(run: Run, arguments: list[str], says: str) -> None:
    done = run(*arguments)
    assert done.code == 2
    assert done.out == ""
    assert is_one_clear_line(done.err)
    assert says in done.err


# What cannot be read


def no_file(folder: Path) -> Path:
    return folder / "missing.jsonl"


def a_folder(folder: Path) -> Path:
    return folder


def an_empty_file(folder: Path) -> Path:
    path = folder / "empty.jsonl"
    path.touch()
    return path


def a_file(content: str) -> Callable[[Path], Path]:
    def make(folder: Path) -> Path:
        path = folder / "bad.jsonl"
        path.write_text(content)
        return path

    return make


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (no_file, "There is no file"),
        (a_folder, "is a folder. Name a file in it"),
        (an_empty_file, "is empty"),
        (a_file('{"kind": "sudoku", "puzzle"'), "line 1 of"),
        (a_file("\n\nno puzzle at all\n"), "has no known format"),
        (a_file('{"kind": "sudoku", "puzzle": "1", "facts": {"x": NaN}}'), "NaN and Infinity are not JSON"),
        (a_file('{"kind": "sudoku", "puzzle": "1", "facts": {"x": ' + "[" * 100_000), "line 1 of"),
        (a_file("[" * 100_000), "has no known format"),
    ],
)
@pytest.mark.parametrize("verb", ["rate", "check", "solve", "show", "explain"])
def test_what_cannot_be_read_is_one_clear_line(
    run: Run, tmp_path: Path, verb: str, make: Callable[[Path], Path], says: str
) -> None:
    done = run(verb, make(tmp_path))
    assert done.code == 2
    assert done.out == ""
    assert is_one_clear_line(done.err)
    assert says in done.err


def test_a_line_of_100_megabytes_is_one_clear_line_and_little_memory(tmp_path: Path) -> None:
    path = tmp_path / "long.jsonl"
    with path.open("w") as file:
        file.write('{"kind": "sudoku", "puzzle": "')
        for _ in range(100):
            file.write("1" * 1_000_000)
        file.write('"}\n')
    code = (
        "import re, sys; from pathlib import Path; from quandary.cli.main import main; code = main(sys.argv[1:]);"
        "print(re.search(r'VmHWM:\\s*(\\d+)', Path('/proc/self/status').read_text())[1]); sys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "rate", path], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "longer than 1,000,000 bytes" in done.stderr and "Traceback" not in done.stderr
    kilobytes = int(done.stdout)
    assert kilobytes < 300_000


# rate


def test_rate_prints_one_object_per_puzzle_in_the_documented_form(
    run: Run, book: Callable[..., Path]
) -> None:
    done = run("rate", book(FIGURE_4, GOOD), "--json")
    assert done.code == 0 and done.err == ""
    assert [set(row) for row in done.rows] == [{"id", "kind", "ruleset", "scores"}, {"id", "kind", "scores"}]
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
    assert numbers.split() == ["0.1601", "1", "2", "6"]


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


def test_rate_says_how_a_puzzle_compares_where_its_kind_has_norms(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "quandary.runs.batch.standing", lambda *_: Standing(821, 10, 1000, "2x2", "Witness panel")
    )
    row, compared = run("rate", FIGURE_4).out.splitlines()[2:]
    assert row.split()[1:6] == ["hard", "for", "its", "kind", "0.1601"]
    assert compared.strip() == "of 1,000 generated 2×2 Witness panels, 821 have fewer bits"
    scores = run("rate", FIGURE_4, "--json").rows[0]["scores"]
    assert scores["remuse"]["standing"] == {
        "difficulty": "hard",
        "lower": 821,
        "equal": 10,
        "count": 1000,
        "size": "2x2",
        "text": "hard for its kind: of 1,000 generated 2×2 Witness panels, 821 have fewer bits",
    }
    assert "standing" not in scores["muse"]


def test_a_bad_line_is_reported_the_rest_are_rated_and_the_exit_code_is_2(
    run: Run, book: Callable[..., Path]
) -> None:
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


def test_rate_reads_standard_input(
    run: Run, book: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(book(GOOD).read_bytes())))
    assert [row["id"] for row in run("rate", "-", "--json").rows] == ["p1"]


def test_what_users_wrote_is_shown_as_it_is(run: Run, book: Callable[..., Path]) -> None:
    line = {"kind": "sudoku", "puzzle": GOOD.removeprefix("sudoku:"), "id": "[red]:smile: 7[/red]"}
    assert "[red]:smile: 7[/red]" in run("rate", book(json.dumps(line))).out


def test_rate_as_comma_separated_values(run: Run, book: Callable[..., Path]) -> None:
    done = run("rate", book(FIGURE_4, UNSOLVABLE), "-m", "muse", "--csv")
    first, second = csv.DictReader(io.StringIO(done.out))
    assert list(first) == ["id", "kind", "player", "policy", "muse", "muse_status", "seconds", "reason"]
    assert (first["id"], first["player"], first["muse"], first["muse_status"]) == (
        "p1",
        "paper",
        "1.0",
        "exact",
    )
    assert (second["muse"], second["muse_status"]) == ("", "unsolvable")


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "parquet"])
def test_rate_writes_a_table_and_leaves_nothing_else(
    run: Run, book: Callable[..., Path], tmp_path: Path, suffix: str
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
    assert done.code == 2 and 'pip install "quandary[learn]"' in done.err
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
    run: Run, book: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupt_after(2, monkeypatch)
    done = run("rate", book(GOOD, FIGURE_4, GOOD))
    assert (done.code, done.err) == (130, "quandary: interrupted\n")
    first = [line.split()[0] for line in done.out.splitlines() if line.strip()]
    assert [word for word in first if word.startswith("p") and word != "puzzle"] == ["p1", "p2"]


def without_seconds(path: Path) -> list[dict[str, str]]:
    rows = list(csv.DictReader(io.StringIO(path.read_text())))
    return [{name: value for name, value in row.items() if name != "seconds"} for row in rows]


def test_a_run_that_was_cut_short_goes_on_where_it_was(
    run: Run, book: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
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


# solve, show, check, kinds, replicate, demo, new-kind


def test_solve_prints_the_solution(run: Run) -> None:
    done = run("solve", GOOD)
    assert done.code == 0 and done.err == ""
    assert done.out.startswith("sudoku-1: solved\n")
    assert "2 3 | 4 1" in done.out


def test_solve_finds_all_solutions_or_some(run: Run) -> None:
    everything = run("solve", FIGURE_4, "--all", "--json").rows[0]
    assert (everything["status"], everything["complete"], len(everything["solutions"])) == ("solved", True, 2)
    path = "up right right up"
    assert everything["solutions"][0] == {"moves": path.split(), "text": path, "end": path}
    assert "2 solutions, and no others" in run("solve", FIGURE_4, "--all").out
    some = run("solve", FIGURE_4, "--limit", "1", "--json").rows[0]
    assert (some["complete"], len(some["solutions"])) == (False, 1)


def test_a_puzzle_that_is_proved_unsolvable_is_a_no(run: Run, book: Callable[..., Path]) -> None:
    done = run("solve", UNSOLVABLE)
    assert done == (1, "sudoku-1: no solution, proved\n", "")
    mixed = run("solve", book(UNSOLVABLE, GOOD), "--json")
    assert mixed.code == 1
    assert [row["status"] for row in mixed.rows] == ["unsolvable", "solved"]


def test_giving_up_is_not_a_no(run: Run) -> None:
    done = run("solve", empty_panel(10), "--all", "--seconds", "0.2", "--json")
    assert done.code == 0
    (row,) = done.rows
    assert row["status"] in ("gave up", "solved") and row["complete"] is False
    assert "not enough" in row["reason"]


def test_show_draws_without_colour_when_no_one_looks(run: Run) -> None:
    done = run("show", GOOD)
    assert done.code == 0 and done.err == ""
    assert "\x1b" not in done.out
    assert "3" in done.out and "2" not in done.out
    assert "2" in run("show", GOOD, "--solution").out


@pytest.mark.parametrize(("suffix", "start"), [("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_show_writes_pictures(run: Run, tmp_path: Path, suffix: str, start: bytes) -> None:
    path = tmp_path / f"x.{suffix}"
    assert run("show", FIGURE_4, "--solution", "-o", path) == (0, "", "")
    assert path.read_bytes().startswith(start)


def test_show_writes_pictures_in_the_palette_that_is_named(run: Run, tmp_path: Path) -> None:
    pictures = {}
    for name in ("auto", "light", "dark", "print", "colour-blind"):
        assert run("show", FIGURE_4, "--solution", "--palette", name, "-o", tmp_path / "x.svg") == (0, "", "")
        pictures[name] = (tmp_path / "x.svg").read_text()
    assert len(set(pictures.values())) == len(pictures)
    assert [name for name, svg in pictures.items() if "prefers-color-scheme" in svg] == ["auto"]
    assert run("show", FIGURE_4, "--solution", "-o", tmp_path / "x.svg") == (0, "", "")
    assert (tmp_path / "x.svg").read_text() == pictures["auto"]


def test_show_takes_the_puzzle_of_that_number(run: Run, book: Callable[..., Path]) -> None:
    path = book(GOOD, FIGURE_4)
    assert run("show", path, "-n", "2").out == run("show", FIGURE_4).out != run("show", path).out


def test_an_unsolvable_puzzle_has_no_solution_to_show(run: Run) -> None:
    assert run("show", UNSOLVABLE, "--solution") == (1, "sudoku-1: no solution, proved\n", "")


def test_check_accepts_a_good_file(run: Run, book: Callable[..., Path]) -> None:
    done = run("check", book(GOOD))
    assert done.code == 0 and done.err == ""
    assert done.out.count("✓") == 5 and "✗" not in done.out
    assert done.out.endswith("1 puzzle checked, 1 fine\n")


def test_what_need_not_hold_is_no_cross(run: Run, book: Callable[..., Path]) -> None:
    path = book("maze:o-o-@/|.|.|/o-o-o/|.|.|/@-o-o")  # six ways through
    done = run("check", path)
    assert done.code == 0 and " no " in done.out and "✗" not in done.out
    done = run("check", path, "--forbid", "ambiguous")
    assert done.code == 1 and "✗" in done.out


@pytest.mark.parametrize(
    ("second", "problem", "says"),
    [
        ("sudoku:.3....3....4....", "ambiguous", "more than one solution"),
        (UNSOLVABLE, "unsolvable", "no solution"),
        ("sudoku:23....3....41...", "non-minimal", "the 2 at r1c1"),
        ("sudoku:.4....4....31...", "duplicate", "the same puzzle as p1"),
    ],
)
def test_check_names_each_bad_puzzle(
    run: Run, book: Callable[..., Path], second: str, problem: str, says: str
) -> None:
    path = book(GOOD, second)
    done = run("check", path)
    assert done.code == 1 and done.err == ""
    (line,) = (line for line in done.out.splitlines() if line.startswith(str(path)))
    assert line.startswith(f"{path}, line 2, p2: {problem}: ") and says in line
    rows = run("check", path, "--json").rows
    assert [[each["problem"] for each in row["problems"]] for row in rows] == [[], [problem]]
    if problem != "unsolvable":
        assert run("check", path, "--allow", problem).code == 0


def test_check_says_how_hard_a_puzzle_is_in_the_words_of_rate(run: Run) -> None:
    checked, rated = (run(verb, FIGURE_4).out for verb in ("check", "rate"))
    assert "easy for its kind" in checked and "easy for its kind" in rated
    [row] = run("check", GOOD, "--json").rows
    [same] = run("rate", GOOD, "--json").rows
    assert row["headline"]["value"] == same["scores"]["se_rating"]["value"]
    assert row["difficulty"] == same["scores"]["se_rating"]["standing"]["difficulty"]


def test_check_asks_for_one_solution_where_the_kind_does_and_where_it_is_told_to(run: Run) -> None:
    assert run("check", FIGURE_4).code == 0
    forbidden = run("check", FIGURE_4, "--forbid", "ambiguous")
    assert forbidden.code == 1 and "ambiguous: it has more than one solution" in forbidden.out


@pytest.mark.parametrize("name", ["fling", "maze", "sudoku", "tangram", "tilt", "witness"])
def test_generated_puzzles_pass_the_check(run: Run, name: str, tmp_path: Path) -> None:
    made = tmp_path / "made.jsonl"
    level = ["--level", "easy", "--size", "6x6"] if name == "sudoku" else []
    assert run("generate", name, "--count", "2", *level, "-o", made).code == 0
    assert run("check", made).code == 0


def test_a_class_of_ones_own_is_rated_checked_and_shown(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "count.py"
    file.write_text(COUNT_TO_THREE)
    done = run("rate", f"{file}:Count", f"{file}:further", "-m", "muse", "--json")
    assert [(row["id"], row["kind"]) for row in done.rows] == [("Count", "count"), ("further", "count")]
    assert run("rate", f"{file}:Count", "-m", "muse", "--json", "--jobs", "2").rows[0]["id"] == "Count"
    assert "1 puzzle checked, 1 fine" in run("check", f"{file}:Count").out
    assert run("show", f"{file}:Count").out.strip() == "0"
    missing = run("rate", f"{file}:Nothing")
    assert missing.code == 2 and "Its puzzle is Count." in missing.err
    assert "Name the puzzle in it" in run("rate", file).err


def test_a_player_who_knows_the_rules_of_ones_own_class_has_fewer_bits(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "count.py"
    file.write_text(COUNT_TO_THREE)
    [row] = run(
        "rate", f"{file}:Count", "--player", "none", "--player", "expert", "-m", "muse", "--json"
    ).rows
    assert row["scores"]["muse@expert"]["value"] < row["scores"]["muse@none"]["value"]


def test_check_finds_duplicates_across_files(run: Run, book: Callable[..., Path]) -> None:
    first, second = book(GOOD, name="one.jsonl"), book("sudoku:.4....4....31...", name="two.jsonl")
    done = run("check", first, second)
    assert done.code == 1
    assert f"{second}, line 1, p1: duplicate: it is the same puzzle as p1 ({first}, line 1)" in done.out


def test_check_says_2_when_a_line_is_bad_whatever_the_others_are(run: Run, book: Callable[..., Path]) -> None:
    done = run("check", book(UNSOLVABLE, "{broken"))
    assert done.code == 2
    assert "unsolvable" in done.out and "line 2 of" in done.err


def test_what_check_cannot_decide_in_time_is_not_proved(run: Run) -> None:
    done = run("check", empty_panel(10), "--seconds", "0.2", "--json")
    (row,) = done.rows
    assert done.code == 1
    assert row["unique"] is not True
    assert [each["problem"] for each in row["problems"]] in (["gave up"], ["ambiguous"])


def test_a_link_can_be_pasted_as_it_is_or_after_its_kind(run: Run) -> None:
    link = run("show", FIGURE_4, "--as", "windmill").out.strip()
    whole = f"https://windmill.example/build/{link}"
    shown = [run("show", target, "--as", "text") for target in (FIGURE_4, link, whole, f"witness:{whole}")]
    assert {(done.code, done.out, done.err) for done in shown} == {
        (0, "+-+-E\n|w|w|\n+-+-+\n|b|b|\nS-+-+\n", "")
    }
    assert run("solve", whole).out.startswith("witness-1: solved")


def test_show_as_knows_the_other_notations_of_a_kind_only(run: Run) -> None:
    done = run("show", GOOD, "--as", "windmill")
    assert done.code == 2 and is_one_clear_line(done.err)
    assert "No other notation of sudoku 'windmill'" in done.err
    assert run("show", FIGURE_4, "--as", "text", "--solution").code == 2


@pytest.mark.parametrize(
    ("puzzle", "moves", "says"),
    [
        ("sokoban:6#|#@$-.#|6#", "RR", "sokoban-1: solved after 2 moves"),
        ("sokoban:6#|#@$-.#|6#", "R", "sokoban-1: not solved after 1 move"),
        ("tilt:+-+-+-+/|o . .|/+ +-+ +/|. .|*|/+-+-+-+", "right down", "tilt-1: solved after 2 moves"),
    ],
)
def test_show_draws_a_puzzle_after_some_moves(run: Run, puzzle: str, moves: str, says: str) -> None:
    done = run("show", puzzle, "--after", moves)
    assert (done.code, done.err) == (0, f"quandary: {says}\n")
    assert done.out != run("show", puzzle).out


@pytest.mark.parametrize(
    ("puzzle", "moves", "says"),
    [
        ("sokoban:6#|#@$-.#|6#", "RU", "Step 2 of the solution, 'U', cannot be taken"),
        (
            "tilt:+-+-+-+/|o . .|/+ +-+ +/|. .|*|/+-+-+-+",
            "right up",
            "Move 2, 'up', is not legal. Legal moves:",
        ),
        ("tilt:+-+-+-+/|o . .|/+ +-+ +/|. .|*|/+-+-+-+", "right down up", "Move 3, 'up', comes after"),
    ],
)
def test_moves_that_cannot_be_made_are_named(run: Run, puzzle: str, moves: str, says: str) -> None:
    done = run("show", puzzle, "--after", moves)
    assert done.code == 2 and is_one_clear_line(done.err) and says in done.err
    assert run("show", puzzle, "--after", moves, "--solution").code == 2


def test_show_follows_what_solve_prints_from_each_of_several_starts(run: Run) -> None:
    panel = "witness:S-+-E/|b|w|/S-+-+"
    found = run("solve", panel, "--all", "--json").rows[0]["solutions"]
    assert {each["start"] for each in found} == {"(0, 0)", "(0, 1)"}
    printed = run("solve", panel, "--all").out
    for each in found:
        assert each["text"] in printed and each["text"] == f"from {each['start']}: {' '.join(each['moves'])}"
        done = run("show", panel, "--after", each["text"])
        assert (done.code, done.err) == (
            0,
            f"quandary: witness-1: solved after {len(each['moves'])} moves\n",
        )
    done = run("show", panel, "--after", "right up right")
    assert done.code == 2 and is_one_clear_line(done.err) and "2 starts, (0, 0), (0, 1)" in done.err


@pytest.mark.parametrize("puzzle", [GOOD, FIGURE_4, "sokoban:6#|#@$-.#|6#"])
def test_show_follows_the_text_of_every_solution(run: Run, puzzle: str) -> None:
    [found] = run("solve", puzzle, "--json").rows[0]["solutions"]
    assert "start" not in found
    assert "solved after" in run("show", puzzle, "--after", found["text"]).err


def test_solve_counts_what_the_kind_can_count(run: Run) -> None:
    """Check that fewest pushes and fewest steps differ."""
    level = "sokoban:--#####|###---#|#-$-#-##|#-#--.-#|#----#-#|##$#.--#|-#@--###|-#####"
    steps = run("solve", level, "--fewest", "steps", "--json").rows[0]
    pushes = run("solve", level, "--json").rows[0]
    assert steps["status"] == pushes["status"] == "solved"
    walk, other = steps["solutions"][0]["end"], pushes["solutions"][0]["end"]
    assert steps["solutions"][0]["moves"] == list(walk)
    assert len(walk) <= len(other)
    assert "solved after" in run("show", level, "--after", walk).err
    assert run("solve", "sokoban:5#|#@$.#|#---#|#$-.#|5#", "--fewest", "steps").code == 1
    for bad in (
        (level, "--fewest", "stops"),
        (level, "--fewest", "steps", "--all"),
        (GOOD, "--fewest", "steps"),
    ):
        done = run("solve", *bad)
        assert done.code == 2 and done.out == "" and "Traceback" not in done.err


def test_vary_ranks_changes_by_what_they_do(run: Run) -> None:
    panel = "witness:+-+-E/|b|.|/+-+-+/|.|w|/S-+-+"
    done = run("vary", panel, "--by", "solutions", "--easier", "--best", 3, "--json")
    assert done.code == 0
    assert list(done.rows[0]) == ["id", "kind", "change", "puzzle", "difference", "scores"]
    differences = [row["difference"] for row in done.rows]
    assert len(differences) == 3 and differences == sorted(differences) and differences[-1] < 0
    for row in done.rows:
        again = rate(registry.kind("witness").parse(row["puzzle"]), ["solutions"])["solutions"]
        assert again.value == row["scores"]["solutions"]["value"]
    everything = run("vary", panel, "--by", "solutions", "--best", 10_000, "--json").rows
    sizes = [abs(row["difference"]) for row in everything]
    assert sizes == sorted(sizes, reverse=True)
    assert {row["difference"] > 0 for row in everything} == {True, False}
    table = run("vary", panel, "--by", "solutions", "--harder", "--best", 1)
    assert "witness-1 as it is" in table.out and "+" in table.out.splitlines()[-1]


def test_vary_says_what_cannot_be_compared(run: Run) -> None:
    assert "of the changed puzzles cannot be solved" in run("vary", "witness:+-E/|2|/S-+", "--best", 1).err
    nothing = run("vary", "witness:S.E/*.*/+*+", "--by", "shortest", "--harder")
    assert nothing.code == 1
    for bad in (
        ("vary", FIGURE_4, "--by", "nonsense"),
        ("vary", "witness:+-E/|.|/S*+/", "--harder", "--easier"),
        ("vary", "witness:+.E/|../S-+"),
    ):
        done = run(*bad)
        assert done.code == 2 and done.out == "", bad


def test_kinds_lists_every_kind_with_what_it_offers(run: Run) -> None:
    done = run("kinds", "--json")
    assert done.code == 0 and done.err == ""
    cards = {row["kind"]: row for row in done.rows}
    assert list(cards) == list(registry.kinds())
    assert cards["witness"]["species"] == "path" and cards["sudoku"]["species"] == "fill"
    assert "paper" in cards["witness"]["players"] and "4x4" in cards["sudoku"]["sizes"]
    table = run("kinds").out
    assert all(f" {name} " in table for name in cards)


def test_a_broken_plug_in_does_not_hide_the_other_kinds(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    known = {**registry.places(), "broken": "no.such.module"}
    monkeypatch.setattr(registry, "places", lambda: known)
    for verb in (["kinds", "--json"], ["demo"]):
        done = run(*verb)
        assert done.code == 0
        assert is_one_clear_line(done.err) and "'broken' cannot be imported" in done.err
        assert "sudoku" in done.out


def test_replicate_prints_one_object_per_row_in_the_documented_form(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quandary.replicate.table_names", lambda: ["figure4"])  # others take minutes
    done = run("replicate", "figure4", "--json")
    assert done.code == 0 and done.err == ""
    keys = ["table", "row", "published", "as_published", "ours", "note"]
    assert all(list(row) == keys for row in done.rows)
    assert done.rows[0] == dict(zip(keys, ["figure4", "muse_A", 4.0, None, 4.0, ""], strict=True))
    assert run("replicate", "--all", "--json").rows[: len(done.rows)] == done.rows


def test_replicate_lists_the_tables_and_prints_one_for_people(run: Run) -> None:
    assert run("replicate").out == run("replicate", "--list").out
    assert "figure4" in run("replicate").out
    assert [row["table"] for row in run("replicate", "--list", "--json").rows] == table_names()
    assert "3.0592" in run("replicate", "figure4").out


def test_replicate_prints_one_table_of_a_source_that_has_several(run: Run) -> None:
    rows = run("replicate", "hex", "--table", "3.1", "--json").rows
    assert {row["table"] for row in rows} == {"3.1"}
    assert {row["row"]: row["ours"] for row in rows}["Wrench"] == 168


def test_the_demo_shows_every_kind_and_what_to_do_next(run: Run) -> None:
    done = run("demo")
    assert done.code == 0 and done.err == ""
    assert all(f"── {name}: " in done.out for name in registry.kinds())
    assert done.out.index("What next?") > done.out.index("── witness: ")


def test_a_new_kind_says_what_to_do_next(run: Run, tmp_path: Path) -> None:
    done = run("new-kind", "domino", "--into", tmp_path)
    assert done.code == 0 and done.err == ""
    assert (tmp_path / "quandary-domino" / "pyproject.toml").exists()
    assert "Next:" in done.out and "pip install -e" in done.out
    again = run("new-kind", "domino", "--into", tmp_path)
    assert again.code == 2 and is_one_clear_line(again.err)


# Processes, signals, pipes


def quandary(*arguments: object, **options: Any) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "quandary", *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)


def test_it_runs_as_a_module_and_sets_the_exit_code() -> None:
    with quandary("solve", UNSOLVABLE) as process:
        out, _ = process.communicate()
    assert (process.returncode, out) == (1, "sudoku-1: no solution, proved\n")


def test_help_takes_less_than_a_third_of_a_second_of_processor_time() -> None:
    def used() -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-m", "quandary", "--help"], capture_output=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    assert min(used() for _ in range(3)) < 0.3


def test_several_processes_print_their_rows_in_the_order_of_the_file(book: Callable[..., Path]) -> None:
    with quandary("rate", book(*[GOOD, FIGURE_4] * 20), "--jobs", 2, "--json") as process:
        out, err = process.communicate()
    assert process.returncode == 0 and "Traceback" not in err
    assert [json.loads(line)["id"] for line in out.splitlines()] == [f"p{n}" for n in range(1, 41)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_ends_a_long_run_without_a_traceback(book: Callable[..., Path], jobs: int) -> None:
    puzzles = book(*[empty_panel(10)] * 9)
    with quandary("rate", puzzles, "--jobs", jobs, "--seconds", 100, "--json") as process:
        assert process.stderr is not None
        while "rating: this takes a while" not in process.stderr.readline():
            assert process.poll() is None
        os.kill(process.pid, signal.SIGINT)
        # The pipes close only when the worker processes are gone, too.
        out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert (out, err) == ("", "quandary: interrupted\n")


def test_a_reader_that_goes_away_is_no_error(book: Callable[..., Path]) -> None:
    with quandary("rate", book(*[GOOD] * 200), "--json") as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert "Traceback" not in process.stderr.read()
        assert "Broken" not in process.stderr.read()
    assert process.returncode == 141


def test_a_terminal_without_the_characters_gets_others() -> None:
    with quandary("check", GOOD, env={**os.environ, "PYTHONIOENCODING": "ascii"}) as process:
        out, err = process.communicate()
    assert process.returncode == 0 and "Traceback" not in err
    assert "sudoku-1" in out and out.isascii()


def test_that_the_compiled_core_is_missing_is_said_once_on_one_line(book: Callable[..., Path]) -> None:
    code = (
        "import sys; sys.modules['quandary._core'] = None;"
        "from quandary.cli.main import main; sys.exit(main(sys.argv[1:]))"
    )
    env = {name: value for name, value in os.environ.items() if name != "QUANDARY_REQUIRE_NATIVE"}
    command = [sys.executable, "-c", code, "rate", str(book(GOOD, FIGURE_4)), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, env=env, check=True)
    assert len(done.stdout.splitlines()) == 2
    said = [line for line in done.stderr.splitlines(keepends=True) if "takes a while" not in line]
    assert is_one_clear_line("".join(said)) and "pure Python" in said[0]
