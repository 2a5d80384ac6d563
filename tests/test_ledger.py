"""The ledger of long runs: rows are only added, by one run at a time, under one plan."""

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from time import monotonic, sleep
from typing import Any, cast

import pytest

from quandary.errors import FileError, QuandaryError
from quandary.measuring.subject import Sampling
from quandary.runs import ledger as ledgers
from quandary.runs.batch import Setting
from quandary.runs.ledger import FORMAT, Ledger
from quandary.runs.output import keeping
from quandary.runs.plan import Plan, plan_values
from quandary.runs.store import SEAL

PLAN = Plan("test", {"seed": 1, "measures": ["muse", "states"]})
V1 = Path(__file__).parent / "ledgers" / "v1.db"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.csv.ledger"


def filled(path: Path, rows: int = 3, plan: Plan = PLAN) -> Path:
    ledger = Ledger(path, plan)
    for position in range(rows):
        ledger.add(position, {"value": position}, f"key {position}", {"id": f"p{position}"})
    ledger.close()
    return path


def test_what_is_added_is_there_when_it_is_opened_again(path: Path) -> None:
    ledger = Ledger(filled(path), PLAN)
    assert [ledger.get(position, f"key {position}") for position in range(4)] == [
        {"value": 0},
        {"value": 1},
        {"value": 2},
        None,
    ]
    assert ledger.get(0, "another key") is None
    assert ledger.find("key 2") == {"value": 2}
    assert ledger.about(1) == {"id": "p1"}
    assert (ledger.count(), list(ledger.missing(6))) == (3, [3, 4, 5])
    assert list(ledger.every_key()) == ["key 0", "key 1", "key 2"]
    ledger.close()
    assert list(path.parent.iterdir()) == [path]


def test_a_row_cannot_be_added_twice_and_the_first_stays(path: Path) -> None:
    ledger = Ledger(filled(path), PLAN)
    with pytest.raises(QuandaryError, match="already has row 1"):
        ledger.add(1, {"value": 99}, "key 1")
    assert ledger.get(1, "key 1") == {"value": 1}
    ledger.add(1, {"value": 99}, "key of a puzzle that has changed")
    assert ledger.get(1, "key 1") == {"value": 1}
    ledger.close()


def test_rows_are_kept_as_they_read_and_what_is_no_json_is_refused(path: Path) -> None:
    ledger = Ledger(path, PLAN)
    with pytest.raises(ValueError, match="not JSON compliant"):
        ledger.add(0, {"score": float("nan")})
    ledger.add(0, {"title": "Café"})
    ledger.close()
    with sqlite3.connect(path) as found:
        ((row,),) = found.execute("SELECT row FROM rows").fetchall()
    assert row.partition(SEAL)[0] == '{"title": "Café"}'


def test_a_ledger_without_rows_can_be_removed(path: Path) -> None:
    ledger = Ledger(path, PLAN)
    ledger.remove()
    assert not path.exists()


