"""What to go through and how, checked before anything is done."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from quandary.errors import QuandaryError
from quandary.generating.found import MOST_KEPT
from quandary.generating.scoring import SpaceName, Task
from quandary.kind import Kind, kind_of
from quandary.library import registry
from quandary.parts.space import Space

MOST_SAMPLED = 10_000_000


@dataclass(frozen=True)
class Request:
    """What to go through and how."""

    task: Task
    sample: int | None = None
    seed: int = 1
    part: tuple[int, int] = (1, 1)
    """Which of how many equal slices of the space, the first being 1."""
    checkpoint: Path | None = None
    jobs: int = 1
    scheduler: str = ""
    """The address of a dask scheduler, such as "tcp://host:8786", instead of processes on this machine."""


def checked(request: Request) -> tuple[Task, Space[Any], Kind | None]:
    """Return what is asked for, its space and its kind. Raises QuandaryError if that makes no sense."""
    task = request.task
    space = task.build()
    if isinstance(task.space, SpaceName):
        kind: Kind | None = registry.find_kind(task.space.kind)
    else:
        kind = kind_of(space.unrank(0)) if space.size else None
    task.evaluator.check(kind)
    if kind and task.player:
        kind.player(task.player)  # raises if it has none of that name
    if not 1 <= task.wanted.best <= MOST_KEPT:
        raise QuandaryError(f"Cannot keep {task.wanted.best:,} puzzles. Keep from 1 to {MOST_KEPT:,}.")
    if task.wanted.between and not task.wanted.between[0] <= task.wanted.between[1]:
        low, high = task.wanted.between
        raise QuandaryError(f"The range from {low:g} to {high:g} is empty. Give the smaller number first.")
    return task, space, kind


def ranks_of(request: Request, size: int) -> Sequence[int]:
    """Return the numbers of the puzzles to look at, in increasing order."""
    which, parts = request.part
    if not 1 <= which <= parts:
        run = f"Slices run from 1/{parts} to {parts}/{parts}." if parts > 0 else "Use at least one slice."
        raise QuandaryError(f"There is no slice {which}/{parts}. {run}")
    whole = range(size * (which - 1) // parts, size * which // parts)
    if request.sample is None:
        return whole
    if not 1 <= request.sample <= MOST_SAMPLED:
        raise QuandaryError(f"Cannot sample {request.sample:,} puzzles. Sample from 1 to {MOST_SAMPLED:,}.")
    length = whole.stop - whole.start
    if request.sample >= length:
        return whole
    rng = Random(f"exhaust/{request.seed}")
    if length < 4 * request.sample:
        return tuple(sorted(rng.sample(whole, request.sample)))
    chosen = set[int]()
    while len(chosen) < request.sample:
        chosen.add(whole.start + rng.randrange(length))
    return tuple(sorted(chosen))


def how_many(ranks: Sequence[int]) -> int:
    """Return how many numbers there are, which may be more than `len` can say."""
    return ranks.stop - ranks.start if isinstance(ranks, range) else len(ranks)


def name_of(space: Any) -> str:
    """Return the name of a space, or of its class if it has none."""
    return str(space) if isinstance(space, SpaceName) else type(space).__name__


def options_of(space: Any) -> Mapping[str, str]:
    """Return the options of a space that has a name."""
    return space.options if isinstance(space, SpaceName) else {}
