"""How large a run would be, and how long it would take."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import Any

from quandary.errors import SpaceError
from quandary.generating.exhausting.request import Request, checked, how_many, name_of, ranks_of
from quandary.generating.scoring import score
from quandary.parts.space import Space
from quandary.runs.progress import in_units

LOOK_SECONDS, LOOK_AT = 0.3, 20_000
"""How long to measure the pace, in runs through more puzzles than this."""
SLOW = 5.0
"""The seconds that one puzzle takes if it is enough to look at it alone."""
TOO_LONG, TOO_LONG_TO_RESUME = 24 * 3600.0, 400 * 24 * 3600.0
"""The seconds that a run may take without and with a checkpoint."""


@dataclass(frozen=True)
class Outlook:
    """How large a run would be, and how long it would take."""

    space: str
    size: int
    asked: int
    per_second: float
    """Puzzles per second of one process, from a short trial."""
    jobs: int

    @property
    def seconds(self) -> float:
        """The estimated time of the run."""
        return self.asked / self.per_second / self.jobs

    def __str__(self) -> str:
        jobs = f" in {self.jobs} processes" if self.jobs > 1 else ""
        return f"{self.asked:,} puzzles take about {duration(self.seconds)} at {self.per_second:,.3g} per second{jobs}"


def duration(seconds: float) -> str:
    """Return a time in the unit that people would use, even if it is very long.

    >>> duration(45), duration(200_000), duration(1e13)
    ('46 s', '2.3 days', '317,000 years')
    """
    days = seconds / 86400
    if days < 1.5:
        return in_units(seconds)
    if days < 800:
        return f"{days:.1f} days"
    years = days / 365.25
    return f"{float(f'{years:.3g}'):,.0f} years" if years < 1e12 else f"{years:.1e} years"


def look_ahead(request: Request) -> Outlook:
    """Return how large a run would be and how long it would take, from a short trial."""
    _, space, _ = checked(request)
    return _outlook(request, space, ranks_of(request, space.size))


def refuse_too_long(request: Request, space: Space[Any], ranks: Sequence[int]) -> None:
    """Raise SpaceError if a run would take too long."""
    if how_many(ranks) <= LOOK_AT or request.scheduler:
        return
    most = TOO_LONG if request.checkpoint is None else TOO_LONG_TO_RESUME
    outlook = _outlook(request, space, ranks)
    if outlook.seconds > most:
        resume = "" if request.checkpoint else ", or --checkpoint DIR for a run that can be continued"
        raise SpaceError(
            f"{outlook}, which is too long. Use --sample N for a random sample, --slice I/N for a part{resume}."
        )


def _outlook(request: Request, space: Space[Any], ranks: Sequence[int]) -> Outlook:
    """Time some puzzles from all over the space."""
    length, rng = how_many(ranks), Random("outlook")
    done, spent, block, is_first = 0, 0.0, 1, True
    while length and spent < LOOK_SECONDS:
        first = rng.randrange(length - block + 1)
        begin = perf_counter()
        score(request.task, ranks[first : first + block])
        seconds = perf_counter() - begin
        # the first one also loads and builds things, so it counts only if others would take too long
        if not is_first or block == length or seconds > SLOW:
            done, spent = done + block, spent + seconds
        block, is_first = min(block * 2, length), False
        if done >= length:
            break
    return Outlook(
        name_of(request.task.space), space.size, length, done / spent if spent else float("inf"), request.jobs
    )
