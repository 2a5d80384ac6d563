"""Build quandary's wheel and tell how far the compiler is, in one live line.

    python native/progress.py build/wheel --python .venv/bin/python
    python native/progress.py build/wheel --python .venv/bin/python --meanwhile COMMAND

A command that runs meanwhile is a line for the shell. What it prints appears when it is done; its failure is no
failure of the build. All that pip and the compiler say is in a file beside the folder: build/wheel.log.
"""

import argparse
import os
import re
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from types import FrameType
from typing import IO, NoReturn

LONGEST = Path(__file__).with_name("longest.txt")
STEP = re.compile(
    r"^\s*\[\s*(\d+)(?:/(\d+)|%)\] (?:Building|Linking) \S+ \S+ (?:.*CMakeFiles/\S+?\.dir/)?(\S+)"
)
OTHER_SECONDS = 1.5
"""What a unit takes that is not among the longest, about."""
PURE_PYTHON = (
    "The core was not built, so quandary is installed in pure Python: same answers, but slower."
    " What the compiler said is in {log}."
)


def longest() -> dict[str, float]:
    """Return the seconds of the longest units by their paths, as `native/longest.txt` has them."""
    rows = (line.split() for line in LONGEST.read_text(encoding="utf-8").splitlines() if line[:1].isdigit())
    return {path: float(seconds) for seconds, path in rows}


