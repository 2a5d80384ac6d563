"""Kill `quandary exhaust --jobs 2 --checkpoint` at random moments, continue it, and compare the digests.

    python benchmarks/kill_exhaust.py --kills 50

One run is killed (SIGKILL) again and again after a random time, sometimes its coordinator and sometimes one of its
workers, until it is done. Its result must equal that of an undisturbed run, and no chunk in its ledger may be lost.
"""

import argparse
import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import monotonic, sleep
from typing import Any

from kill_rate import outlive, workers_of

from quandary.runs.chunks import NAME

JOBS = 2
EARLY = 0.002
"""How likely it is, every 20 milliseconds, that a run is not given the time to start its workers."""


@dataclass
class Tally:
    """The events so far."""

    coordinators: int = 0
    workers: int = 0
    orphans: int = 0
    """The number of workers that outlived their parent by a second."""
    slowest_restart: float = 0.0
    """The most seconds to open a finished run again and print its result."""


def command(part: str, folder: Path | None) -> list[str]:
    """Return the command, which goes through a slice of the 3x3 panels with three colours of squares."""
    asked = [
        "exhaust",
        "witness",
        "squares",
        "--with",
        "colours=3",
        "--by",
        "remuse",
        "--slice",
        part,
        "--json",
    ]
    keep = ["--checkpoint", str(folder), "--jobs", str(JOBS)] if folder else []
    return [sys.executable, "-m", "quandary", *asked, *keep]


def chunks(folder: Path) -> int:
    """Return how many chunks are in the ledger of a run that is not running."""
    with suppress(sqlite3.Error):
        connection = sqlite3.connect(folder / NAME)
        try:
            return int(connection.execute("SELECT count(*) FROM chunks").fetchone()[0])
        finally:
            connection.close()
    return 0


def killed(asked: list[str], after: float, rng: Random, tally: Tally) -> bool:
    """Start a run, and some time after its workers kill it or one of them. Return whether the run is over."""
    with subprocess.Popen(asked, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:  # noqa: S603 - ourselves
        while rng.random() > EARLY and process.poll() is None and not workers_of(process.pid):
            sleep(0.02)
        with suppress(subprocess.TimeoutExpired):
            return process.wait(after) == 0
        workers = workers_of(process.pid)
        if workers and rng.random() < 0.5:
            with suppress(ProcessLookupError):
                os.kill(rng.choice(workers), signal.SIGKILL)
                tally.workers += 1
            with suppress(subprocess.TimeoutExpired):  # it goes on without the worker
                return process.wait(rng.uniform(0.2, 1.5)) == 0
            workers = workers_of(process.pid)
        process.kill()
        process.wait()
        tally.coordinators += 1
    tally.orphans += len(outlive(workers))
    return False


def result(asked: list[str]) -> dict[str, Any]:
    """Run a command to its end and return what it printed."""
    done = subprocess.run(asked, capture_output=True, text=True)  # noqa: S603 - ourselves
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def main() -> None:
    """Kill a run as often as asked and print the result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--slice", default="1/8", help="the part of the space; larger parts take longer")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--longest", type=float, default=3.0, help="the longest time before a kill")
    asked, tally = parser.parse_args(), Tally()
    rng = Random(asked.seed)
    expected = result(command(asked.slice, None))
    rounds = 0
    while tally.coordinators + tally.workers < asked.kills:
        rounds += 1
        with tempfile.TemporaryDirectory() as name:
            folder, over, grown = Path(name), False, 0
            while not over and tally.coordinators + tally.workers < asked.kills:
                over = killed(command(asked.slice, folder), rng.uniform(0, asked.longest), rng, tally)
                now = chunks(folder)
                assert now >= grown, "chunks were lost"
                grown = now
            assert result(command(asked.slice, folder)) == expected, "the result differs"
            begin = monotonic()
            assert result(command(asked.slice, folder)) == expected, "a finished run differs"
            tally.slowest_restart = max(tally.slowest_restart, monotonic() - begin)
    print(
        f"{tally.coordinators} kills of the coordinator and {tally.workers} of workers in {rounds} runs through"
        f" {expected['seen']:,} puzzles: every digest is {expected['digest']};"
        f" {tally.orphans} workers outlived their parent by a second;"
        f" opening a finished run took at most {tally.slowest_restart:.1f} s"
    )
    sys.exit(tally.orphans > 0)


if __name__ == "__main__":
    main()