class Full:
    """A connection whose disk is full: SQLite takes the whole transaction back."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
        if statement != "COMMIT":
            return self._connection.execute(statement, *values)
        self._connection.execute("ROLLBACK")
        raise sqlite3.OperationalError("database or disk is full")


def test_no_row_is_added_behind_rows_that_could_not_be_saved(path: Path) -> None:
    ledger = Ledger(filled(path), PLAN)
    ledger._connection = cast(sqlite3.Connection, Full(ledger._connection))
    ledger.add(3, {"value": 3})
    with pytest.raises(FileError, match="disk is full"):
        ledger.commit()
    with pytest.raises(FileError, match="disk is full"):
        ledger.add(4, {"value": 4})
    ledger.close()
    assert list(Ledger(path, PLAN).every_key()) == ["key 0", "key 1", "key 2"]


def test_the_next_row_tells_that_rows_could_not_be_saved_meanwhile(path: Path) -> None:
    ledger = Ledger(path, PLAN)
    ledger._connection = cast(sqlite3.Connection, Full(ledger._connection))
    end = monotonic() + 20
    with pytest.raises(FileError, match="disk is full"):
        for position in range(10_000):
            assert monotonic() < end
            ledger.add(position, {"score": 1})
            sleep(0.01)
    ledger.close()
    assert not path.exists()


def test_the_digest_does_not_depend_on_the_order_of_the_work(tmp_path: Path) -> None:
    digests = []
    for number, order in enumerate(([0, 1, 2], [2, 0, 1], [0, 1])):
        ledger = Ledger(tmp_path / f"{number}.ledger", PLAN)
        for position in order:
            ledger.add(position, {"value": position})
        digests.append(ledger.digest())
        ledger.close()
    assert digests[0] == digests[1] != digests[2]


@pytest.mark.parametrize(
    ("plan", "says"),
    [
        (Plan("test", {"seed": 2, "measures": ["muse", "states"]}), "seed is 2, not 1"),
        (Plan("test", {"seed": 1, "measures": ["muse"]}), "measures is ['muse'], not ['muse', 'states']"),
        (Plan("other", PLAN.facts), "run is 'other', not 'test'"),
        (Plan("test", {**PLAN.facts, "version of muse": 2}), "version of muse is 2, not None"),
    ],
)
def test_another_plan_is_refused_with_what_differs_and_how_to_begin_anew(
    path: Path, plan: Plan, says: str
) -> None:
    before = filled(path).read_bytes()
    with pytest.raises(FileError) as refused:
        Ledger(path, plan)
    message = str(refused.value)
    assert says in message and "to start again" in message and "\n" not in message
    assert path.read_bytes() == before


@pytest.mark.parametrize(("number", "more"), [(3, ""), (4, "; and 1 more")])
def test_a_few_differences_are_named_and_only_the_others_counted(number: int, more: str) -> None:
    here, there = (Plan("test", {f"x{n}": value for n in range(number)}) for value in (1, 2))
    assert here.difference(there) == f"x0 is 1, not 2; x1 is 1, not 2; x2 is 1, not 2{more}"


def test_many_differences_are_counted() -> None:
    here, there = (Plan("test", {f"x{n}": value for n in range(9)}) for value in (1, 2))
    assert here.difference(there) == "x0 is 1, not 2; x1 is 1, not 2; x2 is 1, not 2; and 6 more"


def test_a_long_fact_is_cut_to_forty_characters() -> None:
    said = {length: Plan("a", {"x": "y" * length}).difference(Plan("a", {"x": 1})) for length in (38, 39)}
    assert said == {38: f"x is '{'y' * 38}', not 1", 39: f"x is '{'y' * 38}…, not 1"}


def test_the_facts_of_nested_settings_have_their_own_names() -> None:
    facts = plan_values(Setting(("muse",), sampling=Sampling(7, 3)))
    assert (facts["runs"], facts["seed"], facts["measures"], facts["seconds"]) == (7, 3, ["muse"], 60.0)
    assert "meter" not in facts and "sampling" not in facts


def test_rows_of_an_earlier_run_are_kept_unless_it_is_resumed(path: Path) -> None:
    filled(path)
    with pytest.raises(FileError, match="Add --resume to continue it, or remove it to start again"):
        Ledger(path, PLAN, resume=False)
    ledger = Ledger(path, PLAN)
    assert ledger.count() == 3
    ledger.close()


def test_a_ledger_without_rows_leaves_nothing_and_binds_nobody(path: Path) -> None:
    Ledger(path, PLAN).close()
    assert not path.exists()
    path.touch()  # as a run leaves it that was killed at its very beginning
    ledger = Ledger(path, Plan("other"), resume=False)
    ledger.add(0, {})
    ledger.close()
    assert path.exists()


def test_only_one_run_at_a_time_may_have_it_open(path: Path) -> None:
    first = Ledger(path, PLAN)
    first.add(0, {"value": 0})
    with pytest.raises(FileError, match="in use by another run"):
        Ledger(path, PLAN)
    code = "import sys; from pathlib import Path; "
    code += "from quandary.runs.ledger import Ledger; from quandary.runs.plan import Plan; "
    code += "Ledger(Path(sys.argv[1]), Plan('test'))"
    done = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True)
    assert "in use by another run" in done.stderr.splitlines()[-1]
    first.close()
    Ledger(path, PLAN).close()


def a_text(path: Path) -> None:
    path.write_text("my own notes\n" * 100)


def another_database(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE notes (text)")
    connection.close()


def a_torn_ledger(path: Path) -> None:
    filled(path, 500)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def a_garbled_ledger(path: Path) -> None:
    data = bytearray(filled(path, 500).read_bytes())
    data[5000:9000] = bytes(4000)
    path.write_bytes(bytes(data))


def a_newer_ledger(path: Path) -> None:
    with sqlite3.connect(filled(path)) as connection:
        connection.execute(f"PRAGMA user_version = {FORMAT + 1}")
    connection.close()


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (a_text, "not a quandary ledger"),
        (another_database, "not a quandary ledger"),
        (a_torn_ledger, "or is damaged"),
        (a_garbled_ledger, "or is damaged"),
        (a_newer_ledger, f"has format {FORMAT + 1}, but this quandary reads {FORMAT}"),
    ],
)
def test_what_is_no_ledger_is_refused_and_kept(path: Path, make: Callable[[Path], None], says: str) -> None:
    make(path)
    before = path.read_bytes()
    with pytest.raises(FileError) as refused:
        Ledger(path, PLAN)
    assert says in str(refused.value) and "\n" not in str(refused.value)
    assert path.read_bytes() == before


def test_rows_are_on_disk_soon_without_another_row_or_an_end(path: Path) -> None:
    """Read the ledger as a second reader that copies what a killed run would leave."""
    ledger = Ledger(path, PLAN)
    ledger.add(0, {"value": 0})
    copy, end = path.with_name("copy.ledger"), monotonic() + 20
    rows = 0
    while rows == 0 and monotonic() < end:
        sleep(ledgers.BATCH_SECONDS)
        for suffix in ("", "-wal"):
            shutil.copy(f"{path}{suffix}", f"{copy}{suffix}")
        again = Ledger(copy, PLAN)
        rows = again.count()
        again.close()
    ledger.close()
    assert rows == 1


def test_as_documented_no_more_than_a_tenth_of_a_second_of_rows_is_at_risk(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger, waits = Ledger(path, PLAN), list[float]()

    def wait(seconds: float) -> bool:
        waits.append(seconds)
        return len(waits) > 1

    monkeypatch.setattr(ledger._over, "wait", wait)
    ledger._connection.execute("BEGIN")
    ledger._commit_now_and_then()
    assert len(waits) == 2 and max(waits) <= 0.1
    assert not ledger._connection.in_transaction
    ledger.close()


def test_rows_share_a_transaction_until_it_is_committed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledgers, "BATCH_SECONDS", 1000)
    ledger = Ledger(path, PLAN)
    for position in range(2):
        ledger.add(position, {"value": position})
        assert ledger._connection.in_transaction
    ledger.commit()
    assert not ledger._connection.in_transaction and ledger.count() == 2
    ledger.close()


def test_every_commit_waits_for_the_disk(path: Path) -> None:
    ledger = Ledger(path, PLAN)
    settings = [ledger._value(f"PRAGMA {name}") for name in ("journal_mode", "synchronous")]
    ledger.close()
    assert settings == ["wal", 2]


def test_a_ledger_of_the_first_format_still_opens(path: Path) -> None:
    shutil.copy(V1, path)
    ledger = Ledger(path, PLAN)
    assert [ledger.get(position, f"key {position}") for position in range(3)] == [
        {"value": 0},
        {"value": 1},
        {"value": 2},
    ]
    ledger.add(3, {"value": 3}, "key 3")
    ledger.close()


def test_a_full_disk_is_one_line_and_the_rows_so_far_are_kept(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = path.with_suffix("")
    with pytest.raises(QuandaryError) as full, keeping(table, PLAN, resume=False) as ledger:
        ledger.add(0, {"value": 0})
        ledger.commit()
        ledger._execute("PRAGMA max_page_count = 1")  # SQLite then says what it says of a full disk
        for position in range(1, 10_000):
            ledger.add(position, {"value": "x" * 1000})
    message = str(full.value)
    assert message.startswith(f"Cannot write {path}: database or disk is full") and "\n" not in message
    assert message.endswith(f"The rows so far are in {path}. Run the same command with --resume to continue.")
    again = Ledger(path, PLAN)
    assert again.get(0) == {"value": 0}
    again.close()


def test_a_ledger_for_which_there_is_no_room_leaves_no_file(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patch, pytest.raises(FileError, match="disk is full"):
        patch.setattr(Ledger, "_compare", full)
        Ledger(path, PLAN)
    assert not path.exists()
    filled(path)
    with monkeypatch.context() as patch, pytest.raises(FileError, match="disk is full"):
        patch.setattr(Ledger, "_compare", full)
        Ledger(path, PLAN)
    assert Ledger(path, PLAN).count() == 3


def test_a_ledger_that_is_removed_leaves_nothing_even_while_it_is_still_known(path: Path) -> None:
    ledger = Ledger(filled(path), PLAN)
    ledger.add(3, {"value": 3})
    ledger.remove()
    assert list(path.parent.iterdir()) == []
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        ledger.count()


def test_trouble_leaves_no_empty_ledger_and_no_advice(path: Path) -> None:
    with (
        pytest.raises(QuandaryError, match=r"^oops$"),
        keeping(path.with_suffix(""), PLAN, resume=False),
    ):
        raise QuandaryError("oops")
    assert list(path.parent.iterdir()) == []


def altered(path: Path, statement: str, *values: object) -> None:
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(statement, values)
    connection.close()


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("UPDATE rows SET row = replace(row, '1', '2')", "row 0 a"),
        ("UPDATE rows SET row = '{'", "row 0 a"),
        ("UPDATE rows SET row = 3", "row 0 a"),
        ("UPDATE rows SET row = '" + "[" * 100_000 + "'", "row 0 a"),
        ("UPDATE rows SET about = replace(about, 'x', 'y')", "about 0"),
        ("UPDATE rows SET position = 5", "row 5 a"),
        ("UPDATE rows SET about = 'no json'", "about 0"),
        ("UPDATE plan SET json = '{'", "its plan"),
        ("UPDATE plan SET json = '[]'", "its plan"),
        ("UPDATE plan SET json = '{}'", "its plan"),
    ],
)
def test_a_row_that_was_changed_by_others_is_refused(path: Path, statement: str, named: str) -> None:
    with closing(Ledger(path, PLAN)) as ledger:
        ledger.add(0, {"score": 1}, "a", {"title": "x"})
    altered(path, statement)
    with pytest.raises(FileError) as refused, closing(Ledger(path, PLAN)) as ledger:
        ledger.find("a")
        ledger.about(0)
        ledger.get(0, "a")
    assert str(refused.value) == f"{path} was changed or is damaged ({named}). Move it away to start again."


def test_rows_of_the_first_format_have_no_checksum_and_are_continued(path: Path) -> None:
    with closing(Ledger(path, PLAN)) as ledger:
        ledger.add(0, {"score": 1}, "a", {"title": "x"})
    altered(path, 'UPDATE rows SET row = \'{"score": 1}\', about = \'{"title": "x"}\'')
    altered(path, "PRAGMA user_version = 1")
    with closing(Ledger(path, PLAN)) as ledger:
        assert ledger.get(0, "a") == ledger.find("a") == {"score": 1} and ledger.about(0) == {"title": "x"}
        ledger.add(1, {"score": 2}, "b")
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA user_version").fetchone() == (FORMAT,)
    connection.close()
