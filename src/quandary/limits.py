"""Limits on the work for an answer, and the clock that enforces them."""

import mmap
import os
import sys
import threading
import warnings
from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import inf
from time import monotonic
from typing import Self

WEIGH_EVERY = 0.005
"""The seconds between two looks at the memory of the process."""

_SENTENCES: Mapping[str, str] = {
    "": "",
    "seconds": "stopped at the {:.3g} s limit",
    "memory": "stopped at the {:g} GB limit",
    "states": "stopped at the limit of {:,.0f} states",
    "stopped": "it was stopped",
    "enough": "there are more than {:,.0f}",
    "range": "the numbers have more than {:.0f} bits",
    "layouts": "the polyominoes can be laid in too many ways to try",
    "pushes": "a solution of more than {:,.0f} pushes was not looked for",
    "steps": "a solution of more than {:,.0f} moves was not looked for",
}
OTHER = "other"
"""The code of a reason that has only words."""
CODES = (*_SENTENCES, OTHER)
"""The reasons to stop, in the order of the compiled core's numbers."""


@dataclass(frozen=True)
class Stop:
    """Why an answer stopped early: a code to compare, and the limit that was reached.

    >>> why = Stop("seconds", 2)
    >>> why.code, why.text
    ('seconds', 'stopped at the 2 s limit')
    >>> bool(Stop())  # nothing stopped it
    False
    """

    code: str = ""
    limit: float = 0
    words: str = ""
    """The sentence if the code is `other`."""

    @property
    def text(self) -> str:
        """The reason as a sentence."""
        return self.words or _SENTENCES[self.code].format(self.limit)

    def __bool__(self) -> bool:
        return bool(self.code)


NOT_STOPPED = Stop()
"""The reason of a complete answer: none."""


class Meter:
    """A counter of visited states, and a switch to stop the work from another thread.

    >>> meter = Meter()
    >>> Limits(meter=meter).start().spend()
    >>> meter.states, meter.stopped
    (1, False)
    """

    def __init__(self) -> None:
        self.numbers = array("q", [0, 0])
        """The states and the switch, where the compiled core reads and writes them."""
        self.began_with = resident_gigabytes()
        """The memory of the process before the work."""

    @property
    def states(self) -> int:
        """The number of states visited by all work with this meter."""
        return self.numbers[0]

    @property
    def stopped(self) -> bool:
        """Whether the work should stop."""
        return bool(self.numbers[1])

    def stop(self) -> None:
        """Make all work with this meter give up soon."""
        self.numbers[1] = 1


@dataclass(frozen=True)
class Limits:
    """Limits in seconds, gigabytes and states for one answer. None means no limit.

    >>> Limits(seconds=2).start().seconds_left <= 2
    True

    The memory is that of the whole process, as the system sees it. If the process is large from the
    beginning, at least half of the limit is for the work.
    """

    seconds: float | None = None
    memory: float | None = None
    states: int | None = None
    meter: Meter | None = field(default=None, compare=False, repr=False, kw_only=True)
    whole: float | None = field(default=None, compare=False, repr=False, kw_only=True)
    """The time limit that the seconds are a part of, for reasons: nobody knows of the part."""

    @property
    def asked(self) -> float | None:
        """The seconds that were asked for, of which these may be a part."""
        return self.seconds if self.whole is None else self.whole

    def part(self, seconds: float | None) -> "Limits":
        """Return the same limits with a part of the seconds.

        >>> Limits(seconds=2).part(0.3).named(Stop("seconds")).text
        'stopped at the 2 s limit'
        """
        return self if seconds is None else replace(self, seconds=seconds, whole=self.asked)

    def named(self, stop: Stop) -> Stop:
        """Return a reason with the seconds that were asked for, where it has those that were left.

        >>> Limits(seconds=2).named(Stop("seconds", 1.9)).text
        'stopped at the 2 s limit'
        """
        return Stop("seconds", self.asked) if stop.code == "seconds" and self.asked is not None else stop

    def start(self) -> "Budget":
        """Return a budget whose clock starts now."""
        if self.seconds is not None and self.seconds < SHORT and current_budget() is None:
            _load()
        return Budget(self)


SHORT = 5.0
"""Time limits in seconds below which modules are loaded before the clock starts. To longer ones it does not matter."""


@lru_cache(maxsize=1)
def _load() -> None:
    """Load the large modules that measures and engines import when they first need them."""
    import scipy.optimize
    import scipy.sparse.csgraph
    import scipy.sparse.linalg  # noqa: F401 - loaded, not used


SECONDS = 60.0
MEMORY = 4.0
DEFAULT = Limits(SECONDS, MEMORY)
"""The default limits for measuring, explaining or checking one puzzle."""


class UnwatchedWarning(RuntimeWarning):
    """Nothing tells how much memory this process holds, so that limits on it cannot be kept."""


class OutOfBudget(Exception):  # noqa: N818 - not an error: engines turn it into a status
    """Raised inside an engine when a limit is reached. It never leaves the engine.

    >>> str(OutOfBudget(Stop("states", 1000)))
    'stopped at the limit of 1,000 states'
    """

    def __init__(self, why: Stop | str) -> None:
        self.stop = Stop(OTHER, words=why) if isinstance(why, str) else why
        super().__init__(self.stop.text)


