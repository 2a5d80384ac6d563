"""The work behind the pages: worker processes, the most urgent question first, and an end to what nobody waits for.

A page asks in a `Talk`, which collects the answers to all of its questions. When the talk ends, so does its work: questions
that wait are forgotten, a worker that has begun is told to stop, and one that does not stop soon is replaced.
"""

import contextlib
import heapq
import itertools
import multiprocessing
import os
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any, TypeAlias

from quandary.runs.processes import kill_at_end_of

Said: TypeAlias = dict[str, Any]
URGENT, PATIENT = 0, 1_000
"""Priorities from `PATIENT` on never take the worker that is kept for the page in front."""
PATIENCE = 0.5
"""Seconds in which a worker must stop when it is told to."""
LONGEST_WAIT = 0.05
"""Seconds between two looks at workers that were told to stop."""
STOP, DO, SAID, DONE, READY = "stop", "do", "said", "done", "ready"


@dataclass(order=True)
class _Question:
    """Something to be done by a worker, in the order of urgency."""

    priority: float
    number: int
    task: str = field(compare=False)
    asked: Mapping[str, Any] = field(compare=False)
    tag: str = field(compare=False)
    talk: "Talk" = field(compare=False)


class Talk:
    """The questions of one page, and what is said to them."""

    def __init__(self, crew: "Crew") -> None:
        self.crew = crew
        self.said: SimpleQueue[tuple[str, Said | None]] = SimpleQueue()
        self.open = 0
        self.is_over = False

    def ask(self, task: str, asked: Mapping[str, Any], *, tag: str = "", priority: float = URGENT) -> None:
        """Ask something. Its answers carry the tag."""
        self.open += 1
        self.crew.put(self, task, asked, tag, priority)

    def next(self, timeout: float) -> tuple[str, Said | None] | None:
        """Return the next answer, one of None when a question is done, or None if there is nothing yet."""
        try:
            tag, answer = self.said.get(timeout=timeout)
        except Empty:
            return None
        if answer is None:
            self.open -= 1
        return tag, answer

    def end(self) -> None:
        """End all work for this talk."""
        self.is_over = True
        self.crew.forget(self)


class _Worker:
    """A worker process, as its crew sees it."""

    def __init__(self, work: Callable[[Connection, Connection], None], *, urgent_only: bool) -> None:
        self.work, self.urgent_only = work, urgent_only
        self.question: _Question | None = None
        self.told_to_stop: float | None = None
        self.is_ready = False
        self.start()

    def start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        their_life, self.life = context.Pipe(duplex=False)
        self.process = context.Process(target=self.work, args=(theirs, their_life), daemon=True)
        self.process.start()
        kill_at_end_of(their_life.fileno(), self.process.pid or 0)
        theirs.close()
        their_life.close()
        self.question, self.told_to_stop, self.is_ready = None, None, False

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()
        self.life.close()

    def stop(self) -> None:
        if self.question is not None and self.told_to_stop is None:
            self.told_to_stop = monotonic()
            with contextlib.suppress(OSError):  # it is dead, which the crew will see
                self.pipe.send((STOP, self.question.number, "", {}))

    @property
    def is_deaf(self) -> bool:
        return self.told_to_stop is not None and monotonic() - self.told_to_stop > PATIENCE