class Progress:
    """How far a build is, by what ninja or make print."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._begin = clock, clock()
        self._seconds = longest()
        self._compiling: float | None = None
        self._left = sum(self._seconds.values())
        self._spent = 0.0
        self.done = self.total = 0

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return self._clock() - self._begin

    def read(self, line: str) -> bool:
        """Take one line of output, and return whether it tells that something was built."""
        step = STEP.match(line)
        if step is None:
            return False
        if self._compiling is None:
            self._compiling = self._clock()
        self.done, self.total = int(step[1]), int(step[2] or 100)
        took = self._seconds.pop(step[3].removesuffix(".o"), None)
        self._left = max(0.0, self._left - (took or 0))
        self._spent += took or OTHER_SECONDS
        return True

    def left(self) -> float | None:
        """Return about how many seconds it will take from now on, or None if it is too early to tell."""
        if self._compiling is None or not self.total or self.done < 4:
            return None
        short = (self.total - self.done) * OTHER_SECONDS if self.total != 100 else 0.0
        return (self._clock() - self._compiling) / self._spent * (self._left + max(0.0, short))

    def line(self) -> str:
        """Return what to show now."""
        if not self.total:
            return f"Preparing to build the core, {in_words(self.seconds)}"
        left = self.left()
        of = f"{self.done}/{self.total}" if self.total != 100 else f"{self.done} %"
        return f"Building the core {of}" + ("" if left is None else f", about {in_words(max(1, left))} left")


def in_words(seconds: float) -> str:
    """Return a time as people say it.

    >>> in_words(40.2), in_words(72)
    ('40 s', '1 min 12 s')
    """
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


class Screen:
    """Shows a line that changes, or now and then a new one where there is no terminal."""

    def __init__(self, out: IO[str]) -> None:
        self._out, self._live, self._quarter = out, out.isatty(), 0

    def show(self, progress: Progress) -> None:
        """Show how far it is."""
        quarter = 4 * progress.done // max(1, progress.total)
        if self._live:
            self._out.write(f"\r\033[K{progress.line()}")
        elif quarter > self._quarter:
            self._out.write(f"{progress.line()}\n")
        self._quarter = quarter
        self._out.flush()

    def say(self, text: str) -> None:
        """Write something above the line."""
        clear = "\r\033[K" if self._live else ""
        self._out.write(f"{clear}{text.rstrip()}\n" if text.strip() else clear)
        self._out.flush()


def main(arguments: list[str] | None = None) -> int:
    """Build the wheel and return the code to exit with."""
    parser = argparse.ArgumentParser(description="Build quandary's wheel and tell how far the compiler is.")
    parser.add_argument("folder", type=Path, help="where the wheel goes")
    parser.add_argument("--python", default=sys.executable, help="the Python whose pip builds it")
    parser.add_argument(
        "--meanwhile", metavar="COMMAND", help="a command for the shell to run at the same time"
    )
    asked = parser.parse_args(arguments)
    for number in (
        signal.SIGINT,
        signal.SIGTERM,
    ):  # SIGINT is ignored by what a shell starts in the background
        signal.signal(number, _interrupt)
    started: list[subprocess.Popen[str]] = []
    try:
        return _build(asked.folder, asked.python, asked.meanwhile, started)
    except KeyboardInterrupt:
        return 130
    finally:
        for process in started:
            _end(process)


def _build(folder: Path, python: str, meanwhile: str | None, started: list[subprocess.Popen[str]]) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    log = folder.with_suffix(".log")
    screen, progress = Screen(sys.stdout), Progress()
    pip = [python, "-m", "pip", "--disable-pip-version-check", "wheel", "-v", "--no-deps"]
    building = _start([*pip, "--wheel-dir", str(folder), "."], started)
    other = None if meanwhile is None else _start(["/bin/sh", "-c", meanwhile], started)
    told: list[str] = []
    readers = [_read(building, log, progress.read)]
    if other is not None:
        readers.append(_read(other, None, lambda line: told.append(line)))
    while any(reader.is_alive() for reader in readers):
        if other is not None and not readers[1].is_alive():
            screen.say("".join(told))
            other = None
        if readers[0].is_alive():
            screen.show(progress)
        time.sleep(0.2)
    if other is not None:
        screen.say("".join(told))
    return _ended(building.wait(), folder, log, progress, screen)


def _ended(code: int, folder: Path, log: Path, progress: Progress, screen: Screen) -> int:
    if code:
        screen.say(f"{_tail(log)}\nquandary was not built: all messages are in {log}")
    elif _has_core(folder):
        screen.say(f"Built the core in {in_words(progress.seconds)}")
    else:
        screen.say(PURE_PYTHON.format(log=log))
    return code


def _has_core(folder: Path) -> bool:
    names = (name for wheel in folder.glob("*.whl") for name in zipfile.ZipFile(wheel).namelist())
    return any(re.search(r"/_core[^/]*\.(so|pyd)$", name) for name in names)


def _tail(log: Path, lines: int = 30) -> str:
    return "\n".join(log.read_text(encoding="utf-8", errors="replace").splitlines()[-lines:])


def _start(command: list[str], started: list[subprocess.Popen[str]]) -> subprocess.Popen[str]:
    """Start a command whose children can be ended with it."""
    with _no_interrupt():
        process = subprocess.Popen(  # noqa: S603 - what we were asked to run
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,
        )
        started.append(process)
    return process


@contextmanager
def _no_interrupt() -> Iterator[None]:
    """Hold interrupts back, since one that comes before a new process is noted would leave it running."""
    came: list[int] = []
    before = {
        number: signal.signal(number, lambda number, frame: came.append(number))
        for number in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if came:
        raise KeyboardInterrupt


def _read(process: subprocess.Popen[str], log: Path | None, take: Callable[[str], object]) -> Thread:
    """Read all that a process prints, in a thread that ends with it."""

    def read() -> None:
        assert process.stdout is not None  # noqa: S101 - it is a pipe
        with open(os.devnull if log is None else log, "w", encoding="utf-8") as kept:  # noqa: PTH123
            for line in process.stdout:
                kept.write(line)
                kept.flush()
                take(line)

    thread = Thread(target=read, daemon=True)
    thread.start()
    return thread


def _end(process: subprocess.Popen[str]) -> None:
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait()
        with suppress(ProcessLookupError):  # what was just being started may have missed it
            os.killpg(process.pid, signal.SIGKILL)


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


if __name__ == "__main__":
    sys.exit(main())
