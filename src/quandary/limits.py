"""Limits on the work for an answer, and the clock that enforces them."""

import sys
from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

MEMORY_CHECK_INTERVAL = 1024

_SENTENCES: Mapping[str, str] = {
    "": "",
    "seconds": "{:.3g} s were not enough",
    "memory": "{:g} GB were not enough",
    "states": "{:,.0f} states were not enough",
    "stopped": "it was stopped",
    "enough": "there are more than {:,.0f}",
    "range": "{:.0f} bits were not enough",
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
    ('seconds', '2 s were not enough')
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
    """

    seconds: float | None = None
    memory: float | None = None
    states: int | None = None
    meter: Meter | None = field(default=None, compare=False, repr=False, kw_only=True)

    def start(self) -> "Budget":
        """Return a budget whose clock starts now."""
        return Budget(self)


SECONDS = 60.0
MEMORY = 4.0
DEFAULT = Limits(SECONDS, MEMORY)
"""The default limits for measuring, explaining or checking one puzzle."""


class OutOfBudget(Exception):  # noqa: N818 - not an error: engines turn it into a status
    """Raised inside an engine when a limit is reached. It never leaves the engine.

    >>> str(OutOfBudget(Stop("states", 1000)))
    '1,000 states were not enough'
    """

    def __init__(self, why: Stop | str) -> None:
        self.stop = Stop(OTHER, words=why) if isinstance(why, str) else why
        super().__init__(self.stop.text)


class Budget:
    """The remaining part of some limits. Engines call `spend` once per state and `check` in between."""

    def __init__(self, limits: Limits = Limits()) -> None:
        self.limits = limits
        self.states = 0
        self._begin = monotonic()

    @property
    def seconds(self) -> float:
        """The seconds since the start."""
        return monotonic() - self._begin

    @property
    def seconds_left(self) -> float | None:
        """The seconds that remain, or None if there is no such limit."""
        return None if self.limits.seconds is None else max(0.0, self.limits.seconds - self.seconds)

    def rest(self) -> Limits:
        """Return what remains as limits for the next piece of work."""
        states = None if self.limits.states is None else max(0, self.limits.states - self.states)
        return Limits(self.seconds_left, self.limits.memory, states, meter=self.limits.meter)

    def spend(self) -> None:
        """Count one more state, or raise OutOfBudget."""
        if self.limits.states is not None and self.states >= self.limits.states:
            raise OutOfBudget(Stop("states", self.limits.states))
        most = self.limits.memory
        if most is not None and self.states % MEMORY_CHECK_INTERVAL == 0 and resident_gigabytes() > most:
            raise OutOfBudget(Stop("memory", most))
        self.states += 1
        if self.limits.meter:
            self.limits.meter.numbers[0] += 1
        self.check()

    def check(self) -> None:
        """Raise OutOfBudget if the time is up or the meter was stopped."""
        if self.limits.seconds is not None and self.seconds > self.limits.seconds:
            raise OutOfBudget(Stop("seconds", self.limits.seconds))
        if self.limits.meter and self.limits.meter.stopped:
            raise OutOfBudget(Stop("stopped"))


def resident_gigabytes() -> float:
    """Return the memory that this process holds now, or its peak where the system reports only that."""
    import resource

    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
        return int(pages) * resource.getpagesize() / 1e9
    except OSError:
        unit = 1 if sys.platform == "darwin" else 1024
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e9