class Budget:
    """The remaining part of some limits. Engines call `spend` once per state and `check` in between.

    Budgets nest: those started while another one is at work in the same thread keep within its time and memory, too.
    Code that gets no budget calls `check_limits`.

    >>> with Limits(seconds=2).start():
    ...     Limits(seconds=60).start().seconds_left <= 2
    True
    """

    def __init__(self, limits: Limits = Limits()) -> None:
        self.limits = limits
        self.states = 0
        self._begin = monotonic()
        self._next_weighing = self._begin + WEIGH_EVERY
        self._meter = limits.meter
        self._before = list[Budget | None]()
        self._deadline, self._seconds, self._asked = inf, 0.0, 0.0
        if limits.seconds is not None:
            self._deadline, self._seconds = self._begin + limits.seconds, limits.seconds
            self._asked = limits.asked or 0.0
        self._most, self._memory = inf, 0.0
        if outer := current_budget():
            self._deadline, self._seconds, self._asked = min(
                (self._deadline, self._seconds, self._asked),
                (outer._deadline, outer._seconds, outer._asked),
            )
            self._most, self._memory = outer._most, outer._memory
            self._meter = self._meter or outer._meter
        if limits.memory is not None and (self._most == inf or limits.memory < self._memory):
            before = self._meter.began_with if self._meter else _resident_lately(self._begin)
            self._most, self._memory = max(limits.memory, before + limits.memory / 2), limits.memory

    def __enter__(self) -> Self:
        self._before.append(current_budget())  # a list, since it may be entered again within itself
        _at_work.budget = self
        return self

    def __exit__(self, *_: object) -> None:
        _at_work.budget = self._before.pop()

    @property
    def seconds(self) -> float:
        """The seconds since the start."""
        return monotonic() - self._begin

    @property
    def seconds_left(self) -> float | None:
        """The seconds that remain, or None if there is no such limit."""
        return None if self._deadline == inf else max(0.0, self._deadline - monotonic())

    @property
    def most_resident(self) -> float | None:
        """The gigabytes that the process may take, or None if there is no such limit."""
        return None if self._most == inf else self._most

    @property
    def is_late(self) -> bool:
        """Whether the time is over by a tenth. Until then, what was found may be written down."""
        return monotonic() > self._deadline + self._seconds / 10

    def rest(self) -> Limits:
        """Return what remains as limits for the next piece of work."""
        states = None if self.limits.states is None else max(0, self.limits.states - self.states)
        memory = None if self._most == inf else self._memory
        whole = None if self._deadline == inf else self._asked
        return Limits(self.seconds_left, memory, states, meter=self._meter, whole=whole)

    def share(self, pieces: float) -> Limits:
        """Return limits with an equal share of the remaining time for one of some pieces of work.

        Memory and states are limited for each piece separately, since they are released at its end.
        """
        left, limits = self.seconds_left, self.limits
        if left is None:
            return Limits(None, limits.memory, limits.states, meter=limits.meter)
        return Limits(left / pieces, limits.memory, limits.states, meter=limits.meter, whole=self._asked)

    def spend(self) -> None:
        """Count one more state, or raise OutOfBudget."""
        if self.limits.states is not None and self.states >= self.limits.states:
            raise OutOfBudget(Stop("states", self.limits.states))
        self.states += 1
        if self.limits.meter:
            self.limits.meter.numbers[0] += 1
        self.check()

    def check(self) -> None:
        """Raise OutOfBudget if time or memory has run out, or the meter was stopped."""
        now = monotonic()
        if now > self._deadline:
            raise OutOfBudget(Stop("seconds", self._asked))
        if now > self._next_weighing:
            self._next_weighing = now + WEIGH_EVERY
            if self._most < inf and resident_gigabytes() > self._most:
                raise OutOfBudget(Stop("memory", self._memory))
        if self._meter and self._meter.stopped:
            raise OutOfBudget(Stop("stopped"))


class _AtWork(threading.local):
    """What each thread is doing. The default is an attribute of the class, since a missing one is slow to ask for."""

    budget: Budget | None = None


_at_work = _AtWork()


def current_budget() -> Budget | None:
    """Return the innermost budget that this thread is working within, if any."""
    return _at_work.budget


def check_limits() -> None:
    """Raise OutOfBudget if the work that this thread is doing has reached one of its limits.

    Kinds call it where the work is and no budget is at hand: in rules, generators and features.
    """
    if (budget := current_budget()) is not None:
        budget.check()


_weighed = (-inf, 0.0)


def _resident_lately(now: float) -> float:
    """Return the memory that this process holds, not older than a look at it every so often would be."""
    global _weighed
    when, held = _weighed
    if not 0 <= now - when < WEIGH_EVERY:
        held = resident_gigabytes()
        _weighed = now, held
    return held


def resident_gigabytes(process: int | None = None) -> float:
    """Return the memory that this process holds now, or its peak where the system reports only that.

    Where the system reports neither, or nothing of another process, the answer is 0, so that no limit is reached.
    """
    try:
        file = os.open(f"/proc/{process or 'self'}/statm", os.O_RDONLY)  # five times as fast as a Path
    except OSError:
        return 0.0 if process else _peak_meter()()
    try:
        return int(os.read(file, 100).split()[1]) * mmap.PAGESIZE / 1e9
    finally:
        os.close(file)


@lru_cache(maxsize=1)
def _peak_meter() -> Callable[[], float]:
    """Return what tells the largest memory of this process so far. Where there is none, say so, once."""
    try:
        from resource import RUSAGE_SELF, getrusage
    except ImportError:  # as on Windows and in browsers
        warnings.warn(
            "Memory is not watched on this system, so limits on it are not kept.",
            UnwatchedWarning,
            stacklevel=1,
        )
        return float
    unit = 1 if sys.platform == "darwin" else 1024
    return lambda: getrusage(RUSAGE_SELF).ru_maxrss * unit / 1e9
