"""Signs of life on standard error, for what takes longer than two seconds."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import TYPE_CHECKING

from quandary.cli.console import say

if TYPE_CHECKING:
    from rich.progress import Progress

PATIENCE = 2.0
"""Seconds before anything is shown."""
INTERVAL = 30.0
"""Seconds between two lines in a log."""


@contextmanager
def counting(doing: str) -> Iterator[Callable[[], None]]:
    """Gives a function to call once per puzzle.

    A terminal shows their number, and how many states the puzzle at hand has cost so far; a log gets a line of
    this now and then.
    """
    bar = _bar() if sys.stderr.isatty() else None
    task = bar.add_task(doing, total=None) if bar else None
    done, over = 0, Event()

    def appear() -> None:
        if over.wait(PATIENCE):
            return
        if bar:
            bar.start()
            return
        say(f"{doing}: this takes a while")
        while not over.wait(INTERVAL):
            say(f"{doing}: {done:,} done, {_effort() or 'still at it'}")

    def tick() -> None:
        nonlocal done
        done += 1
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


def _effort() -> str:
    """How much the puzzle at hand has cost so far, if that is known in this process."""
    from quandary._native import states_so_far

    states = states_so_far()
    return f"{states:,} states of the next" if states else ""


def _bar() -> "Progress":
    from rich.console import Console
    from rich.progress import Progress, ProgressColumn, SpinnerColumn, Task, TextColumn, TimeElapsedColumn
    from rich.text import Text

    class Effort(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(f"{effort}," if (effort := _effort()) else "")

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
