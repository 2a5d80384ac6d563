"""Work on a real dask scheduler with real worker processes, of which one is killed."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Thread
from time import sleep
from typing import Any, NamedTuple

import pytest

from quandary.errors import QuandaryError
from quandary.generating.exhaust import exhaust
from quandary.generating.exhausting import chunks as going
from quandary.generating.scoring import name_space
from quandary.runs import cluster
from quandary.runs.progress import Ticker

SPACE = name_space("witness", "squares", {})
PART = (1, 8)
SRC = Path(going.__file__).parents[3]


@contextmanager
def process(*command: str, log: Path) -> Iterator["subprocess.Popen[str]"]:
    """Start a process of dask that ends with the test."""
    path = os.pathsep.join(filter(None, [str(SRC), os.environ.get("PYTHONPATH", "")]))
    with log.open("w") as file:
        started = subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_" + command[0], *command[1:]],
            stdout=file,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "PYTHONPATH": path},
        )
    try:
        yield started
    finally:
        started.kill()
        started.wait()


def address_in(log: Path) -> str:
    for _ in range(1000):
        if found := re.search(r"Scheduler at:\s+(tcp://\S+)", log.read_text()):
            return found[1]
        sleep(0.02)
    raise AssertionError(log.read_text())


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, list[Any]]]:
    """Start a scheduler and two workers, and yield its address and the workers."""
    folder = tmp_path_factory.mktemp("dask")
    with ExitStack() as stack:
        stack.enter_context(
            process(
                "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", log=folder / "scheduler"
            )
        )
        address = address_in(folder / "scheduler")
        options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(folder))
        workers = [
            stack.enter_context(process("worker", address, *options, log=folder / f"worker-{n}"))
            for n in (1, 2)
        ]
        yield address, workers


def test_a_lost_worker_changes_nothing(
    scheduler: tuple[str, list[Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, workers = scheduler
    expected = exhaust(SPACE, "remuse", best=5, part=PART)
    monkeypatch.setattr(going, "LARGEST_CHUNK", 100)
    tick = Ticker("scoring")

    def kill_one() -> None:
        while tick.done < 300:
            sleep(0.01)
        os.kill(workers[0].pid, signal.SIGKILL)

    thread = Thread(target=kill_one, daemon=True)
    thread.start()
    found = exhaust(SPACE, "remuse", best=5, part=PART, scheduler=address, checkpoint=tmp_path, tick=tick)
    thread.join()
    assert workers[0].wait() == -signal.SIGKILL
    assert found.as_json() == expected.as_json()


def test_puzzles_are_rated_by_workers_as_they_are_here(
    scheduler: tuple[str, list[Any]], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    from quandary.cli.main import main

    book = Path(__file__).parent / "ledgers" / "puzzles.jsonl"
    rows = []
    for options in ([], ["--scheduler", scheduler[0]]):
        assert main(["rate", str(book), "-m", "muse", "--json", *options]) == 0
        rows.append([json.loads(line) for line in capsys.readouterr().out.splitlines()])
    for one, other in zip(*rows, strict=True):
        assert one["scores"]["muse"]["value"] == other["scores"]["muse"]["value"]
        assert one["id"] == other["id"]


def test_a_worker_with_another_version_is_refused(
    scheduler: tuple[str, list[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "__version__", "99.0")
    with pytest.raises(QuandaryError, match=r"has different versions: quandary is '.*', not '99\.0'"):
        exhaust(SPACE, "remuse", part=(1, 100), scheduler=scheduler[0])


@pytest.mark.parametrize("address", ["nonsense", "tcp://", "http://host", "tcp://a b:1", "tcp://host:x"])
def test_what_is_no_address_is_told_in_one_line(address: str) -> None:
    with pytest.raises(QuandaryError, match=r"is not the address of a scheduler. Write tcp://HOST:8786\."):
        exhaust(SPACE, "remuse", part=(1, 100), scheduler=address)


@pytest.mark.parametrize("address", ["tcp://host:8786", "host:1", "tls://[::1]:8786", "tcp://10.0.0.7:8786"])
def test_an_address_is_a_host_and_a_port(address: str) -> None:
    assert cluster.ADDRESS.fullmatch(address)


def test_no_scheduler_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.3)
    with pytest.raises(QuandaryError, match="There is no scheduler at tcp"):
        exhaust(SPACE, "remuse", part=(1, 100), scheduler="tcp://127.0.0.1:9")


# Without a scheduler


class Future(NamedTuple):
    """A piece of work that was handed out."""

    key: str
    result: Callable[[], Any]


class Cluster:
    """A client of two threads, whose work is done in the opposite order: the last piece handed out comes first."""

    loop = None

    def __init__(self) -> None:
        self.waiting = list[Future]()
        self.most = 0

    def nthreads(self) -> dict[str, int]:
        return {"one": 1, "other": 1}

    def submit(self, work: Callable[..., Any], *arguments: Any, pure: bool) -> Future:
        return Future(str(arguments), lambda: work(*arguments))

    def as_completed(self, loop: None) -> "Cluster":
        return self

    def add(self, future: Future) -> None:
        self.waiting.append(future)
        self.most = max(self.most, len(self.waiting))

    def __next__(self) -> Future:
        return self.waiting.pop()


@pytest.fixture
def pretended(monkeypatch: pytest.MonkeyPatch) -> Cluster:
    """Put a client in the place of the one that would look for a scheduler."""
    made = Cluster()

    @contextmanager
    def client(address: str) -> Iterator[tuple[Any, Any]]:
        yield made, made.as_completed

    monkeypatch.setattr(cluster, "_client", client)
    return made


def square(number: int) -> int:
    return number * number


def test_every_piece_comes_back_with_its_result_and_few_are_handed_out_ahead(pretended: Cluster) -> None:
    pieces = iter(range(10))
    found = list(cluster.on_cluster("here", square, lambda: next(pieces, None)))
    assert sorted(found) == [(each, each * each) for each in range(10)]
    assert found[0] == (3, 9)  # the last one handed out
    assert pretended.most == 4  # two for each thread


def test_results_come_in_order_whichever_is_done_first(pretended: Cluster) -> None:
    assert list(cluster.in_order("here", square, range(10))) == [each * each for each in range(10)]
    assert list(cluster.in_order("here", square, ())) == []


def test_the_core_is_a_part_of_what_must_be_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "core", lambda: object())
    with_core = cluster.versions()
    monkeypatch.setattr(cluster, "core", lambda: None)
    assert [each["compiled core"] for each in (with_core, cluster.versions())] == ["yes", "no"]


@pytest.mark.parametrize("where", ["nthreads", "submit", "__next__", "result"])
def test_a_scheduler_that_is_lost_is_told_wherever_it_is_noticed(
    pretended: Cluster, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    def gone(*_: Any, **__: Any) -> Any:
        raise OSError("Timed out trying to connect")

    if where == "result":
        monkeypatch.setattr(Cluster, "submit", lambda *_, **__: Future("a", gone))
    else:
        monkeypatch.setattr(Cluster, where, gone)
    with pytest.raises(
        QuandaryError, match=r"^The connection to the scheduler at here was lost\. Start it again"
    ):
        list(cluster.in_order("here", square, range(3)))


def test_a_scheduler_that_is_killed_is_told_in_one_line_and_the_rows_are_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from quandary.cli.main import main
    from quandary.runs.ledger import Ledger

    book = tmp_path / "book.jsonl"
    book.write_text('{"kind": "witness", "puzzle": "+-+-E/|w|w|/+-+-+/|b|b|/S-+-+"}\n' * 5_000)
    with ExitStack() as stack:
        host = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        scheduler = stack.enter_context(process("scheduler", *host, log=tmp_path / "scheduler"))
        address = address_in(tmp_path / "scheduler")
        options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(tmp_path))
        stack.enter_context(process("worker", address, *options, log=tmp_path / "worker"))
        add, rows = Ledger.add, [0]

        def counted(*arguments: Any, **named: Any) -> None:
            add(*arguments, **named)
            rows[0] += 1
            if rows[0] == 3:
                scheduler.kill()

        monkeypatch.setattr(Ledger, "add", counted)
        words = ["rate", str(book), "-m", "muse", "-o", str(tmp_path / "t.csv"), "--scheduler", address]
        assert main(words) == 2
    said = [line for line in capsys.readouterr().err.splitlines() if "a while" not in line]
    assert said[-1].startswith(f"quandary: The connection to the scheduler at {address} was lost.")
    assert (tmp_path / "t.csv.ledger").exists()
