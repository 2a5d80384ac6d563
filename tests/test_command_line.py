"""The command line as a whole: usage, what cannot be read, processes, signals and pipes, and no tracebacks."""

import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.commands import FIGURE_4, GOOD, UNSOLVABLE, Book, Run, empty_panel, is_one_clear_line

from quandary import __version__
from quandary.cli.main import VERBS

# The whole


def test_without_arguments_there_is_help(run: Run) -> None:
    done = run()
    assert done.code == 0 and done.err == ""
    assert done.out == run("--help").out


def test_the_help_names_every_verb_and_says_what_a_puzzle_is(run: Run) -> None:
    out = run("--help").out
    assert all(f" {verb}  " in out for verb in VERBS)
    assert "PUZZLE is a file" in out and "standard input" in out and "KIND:NOTATION" in out


@pytest.mark.parametrize("verb", VERBS)
def test_the_help_of_a_verb_has_an_example_that_names_it(run: Run, verb: str) -> None:
    done = run(verb, "--help")
    assert done.code == 0
    assert f"\n  quandary {verb}" in done.out


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
        (["rate", GOOD, "--json", "--csv"], "--json, --csv and -o cannot be combined"),
        (["rate", GOOD, "--resume"], "--resume needs the -o"),
        (["rate", GOOD, "-o", "table.xls"], "End its name in .csv, .jsonl, .parquet"),
        (
            ["rate", GOOD, "-o", "no/such/folder/table.csv"],
            "there is no folder no/such/folder. Create it first.",
        ),
        (["rate", "sudoko:1234"], "No puzzle kind 'sudoko'. Did you mean 'sudoku'?"),
        (["rate", "sudoku:123"], "sudoku puzzle on the command line"),
        (["solve", GOOD, "--all", "--limit", "3"], "--all and --limit cannot be combined"),
        (["show", GOOD, "-n", "2"], "has only 1 puzzle, but --index is 2"),
        (["show", GOOD, "-o", "x.gif"], "end its name in .svg, .png or .pdf"),
        (["check", GOOD, "--allow", "unsolvable"], "No problem to --allow 'unsolvable'"),
        (["replicate", "figure44"], "No replication 'figure44'. Did you mean 'figure4'?"),
        (["replicate", "figure4", "--all"], "NAME, --list and --all cannot be combined"),
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


def test_a_verb_is_loaded_without_the_others() -> None:
    """Twenty modules of options that nobody asked for cost a tenth of a second."""
    script = (
        "import sys\n"
        "from quandary.cli.main import main\n"
        "main(['kinds', '--help'])\n"
        "print(*sorted(name for name in sys.modules if name.startswith('quandary.cli.')))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = done.stdout.splitlines()[-1].split()
    assert "quandary.cli.kinds" in loaded
    assert not {"quandary.cli.rate", "quandary.cli.generate", "quandary.cli.study"} & set(loaded)


def test_several_processes_print_their_rows_in_the_order_of_the_file(book: Book) -> None:
    with quandary("rate", book(*[GOOD, FIGURE_4] * 20), "--jobs", 2, "--json") as process:
        out, err = process.communicate()
    assert process.returncode == 0 and "Traceback" not in err
    assert [json.loads(line)["id"] for line in out.splitlines()] == [f"p{n}" for n in range(1, 41)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_ends_a_long_run_without_a_traceback(book: Book, jobs: int) -> None:
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


def test_a_reader_that_goes_away_is_no_error(book: Book) -> None:
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


def test_that_the_compiled_core_is_missing_is_said_once_on_one_line(book: Book) -> None:
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


@pytest.mark.parametrize(
    ("module", "extra", "asked"),
    [
        ("sklearn", "learn", ["learn", "table.csv", "--target", "x"]),
        ("sklearn", "learn", ["learn", "players", "table.csv", "--target", "x", "--puzzles", "x.jsonl"]),
        ("sklearn", "learn", ["predict", "model.json", "x.jsonl"]),
        ("sklearn", "learn", ["replicate", "move-models", "--table", "procedure", "--data", "table.csv"]),
        ("polars", "parquet", ["rate", "sudoku:.3....3....41...", "-o", "table.parquet"]),
        ("polars", "parquet", ["learn", "table.parquet", "--target", "x"]),
        ("django", "web", ["play", "sudoku:.3....3....41...", "--no-browser"]),
        ("django", "web", ["study", "new", "folder", "--template", "maze-report"]),
        ("typst", "print", ["show", "sudoku:.3....3....41...", "-o", "x.png"]),
        ("distributed", "cluster", ["rate", "sudoku:.3....3....41...", "--scheduler", "tcp://127.0.0.1:1"]),
    ],
)
def test_a_missing_extra_is_named_in_one_line(
    module: str, extra: str, asked: list[str], tmp_path: Path
) -> None:
    (tmp_path / "table.csv").write_text("id,x\n" + "".join(f"p{each},{each}\n" for each in range(9)))
    (tmp_path / "table.parquet").write_bytes(b"PAR1")
    code = "import sys; sys.modules[sys.argv.pop(1)] = None; from quandary.cli.main import main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", code, module, *asked], cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 2 and f"quandary[{extra}]" in done.stderr, done.stderr
    assert len(done.stderr.splitlines()) == 1
