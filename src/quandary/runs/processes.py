"""Work in several processes, and go on if one of them dies.

Python's own pools give up when one of their processes is killed, and do not tell which piece of work it
had. Here every process has one piece at a time, so the piece is known, and a new process takes over.
"""

import multiprocessing
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from quandary.errors import QuandaryError

AHEAD = 16
"""Pieces of work per process that are read ahead, so that a slow one does not leave the others idle."""
KILLED = {-signal.SIGTERM, -9}
"""Exit codes of killed processes. Signal 9 has no name on Windows."""


@dataclass(frozen=True)
class Death:
    """A worker process that ended before it returned a result."""

    code: int | None
    """The exit code, or the negated number of the signal that ended it."""

    def __str__(self) -> str:
        """Return what happened in words.

        >>> print(Death(-9), Death(3), sep="; ")
        the worker was killed, perhaps out of memory; the worker ended early (exit code 3)
        """
        if self.code in KILLED:
            return "the worker was killed, perhaps out of memory"
        if self.code is not None and self.code < 0:
            return f"the worker crashed ({signal.strsignal(-self.code) or f'signal {-self.code}'})"
        return f"the worker ended early (exit code {self.code})"


def in_processes(
    work: Callable[[Any], Any],
    pieces: Iterable[Any],
    jobs: int,
    *,
    prepare: Callable[[], object] = tuple,
) -> Generator[Any, None, None]:
    """Yield the result of `work` for each piece, in order, or a `Death` if its process died.

    Pieces and results are sent between processes, and so are `work`, which must not raise, and `prepare`,
    which each process calls first. Closing the generator early ends the processes at once.
    """
    crew = [_Worker(work, prepare) for _ in range(jobs)]
    todo, answers = enumerate(pieces), dict[int, Any]()
    given = turn = 0
    try:
        while True:
            for worker in crew:
                if worker.is_idle and given < turn + jobs * AHEAD:
                    for number, piece in islice(todo, 1):
                        worker.give(number, piece)
                        given = number + 1
            if turn == given:
                break
            answers |= _heard(crew, patiently=turn not in answers)
            if turn in answers:
                yield answers.pop(turn)
                turn += 1
        for worker in crew:
            worker.dismiss()
    finally:
        for worker in crew:
            worker.end()


def as_done(
    work: Callable[[Any], Any],
    next_piece: Callable[[], Any | None],
    jobs: int,
    *,
    prepare: Callable[[], object] = tuple,
) -> Generator[tuple[Any, Any], None, None]:
    """Yield each piece with the result of `work`, or with a `Death`, as soon as it is there.

    `next_piece` is asked for more work when a process has none, and returns None if there is none at the
    moment. It may return a piece again whose process died. Each process has one piece at a time. Otherwise
    this is like `in_processes`.
    """
    crew = [_Worker(work, prepare) for _ in range(jobs)]
    held, given = dict[int, Any](), 0
    try:
        while True:
            for worker in crew:
                if worker.is_idle and (piece := next_piece()) is not None:
                    held[given] = piece
                    worker.give(given, piece)
                    given += 1
            if not held:
                break
            for number, answer in _heard(crew, patiently=True).items():
                yield held.pop(number), answer
        for worker in crew:
            worker.dismiss()
    finally:
        for worker in crew:
            worker.end()


class _Worker:
    """A process that is started when it is first needed, and again after it died."""

    def __init__(self, work: Callable[[Any], Any], prepare: Callable[[], object]) -> None:
        self.number: int | None = None
        """The number of the piece that it works on."""
        # As bytes, so that a new process watches its parent before it imports what they need.
        self._task = pickle.dumps((work, prepare))
        self._process: BaseProcess | None = None
        self._is_ready = False
        self._life: Connection
        """The end of a pipe that closes when this process ends, and tells the worker to end, too."""
        self.pipe: Connection

    @property
    def is_idle(self) -> bool:
        """Whether it has nothing to do."""
        return self.number is None

    def give(self, number: int, piece: Any) -> None:
        """Send it a piece to work on."""
        self.number = number
        try:
            if self._process is None:
                self._start()
            self.pipe.send(piece)
        except OSError:  # it was killed while it had nothing to do
            self.end()
            self._start()
            self.pipe.send(piece)

    def hear(self) -> Iterator[tuple[int, Any]]:
        """Receive its next message, and yield the number of its piece and the answer if it is one."""
        try:
            answer = self.pipe.recv()
        except (EOFError, OSError):
            answer = self._bury()
        if not self._is_ready:
            self._is_ready = True
        elif self.number is not None:
            yield self.number, answer
            self.number = None

    def dismiss(self) -> int | None:
        """Let it finish, since there is no more work, and return its exit code."""
        code = None
        if self._process:
            self.pipe.close()
            self._process.join()
            self._life.close()
            code = self._process.exitcode
            self._process = None
        return code

    def end(self) -> None:
        """End it at once, even in the middle of work."""
        if self._process:
            self._process.terminate()
            self.dismiss()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        their_life, self._life = context.Pipe(duplex=False)
        process = context.Process(target=_serve, args=(theirs, their_life, self._task), daemon=True)
        self._is_ready = False
        with _interrupts_held():
            process.start()
            self._process = process  # not before: one that cannot be started cannot be ended
            kill_at_end_of(their_life.fileno(), process.pid or 0)
        theirs.close()  # so that its death shows
        their_life.close()

    def _bury(self) -> Death:
        code = self.dismiss()
        if not self._is_ready and code not in KILLED:
            raise QuandaryError(
                f"Worker processes cannot be started (exit code {code}). Use one job,"
                ' and guard the main code of a script with `if __name__ == "__main__"`.'
            )
        self._is_ready = True  # what follows is an answer
        return Death(code)


def _heard(crew: list[_Worker], *, patiently: bool) -> dict[int, Any]:
    """Return the answers that have arrived by number, if `patiently` after waiting for at least one message."""
    busy = {worker.pipe: worker for worker in crew if not worker.is_idle}
    speaking = wait(list(busy), None if patiently else 0)
    return {number: answer for pipe in speaking for number, answer in busy[pipe].hear()}  # type: ignore[index]


def _serve(pipe: Connection, life: Connection, task: bytes) -> None:
    """Work on pieces from the pipe until its other end is closed or the parent dies."""
    threading.Thread(target=_end_with, args=(life,), daemon=True).start()
    work, prepare = pickle.loads(task)  # noqa: S301 - our parent made it
    prepare()
    try:
        pipe.send("ready")
        while True:
            pipe.send(work(pipe.recv()))
    except (EOFError, OSError):
        return


def _end_with(life: Connection) -> None:
    """End this process when its parent is gone, however it went."""
    wait([life])  # nothing is ever sent, so it is ready only when the other end is closed
    os._exit(1)


def kill_at_end_of(life: int, process: int) -> None:
    """Let the kernel kill a process when the other end of its pipe closes, where it can.

    The process need not have begun to run Python, nor come back from a long native call, so it is gone at
    once on a busy machine, too. On other systems than Linux the process notices on its own.
    """
    if sys.platform != "linux":
        return
    from fcntl import F_GETFL, F_SETFL, F_SETOWN, F_SETSIG, fcntl

    fcntl(life, F_SETSIG, signal.SIGKILL)
    fcntl(life, F_SETOWN, process)
    fcntl(life, F_SETFL, fcntl(life, F_GETFL) | os.O_ASYNC)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold back Ctrl-C. Processes started meanwhile never see it, since their parent ends them."""
    if not hasattr(signal, "pthread_sigmask"):  # there is none on Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
