"""Kill a long run at random moments, resume it until it is done, and compare what it writes.

    python benchmarks/kill.py rate --kills 200
    python benchmarks/kill.py discover --kills 10 --after-a-write

Each round makes the same file. The process is killed (SIGKILL) several times after a random time, and resumed with
`--resume`. With `--after-a-write` the time counts from the moment at which the run has written to its ledger, so that
every resumed run has something to go on from. The file must have the bytes of that of an undisturbed run (a table of ratings may differ in the seconds
that rating took), and no worker may outlive its parent by a second.
"""

import argparse
import csv
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass
from io import StringIO
from itertools import cycle, islice
from pathlib import Path
from random import Random
from time import monotonic, sleep
from typing import Any

from quandary.cli.main import main as run_quandary
from quandary.generating.band import generated
from quandary.kinds.maze import KIND
from quandary.library.files import Entry, write

MAZES = "MAZES"
"""Stands for a file of small mazes."""
RUNS = {
    "rate": (f"rate {MAZES} -m muse -m shortest", ("csv", "jsonl", "parquet")),
    "curriculum": (f"curriculum {MAZES} --length 20", ("json",)),
    "generate": ("generate maze --size 5x5 --between 4 9 --by muse --count 100 --within 3600", ("jsonl",)),
    "file-by-level": ("generate fillomino --size 4x4 --file-by-level --count 20 --within 3600", ("jsonl",)),
    "discover": (
        "discover witness --size 3x3 --with elements=triangles --learn-from 40 --within 3600 --json",
        ("json",),
    ),
}
"""The arguments of each run, and the endings of the files that it can make."""
IN_PROCESSES = ("rate", "curriculum")
KILLS_OF_A_FILE = 7
"""The number of kills of a file before it may be finished."""
SHORTEST, LONGEST = 0.5, 2.0
"""The range of seconds after which a run is killed. The longest is used until the time of a run is known."""


@dataclass
class Tally:
    """The events so far."""

    kills: int = 0
    with_rows: int = 0
    """The number of kills that left a ledger to resume from."""
    files: int = 0
    orphans: int = 0
    """The number of workers that outlived their parent by a second."""


def content(name: str, path: Path) -> Any:
    """Return what a run has written, without the seconds that rating took."""
    return rows(path) if name == "rate" else path.read_bytes()


def rows(table: Path) -> list[Any]:
    """Return the rows of a table without the seconds that rating took."""
    if table.suffix == ".jsonl":
        text = re.sub(r', "seconds": [\d.e-]+', "", table.read_text("utf-8"))
        return [json.loads(line) for line in text.splitlines()]
    if table.suffix == ".parquet":
        import polars

        return polars.read_parquet(table).drop("machine_seconds").rows()
    with table.open(encoding="utf-8", newline="") as file:
        return [{**row, "machine_seconds": ""} for row in csv.DictReader(file)]


def generated_entries(number: int) -> Iterator[Entry]:
    """Generate mazes without measuring them."""
    for each, maze in enumerate(islice(generated(KIND, "4x4", 1), number)):
        yield Entry(KIND, maze, f"maze-{each}")


def puzzles(folder: Path, number: int) -> Path:
    """Write a file of small mazes."""
    path = folder / "mazes.jsonl"
    write(path, generated_entries(number))
    return path


def command(name: str, book: Path, path: Path) -> list[str]:
    """Return the command that makes a file, or goes on with it."""
    jobs = ["--jobs", "2"] if name in IN_PROCESSES else []
    return [sys.executable, "-m", "quandary", *arguments(name, book, path), *jobs, "--resume"]


def arguments(name: str, book: Path, path: Path) -> list[str]:
    """Return the arguments for quandary, without other processes."""
    told = [str(book) if each == MAZES else each for each in RUNS[name][0].split()]
    return [*told, "-o", str(path)]


