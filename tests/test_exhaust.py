"""Going through spaces: every puzzle is scored once, however the work is done and whatever ends it."""

import json
import multiprocessing
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

import pytest
from tests.commands import Run

from quandary.errors import NotationError, QuandaryError, SpaceError
from quandary.generating.evaluator import Evaluator
from quandary.generating.exhaust import exhaust
from quandary.generating.exhausting import chunks as going
from quandary.generating.exhausting.outlook import look_ahead
from quandary.generating.exhausting.request import Request
from quandary.generating.exhausting.result import Exhausted
from quandary.generating.found import Wanted
from quandary.generating.scoring import SpaceName, Task, name_space, score
from quandary.kinds.witness import KIND
from quandary.library.files import read
from quandary.library.registry import find_kind, find_kinds
from quandary.measuring.rate import rate
from quandary.parts.spaces import Choice, Made
from quandary.runs.chunks import NAME, ChunkLedger, Pending, gaps
from quandary.runs.plan import Plan
from quandary.score import Status

SMALL = name_space("witness", "squares", {"size": "2x2"})
PUBLISHED = [(name, space) for name in find_kinds() for space in find_kind(name).maker.spaces]
SAMPLES = 25


def told(run: Run, *arguments: object) -> dict[str, Any]:
    code, out, err = run("exhaust", *arguments, "--json")
    assert code == 0, err
    found: dict[str, Any] = json.loads(out)
    return found


# What is found


def test_every_panel_is_scored_as_rate_scores_it(run: Run) -> None:
    found = told(run, "witness", "squares", "--size", "2x2", "--by", "remuse", "--best", "81")
    space = SMALL.build()
    scores = [rate(space.unrank(number), ["remuse"])["remuse"] for number in range(space.size)]
    solvable = {number: each.value for number, each in enumerate(scores) if each.value is not None}
    assert found["size"] == found["seen"] == space.size == 3**4
    assert (
        found["unsolvable"] == sum(each.status is Status.UNSOLVABLE for each in scores) == 81 - len(solvable)
    )
    assert {each["number"]: each["scores"]["remuse"]["value"] for each in found["best"]} == solvable
    assert [each["place"] for each in found["best"]] == [*range(1, len(solvable) + 1)]
    assert found["histogram"] == [
        list(each) for each in sorted(Counter(round(v, 9) for v in solvable.values()).items())
    ]
    for each in found["best"]:
        assert space.rank(KIND.parse(each["puzzle"])) == each["number"]


def test_the_best_come_first_and_the_second_measure_decides_among_equals(run: Run) -> None:
    found = told(
        run, "witness", "squares", "--size", "2x2", "--by=-solutions", "--then", "shortest", "--best", 20
    )
    keys = [
        (-each["scores"]["solutions"]["value"], each["scores"]["shortest"]["value"], -each["number"])
        for each in found["best"]
    ]
    assert keys == sorted(keys, reverse=True) and len(keys) == 20


def test_a_reduced_space_counts_mirror_images_once() -> None:
    reduced = name_space("witness", "squares", {"size": "2x2", "symmetry": "reduced"}).build()
    assert (SMALL.build().size, reduced.size) == (81, 54)


def test_a_sweep_and_single_measuring_find_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    task = Task(SMALL, Evaluator("-solutions", "shortest"), Wanted(best=9))
    swept = score(task, range(81))
    one_by_one = score(task, list(range(81)))
    assert swept.sums == one_by_one.sums and swept.histogram == one_by_one.histogram
    assert swept.unsolvable == one_by_one.unsolvable == 2
    assert [each[:2] for each in swept.kept] == [each[:2] for each in one_by_one.kept]


def test_values_of_unsolvable_panels_do_not_matter() -> None:
    """A space that measures many puzzles together need not know them."""
    panels = SMALL.build()
    unsolvable = [
        n for n in range(81) if rate(panels.unrank(n), ["muse"])["muse"].status is Status.UNSOLVABLE
    ]
    two = [score(Task(SMALL, Evaluator(by)), unsolvable).sums for by in ("squares_count", "muse")]
    assert two[0] == two[1]


def test_a_measure_that_needs_no_solution_is_not_told_of_unsolvable_panels() -> None:
    assert exhaust(SMALL, "squares_count").found.unsolvable == exhaust(SMALL, "muse").found.unsolvable == 2


