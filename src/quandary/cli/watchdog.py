"""Run a command with puzzles of FILE.py in a process of its own, which is ended if a method of theirs never returns."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from quandary.cli import INTERRUPTED
from quandary.library.post import WATCHED, Notice, notices, order
from quandary.limits import resident_gigabytes
from quandary.runs.notices import say
from quandary.runs.processes import kill_at_end_of

LOOK = 0.05
"""Seconds between two looks at the worker."""
GRACE = 1.0
"""Seconds that a method may take beyond its limit, in which the worker can end it in a better way."""
MARGIN = 0.25
"""The part of its memory limit that a worker may take beyond it, for the same reason, and at least a tenth of a GB."""
FAREWELL = 3.0
"""Seconds in which a worker that was interrupted may end by itself."""


def is_needed(arguments: list[str]) -> bool:
    """Return whether a command runs code of the user's own and nobody watches it yet.

    >>> is_needed(["rate", "farmer.py:Crossing"]), is_needed(["rate", "levels.xsb"])
    (True, False)
    """
    return any(".py:" in word for word in arguments) and WATCHED not in os.environ and bool(sys.executable)


def watched(arguments: list[str]) -> int:
    """Run a command in a worker process, watch it, and return its exit code."""
    with TemporaryDirectory(prefix="quandary-") as folder, _worker(arguments, folder) as worker:
        interrupted = 0.0
        while True:
            try:
                return _code(worker.wait(LOOK))
            except subprocess.TimeoutExpired:
                if line := _end_those_beyond(Path(folder), worker):
                    say(line)
                    return 2
                if interrupted and monotonic() > interrupted + FAREWELL:
                    _end(worker.pid)
                    say("interrupted")
                    return INTERRUPTED
            except KeyboardInterrupt:  # the terminal has told the worker, too, but a program may not have
                interrupted = interrupted or monotonic()
                with suppress(subprocess.TimeoutExpired):
                    return _code(worker.wait(4 * LOOK))
                worker.send_signal(signal.SIGINT)


@contextmanager
def _worker(arguments: list[str], folder: str) -> Iterator["subprocess.Popen[bytes]"]:
    """Start the worker. It ends with this process, however that ends."""
    elsewhere = (
        [] if sys.path[:1] == [str(Path.cwd())] else ["-P"]
    )  # modules here must not hide those of Python
    command = [sys.executable, *elsewhere, "-m", "quandary", *arguments]
    theirs, ours = os.pipe()
    kept = (theirs,) if os.name == "posix" else ()  # elsewhere a process cannot be given a pipe like this
    environment = {**os.environ, WATCHED: order(theirs if kept else -1, folder)}
    worker = subprocess.Popen(command, env=environment, pass_fds=kept)  # noqa: S603 - the same command again
    try:
        kill_at_end_of(theirs, worker.pid)
        os.close(theirs)
        yield worker
    finally:
        if worker.poll() is None:
            _end(worker.pid)
            worker.wait()
        os.close(ours)


def _end_those_beyond(folder: Path, worker: "subprocess.Popen[bytes]") -> str:
    """End processes that are beyond a limit, and return why if the worker itself was one of them."""
    told = ""
    for notice in notices(folder):
        if reason := _beyond(notice):
            _end(notice.process)
            told = f"{notice.label} {reason}" if notice.process == worker.pid else told
    return told


def _beyond(notice: Notice) -> str:
    if monotonic() > notice.deadline + GRACE:
        return f"did not return, and was ended at the {notice.seconds:g} s limit."
    if resident_gigabytes(notice.process) > notice.most + max(0.1, MARGIN * notice.memory):
        return f"filled the memory, and was ended at the {notice.memory:g} GB limit."
    return ""


def _end(process: int) -> None:
    with suppress(OSError):  # it has just ended
        os.kill(process, getattr(signal, "SIGKILL", signal.SIGTERM))


def _code(code: int) -> int:
    """Return the exit code of a worker as the shell would tell it."""
    return 128 - code if code < 0 else code
