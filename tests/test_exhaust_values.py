"""How many puzzles have each value: left in the ledger of a run until somebody asks."""

import json
import sqlite3
from collections import Counter
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import pytest

from quandary.cli.main import main
from quandary.errors import FileError
from quandary.generating.exhaust import exhaust
from quandary.generating.exhausting.result import Exhausted
from quandary.generating.exhausting.values import ValuesHere, ValuesInLedger
from quandary.generating.scoring import name_space
from quandary.runs.chunks import NAME, ChunkLedger
from quandary.runs.plan import Plan

SMALL = name_space("witness", "squares", {"size": "2x2"})
PLAN = Plan("exhaust")


def finished(folder: Path) -> Exhausted:
    return exhaust(SMALL, "remuse", best=5, checkpoint=folder)


def stored(folder: Path, values: Counter[float]) -> ValuesInLedger:
    """Return values in a ledger of their own."""
    folder.mkdir(exist_ok=True)
    ledger = ChunkLedger(folder, PLAN)
    ledger.commit(0, 1, {}, values, {}, ())
    ledger.close()
    return ValuesInLedger(folder, PLAN)


def test_the_reach_of_values_leaves_out_infinite_ones_and_is_nothing_if_there_are_none(
    tmp_path: Path,
) -> None:
    def reach(name: str, values: Counter[float]) -> tuple[float, float, bool]:
        (tmp_path / name).mkdir()
        ledger = ChunkLedger(tmp_path / name, PLAN)
        ledger.commit(0, 1, {}, values, {}, ())
        found = ledger.reach()
        ledger.close()
        return found

    assert reach("none", Counter()) == (0, 0, True)
    assert reach("some", Counter({-2.0: 1, 3.5: 2, inf: 1})) == (-2, 3.5, False)
    assert reach("below", Counter({-4.0: 1, -2.0: 1})) == (-4, -2, True)


def test_a_chunk_for_which_there_is_no_room_says_so_and_leaves_the_others(tmp_path: Path) -> None:
    ledger = ChunkLedger(tmp_path, PLAN)
    ledger.commit(0, 1, {}, Counter({1.0: 1}), {}, ())
    ledger._execute("PRAGMA max_page_count = 1")  # SQLite then says what it says of a full disk
    with pytest.raises(FileError, match=r"^Cannot write .*: database or disk is full\.$"):
        ledger.commit(1, 2, {}, Counter(map(float, range(10_000))), {}, ())
    assert ledger.chunks() == [(0, 1, {})] and list(ledger.values()) == [[(1.0, 1)]]
    ledger.close()


@pytest.fixture
def statements(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Collect what is asked of ledgers."""
    asked: list[str] = []
    connect = sqlite3.connect

    def traced(*arguments: Any, **named: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*arguments, **named)
        connection.set_trace_callback(asked.append)
        return connection

    monkeypatch.setattr("quandary.runs.store.sqlite3.connect", traced)
    return asked


def about_values(statements: list[str]) -> list[str]:
    """Return the statements that touch the table of values, or go through the whole file."""
    return [each for each in statements if "histogram" in each or each.startswith("PRAGMA quick_check(1)")]


def test_going_on_reads_no_value(
    tmp_path: Path, statements: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """A run can find millions of values. It must not take seconds to open it again."""
    once = finished(tmp_path)
    assert about_values(statements)  # they were written
    statements.clear()
    again = finished(tmp_path)
    assert (again.digest, again.best, again.seen) == (once.digest, once.best, once.seen)
    assert statements and not about_values(statements)
    asked = ["exhaust", "witness", "squares", "--size", "2x2", "--by", "remuse", "--best", "5"]
    assert main([*asked, "--checkpoint", str(tmp_path)]) == 0
    assert not about_values(statements)
    assert once.digest in capsys.readouterr().out


def test_a_histogram_in_the_terminal_reads_a_few_rows(tmp_path: Path, statements: list[str]) -> None:
    values = stored(tmp_path, Counter({number / 7: 1 for number in range(3000)}))
    statements.clear()
    values.lowest(25)
    values.binned(24)
    selecting = [each for each in statements if "SELECT value" in each and "FROM histogram" in each]
    assert selecting and all("LIMIT" in each for each in selecting)


def test_a_finished_run_is_not_tried_out_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looked = 0

    def look(*_: object) -> None:
        nonlocal looked
        looked += 1

    monkeypatch.setattr("quandary.generating.exhaust.refuse_too_long", look)
    finished(tmp_path)
    finished(tmp_path)
    assert looked == 1


def test_a_run_that_is_refused_leaves_no_folder(tmp_path: Path) -> None:
    asked = ["exhaust", "witness", "squares", "--size", "7x7", "--by", "remuse", "--checkpoint"]
    assert main([*asked, str(tmp_path / "run")]) == 2
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    "values",
    [
        Counter({0.5: 3}),
        Counter({2.0: 5}),
        Counter({0.0: 1, 1.0: 2, 4.0: 3, 900.0: 4}),
        Counter({-3.25: 1, 0.0: 2, 7.0: 3}),
        Counter({1e18: 1, 3.0: 2}),
        Counter({float("inf"): 1, 1.5: 2, 2.5: 3}),
        Counter({round(Random(number).gauss(5, 2), 9): number for number in range(1, 400)}),
        Counter[float](),
    ],
)
def test_a_ledger_counts_as_memory_does(tmp_path: Path, values: Counter[float]) -> None:
    here, there = ValuesHere(values), stored(tmp_path, values)
    assert [list(each.batches()) for each in (here, there)] == [
        [sorted(values.items())],
        [sorted(values.items())] * bool(values),
    ]
    for number in (1, 2, 24, 40):
        assert here.binned(number) == there.binned(number)
        assert here.lowest(number) == there.lowest(number)


def test_the_line_of_json_says_what_the_plain_values_say(tmp_path: Path) -> None:
    for result in (finished(tmp_path), exhaust(SMALL, "remuse", best=5), exhaust(SMALL, "solutions")):
        told = json.loads(result.to_json())
        assert told == json.loads(json.dumps(result.as_json()))
        assert [type(value) for value, _ in told["histogram"]] == [
            type(value) for value, _ in result.as_json()["histogram"]
        ]


def test_values_in_many_batches_make_one_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = finished(tmp_path).as_json()
    monkeypatch.setattr("quandary.runs.chunks.BATCH", 2)
    result = finished(tmp_path)
    assert len(list(result.values.batches())) > 2
    assert result.as_json() == expected == json.loads(result.to_json())


def test_a_ledger_that_is_gone_or_damaged_is_told_when_its_values_are_read(tmp_path: Path) -> None:
    values = stored(tmp_path / "torn", Counter({number / 7: 1 for number in range(50_000)}))
    path = tmp_path / "torn" / NAME
    data = bytearray(path.read_bytes())
    data[-100 * 4096 :] = bytes(100 * 4096)
    path.write_bytes(data)
    with pytest.raises(FileError, match="or is damaged"):
        list(values.batches())
    path.unlink()
    for ask in (lambda: list(values.batches()), lambda: values.lowest(3), lambda: values.binned(3)):
        with pytest.raises(FileError, match="is gone"):
            ask()
    assert not path.exists()
