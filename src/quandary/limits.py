"""How much work an answer may cost, and the clock that keeps to it."""

import sys
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import ClassVar

MEMORY_CHECK_INTERVAL = 1024


@dataclass(frozen=True)
class Limits:
    """The most seconds, gigabytes and states that an answer may take; None is no limit.

    >>> Limits(seconds=2).start().seconds_left <= 2
    True
    """

    seconds: float | None = None
    memory: float | None = None
    states: int | None = None

    def start(self) -> "Budget":
        """A clock that starts now."""
        return Budget(self)


SECONDS = 60.0
MEMORY = 4.0
DEFAULT = Limits(SECONDS, MEMORY)
"""What measuring, explaining or checking one puzzle may cost unless somebody says otherwise."""


class OutOfBudget(Exception):  # noqa: N818 - not an error: engines turn it into a status
    """Raised inside an engine when a limit is reached; never leaves the engine."""


class Budget:
    """What is left of some limits. Engines call `spend` once per state and `check` between."""

    latest: ClassVar["Budget | None"] = None
    """The one that was started last, for somebody who shows progress."""

    def __init__(self, limits: Limits = Limits()) -> None:
        self.limits = limits
        self.states = 0
        self._begin = monotonic()
        Budget.latest = self

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return monotonic() - self._begin

    @property
    def seconds_left(self) -> float | None:
        """Seconds that remain, or None if there is no such limit."""
        return None if self.limits.seconds is None else max(0.0, self.limits.seconds - self.seconds)

    def rest(self) -> Limits:
        """What remains, as limits for the next piece of work."""
        states = None if self.limits.states is None else max(0, self.limits.states - self.states)
        return Limits(self.seconds_left, self.limits.memory, states)

    def spend(self) -> None:
        """Count one more state, or raise OutOfBudget."""
        if self.limits.states is not None and self.states >= self.limits.states:
            raise OutOfBudget(f"{self.limits.states:,} states were not enough")
        most = self.limits.memory
        if most is not None and self.states % MEMORY_CHECK_INTERVAL == 0 and resident_gigabytes() > most:
            raise OutOfBudget(f"{most:g} GB were not enough")
        self.states += 1
        self.check()

    def check(self) -> None:
        """Raise OutOfBudget if the time is up."""
        if self.limits.seconds is not None and self.seconds > self.limits.seconds:
            raise OutOfBudget(f"{self.limits.seconds:.3g} s were not enough")


def resident_gigabytes() -> float:
    """The memory that this process holds now (where the system tells; else the most it held)."""
    import resource

    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
        return int(pages) * resource.getpagesize() / 1e9
    except OSError:
        unit = 1 if sys.platform == "darwin" else 1024
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e9
