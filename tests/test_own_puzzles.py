"""Puzzles of FILE.py: mistakes in them are told in one line, and what never ends is ended."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest
from tests.commands import Run, is_one_clear_line

from quandary.errors import FileError
from quandary.library.given import given
from quandary.library.guarded import METHODS
from quandary.library.own import read_own
from quandary.library.post import EVERY, Post, notices
from quandary.limits import Limits, OutOfBudget

SOURCE = """
import itertools, sys, time


class Good:
    def starts(self): return [0]
    def moves(self, state): return [1, 2]
    def apply(self, state, move): return state + move
    def is_solved(self, state): return state >= 5

class Raises(Good):
    def moves(self, state): raise ValueError("no\\nluck")
class RaisesLate(Good):
    def moves(self, state):
        yield 1
        raise ValueError("late")
class RaisesSolved(Good):
    def is_solved(self, state): raise KeyError("x")
class NoMoves(Good):
    def moves(self, state): return None
class NoStarts(Good):
    def starts(self): return None
class NoState(Good):
    def apply(self, state, move): pass
class Empty(Good):
    def starts(self): return iter(())
class ListState(Good):
    def starts(self): return [[0]]
class ListNext(Good):
    def apply(self, state, move): return [state]
class ListMove(Good):
    def moves(self, state): return ([1],)
class Number(Good):
    def moves(self, state): return 3
class Exits(Good):
    def apply(self, state, move): sys.exit(3)
class ExitsWhenMade(Good):
    def __init__(self): sys.exit()
class NoPicture(Good):
    def draw(self, state): return None
class Stops(Good):
    def moves(self, state): return next(iter(()))

class EndlessList(Good):
    def moves(self, state): return list(itertools.repeat(1))  # never back in Python, so deaf to signals
class EndlessLoop(Good):
    def moves(self, state):
        while True:
            pass
class EndlessItems(Good):
    def moves(self, state): return itertools.count()
class Grows(Good):
    def moves(self, state):
        held = []
        while True:
            held.append(bytearray(10_000_000))
            time.sleep(.002)
"""
BAD = {
    "Raises": "moves() raised ValueError: no luck",
    "RaisesLate": "moves() raised ValueError: late",
    "RaisesSolved": "is_solved() raised KeyError: 'x'",
    "NoMoves": "moves() returned None. Is a return missing?",
    "NoStarts": "starts() returned None. Is a return missing?",
    "NoState": "apply() returned None. Is a return missing?",
    "Empty": "starts() gave no state. Return a list with the state in which play begins.",
    "ListState": "starts() gave a list, which cannot be hashed (TypeError: unhashable type: 'list')."
    " Take tuples or strings.",
    "ListNext": "apply() gave a list, which cannot be hashed (TypeError: unhashable type: 'list')."
    " Take tuples or strings.",
    "ListMove": "moves() gave a list, which cannot be hashed (TypeError: unhashable type: 'list')."
    " Take tuples or strings.",
    "Number": "moves() returned a int. Return a list.",
    "Exits": "apply() raised SystemExit: 3",
    "Stops": "moves() raised StopIteration",
}
COMMANDS = (
    ("rate",),
    ("rate", "-m", "all"),
    ("rate", "--features"),
    ("solve",),
    ("explain",),
    ("hint",),
    ("check",),
    ("map",),
    ("play",),
    ("play", "-o", "play.html"),
    ("order", "--by", "muse"),
)
LIMITS = ("--seconds", "1", "--memory", "0.3")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "own.py"
    path.write_text(SOURCE)
    return path


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_command_names_the_method_with_the_mistake_in_one_line(
    run: Run, file: Path, command: tuple[str, ...]
) -> None:
    for name, said in BAD.items():
        done = run(*command, f"own.py:{name}")
        assert (done.code, done.line) == (2, f"quandary: own.py:{name}: {said}"), name


def test_a_puzzle_that_cannot_even_be_made_or_shown_is_told_in_one_line(run: Run, file: Path) -> None:
    said = "own.py:ExitsWhenMade cannot be used: SystemExit"
    for command in (*COMMANDS, ("show",)):
        done = run(*command, "own.py:ExitsWhenMade")
        assert (done.code, done.err.splitlines()[0]) == (2, f"quandary: {said}"), command
    shown = run("show", "own.py:NoPicture")
    assert (shown.code, shown.line) == (
        2,
        "quandary: own.py:NoPicture: draw() returned None. Is a return missing?",
    )


LISTED = (
    SOURCE
    + """
