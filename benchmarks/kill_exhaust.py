"""Kill `quandary exhaust --jobs 2 --checkpoint` at random moments, continue it, and compare the digests.

    python benchmarks/kill_exhaust.py --kills 50

One run is killed (SIGKILL) again and again after a random time, sometimes its coordinator and sometimes one of its
workers, until it is done. Its result must equal that of an undisturbed run, and no chunk in its ledger may be lost.
The space writes down every panel that a worker asks for, so that those which are done again can be counted: for each
kill at most one chunk of each worker.
"""

import argparse
import json
import os
import resource
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

from kill import outlive, workers_of

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
    again: int = 0
    """The number of panels that were done again."""
    at_risk: int = 0
    """The number of panels that might have to be: for each kill, the largest chunk for each worker that it ended."""
    slowest_restart: float = 0.0
    """The most seconds to open a finished run again and print its result."""
    dearest_restart: float = 0.0
    """The same in seconds of the processor, which do not depend on what else the machine does."""


SPACE = """
import os
from multiprocessing import parent_process

from quandary.kinds.witness.elements import Colour, Square
from quandary.kinds.witness.space import PanelSpace

PANELS = PanelSpace(3, 3, palette=tuple(map(Square, list(Colour)[:3])), reduced=False)
LOG = os.open(__file__ + ".log", os.O_CREAT | os.O_APPEND | os.O_WRONLY)


class Logged:
    size = PANELS.size

    def unrank(self, number):
        if parent_process():
            os.write(LOG, b"%d\\n" % number)
        return PANELS.unrank(number)

    def rank(self, panel):
        return PANELS.rank(panel)


def panels():
    return Logged()
"""
"""The 3x3 panels with squares of three colours, for a script that stands in the folder of the run."""


def command(part: str, folder: Path, *, quiet: bool = False) -> list[str]:
    """Return the command, which goes through a slice of a space that is written into the folder."""
    space = folder / "panels.py"
    if not space.exists():
        space.write_text(SPACE, "utf-8")
    asked = ["exhaust", "witness", f"{space}:panels", "--by", "remuse@none", "--slice", part, "--json"]
    keep = [] if quiet else ["--checkpoint", str(folder / "run"), "--jobs", str(JOBS)]
    return [sys.executable, "-m", "quandary", *asked, *keep]


def done_again(folder: Path) -> int:
    """Return how many panels were done by workers more than once, counting each further time."""
    with suppress(FileNotFoundError):
        numbers = (folder / "panels.py.log").read_text("utf-8").split()
        return len(numbers) - len(set(numbers))
    return 0


def chunks(folder: Path) -> tuple[int, int]:
    """Return how many chunks are in the ledger of a run that is not running, and the size of the largest."""
    with suppress(sqlite3.Error):
        connection = sqlite3.connect(folder / "run" / NAME)
        try:
            number, largest = connection.execute("SELECT count(*), max(last - first) FROM chunks").fetchone()
            return int(number), int(largest or 0)
        finally:
            connection.close()
    return 0, 0


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
    parser.add_argument("--slice", default="1/16", help="the part of the space; larger parts take longer")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--longest", type=float, default=3.0, help="the longest time before a kill")
    asked, tally = parser.parse_args(), Tally()
    rng = Random(asked.seed)
    with tempfile.TemporaryDirectory() as name:
        expected = result(command(asked.slice, Path(name), quiet=True))
    del expected["space"]  # the folder
    rounds = 0
    while tally.coordinators + tally.workers < asked.kills:
        rounds += 1
        with tempfile.TemporaryDirectory() as name:
            go_through(Path(name), asked, rng, tally, expected)
    print(
        f"{tally.coordinators} kills of the coordinator and {tally.workers} of workers in {rounds} runs through"
        f" {expected['seen']:,} puzzles: every digest is {expected['digest']};"
        f" {tally.again:,} puzzles were done again, where one chunk per worker and kill is up to {tally.at_risk:,};"
        f" {tally.orphans} workers outlived their parent by a second;"
        f" opening a finished run took at most {tally.slowest_restart:.1f} s,"
        f" {tally.dearest_restart:.1f} s of the processor"
    )
    sys.exit(tally.orphans > 0 or tally.again > tally.at_risk)


def go_through(
    folder: Path, asked: argparse.Namespace, rng: Random, tally: Tally, expected: dict[str, Any]
) -> None:
    """Kill a run until it is over, and compare its result with the one expected."""
    over, grown, kills = False, 0, tally.coordinators + tally.workers
    while not over and tally.coordinators + tally.workers < asked.kills:
        over = killed(command(asked.slice, folder), rng.uniform(0, asked.longest), rng, tally)
        now, _ = chunks(folder)
        assert now >= grown, "chunks were lost"
        grown = now
    told = result(command(asked.slice, folder))
    assert told.items() >= expected.items(), "the result differs"
    tally.again += done_again(folder)
    tally.at_risk += (tally.coordinators + tally.workers - kills) * JOBS * chunks(folder)[1]
    begin, used = monotonic(), used_by_children()
    assert result(command(asked.slice, folder)) == told, "a finished run differs"
    tally.slowest_restart = max(tally.slowest_restart, monotonic() - begin)
    tally.dearest_restart = max(tally.dearest_restart, used_by_children() - used)


def used_by_children() -> float:
    """Return the seconds of the processor that finished child processes took."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
