"""Signs of life on standard error, for what takes longer than two seconds."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import TYPE_CHECKING

from quandary.cli.console import say

if TYPE_CHECKING:
    from rich.progress import Progress

    from quandary.limits import Meter

PATIENCE = 2.0
"""Seconds before anything is shown."""
INTERVAL = 30.0
"""Seconds between two lines in a log."""


@contextmanager
def counting(doing: str, meter: "Meter | None" = None) -> Iterator[Callable[[], None]]:
    """Gives a function to call once per puzzle.

    A terminal shows their number, and how many states the puzzle at hand has cost so far by the meter; a log gets
    a line of this now and then.
    """
    done, before, over = 0, 0, Event()

    def effort() -> str:
        states = meter.states - before if meter else 0
        return f"{states:,} states of the next" if states else ""

    bar = _bar(effort) if sys.stderr.isatty() else None
    task = bar.add_task(doing, total=None) if bar else None

    def appear() -> None:
        if over.wait(PATIENCE):
            return
        if bar:
            bar.start()
            return
        say(f"{doing}: this takes a while")
        while not over.wait(INTERVAL):
            say(f"{doing}: {done:,} done, {effort() or 'still at it'}")

    def tick() -> None:
        nonlocal done, before
        done, before = done + 1, meter.states if meter else 0
        if bar and task is not None:
            bar.advance(task)

    thread = Thread(target=appear, daemon=True)
    thread.start()
    try:
        yield tick
    finally:
        over.set()
        thread.join()
        if bar:
            bar.stop()


def _bar(effort: Callable[[], str]) -> "Progress":
    from rich.console import Console
    from rich.progress import Progress, ProgressColumn, SpinnerColumn, Task, TextColumn, TimeElapsedColumn
    from rich.text import Text

    class Effort(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(f"{words}," if (words := effort()) else "")

    return Progress(
        SpinnerColumn(),
        TextColumn("{task.description}: {task.completed:,} done,"),
        Effort(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
        # On a terminal, results scroll by above the bar. In a pipe or a file they must stay where they are.
        redirect_stdout=sys.stdout.isatty(),
    )