class Crew:
    """Worker processes that answer questions, the most urgent first."""

    def __init__(
        self, work: Callable[[Connection, Connection], None], workers: int = 0, most: int = 2_000
    ) -> None:
        self.count = workers or max(2, (os.cpu_count() or 2) - 1)
        self.most = most
        self._lock = threading.Lock()
        self._numbers = itertools.count()
        self._waiting: list[_Question] = []
        self._wake_in, self._wake_out = multiprocessing.Pipe(duplex=False)
        self._is_over = False
        self._workers = [_Worker(work, urgent_only=not number) for number in range(self.count)]
        self._thread = threading.Thread(target=self._run, name="crew", daemon=True)
        self._thread.start()

    def put(self, talk: Talk, task: str, asked: Mapping[str, Any], tag: str, priority: float) -> None:
        """Let a question wait for a worker. One too many is answered with an error."""
        with self._lock:
            if len(self._waiting) >= self.most:
                talk.said.put(
                    (tag, {"error": f"More than {self.most:,} questions are waiting. Wait for some answers."})
                )
                talk.said.put((tag, None))
                return
            heapq.heappush(self._waiting, _Question(priority, next(self._numbers), task, asked, tag, talk))
        self._wake()

    def forget(self, talk: Talk) -> None:
        """Drop what waits for a talk, and stop what has begun."""
        with self._lock:
            self._waiting = [each for each in self._waiting if each.talk is not talk]
            heapq.heapify(self._waiting)
            for worker in self._workers:
                if worker.question is not None and worker.question.talk is talk:
                    worker.stop()
        self._wake()

    @property
    def waiting(self) -> int:
        """The number of questions that wait."""
        return len(self._waiting)

    @property
    def busy(self) -> int:
        """The number of workers that have a question."""
        return sum(worker.question is not None for worker in self._workers)

    @property
    def processes(self) -> list[int]:
        """The ids of the worker processes."""
        return [worker.process.pid or 0 for worker in self._workers]

    def end(self) -> None:
        """End all workers at once."""
        self._is_over = True
        self._wake()
        self._thread.join()
        for worker in self._workers:
            worker.end()

    def _wake(self) -> None:
        with contextlib.suppress(OSError):
            self._wake_out.send(None)

    def _run(self) -> None:
        while not self._is_over:
            with self._lock:
                for worker in self._workers:
                    if worker.is_deaf:
                        self._replace(worker)
                    if worker.is_ready and worker.question is None and (todo := self._next_for(worker)):
                        self._give(worker, todo)
                stopping = any(worker.told_to_stop is not None for worker in self._workers)
            pipes = {worker.pipe: worker for worker in self._workers}
            for ready in wait([*pipes, self._wake_in], LONGEST_WAIT if stopping else None):
                if ready is self._wake_in:
                    self._wake_in.recv()
                elif worker := pipes.get(ready):  # type: ignore[call-overload]
                    self._hear(worker)

    def _next_for(self, worker: _Worker) -> _Question | None:
        if not self._waiting or (worker.urgent_only and self._waiting[0].priority >= PATIENT):
            return None
        return heapq.heappop(self._waiting)

    def _give(self, worker: _Worker, question: _Question) -> None:
        worker.question = question
        try:
            worker.pipe.send((DO, question.number, question.task, dict(question.asked)))
        except OSError:
            self._replace(worker)

    def _hear(self, worker: _Worker) -> None:
        try:
            verb, number, said = worker.pipe.recv()
        except (EOFError, OSError):
            with self._lock:
                self._replace(worker)
            return
        if verb == READY:
            worker.is_ready = True
            return
        with self._lock:
            question = worker.question
            if question is None or question.number != number:
                return
            if verb == DONE:
                worker.question, worker.told_to_stop = None, None
            if not question.talk.is_over:
                question.talk.said.put((question.tag, None if verb == DONE else said))

    def _replace(self, worker: _Worker) -> None:
        """Start a new process instead of one that died or does not stop."""
        question = worker.question
        worker.end()
        worker.start()
        if question is not None and not question.talk.is_over:
            question.talk.said.put(
                (question.tag, {"error": "The worker process ended early, perhaps out of memory."})
            )
            question.talk.said.put((question.tag, None))


def serve(
    pipe: Connection, life: Connection, prepare: Callable[[], Mapping[str, Callable[..., Iterator[Said]]]]
) -> None:
    """Answer questions in a worker process until the crew is gone. `prepare` returns what can be asked, by name."""
    from quandary.limits import Meter

    tasks = prepare()
    todo: SimpleQueue[tuple[int, str, dict[str, Any]] | None] = SimpleQueue()
    now: dict[int, Meter] = {}
    stopped = set[int]()

    def listen() -> None:
        while True:
            try:
                verb, number, task, asked = pipe.recv()
            except (EOFError, OSError):
                os._exit(0)
            if verb == DO:
                now[number] = Meter()
                todo.put((number, task, asked))
            elif verb == STOP:
                stopped.add(number)
                if number in now:
                    now[number].stop()

    threading.Thread(target=listen, daemon=True).start()
    pipe.send((READY, 0, None))
    while True:
        item = todo.get()
        if item is None:
            return
        number, task, asked = item
        try:
            for answer in tasks[task](now[number], **asked):
                if number in stopped:
                    break
                pipe.send((SAID, number, answer))
        except Exception as error:  # a question may be wrong, and a worker goes on
            pipe.send((SAID, number, {"error": _told(error)}))
        now.pop(number, None)
        stopped.discard(number)
        pipe.send((DONE, number, None))


def _told(error: Exception) -> str:
    from quandary.errors import QuandaryError

    if isinstance(error, QuandaryError):
        return str(error)
    return f"Something went wrong ({type(error).__name__}): {error}"[:500]
