"""The post of a worker process: where it tells its watchdog which method of somebody else it is in, and until when.

A method that never returns may never look at a limit, and one that is stuck in C hears no signal. Commands with puzzles
of FILE.py therefore run in a process that another one can end. Where Python can be interrupted, the limits at work are
kept inside of the process, so that what was asked for comes as "gave up".
"""

import atexit
import mmap
import os
import signal
import struct
import threading
from collections.abc import Iterator
from functools import lru_cache
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from quandary.limits import DEFAULT, check_limits, current_budget

WATCHED = "QUANDARY_WATCHED"
"""The variable that a watchdog sets for its worker: its own process, the end of a pipe, and the folder of the posts."""
EVERY = 0.05
"""Seconds between two looks at the limits while a method is at work."""
_NUMBERS = struct.Struct("4d")
_SIZE = 512


class Notice(NamedTuple):
    """A post as its watchdog reads it."""

    process: int
    most: float
    """The gigabytes that the process may hold."""
    memory: float
    """The limit in gigabytes that this comes from."""
    deadline: float
    """The moment at which the method should have returned. Infinite outside of methods."""
    seconds: float
    label: str
    """The method that it is in, or was in last."""


class Post:
    """A small file in which a worker says where it is. Only its main thread writes deadlines."""

    def __init__(self, folder: Path) -> None:
        path = folder / str(os.getpid())
        path.write_bytes(bytes(_SIZE))
        with path.open("r+b") as file:
            self._said = mmap.mmap(file.fileno(), _SIZE)
        self._write(inf, inf, inf, inf)
        self.inside = False
        """Whether the main thread is inside of a method."""
        self._main = threading.main_thread().ident
        if hasattr(signal, "setitimer") and threading.get_ident() == self._main:
            signal.signal(signal.SIGALRM, self._look)
            signal.setitimer(signal.ITIMER_REAL, EVERY, EVERY)
            atexit.register(signal.setitimer, signal.ITIMER_REAL, 0)  # nobody hears it after that

    def enter(self, label: str) -> None:
        """Say which method begins. Methods that it calls are a part of it."""
        if self.inside or threading.get_ident() != self._main:
            return
        budget = current_budget()
        limits = budget.limits if budget else DEFAULT
        seconds, memory = limits.asked or DEFAULT.seconds or inf, limits.memory or DEFAULT.memory or inf
        left = budget.seconds_left if budget else None
        most = (budget.most_resident if budget else None) or memory
        text = label.encode()[: _SIZE - _NUMBERS.size - 1]
        self._said[_NUMBERS.size : _NUMBERS.size + len(text) + 1] = text + b"\0"
        self.inside = True
        self._write(most, memory, monotonic() + (seconds if left is None else left), seconds)

    def leave(self) -> None:
        """Say that the method has returned."""
        if threading.get_ident() == self._main:
            most, memory, _, seconds = _NUMBERS.unpack_from(self._said)
            self._write(most, memory, inf, seconds)
            self.inside = False

    def _write(self, *numbers: float) -> None:
        self._said[: _NUMBERS.size] = _NUMBERS.pack(*numbers)  # at once: `pack_into` writes zeros first

    def _look(self, *_: Any) -> None:
        if self.inside:
            check_limits()


def notices(folder: Path) -> Iterator[Notice]:
    """Yield what every worker with a post in a folder has said."""
    for path in folder.iterdir():
        said = path.read_bytes()
        if len(said) == _SIZE and said[_NUMBERS.size]:
            most, memory, deadline, seconds = _NUMBERS.unpack_from(said)
            label = said[_NUMBERS.size :].partition(b"\0")[0].decode(errors="replace")
            yield Notice(int(path.name), most, memory, deadline, seconds, label)


def order(life: int, folder: str) -> str:
    """Return what the variable says: who watches, the pipe that closes when that process ends, and the folder."""
    return f"{os.getpid()} {life} {folder}"


@lru_cache(maxsize=1)
def post_of_worker() -> Post | None:
    """Return the post of this process, or None if nobody watches it."""
    watchdog, _, rest = os.environ.get(WATCHED, "").partition(" ")
    life, _, folder = rest.partition(" ")
    if not folder or not Path(folder).is_dir():
        return None
    if (
        int(life) >= 0 and int(watchdog) == os.getppid()
    ):  # processes that this one starts have the variable, too, but not the pipe
        threading.Thread(target=_end_with, args=(int(life),), daemon=True).start()
    return Post(Path(folder))


def _end_with(life: int) -> None:
    """End this process when its watchdog is gone, however it went."""
    os.read(life, 1)  # nothing is ever written, so it returns when the other end is closed
    os._exit(1)
