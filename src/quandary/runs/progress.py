"""Progress on standard error, for work that takes longer than two seconds."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, TypeAlias

from quandary.runs.notices import say

if TYPE_CHECKING:
    from rich.progress import Progress

    from quandary.limits import Meter

PATIENCE = 2.0
"""Seconds before anything is shown."""
INTERVAL = 30.0
"""Seconds between two lines in a log."""
TELLING = 3
"""The number of puzzles that must be done before the time left is estimated."""


Total: TypeAlias = int | Callable[[], int | None] | None
"""The number of puzzles, or a function that finds it, called only if progress is shown."""


class Ticker:
    """A counter of the puzzles that are done. Call it once per puzzle.

    >>> count = Ticker("rating", 10)
    >>> count()
    >>> count.skip()
    >>> print(count)
    rating: 2 of 10 done
    """

    def __init__(self, doing: str, total: int | None = None, meter: "Meter | None" = None) -> None:
        self.doing, self.total, self.meter = doing, total, meter
        self.done = self.skipped = 0
        self.counts = True
        """Whether puzzles are counted."""
        self._begin = monotonic()
        self._before = 0
        """The states counted when the latest puzzle was done."""

    def __call__(self) -> None:
        """Count one more puzzle."""
        self.done += 1
        self._before = self.meter.states if self.meter else 0

    def turn_to(self, doing: str) -> None:
        """Begin with something else, which is not counted by puzzles."""
        self.doing, self.counts = doing, False

    def many(self, number: int) -> None:
        """Count several puzzles that were done together."""
        self.done += number

    def skip(self) -> None:
        """Count a puzzle that was done in an earlier run."""
        self.skip_many(1)

    def skip_many(self, number: int) -> None:
        """Count several puzzles that were done in an earlier run."""
        self.done += number
        self.skipped += number

    @property
    def pace(self) -> float | None:
        """Puzzles per second in this run, once enough are done."""
        worked, seconds = self.done - self.skipped, monotonic() - self._begin
        return worked / seconds if worked >= TELLING and seconds > 0 else None

    @property
    def seconds_left(self) -> float | None:
        """Seconds for the remaining puzzles at this pace, if their number is known."""
        if self.total is None or not self.pace:
            return None
        return max(0, self.total - self.done) / self.pace

    @property
    def effort(self) -> str:
        """The states that the current puzzle has cost so far, in words, if there is a meter."""
        states = self.meter.states - self._before if self.meter else 0
        return f"{states:,} states of the next" if states else ""

    def __str__(self) -> str:
        if not self.counts:
            return self.doing
        parts = [f"{self.doing}: {self.done:,}{f' of {self.total:,}' if self.total else ''} done"]
        if self.pace:
            parts.append(f"{self.pace:,.3g} per second")
        if self.seconds_left is not None:
            parts.append(f"about {in_units(self.seconds_left)} left")
        return ", ".join([*parts, *filter(None, [self.effort])])


@contextmanager
def counting(doing: str, meter: "Meter | None" = None, *, total: Total = None) -> Iterator[Ticker]:
    """Yield a counter to call once per puzzle, and show it while the work lasts.

    A terminal shows how many puzzles are done, the time left if the total is known, and how many states
    the current puzzle has cost so far. A log gets a line of this every 30 seconds.
    """
    count, over = Ticker(doing, total if isinstance(total, int) else None, meter), Event()
    bar = _bar(count) if sys.stderr.isatty() else None

    def appear() -> None:
        if over.wait(PATIENCE):
            return
        if bar:
            bar.start()
        else:
            say(f"{doing}: this takes a while")
        if callable(total):
            count.total = total()
        while not bar and not over.wait(INTERVAL):
            say(f"{count}" if count.counts and (count.pace or count.effort) else f"{count}, still working")

    thread = Thread(target=appear, daemon=True)
    thread.start()
    try:
        yield count
    finally:
        over.set()
        thread.join()
        if bar:
            bar.stop()


def in_units(seconds: float) -> str:
    """Return a time in the unit that people would use.

    >>> in_units(12.3), in_units(200), in_units(9000)
    ('13 s', '4 min', '2.5 h')
    """
    if seconds < 60:
        return f"{int(seconds) + 1} s"
    return f"{int(seconds / 60) + 1} min" if seconds < 3600 else f"{seconds / 3600:.1f} h"


def _bar(count: Ticker) -> "Progress":
    from rich.console import Console
    from rich.progress import Progress, ProgressColumn, SpinnerColumn, Task, TimeElapsedColumn
    from rich.text import Text

    class Counted(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(f"{count},")

    bar = Progress(
        SpinnerColumn(),
        Counted(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
        # On a terminal, results scroll by above the bar. In a pipe or a file they must stay where they are.
        redirect_stdout=sys.stdout.isatty(),
    )
    bar.add_task(count.doing, total=None)
    return bar