def test_measures_of_several_players_are_combined() -> None:
    panels = SMALL.build()
    result = exhaust(SMALL, "(remuse@none - remuse@expert) / (1 + muse)", best=81)
    for kept, panel in result.best:
        none, expert = (
            rate(panel, ["remuse"], player=KIND.player(who))["remuse"].value for who in ("none", "expert")
        )
        muse = rate(panel, ["muse"])["muse"].value
        assert none is not None and expert is not None and muse is not None
        assert kept.values[0] == pytest.approx((none - expert) / (1 + muse))
    assert len(result.best) == panels.size - 2


def test_the_ratio_of_states_with_and_without_rules_is_an_evaluator() -> None:
    result = exhaust(SMALL, "states@none / states@expert", best=3)
    for kept, panel in result.best:
        none, expert = (rate(panel, [name])[name].value for name in ("states@none", "states@expert"))
        assert none is not None and expert is not None and none > expert
        assert kept.values[0] == pytest.approx(none / expert)
        assert none == rate(panel, ["states"])["states"].value


def test_a_player_may_be_named_by_its_rules() -> None:
    result = exhaust(SMALL, "remuse@rules=squares,must-cross - remuse@none", best=3)
    who = KIND.player("rules=squares,must-cross")
    for kept, panel in result.best:
        one, other = (
            rate(panel, ["remuse"], player=each)["remuse"].value for each in (who, KIND.player("none"))
        )
        assert one is not None and other is not None and kept.values[0] == pytest.approx(one - other)


def squares(panel: Any) -> float | None:
    return None if len(panel.cells) == 4 else len(panel.cells)


def test_a_function_can_be_the_evaluator() -> None:
    one, two = (exhaust(SMALL, squares, then="muse", best=4, jobs=jobs) for jobs in (1, 2))
    assert one.found.unsolvable == 2**4 and one.histogram == [(0, 1), (1, 8), (2, 24), (3, 32)]
    assert one.as_json() == two.as_json() and one.best[0][0].values[0] == 3


def test_things_that_are_no_puzzles_can_be_gone_through() -> None:
    result = exhaust(Choice(["a", "bcd", "ef"]), len, best=2)
    assert [(kept.number, thing) for kept, thing in result.best] == [(1, "bcd"), (2, "ef")]


def test_a_value_that_is_undefined_is_counted_as_unknown() -> None:
    result = exhaust(SMALL, "1 / remuse")
    assert result.found.unknown == dict(exhaust(SMALL, "remuse").histogram)[0.0] > 0


def test_all_puzzles_in_a_range_are_kept(run: Run) -> None:
    found = told(run, "witness", "squares", "--size", "2x2", "--by", "solutions", "--between", 2, 5)
    assert len(found["best"]) == sum(count for value, count in found["histogram"] if 2 <= value <= 5)
    assert {each["scores"]["solutions"]["value"] for each in found["best"]} == {2, 3, 4, 5}


def test_slices_together_are_the_space(run: Run) -> None:
    parts = [
        told(run, "witness", "squares", "--size", "2x2", "--by", "muse", "--slice", f"{n}/7")
        for n in range(1, 8)
    ]
    whole = exhaust(SMALL, "muse")
    together: Counter[float] = Counter()
    for part in parts:
        together.update(dict(part["histogram"]))
    assert sum(part["seen"] for part in parts) == 81 and together == dict(whole.histogram)
    sums = [sum(int(part["digest"][at : at + 16], 16) for part in parts) % 2**64 for at in (0, 16)]
    assert "".join(f"{each:016x}" for each in sums) == whole.digest


def test_a_sample_is_random_and_repeatable() -> None:
    space = name_space("witness", "squares", {"size": "3x3"})
    one, same, other = (exhaust(space, "solutions", sample=40, seed=seed) for seed in (1, 1, 2))
    assert one.seen == 40 and one.digest == same.digest != other.digest


def test_a_histogram_alone_prints_no_table(run: Run) -> None:
    code, out, _ = run("exhaust", "witness", "squares", "--size", "2x2", "--by", "solutions", "--histogram")
    assert code == 0 and "█" in out and "saw 81 of 81" in out and "puzzle" not in out


def test_many_values_are_shown_in_ranges_and_where_there_are_none_there_is_no_bar(run: Run) -> None:
    _, out, _ = run("exhaust", "witness", "squares", "--size", "3x3", "--by", "solutions", "--histogram")
    lines = out.splitlines()[:-1]
    assert lines[0].split()[:3] == ["1", "to", "8"] and lines[-1].split()[:3] == ["177", "to", "184"]
    assert all(("▏" in line or "█" in line) == (line.split()[-1] != "0") for line in lines)
    assert any(line.endswith(" 0") for line in lines)


