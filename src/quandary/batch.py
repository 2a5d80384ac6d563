"""The scores of many puzzles, in order, one process or several."""

import multiprocessing
import signal
import warnings
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, TypeAlias

from quandary import registry
from quandary._native import PurePythonWarning, core
from quandary.errors import QuandaryError
from quandary.files import Entry
from quandary.kind import Kind, Policy
from quandary.limits import Limits
from quandary.measure.bench import SAMPLING, Sampling
from quandary.measure.entropy import DEFAULT
from quandary.measure.norms import Standing, standing
from quandary.measure.rate import DEFAULT_MEASURES, rate
from quandary.measure.table import measure
from quandary.score import Score

AHEAD = 16
"""Puzzles per process that are read ahead, so that one slow puzzle does not leave the others idle."""


@dataclass(frozen=True)
class Setting:
    """What to measure, for whom, and at what cost; plain values, so that they cross to other processes."""

    measures: tuple[str, ...] = DEFAULT_MEASURES
    player: str = ""
    """A player's name, as `Kind.player` takes it; empty for each kind's own."""
    lookahead: int = 0
    policy: Policy | None = None
    """None for each kind's own."""
    limits: Limits = DEFAULT
    """For each puzzle."""
    sampling: Sampling = SAMPLING
    """For features that are estimated by runs of a solver that guesses."""
    fast: bool = False
    """Whether features may skip what no solution needs."""


@dataclass(frozen=True)
class Rating:
    """A puzzle and its scores; or, in `failure`, how its kind failed on it."""

    entry: Entry
    scores: dict[str, Score] = field(default_factory=dict)
    failure: str = ""

    @property
    def headline(self) -> Score | None:
        """The score that says it in one number, if it was asked for."""
        return self.scores.get(self.entry.kind.headline)

    @property
    def standing(self) -> Standing | None:
        """How the headline compares with other puzzles of the kind, where that is known."""
        return standing(self.entry.kind, self.entry.puzzle, self.headline) if self.headline else None


_Scores: TypeAlias = dict[str, Score] | str
"""Scores, or what went wrong: an exception may not survive the way between processes."""


def rate_all(
    entries: Iterable[Entry], setting: Setting = Setting(), *, jobs: int = 1
) -> Generator[Rating, None, None]:
    """The rating of each puzzle, in order, as soon as it is there.

    >>> from quandary.kinds.witness import KIND
    >>> from quandary.files import examples
    >>> for rating in rate_all(examples(KIND)[:2], Setting(measures=("muse",))):
    ...     print(rating.entry.id, rating.scores["muse"])
    figure-4 1
    empty-1x1 1

    Entries are read only a little ahead, so their number does not matter. An unknown measure or player
    raises UnknownNameError; a kind that fails on a puzzle spoils that rating only. With several jobs
    the kinds must be registered, and a script must guard its main code, as `multiprocessing` asks.
    Closing it early ends the other processes at once.
    """
    for name in setting.measures:
        measure(name)
    checked = _check_players(entries, setting)
    if jobs == 1:
        return (_rating(entry, _rate(entry.kind, entry.puzzle, setting)) for entry in checked)
    return _rate_in_processes(checked, setting, jobs)


def _check_players(entries: Iterable[Entry], setting: Setting) -> Iterator[Entry]:
    for entry in entries:
        entry.kind.player(setting.player)  # raises if it has none of that name
        yield entry


def _rating(entry: Entry, scores: _Scores) -> Rating:
    if isinstance(scores, str):
        return Rating(entry, failure=f"{entry.where or entry.id}: {scores}")
    return Rating(entry, scores)


def _rate(kind: Kind, puzzle: Any, setting: Setting) -> _Scores:
    try:
        return rate(
            puzzle,
            _with_headline(setting.measures, kind),
            player=kind.player(setting.player, setting.lookahead),
            policy=setting.policy,
            limits=setting.limits,
            sampling=setting.sampling,
            fast=setting.fast,
        )
    except QuandaryError as error:
        return str(error)
    except Exception as error:
        return (
            f"the kind {kind.name} failed on this puzzle, a bug in the kind ({type(error).__name__}: {error})"
        )


def _with_headline(measures: tuple[str, ...], kind: Kind) -> tuple[str, ...]:
    """The measures; where none were chosen, with the one that says it for the kind."""
    return tuple(dict.fromkeys((*measures, kind.headline))) if measures == DEFAULT_MEASURES else measures


def _rate_in_processes(
    entries: Iterator[Entry], setting: Setting, jobs: int
) -> Generator[Rating, None, None]:
    core()  # if it is missing, that is said here once, and not by each process
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _keep_quiet)
    waiting: deque[tuple[Entry, Future[_Scores]]] = deque()

    def send(entry: Entry) -> None:
        notation = entry.kind.format(entry.puzzle)
        with _interrupts_held():
            waiting.append((entry, pool.submit(_work, entry.kind.name, notation, setting)))

    finished = False
    try:
        for entry in islice(entries, jobs * AHEAD):
            send(entry)
        while waiting:
            entry, future = waiting.popleft()
            scores = future.result()
            for another in islice(entries, 1):
                send(another)
            yield _rating(entry, scores)
        finished = True
    except BrokenProcessPool as error:
        raise QuandaryError(
            "A worker process died, perhaps for want of memory; use fewer jobs, or less memory for each."
        ) from error
    finally:
        pool.shutdown(wait=finished, cancel_futures=True)
        if not finished:  # nobody wants any more what the workers are at
            for child in set(multiprocessing.active_children()) - others:
                child.terminate()


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Ctrl-C waits; processes that are started meanwhile never see it, since their parent ends them."""
    if not hasattr(signal, "pthread_sigmask"):  # there is none on Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _keep_quiet() -> None:
    warnings.simplefilter("ignore", PurePythonWarning)


def _work(name: str, notation: str, setting: Setting) -> _Scores:
    kind = registry.kind(name)
    scores = _rate(kind, kind.parse(notation), setting)
    # Moves and slots are a kind's own objects, which need not survive the way.
    return scores if isinstance(scores, str) else {m: replace(s, steps=()) for m, s in scores.items()}