def workers_of(pid: int) -> list[int]:
    """Return the worker processes of a process, if the system tells."""
    with suppress(OSError):
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return [int(each) for each in children if is_worker(each)]
    return []


def is_worker(pid: str) -> bool:
    """Return whether a child process is a worker. Python has another one for itself."""
    with suppress(OSError):
        return b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()
    return False


def is_alive(pid: int) -> bool:
    """Return whether a process runs. A zombie does not."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    return False


def outlive(workers: list[int]) -> list[int]:
    """Return the processes that still run after a second."""
    end = monotonic() + 1.0
    while monotonic() < end and any(map(is_alive, workers)):
        sleep(0.01)
    return [pid for pid in workers if is_alive(pid)]


def newest(ledger: Path) -> int:
    """Return when a ledger was last written to, or 0 if there is none."""
    times = [0]
    for each in ledger.parent.glob(f"{ledger.name}*"):
        with suppress(OSError):
            times.append(each.stat().st_mtime_ns)
    return max(times)


def killed(asked: list[str], after: float, ledger: Path | None) -> tuple[bool, list[int]]:
    """Start a command and kill it, and return whether it was running and which workers outlived it.

    If a ledger is given, the time begins when the command has written to it.
    """
    before = newest(ledger) if ledger else 0
    with subprocess.Popen(asked, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:  # noqa: S603 - ourselves
        while ledger and newest(ledger) == before and process.poll() is None:
            sleep(0.005)
        with suppress(subprocess.TimeoutExpired):
            process.wait(after)
            return False, []
        workers = workers_of(process.pid)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    return True, outlive(workers)


def undisturbed(name: str, book: Path, path: Path) -> Any:
    """Return the content of a file that was made in this process."""
    with redirect_stdout(StringIO()):
        assert run_quandary(arguments(name, book, path)) == 0
    return content(name, path)


def kill(
    name: str, folder: Path, kills: int, number: int, rng: Random, *, after_a_write: bool = False
) -> Iterator[Tally]:
    """Kill runs until there are enough kills, and yield the tally after each finished file."""
    book, tally, suffixes = puzzles(folder, number), Tally(), RUNS[name][1]
    expected = {suffix: undisturbed(name, book, folder / f"whole.{suffix}") for suffix in suffixes}
    longest = LONGEST
    for suffix in cycle(suffixes):
        path = folder / f"cut.{suffix}"
        ledger = path.with_name(f"{path.name}.ledger")
        for _ in range(min(KILLS_OF_A_FILE, kills - tally.kills)):
            was_running, orphans = killed(
                command(name, book, path), rng.uniform(0, longest), ledger if after_a_write else None
            )
            tally.kills += was_running
            tally.orphans += len(orphans)
            tally.with_rows += was_running and ledger.exists()
        begin = monotonic()
        done = subprocess.run(command(name, book, path), capture_output=True, text=True)  # noqa: S603 - ourselves
        longest = max(monotonic() - begin, SHORTEST)
        assert done.returncode == 0 and "Traceback" not in done.stderr, done.stderr
        assert content(name, path) == expected[suffix], f"{path} differs from that of an undisturbed run"
        assert not list(folder.glob("cut*.ledger*")), "a ledger is left"
        path.unlink()
        tally.files += 1
        yield tally
        if tally.kills >= kills:
            return


def main() -> None:
    """Kill runs as often as asked and print the result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("run", choices=RUNS)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--puzzles", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--after-a-write", action="store_true")
    asked = parser.parse_args()
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        told = (asked.run, Path(folder), asked.kills, asked.puzzles, Random(asked.seed))
        for each in kill(*told, after_a_write=asked.after_a_write):
            tally = each
    print(
        f"{tally.kills} kills of {asked.run}, {tally.with_rows} of them left a ledger to go on from:"
        f" {tally.files} files, all equal to undisturbed ones;"
        f" {tally.orphans} workers outlived their parent by a second"
    )
    sys.exit(tally.orphans > 0)


if __name__ == "__main__":
    main()