# The same digest, however it was done


@pytest.mark.parametrize("largest", [1, 7, 50])
def test_chunks_do_not_matter(monkeypatch: pytest.MonkeyPatch, largest: int) -> None:
    expected = exhaust(SMALL, "remuse", best=5)
    monkeypatch.setattr(going, "FIRST_CHUNK", largest)
    monkeypatch.setattr(going, "LARGEST_CHUNK", largest)
    assert same(exhaust(SMALL, "remuse", best=5), expected)


def same(one: Exhausted, other: Exhausted) -> bool:
    return one.as_json() == other.as_json()


def test_processes_do_not_matter() -> None:
    assert same(exhaust(SMALL, "remuse", best=5, jobs=2), exhaust(SMALL, "remuse", best=5))


def test_a_worker_that_cannot_be_started_is_not_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error says why it cannot, and nothing about processes that are not there."""

    def refused(_: object) -> None:
        raise RuntimeError("no process before the main module is there")

    monkeypatch.setattr(multiprocessing.get_context("spawn").Process, "start", refused)
    with pytest.raises(RuntimeError, match="before the main module"):
        exhaust(SMALL, "remuse", best=5, jobs=2)


def test_the_digest_sees_a_changed_value_and_a_changed_place() -> None:
    def made(order: list[int]) -> Exhausted:
        panels = SMALL.build()
        return exhaust(Made(Choice(order), panels.unrank, panels.rank), "remuse")

    assert len({made(order).digest for order in ([3, 50], [50, 3], [3, 51], [3])}) == 4


# Checkpoints


def test_an_interrupted_run_continues_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected, calls = exhaust(SMALL, "remuse", best=5), 0
    monkeypatch.setattr(going, "LARGEST_CHUNK", 16)

    def interrupted(*arguments: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == 4:
            raise KeyboardInterrupt
        return score(*arguments)

    with monkeypatch.context() as patch:
        patch.setattr(going, "score", interrupted)
        with pytest.raises(KeyboardInterrupt):
            exhaust(SMALL, "remuse", best=5, checkpoint=tmp_path)
    calls = -100
    monkeypatch.setattr(going, "score", interrupted)
    assert same(exhaust(SMALL, "remuse", best=5, checkpoint=tmp_path), expected)
    assert calls + 100 == 3  # of six chunks, three were done
    assert same(exhaust(SMALL, "remuse", best=5, checkpoint=tmp_path), expected)
    assert calls + 100 == 3


def test_another_run_does_not_continue_in_the_same_folder(run: Run, tmp_path: Path) -> None:
    asked = ("exhaust", "witness", "squares", "--size", "2x2", "--checkpoint", tmp_path)
    assert run(*asked, "--by", "muse")[0] == 0
    code, _, err = run(*asked, "--by", "remuse")
    assert code == 2 and "belongs to another run: by is 'remuse', not 'muse'" in err and "--checkpoint" in err
    code, _, err = run(*asked, "--by", "muse", "--with", "start=1,0")
    assert code == 2 and "belongs to another run" in err


def test_two_runs_do_not_share_a_folder(tmp_path: Path) -> None:
    ledger = ChunkLedger(tmp_path, Plan("exhaust"))
    with pytest.raises(QuandaryError, match="in use by another run"):
        exhaust(SMALL, "muse", checkpoint=tmp_path)
    ledger.close()


@pytest.mark.parametrize(
    "statement", ["INSERT INTO chunks", "INSERT INTO histogram", "INSERT INTO kept", "COMMIT"]
)
def test_a_chunk_is_there_completely_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, statement: str
) -> None:
    """Every statement of a commit fails once, and the chunk is simply done again."""
    expected = exhaust(SMALL, "remuse", best=5)
    monkeypatch.setattr(going, "LARGEST_CHUNK", 40)
    failed = False

    class Failing:
        def __init__(self, connection: Any) -> None:
            self.connection = connection

        def __getattr__(self, name: str) -> Any:
            return getattr(self.connection, name)

        def execute(self, text: str, *values: Any) -> Any:
            return self._maybe("execute", text, *values)

        def executemany(self, text: str, *values: Any) -> Any:
            return self._maybe("executemany", text, *values)

        def _maybe(self, name: str, text: str, *values: Any) -> Any:
            nonlocal failed
            if text.startswith(statement) and not failed and self.connection.total_changes > 3:
                failed = True
                raise KeyboardInterrupt
            return getattr(self.connection, name)(text, *values)

    commit = ChunkLedger.commit

    def commit_failing(ledger: ChunkLedger, *arguments: Any) -> None:
        ledger._connection = Failing(ledger._connection)  # type: ignore[assignment]
        commit(ledger, *arguments)

    with monkeypatch.context() as patch:
        patch.setattr(ChunkLedger, "commit", commit_failing)
        with pytest.raises(KeyboardInterrupt):
            exhaust(SMALL, "remuse", best=5, checkpoint=tmp_path)
    assert failed
    assert same(exhaust(SMALL, "remuse", best=5, checkpoint=tmp_path), expected)


PART = (1, 8)


def command(folder: Path, jobs: int = 2) -> list[str]:
    asked = ["exhaust", "witness", "squares", "--by", "remuse", "--best", "5", "--slice", "1/8", "--json"]
    return [sys.executable, "-m", "quandary", *asked, "--jobs", str(jobs), "--checkpoint", str(folder)]


def quiet() -> dict[str, Any]:
    """Return the result of the same run without a disturbance."""
    result = exhaust(name_space("witness", "squares", {}), "remuse", best=5, part=PART)
    told: dict[str, Any] = json.loads(json.dumps(result.as_json()))
    return told


def started(process: "subprocess.Popen[str]") -> list[int]:
    """Wait until a run has workers, and return them."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    while process.poll() is None:
        with suppress(OSError):
            found = [int(each) for each in children.read_text().split() if is_worker(each)]
            if found:
                return found
        sleep(0.01)
    return []


