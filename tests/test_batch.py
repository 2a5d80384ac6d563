"""Rating many puzzles: in order, in several processes, and despite a kind that fails."""

import csv
import json
import os
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from multiprocessing import Pipe
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from types import SimpleNamespace
from typing import Any

import pytest

from quandary.errors import QuandaryError, UnknownNameError
from quandary.kind import Kind
from quandary.library import registry
from quandary.library.files import Entry, examples
from quandary.library.registry import find_kind, find_kinds
from quandary.limits import Limits
from quandary.runs import batch, processes
from quandary.runs.batch import Rating, Setting, rate_all
from quandary.runs.output import keeping
from quandary.runs.partial import Partial
from quandary.runs.processes import AHEAD, Death, as_done, in_processes
from quandary.runs.rated import Rated, rating_plan
from quandary.runs.rows import in_words
from quandary.score import Score, Status


def first_examples(most: int | None) -> list[Entry]:
    return [entry for name in find_kinds() for entry in examples(find_kind(name))[:most]]


def values(ratings: list[Rating]) -> list[dict[str, float | None]]:
    return [{name: score.value for name, score in rating.scores.items()} for rating in ratings]


@pytest.mark.parametrize("most", [1, pytest.param(None, marks=pytest.mark.long)])
def test_several_processes_give_the_same_scores_in_the_same_order_as_one(most: int | None) -> None:
    entries, setting = first_examples(most), Setting(measures=("muse", "solutions"))
    alone, together = list(rate_all(entries, setting)), list(rate_all(entries, setting, jobs=2))
    assert [rating.entry for rating in together] == entries
    assert values(together) == values(alone)
    assert len(values(alone)) > 5


def test_the_player_and_the_policy_cross_to_other_processes() -> None:
    entries = examples(find_kind("witness"))[:1]
    setting = Setting(("muse",), player="none", lookahead=1, policy="greedy")
    (rating,) = rate_all(entries, setting, jobs=2)
    assert rating.scores["muse"].player == "none, looking 1 ahead"
    assert rating.scores["muse"].policy == "greedy"


def test_only_a_few_puzzles_are_read_ahead() -> None:
    read = 0

    def endless() -> Iterator[Entry]:
        nonlocal read
        while True:
            read += 1
            yield examples(find_kind("witness"))[1]

    for jobs in (1, 2):
        read = 0
        ratings = rate_all(endless(), Setting(("muse",)), jobs=jobs)
        next(ratings)
        assert read <= jobs * AHEAD + 1
        ratings.close()


