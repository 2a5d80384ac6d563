"""Signs of life on standard error, for what takes longer than two seconds."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING

from quandary.cli.console import say

if TYPE_CHECKING:
    from rich.status import Status

PATIENCE = 2.0
"""Seconds before anything is shown."""


@contextmanager
def counting(doing: str) -> Iterator[Callable[[], None]]:
    """Call what it gives once per puzzle; a terminal then shows how many are done, a log one line."""
    done, status = 0, None if not sys.stderr.isatty() else _status()

    def words() -> str:
        return f"{doing}: {done:,} done"

    def tick() -> None:
        nonlocal done
        done += 1
        if status:
            status.update(words())

    def appear() -> None:
        if status:
            status.update(words())
            status.start()
        else:
            say(f"{doing}: this takes a while")

    timer = Timer(PATIENCE, appear)
    timer.daemon = True
    timer.start()
    try:
        yield tick
    finally:
        timer.cancel()
        timer.join()
        if status:
            status.stop()


def _status() -> "Status":
    from rich.console import Console

    return Console(stderr=True, markup=False, emoji=False, highlight=False).status("")
