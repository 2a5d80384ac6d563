"""Score every puzzle of a space, or a part of it, and keep the best.

The space is gone through in chunks that take about half a second, in this process, in several, or on other
machines. With a folder for checkpoints, every chunk is committed to a ledger there, and a run that was ended by
anything continues where it was.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from quandary._native import core
from quandary.errors import QuandaryError
from quandary.generating.evaluator import Evaluator
from quandary.generating.exhausting.chunks import go_through
from quandary.generating.exhausting.outlook import refuse_too_long
from quandary.generating.exhausting.request import Request, checked, how_many, name_of, options_of, ranks_of
from quandary.generating.exhausting.result import Exhausted
from quandary.generating.exhausting.so_far import SoFar, hint, opened
from quandary.generating.found import Wanted
from quandary.generating.scoring import SpaceName, Task, read_space
from quandary.limits import DEFAULT, Limits
from quandary.parts.space import Space
from quandary.runs.chunks import Pending, gaps
from quandary.runs.progress import Ticker


def exhaust(
    space: str | Space[Any] | SpaceName,
    evaluator: str | Evaluator | Callable[[Any], float | None],
    *,
    then: str = "",
    where: str = "",
    best: int = 10,
    between: tuple[float, float] | None = None,
    sample: int | None = None,
    seed: int = 1,
    part: tuple[int, int] = (1, 1),
    player: str = "",
    limits: Limits = DEFAULT,
    jobs: int = 1,
    scheduler: str = "",
    checkpoint: Path | str | None = None,
    tick: Ticker | None = None,
) -> Exhausted:
    """Score every puzzle of a space and return the best, the histogram of values, and what share was seen.

    >>> result = exhaust("witness squares size=2x2", "remuse", best=2)
    >>> result.size, result.seen, result.found.unsolvable
    (81, 81, 2)
    >>> [(kept.number, round(kept.values[0], 4)) for kept, panel in result.best]
    [(14, 1), (25, 1)]

    `space` is the name of a space with its options, or a space of your own. `evaluator` is a measure, or an expression of measures such as "remuse@none / remuse@expert", or a function of the puzzle, which
    returns None for puzzles to be left out. Larger values are
    better, and `then` decides among equals. `where` is a condition such as "solutions = 1". `between` keeps every puzzle whose value is in a range instead of the
    best. `sample` scores this number of random puzzles, and `part` one of several slices, given as (1, 4). The
    limits are for each puzzle. With several jobs a space without a name must be picklable, and a script must
    guard its main code. `scheduler` is the address of a dask scheduler. With a `checkpoint` folder the run can be
    continued after anything. `tick` counts the puzzles. Raises QuandaryError if the run would take more than a day and could not be continued.
    """
    chosen = Evaluator.of(evaluator, then, where)
    task = Task(
        read_space(space) if isinstance(space, str) else space, chosen, Wanted(best, between), player, limits
    )
    request = Request(task, sample, seed, part, Path(checkpoint) if checkpoint else None, jobs, scheduler)
    return run(request, tick)


def run(request: Request, tick: Ticker | None = None) -> Exhausted:
    """Do what is requested."""
    tick = tick or Ticker("scoring")
    task, space, kind = checked(request)
    ranks = ranks_of(request, space.size)
    asked = how_many(ranks)
    core()  # if it is missing, warn here once and not in each process
    tick.total = asked
    with opened(request, space.size, kind) as ledger:
        so_far = SoFar(task.wanted, ledger)
        if not so_far.done:
            refuse_too_long(request, space, ranks)
        tick.skip_many(so_far.found.seen)
        try:
            go_through(request, ranks, Pending(gaps(so_far.done, asked)), so_far, tick)
        except QuandaryError as error:
            if ledger is None or not so_far.done:
                raise
            raise QuandaryError(f"{str(error).rstrip('.')}. {hint(request)}") from error
        except KeyboardInterrupt:
            if ledger is not None and so_far.done:
                from quandary.runs.notices import say

                say(hint(request))
            raise
    return Exhausted(
        name_of(task.space),
        options_of(task.space),
        space.size,
        asked,
        task.evaluator,
        so_far.found,
        so_far.values,
        kind,
        space.unrank,
    )
