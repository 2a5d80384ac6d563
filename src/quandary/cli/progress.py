"""Signs of life on standard error, for what takes longer than two seconds."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING

from quandary.cli.console import say

if TYPE_CHECKING:
    from rich.progress import Progress

PATIENCE = 2.0
"""Seconds before anything is shown."""


@contextmanager
def counting(doing: str) -> Iterator[Callable[[], None]]:
    """Gives a function to call once per puzzle; a terminal shows their number, a log gets one line."""
    bar = _bar() if sys.stderr.isatty() else None
    task = bar.add_task(doing, total=None) if bar else None

    def appear() -> None:
        if bar:
            bar.start()
        else:
            say(f"{doing}: this takes a while")

    def tick() -> None:
        if bar and task is not None:
            bar.advance(task)

    timer = Timer(PATIENCE, appear)
    timer.daemon = True
    timer.start()
    try:
        yield tick
    finally:
        timer.cancel()
        timer.join()
        if bar:
            bar.stop()


def _bar() -> "Progress":
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    return Progress(
        SpinnerColumn(),
        TextColumn("{task.description}: {task.completed:,} done,"),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
        # On a terminal, results scroll by above the bar. In a pipe or a file they must stay where they are.
        redirect_stdout=sys.stdout.isatty(),
    )