def is_worker(pid: str) -> bool:
    return b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lists the workers of a process")
def test_kill_9_of_workers_and_coordinator_loses_nothing(tmp_path: Path) -> None:
    kills = 0
    for after in (0.2, 0.5, 0.8):
        with subprocess.Popen(
            command(tmp_path), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, text=True
        ) as process:
            assert started(process) or process.wait() == 0
            sleep(after)
            kills += process.poll() is None
            process.kill()
    assert kills
    with subprocess.Popen(
        command(tmp_path), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        for worker in started(process)[:1]:
            os.kill(worker, signal.SIGKILL)
        out, err = process.communicate()
    assert process.returncode == 0, err
    assert json.loads(out) == quiet()


def test_a_full_disk_is_told_in_one_line_and_the_run_continues_when_there_is_room(tmp_path: Path) -> None:
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    code = "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
    code += f"resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, {limit}));"
    code += "from quandary.generating.exhausting import chunks; chunks.LARGEST_CHUNK = 20;"
    code += "from quandary.cli.main import main; sys.exit(main(sys.argv[1:]))"
    asked = command(tmp_path, jobs=1)[3:]
    full = subprocess.run([sys.executable, "-c", code, *asked], capture_output=True, text=True)
    said = [line for line in full.stderr.splitlines() if "takes a while" not in line]
    assert full.returncode == 2 and len(said) == 1 and said[0].startswith("quandary: Cannot write"), (
        full.stderr
    )
    assert "Run the same command again to continue" in said[0]
    done = subprocess.run([sys.executable, "-m", "quandary", *asked], capture_output=True, text=True)
    assert json.loads(done.stdout) == quiet()


def test_a_ledger_of_an_earlier_version_still_opens(tmp_path: Path) -> None:
    """The file was made when the format was new, by half a run through the 2x2 panels."""
    shutil.copy(Path(__file__).parent / "ledgers" / "exhaust" / NAME, tmp_path)
    with sqlite3.connect(tmp_path / NAME) as connection:
        plan = Plan.from_json(connection.execute("SELECT json FROM plan").fetchone()[0])
    connection.close()
    ledger = ChunkLedger(tmp_path, plan)
    done = ledger.chunks()
    assert [(first, last) for first, last, _ in done] == [(0, 16), (16, 40)]
    values = [each for batch in ledger.values() for each in batch]
    assert sum(count for _, count in values) == sum(told["seen"] - told["unsolvable"] for *_, told in done)
    assert len(ledger.kept()) == 3
    ledger.close()


def test_gaps_are_what_no_chunk_covers() -> None:
    assert list(gaps([], 5)) == [(0, 5)]
    assert list(gaps([(3, 5), (0, 2)], 5)) == [(2, 3)]
    assert list(gaps([(0, 5)], 5)) == []


# What is refused


@pytest.mark.parametrize(
    ("by", "says"),
    [
        ("remuse(2)", "unexpected '('"),
        ("__import__('os')", "unexpected"),
        ("remuse.real", "no measure 'remuse.real'"),
        ("nonsense / 2", "no measure 'nonsense'"),
        ("remuse[0]", "unexpected '['"),
        ("remuse if 1 else 2", "unexpected 'if'"),
        ("lambda: 0", "unexpected '0'"),
        ("(remuse", "closing bracket"),
        ("remuse +", "lacks a measure"),
        ("", "lacks a measure"),
        ("2 + 3", "the same for every puzzle"),
        ("ball_count_of_nothing", "no measure"),
        ("remuse@nobody", "nobody"),
    ],
)
def test_an_expression_that_is_no_expression_of_measures_is_refused(by: str, says: str) -> None:
    with pytest.raises(QuandaryError) as error:
        exhaust(SMALL, by)
    assert says in str(error.value) and "\n" not in str(error.value) and len(str(error.value)) < 300


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["witness", "quares"], "Did you mean 'squares'?"),
        (["witnes", "squares"], "Did you mean 'witness'?"),
        (["witness", "squares", "--with", "colour=3"], "Did you mean 'colours'?"),
        (["witness", "squares", "--with", "colours"], "Write --with NAME=VALUE"),
        (["witness", "squares", "--with", "size=0x3"], "Write size=4x3"),
        (["witness", "squares", "--with", "counts=1"], "1 numbers for 2 elements"),
        (["witness", "squares", "--with", "counts=9,9"], "18 things cannot be put on 9 cells"),
        (["sokoban", "levels", "--size", "1x1"], "There is no room for boxes=1"),
        (["maze", "checkpoints", "--size", "3x4"], "not a square from 2 to 10"),
        (["tilt", "walls", "--with", "ball=9,9"], "Write ball=0,0 or ball=any"),
        (["sudoku", "givens", "--with", "grid=123"], "is not a grid"),
        (["hex", "starts", "--with", "without=Foot"], "not one of Hexagon"),
        (["fillomino", "givens", "--size", "1x1"], "No size of fillomino '1x1'"),
        (["witness", "squares", "--slice", "3/2"], "There is no slice 3/2"),
        (["witness", "squares", "--slice", "1/0"], "Use at least one slice"),
        (["witness", "squares", "--slice", "half"], "Write --slice 1/4"),
        (["witness", "squares", "--between", "3", "2"], "The range from 3 to 2 is empty"),
        (["witness", "squares", "--best", "2", "--between", "3", "2"], "cannot be combined"),
        (["witness", "squares", "--player", "nobody"], "No player of witness 'nobody'"),
        (["witness", "squares", "-o", "x.txt"], "End its name in"),
        (["witness", "nofile.py:Space"], "There is no file nofile.py"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_mistake_is_told_in_one_line(run: Run, arguments: list[str], says: str) -> None:
    code, out, err = run("exhaust", *arguments)
    assert code == 2 and says in err and not out and err.count("\n") == 1


def test_a_space_too_large_says_how_long_it_would_take_and_offers_a_sample(run: Run) -> None:
    code, _, err = run("exhaust", "witness", "squares", "--size", "7x7", "--by", "squares_count")
    assert code == 2 and "years" in err and "--sample N" in err and err.count("\n") == 1
    found = told(run, "witness", "squares", "--size", "7x7", "--by", "-squares_count", "--sample", 3)
    assert found["seen"] == 3 and found["size"] == 3**49 and found["share"] < 1e-20


def test_one_slow_puzzle_is_enough_to_tell_the_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, seen = [0.0], list[int]()

    def slowly(task: Task, numbers: Sequence[int]) -> None:
        seen.append(len(numbers))
        clock[0] += 60.0 * len(numbers)

    monkeypatch.setattr("quandary.generating.exhausting.outlook.score", slowly)
    monkeypatch.setattr("quandary.generating.exhausting.outlook.perf_counter", lambda: clock[0])
    outlook = look_ahead(Request(Task(SMALL, Evaluator("solutions"))))
    assert seen == [1] and outlook.seconds == 81 * 60


def test_a_dry_run_tells_size_and_time(run: Run) -> None:
    code, out, _ = run("exhaust", "witness", "squares", "--size", "4x4", "--by", "solutions", "--dry-run")
    assert code == 0 and "43,046,721 puzzles" in out and "per second" in out
    outlook = look_ahead(Request(Task(SMALL, Evaluator("solutions")), part=(1, 3)))
    assert (outlook.size, outlook.asked) == (81, 27) and outlook.seconds > 0


# Files


@pytest.mark.parametrize("suffix", [".jsonl", ".json", ".html", ".svg"])
def test_results_are_written_and_not_over_other_files(run: Run, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"best{suffix}"
    asked = ("exhaust", "witness", "squares", "--size", "2x2", "--by", "muse", "--best", 3, "-o", path)
    assert run(*asked)[0] == run(*asked)[0] == 0
    if suffix == ".jsonl":
        assert [each.facts["muse"] for each in read(str(path))] == [  # type: ignore[union-attr]
            kept.values[0] for kept, _ in exhaust(SMALL, "muse", best=3).best
        ]
    if suffix == ".html":
        assert path.read_text("utf-8").count("<figure") == 3
    path.write_text("mine\n")
    code, _, err = run(*asked)
    assert code == 2 and "was not made by this command" in err and path.read_text() == "mine\n"


def test_a_space_of_ones_own_works_like_any_other(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(
        "from quandary.kinds.witness import KIND\n"
        "class Rows:\n"
        "    def __init__(self, width='2'):\n"
        "        self.size = 3 ** int(width); self.width = int(width)\n"
        "    def unrank(self, number):\n"
        "        cells = [('.bw')[number // 3**at % 3] for at in range(self.width)]\n"
        "        line = '+-' * (self.width - 1)\n"
        "        return KIND.parse(f'+-{line}E/|' + '|'.join(cells) + f'|/S-{line}+')\n"
    )
    found = told(run, "witness", "mine.py:Rows", "--with", "width=3", "--by", "solutions")
    assert (found["size"], found["seen"]) == (27, 27)
    assert (
        found["digest"]
        == told(run, "witness", "mine.py:Rows", "--with", "width=3", "--by", "solutions", "-j", 2)["digest"]
    )


# Published spaces


@pytest.mark.parametrize(("kind", "space"), PUBLISHED, ids=[f"{kind} {space}" for kind, space in PUBLISHED])
def test_numbers_of_published_spaces_lead_back_to_themselves(kind: str, space: str) -> None:
    built = name_space(kind, space, {}).build()
    assert built.size > 0
    rng = Random(space)
    valid = 0
    for number in {0, built.size - 1, *(rng.randrange(built.size) for _ in range(SAMPLES))}:
        with suppress(NotationError):  # the number of a level that cannot be played
            assert built.rank(built.unrank(number)) == number
            valid += 1
    assert valid
    with pytest.raises(SpaceError):
        built.unrank(built.size)


@pytest.mark.parametrize(("kind", "space"), PUBLISHED, ids=[f"{kind} {space}" for kind, space in PUBLISHED])
def test_puzzles_of_published_spaces_can_be_written_and_read(kind: str, space: str) -> None:
    built, found = name_space(kind, space, {}).build(), find_kind(kind)
    rng = Random(space)
    for number in (rng.randrange(built.size) for _ in range(5)):
        with suppress(NotationError):
            text = found.format(built.unrank(number))
            assert found.format(found.parse(text)) == text


@pytest.mark.parametrize(
    ("kind", "space", "options", "by"),
    [
        ("tilt", "walls", {"size": "2x2"}, "shortest"),
        ("maze", "checkpoints", {"size": "2x2", "breaks": "1"}, "remuse"),
        ("sokoban", "levels", {"size": "3x2"}, "shortest"),
        ("snakebird", "tiles", {"template": "?X?/?R?/?^?/@#@", "tiles": ".#"}, "shortest"),
    ],
)
def test_a_space_and_its_reduced_form_have_the_same_puzzles_up_to_symmetry(
    kind: str, space: str, options: dict[str, str], by: str
) -> None:
    whole, reduced = (
        exhaust(name_space(kind, space, {**options, "symmetry": symmetry}), by, best=5)
        for symmetry in ("all", "reduced")
    )
    found, built = find_kind(kind), name_space(kind, space, options).build()
    classes = set()
    for number in range(built.size):
        with suppress(NotationError):
            classes.add(min(found.format(each) for each in found.sameness.symmetries(built.unrank(number))))  # type: ignore[misc]
    assert whole.size == built.size and reduced.seen - reduced.found.invalid == len(classes)
    assert dict(whole.histogram).keys() == dict(reduced.histogram).keys()


def test_kinds_lists_spaces_with_their_options(run: Run) -> None:
    code, out, _ = run("kinds", "witness")
    assert code == 0 and "exhaust witness squares:" in out and "symmetry=all" in out
    assert json.loads(run("kinds", "witness", "--json")[1])["spaces"]["squares"]["options"]["size"] == "3x3"


def test_the_name_of_a_space_tells_what_is_not_usual() -> None:
    assert (
        str(name_space("witness", "squares", {"symmetry": "reduced"}))
        == "witness squares size=3x3 symmetry=reduced"
    )
    assert isinstance(SMALL, SpaceName) and not (Path(NAME).exists())


# Bounds


def test_a_bounded_run_has_the_best_of_the_full_run(run: Run) -> None:
    asked = ("witness", "squares", "--size", "3x3", "--by=-solutions", "--then", "shortest", "--best", 7)
    full, bounded = told(run, *asked), told(run, *asked, "--bounded")
    assert [row["number"] for row in bounded["best"]] == [row["number"] for row in full["best"]]
    assert [row["puzzle"] for row in bounded["best"]] == [row["puzzle"] for row in full["best"]]
    assert bounded["complete"] and bounded["seen"] < full["seen"] == bounded["size"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("witness", "squares", "--by", "remuse"), "--by -solutions --then shortest"),
        (("tilt", "walls", "--by=-solutions", "--then", "shortest"), "Leave out --bounded"),
        (
            (
                "witness",
                "mixed",
                "--with",
                "elements=be",
                "--size",
                "2x2",
                "--by=-solutions",
                "--then",
                "shortest",
            ),
            "nothing bounds",
        ),
        (("witness", "squares", "--sample", "3"), "--bounded works only with"),
    ],
)
def test_where_nothing_bounds_puzzles_it_says_so(run: Run, words: tuple[str, ...], said: str) -> None:
    code, _, err = run("exhaust", *words, "--bounded")
    assert code > 0 and said in err


def test_a_chunk_that_is_given_back_is_handed_out_next() -> None:
    pending = Pending([(0, 5), (8, 10)])
    assert pending.take(3) == (0, 3)
    pending.give_back((0, 3))
    assert [pending.take(9) for _ in range(4)] == [(0, 3), (3, 5), (8, 10), None]


def test_the_old_name_of_a_number_still_reads() -> None:
    kept, _ = exhaust(name_space("witness", "squares", {"size": "2x2"}), "remuse").best[0]
    with pytest.warns(DeprecationWarning, match="Kept.number"):
        assert kept.rank == kept.number


def test_a_folder_for_checkpoints_goes_if_it_stays_empty_unless_it_was_there_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: Any, **more: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(going, "score", stop)
    made, own = tmp_path / "made", tmp_path / "own"
    own.mkdir()
    for folder in (made, own):
        with pytest.raises(KeyboardInterrupt):
            exhaust(SMALL, "remuse", best=5, checkpoint=folder)
    assert own.is_dir() and not list(own.iterdir()) and not made.exists()


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("UPDATE kept SET row = replace(row, '\"value\": ', '\"value\": 1')", "kept"),
        ("UPDATE kept SET row = '{'", "kept"),
        ("UPDATE chunks SET found = '[]'", "chunk"),
        ("UPDATE chunks SET last = last - 1 WHERE first = 0", "chunk 0"),
        ("UPDATE plan SET json = 'x'", "its plan"),
    ],
)
def test_a_checkpoint_that_was_changed_by_others_is_refused(
    run: Run, tmp_path: Path, statement: str, named: str
) -> None:
    words = (
        "exhaust",
        "witness",
        "squares",
        "--by",
        "muse",
        "--best",
        "2",
        "--slice",
        "1/400",
        "--checkpoint",
    )
    assert run(*words, tmp_path / "kept").code == 0
    connection = sqlite3.connect(tmp_path / "kept" / "exhaust.ledger")
    with connection:
        assert connection.execute(statement).rowcount > 0
    connection.close()
    done = run(*words, tmp_path / "kept")
    assert done.code == 2 and f"was changed or is damaged ({named}" in done.line