def test_chunks_grow_while_they_are_quick_and_shrink_when_they_are_slow(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sizes, now = list[int](), 0.0

    def noted(of: Kind, entries: Sequence[Entry], setting: Setting) -> Iterator[Rating]:
        nonlocal now
        sizes.append(len(entries))
        now += 0.24 if len(sizes) < 6 else 0.26  # a quarter of a second is quick enough
        return iter([Rating(entry, {}) for entry in entries])

    monkeypatch.setattr(batch, "_rate_together", noted)
    monkeypatch.setattr(batch, "monotonic", lambda: now)
    monkeypatch.setattr(batch, "LARGEST_CHUNK", 10)
    entries = [examples(find_kind("witness"))[0]] * 43
    assert [rating.entry for rating in rate_all(entries, Setting(("muse",)))] == entries
    assert sizes == [1, 2, 4, 8, 10, 10, 5, 2, 1]


class Broken:
    """A puzzle whose kind has a bug."""

    def starts(self) -> list[str]:
        raise ZeroDivisionError("oops")


def test_a_kind_that_fails_on_a_puzzle_spoils_that_rating_only() -> None:
    good = examples(find_kind("witness"))[0]
    bad = replace(good, puzzle=Broken(), where="levels.jsonl, line 2")
    first, second, third = rate_all([good, bad, good], Setting(("muse",)))
    assert first.scores["muse"].value == third.scores["muse"].value == 1
    assert second.scores == {}
    why = "the kind witness failed on this puzzle, a bug in the kind (ZeroDivisionError: oops)"
    assert second.failure == f"levels.jsonl, line 2: {why}"


def test_a_kind_that_needs_too_much_memory_spoils_that_rating_only(monkeypatch: pytest.MonkeyPatch) -> None:
    def hungry(*_: Any, **__: Any) -> Any:
        raise MemoryError

    monkeypatch.setattr(batch, "rate", hungry)
    (rating,) = rate_all(examples(find_kind("sudoku"))[:1], Setting(("states",)))
    assert rating.lost.endswith("line 1: not computed: not enough memory")
    assert rating.scores["states"].status is Status.NOT_COMPUTED


def test_a_leak_is_part_of_the_player_only_if_it_is_asked_for() -> None:
    sudoku = find_kind("sudoku")
    plain = Setting(("muse",), player="expert").player_of(sudoku)
    assert plain == sudoku.player("expert") and plain.leak == 0
    assert Setting(("muse",), player="expert", leak=0.25).player_of(sudoku) == replace(plain, leak=0.25)


def test_a_puzzle_is_faulty_or_has_no_word_if_nothing_says_how_hard_it_is() -> None:
    sudoku = find_kind("sudoku")
    entry = Entry(sudoku, sudoku.parse("1.3. .... .... .2.4"), "it")
    assert in_words(Rating(entry, {"solutions": Score("solutions", 2, Status.EXACT)})) == "faulty"
    assert in_words(Rating(entry, {"solutions": Score("solutions", 1, Status.EXACT)})) == ""


def test_an_unknown_measure_or_player_is_said_at_once() -> None:
    entries = examples(find_kind("witness"))
    with pytest.raises(UnknownNameError, match=r"No measure 'muze'\. Did you mean 'muse'"):
        rate_all(entries, Setting(("muze",)))
    with pytest.raises(UnknownNameError, match=r"No player of witness 'papper'\. Did you mean 'paper'"):
        list(rate_all(entries, Setting(player="papper"), jobs=2))


def test_the_limits_are_for_each_puzzle() -> None:
    entries = examples(find_kind("witness"))[:3]
    ratings = list(rate_all(entries, Setting(("scc",), limits=Limits(states=20))))
    assert [rating.scores["scc"].status for rating in ratings] == [
        Status.GAVE_UP,  # 77 states
        Status.EXACT,  # 5
        Status.GAVE_UP,  # 51
    ]


def test_the_headline_is_there_if_it_was_asked_for() -> None:
    entries = examples(find_kind("witness"))[:1]
    (with_it,), (without_it,) = (list(rate_all(entries, Setting((m,)))) for m in ("remuse", "muse"))
    assert with_it.headline is with_it.scores["remuse"]
    assert without_it.headline is None and without_it.verdict.short == ""


# Processes that die

DEADLY_KIND = """
import os, signal
from dataclasses import dataclass
from pathlib import Path
from quandary.kind import Kind, Notation


@dataclass(frozen=True)
class Trap:
    doom: str

    def starts(self):
        if self.doom == "exit":
            os._exit(3)
        if self.doom == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        if self.doom == "memory":
            raise MemoryError
        return [0]

    def moves(self, state):
        return ["go"]

    def apply(self, state, move):
        return 1

    def is_solved(self, state):
        return state == 1


KIND = Kind(
    name="trap", title="Trap", summary="Live.", puzzle=Trap, notation=Notation(parse=Trap, format=lambda trap: trap.doom),
    folder=Path(__file__).parent,
)
"""
DOOMS = ("none", "kill", "none", "exit", "memory", "none")
REASONS = {
    "kill": "the worker was killed, perhaps out of memory",
    "exit": "the worker ended early (exit code 3)",
    "memory": "not enough memory",
}


@pytest.fixture
def traps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Write a file of puzzles of a plug-in, some of which crash the process that measures them."""
    (tmp_path / "qt_trap.py").write_text(DEADLY_KIND, encoding="utf-8")
    folder = tmp_path / "qt_trap-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: qt_trap\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text("[quandary.kinds]\ntrap = qt_trap\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=":")
    registry.places.cache_clear()
    path = tmp_path / "traps.jsonl"
    path.write_text("".join(json.dumps({"kind": "trap", "puzzle": doom}) + "\n" for doom in DOOMS))
    yield path
    registry.places.cache_clear()
    sys.modules.pop("qt_trap", None)


def test_a_worker_that_dies_takes_one_puzzle_with_it_and_no_more(traps: Path) -> None:
    deadly = find_kind("trap")
    entries = [Entry(deadly, deadly.parse(doom), f"p{number}") for number, doom in enumerate(DOOMS)]
    ratings = list(rate_all(entries, Setting(("states",)), jobs=2))
    assert [rating.entry for rating in ratings] == entries
    for doom, rating in zip(DOOMS, ratings, strict=True):
        score = rating.scores["states"]
        if doom == "none":
            assert (score.value, score.status, rating.lost) == (2, Status.EXACT, "")
        else:
            assert (score.value, score.status) == (None, Status.NOT_COMPUTED)
            assert score.reason == REASONS[doom]
            assert rating.lost == f"{rating.entry.id}: not computed: {REASONS[doom]}"


def test_the_row_of_a_puzzle_that_killed_its_worker_says_so(traps: Path) -> None:
    table = traps.with_name("table.csv")
    command = [sys.executable, "-m", "quandary", "rate", str(traps), "-m", "states", "-o", str(table)]
    done = subprocess.run([*command, "--jobs", "2"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert f"{traps}, line 2: not computed: {REASONS['kill']}" in done.stderr
    assert "Traceback" not in done.stderr
    rows = list(csv.DictReader(table.read_text("utf-8").splitlines()))
    assert [row["reason"] for row in rows] == [REASONS.get(doom, "") for doom in DOOMS]
    assert [row["states"] for row in rows] == ["2" if doom == "none" else "" for doom in DOOMS]


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "parquet"])
def test_a_row_that_was_lost_is_kept_when_a_run_is_resumed(
    traps: Path, suffix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Start with all but the last puzzle in the ledger, in one process, so that no deadly one is tried."""
    if suffix == "parquet":
        pytest.importorskip("polars")
    deadly, setting, table = find_kind("trap"), Setting(("states",)), traps.with_name(f"table.{suffix}")
    entries = [Entry(deadly, deadly.parse(doom), f"p{number}") for number, doom in enumerate(DOOMS)]
    lost = Score("states", None, Status.NOT_COMPUTED, reason=REASONS["kill"])

    def lost_ratings(them: Iterable[Entry]) -> Generator[Rating, None, None]:
        yield from (Rating(entry, {"states": lost}) for entry in them)

    plan, partial = rating_plan(setting), Partial(table, resume=True)
    with keeping(table, plan, resume=False) as ledger, monkeypatch.context() as patch:
        patch.setattr("quandary.runs.rated.rate_all", lambda them, *_, **__: lost_ratings(them))
        deque(Rated(ledger, setting, partial).rate(entries[:-1]), maxlen=0)
    with keeping(table, plan, resume=True) as ledger:
        rated = Rated(ledger, setting, partial)
        assert len(list(rated.rate(entries))) == 1
        rated.write(table)
    if suffix == "parquet":
        import polars

        reasons = polars.read_parquet(table)["reason"].to_list()
    elif suffix == "csv":
        reasons = [row["reason"] or None for row in csv.DictReader(table.read_text("utf-8").splitlines())]
    else:
        rows = map(json.loads, table.read_text("utf-8").splitlines())
        reasons = [row["scores"]["states"].get("reason") for row in rows]
    assert reasons == [REASONS["kill"]] * 5 + [None]


def test_rows_that_are_kept_are_told_once_even_if_there_is_nothing_left_to_rate(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    entries, setting, table = examples(find_kind("witness"))[:3], Setting(("muse",)), tmp_path / "table.csv"
    for rated, said in ((2, ""), (3, "2 rows kept"), (3, "3 rows kept")):
        with keeping(table, rating_plan(setting), resume=True) as ledger:
            deque(Rated(ledger, setting, Partial(table, resume=True)).rate(entries[:rated]), maxlen=0)
        assert capsys.readouterr().err == (f"quandary: {said} from {table}.ledger\n" if said else "")


def test_a_crash_is_told_from_a_kill() -> None:
    assert str(Death(-signal.SIGSEGV)) == "the worker crashed (Segmentation fault)"
    assert str(Death(None)) == "the worker ended early (exit code None)"
    assert str(Death(1)) == "the worker ended early (exit code 1)"


def test_a_kind_that_the_workers_do_not_know_is_said_and_kills_none() -> None:
    witness = find_kind("witness")
    unknown = replace(witness, name="nowhere")
    entry = examples(witness)[0]
    ratings = list(rate_all([replace(entry, kind=unknown), entry], Setting(("muse",)), jobs=2))
    assert "No puzzle kind 'nowhere'" in ratings[0].failure
    assert ratings[1].scores["muse"].value == 1


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_worker_that_is_killed_before_it_is_ready_costs_its_piece_and_no_other() -> None:
    answers = list(in_processes(str, range(3), 2, prepare=_die))
    assert answers == [Death(-signal.SIGKILL)] * 3


def _die_once(mark: str) -> None:
    try:
        Path(mark).unlink()
    except FileNotFoundError:
        return
    _die()


def test_a_new_worker_takes_over_from_one_that_was_killed_before_it_was_ready(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    mark.touch()
    answers = list(in_processes(str, range(4), 1, prepare=partial(_die_once, str(mark))))
    assert answers == [Death(-signal.SIGKILL), "1", "2", "3"]


def _cannot_start() -> None:
    raise SystemExit(7)


def test_workers_that_cannot_start_are_an_error_and_no_endless_loop() -> None:
    with pytest.raises(QuandaryError, match="cannot be started"):
        list(in_processes(str, range(3), 2, prepare=_cannot_start))


# One worker


def test_a_worker_answers_piece_by_piece_until_its_pipe_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "_end_with", lambda life: None)  # it would end the tests
    ours, theirs = Pipe()
    prepared = list[int]()
    task = SimpleNamespace(loads=lambda task: (str.upper, lambda: prepared.append(1)))
    monkeypatch.setattr(processes, "pickle", task)
    worker = Thread(target=processes._serve, args=(theirs, theirs, b""), daemon=True)
    worker.start()
    assert ours.poll(10) and (ours.recv(), prepared) == ("ready", [1])
    for piece in ("one", "two"):
        ours.send(piece)
        assert ours.poll(10) and ours.recv() == piece.upper()
    ours.close()
    worker.join(timeout=10)
    assert not worker.is_alive()


@pytest.mark.skipif(sys.platform != "linux", reason="other kernels cannot; there the worker notices itself")
def test_the_kernel_kills_a_worker_when_its_parent_is_gone() -> None:
    theirs, ours = Pipe(duplex=False)
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"]) as started:
        processes.kill_at_end_of(theirs.fileno(), started.pid)
        ours.close()
        assert started.wait(timeout=20) == -signal.SIGKILL


def test_closing_early_does_not_wait_for_work_that_goes_on() -> None:
    begin = monotonic()
    results = in_processes(sleep, [0.0, 25.0], 2)
    assert next(results) is None
    results.close()
    assert monotonic() - begin < 20


def test_each_piece_comes_back_with_its_result_as_soon_as_it_is_done() -> None:
    pieces = iter("abc")
    done = as_done(str.upper, lambda: next(pieces, None), 2)
    assert sorted(done) == [("a", "A"), ("b", "B"), ("c", "C")]