class Timed(Good):
    def __init__(self, seconds): self.facts = {"seconds": seconds}
ALL, NONE, MIXED = [Timed(n) for n in (4, 8, 16)], [], [Good(), 3]
"""
)


def test_a_name_may_stand_for_a_list_of_puzzles(run: Run, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(LISTED)
    target = tmp_path / "own.py:ALL"
    entries = list(given(str(target)))
    assert [entry.id for entry in entries] == ["ALL-1", "ALL-2", "ALL-3"]
    assert [entry.facts["seconds"] for entry in entries] == [4, 8, 16]
    [third] = given(entries[2].kind.format(entries[2].puzzle))
    assert third.facts == {"seconds": 16}
    both = run("rate", target, "-m", "shortest", "--jobs", "2", "--json")
    assert both.code == 0 and len(both.out.splitlines()) == 3
    scale = run("calibrate", target, target)
    assert "only 3 anchors" in scale.line


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("ALL[4]", "it holds 3 puzzles"),
        ("ALL[0]", "it holds 3 puzzles"),
        ("Good[1]", "it is no list"),
        ("NONE", "holds 0 puzzles"),
        ("MIXED", "MIXED[2] is not a puzzle"),
    ],
)
def test_what_is_not_in_a_list_is_told_in_one_line(run: Run, tmp_path: Path, name: str, says: str) -> None:
    (tmp_path / "own.py").write_text(LISTED)
    done = run("rate", f"{tmp_path / 'own.py'}:{name}")
    assert done.code == 2 and says in done.err and is_one_clear_line(done.err)


def test_a_command_for_one_puzzle_asks_which_of_a_list(run: Run, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(LISTED)
    done = run("map", tmp_path / "own.py:ALL")
    assert done.code == 2 and "holds 3 puzzles. Name one of them, as in" in done.line


def test_guarded_methods_keep_their_kind_and_what_they_return(file: Path) -> None:
    file.write_text(
        "class Sized:\n"
        "    starts = staticmethod(lambda: ['a'])\n"
        "    def moves(self, state): return (each for each in 'bc')\n"
        "    @classmethod\n"
        "    def apply(cls, state, move): return move\n"
        "    def is_solved(self, state): return state == 'c'\n"
        "one = Sized()\n"
        "one.is_solved = lambda state: state == 'b'\n"
    )
    puzzle = read_own("own.py:Sized")
    assert list(puzzle.starts()) == ["a"] and list(puzzle.moves("a")) == ["b", "c"]
    assert type(puzzle).apply("a", "c") == "c" and puzzle.is_solved("c") and not puzzle.is_solved("b")
    assert read_own("own.py:one").is_solved("b")


def test_every_optional_method_is_guarded(file: Path) -> None:
    lines = [f"    def {name}(self, *_): raise ValueError('it is {name}')\n" for name in METHODS]
    file.write_text("class All:\n" + "".join(lines))
    puzzle = read_own("own.py:All")
    for name in METHODS:
        with pytest.raises(FileError, match=rf"own\.py:All: {name}\(\) raised ValueError: it is {name}"):
            getattr(puzzle, name)(1)


def test_classes_of_quandary_are_left_alone(file: Path) -> None:
    from quandary.kinds.sudoku import KIND

    before = dict(vars(KIND.puzzle))
    file.write_text("from quandary.kinds.sudoku import KIND\none = KIND.parse('.3....3....41...')\n")
    read_own("own.py:one")
    assert dict(vars(KIND.puzzle)) == before


# What never ends


def _command(*words: str, **options: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "quandary", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **options},
    )


def _done(*words: str) -> tuple[int, str, str]:
    with _command(*words) as process:
        out, err = process.communicate(timeout=120)
    return process.returncode, out, "".join(f"{each}\n" for each in err.splitlines() if "a while" not in each)


@pytest.mark.parametrize("verb", ["rate", "solve", "explain", "hint", "check", "map"])
def test_a_method_that_never_comes_back_to_python_is_ended_at_the_limit(file: Path, verb: str) -> None:
    code, _, err = _done(verb, "own.py:EndlessList", "--seconds", "50", "--memory", "0.3")
    assert code == 2 and is_one_clear_line(err)
    assert err == (
        "quandary: own.py:EndlessList: moves() filled the memory, and was ended at the 0.3 GB limit.\n"
    )


@pytest.mark.parametrize("name", ["EndlessLoop", "EndlessItems", "Grows"])
def test_a_method_that_never_returns_makes_the_answer_give_up(file: Path, name: str) -> None:
    code, out, err = _done("rate", "--json", "-m", "muse", "own.py:Good", f"own.py:{name}", *LIMITS)
    assert (code, err) == (0, "") and len(out.splitlines()) == 2
    assert '"status": "gave up"' in out.splitlines()[1]
    assert ("0.3 GB" if name == "Grows" else "1 s limit") in out.splitlines()[1]


def test_one_puzzle_that_is_ended_spoils_only_its_own_row_with_several_jobs(file: Path) -> None:
    code, out, _ = _done(
        "rate", "--json", "-m", "muse", "own.py:EndlessList", "own.py:Good", "-j", "2", *LIMITS
    )
    assert code == 0
    assert "the worker was killed" in out.splitlines()[0] and '"exact"' in out.splitlines()[1]


def test_ctrl_c_ends_a_method_that_never_comes_back_to_python(file: Path) -> None:
    file.write_text(SOURCE.replace("list(itertools.repeat(1))", "sum(itertools.repeat(0))"))
    with _command("rate", "own.py:EndlessList", "--seconds", "500") as process:
        sleep(2)
        os.kill(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130 and err.splitlines()[-1] == "quandary: interrupted"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the worker notices by itself")
def test_the_worker_ends_with_the_command(file: Path) -> None:
    mark = f"quandary-test-{os.getpid()}"
    with _command("rate", "own.py:EndlessLoop", "--seconds", "500", MARK=mark) as process:
        deadline = monotonic() + 60
        while len(_with(mark)) < 2 and monotonic() < deadline:
            sleep(0.1)
        process.kill()
        process.communicate()
        while _with(mark) and monotonic() < deadline:
            sleep(0.1)
    assert not _with(mark)


def _with(mark: str) -> list[str]:
    """Return the processes with a mark in their environment."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            found += [path.parent.name] * (mark.encode() in path.read_bytes())
        except OSError:  # it has just ended, or is not ours
            continue
    return found


def test_a_post_says_where_its_process_is_and_until_when(tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGALRM)
    post = Post(tmp_path)
    try:
        assert list(notices(tmp_path)) == []
        with Limits(seconds=2, memory=9).start():
            post.enter("a.py:A: moves()")
            post.enter("a.py:A: is_solved()")  # which moves() calls
            (told,) = notices(tmp_path)
        assert (told.process, told.label, told.seconds, told.memory) == (os.getpid(), "a.py:A: moves()", 2, 9)
        assert 0 < told.deadline - monotonic() <= 2
        post.leave()
        assert next(notices(tmp_path)).deadline == float("inf") and not post.inside
        with Limits(seconds=3 * EVERY).start(), pytest.raises(OutOfBudget):
            post.enter("a.py:A: moves()")
            sleep(60)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_loading_modules_does_not_count_against_the_limit(file: Path) -> None:
    """Loading numpy and scipy alone takes longer than this limit."""
    file.write_text(f"import time\ntime.sleep(.5)\n{SOURCE}")
    code, out, _ = _done("rate", "--json", "-m", "states", "-m", "scc", "own.py:Good", "--seconds", "0.09")
    assert code == 0 and '"gave up"' not in out
