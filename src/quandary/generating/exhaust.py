"""Score every puzzle of a space, or a part of it, and keep the best.

The space is gone through in chunks that take about half a second, in this process, in several, or on other
machines. With a folder for checkpoints, every chunk is committed to a ledger there, and a run that was ended by
anything continues where it was.
"""

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing, nullcontext
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, TypeAlias

from quandary._native import core
from quandary.errors import FileError, QuandaryError, SpaceError
from quandary.generating.evaluator import Evaluator
from quandary.generating.found import MOST_KEPT, Found, Kept, Wanted
from quandary.generating.scoring import SpaceName, Task, read_space, score
from quandary.kind import Kind, kind_of
from quandary.library import registry
from quandary.limits import DEFAULT, Limits
from quandary.measuring.table import measure
from quandary.parts.space import Space
from quandary.runs.batch import keep_quiet
from quandary.runs.chunks import ChunkLedger, Pending, gaps
from quandary.runs.plan import Plan, PlanValue, plan_values
from quandary.runs.processes import Death, as_done
from quandary.runs.progress import Ticker, in_units

CHUNK_SECONDS = 0.5
"""How long a chunk should take."""
FIRST_CHUNK, LARGEST_CHUNK, GROWTH = 16, 4_000_000, 4
MOST_DEATHS = 10
"""The number of workers that may die in a row before the run gives up."""
MOST_SAMPLED = 10_000_000
LOOK_SECONDS, LOOK_AT = 0.3, 20_000
"""How long to measure the pace, in runs through more puzzles than this."""
TOO_LONG, TOO_LONG_TO_RESUME = 24 * 3600.0, 400 * 24 * 3600.0
"""The seconds that a run may take without and with a checkpoint."""

Chunk: TypeAlias = tuple[int, int]
"""The first position of a chunk, and the one after its last."""
_Answer: TypeAlias = Found | Death | str
"""What a chunk found, or how its worker died, or what went wrong."""
_Runner: TypeAlias = Callable[
    [Callable[[Any], _Answer], Callable[[], Any | None]], Generator[tuple[Any, _Answer], None, None]
]
"""(work, next piece) → each piece with its answer, in any order."""


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


@dataclass(frozen=True)
class Exhausted:
    """The result of a run through a space."""

    space: str
    """The name of the space, with its size and the options that are not the usual ones."""
    options: Mapping[str, str]
    """All options of the space."""
    size: int
    """The number of puzzles in the whole space."""
    asked: int
    """The number of puzzles that the run was to see."""
    evaluator: Evaluator
    found: Found = field(repr=False)
    kind: Kind | None = field(repr=False)
    unrank: Callable[[int], Any] = field(repr=False)

    @property
    def seen(self) -> int:
        """The number of puzzles that were scored."""
        return self.found.seen

    @property
    def digest(self) -> str:
        """A digest of the numbers and values of all puzzles seen, the same however the run was done."""
        return self.found.digest

    @property
    def histogram(self) -> list[tuple[float, int]]:
        """Each value of the solvable puzzles with their number, in increasing order."""
        return sorted(self.found.histogram.items())

    @property
    def best(self) -> list[tuple[Kept, Any]]:
        """The puzzles that were kept, best first, with their numbers and scores."""
        return [(kept, self.unrank(kept.rank)) for kept in self.found.kept]

    def as_json(self) -> dict[str, Any]:
        """Return everything as plain values."""
        return {
            "space": self.space,
            "options": dict(self.options),
            "size": self.size,
            "seen": self.seen,
            "share": self.seen / self.size if self.size else 0.0,
            "digest": self.digest,
            "by": self.evaluator.by,
            **({"then": self.evaluator.then} if self.evaluator.then else {}),
            "unsolvable": self.found.unsolvable,
            "unknown": self.found.unknown,
            "invalid": self.found.invalid,
            "best": [self._row(kept, puzzle) for kept, puzzle in self.best],
            "histogram": [[_whole(value), count] for value, count in self.histogram],
        }

    def _row(self, kept: Kept, puzzle: Any) -> dict[str, Any]:
        values = dict(zip(self.evaluator.expressions, kept.values, strict=True))
        exact = {
            name: {"value": value, "status": "exact"}
            for name, value in values.items()
            if name not in kept.scores
        }
        return {"rank": kept.rank, "puzzle": self.text(puzzle), "scores": {**exact, **kept.scores}}

    def text(self, puzzle: Any) -> str:
        """Return the notation of a puzzle, or what it prints as if its kind has none."""
        return self.kind.format(puzzle) if self.kind and self.kind.notation.format else str(puzzle)

    def __str__(self) -> str:
        share = f"{100 * self.seen / self.size:.3g} %" if self.size else "all"
        others = [(self.found.unsolvable, "cannot be solved"), (self.found.unknown, "have no value")]
        others += [(self.found.invalid, "are no puzzles")]
        told = "".join(f", {number:,} {what}" for number, what in others if number)
        return f"{self.space}: saw {self.seen:,} of {self.size:,} ({share}){told}; digest {self.digest}"


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


def exhaust(
    space: str | Space[Any] | SpaceName,
    evaluator: str | Evaluator | Callable[[Any], float | None],
    *,
    then: str = "",
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
    >>> [(kept.rank, round(kept.values[0], 4)) for kept, panel in result.best]
    [(14, 1), (25, 1)]

    `space` is the name of a space with its options, or a space of your own. `evaluator` is a measure, or an expression of measures such as "remuse@none / remuse@expert", or a function of the puzzle, which
    returns None for puzzles to be left out. Larger values are
    better, and `then` decides among equals. `between` keeps every puzzle whose value is in a range instead of the
    best. `sample` looks at so many random puzzles, and `part` at one of several slices, given as (1, 4). The
    limits are for each puzzle. With several jobs a space without a name must be picklable, and a script must
    guard its main code. `scheduler` is the address of a dask scheduler. With a `checkpoint` folder the run can be
    continued after anything. `tick` counts the puzzles. Raises QuandaryError if the run would take more than a day and could not be continued.
    """
    chosen = Evaluator.of(evaluator, then)
    task = Task(
        read_space(space) if isinstance(space, str) else space, chosen, Wanted(best, between), player, limits
    )
    request = Request(task, sample, seed, part, Path(checkpoint) if checkpoint else None, jobs, scheduler)
    return run(request, tick)


def run(request: Request, tick: Ticker | None = None) -> Exhausted:
    """Do what is requested."""
    tick = tick or Ticker("scoring")
    task, space, kind = _checked(request)
    ranks = _ranks(request, space.size)
    asked = _length(ranks)
    _refuse_too_long(request, space, ranks)
    core()  # if it is missing, warn here once and not in each process
    tick.total = asked
    with _opened(request, space.size, kind) as ledger:
        so_far = _Progress(task.wanted, ledger)
        tick.skip_many(so_far.found.seen)
        try:
            _go_through(request, ranks, Pending(gaps(so_far.done, asked)), so_far, tick)
        except QuandaryError as error:
            if ledger is None or not so_far.done:
                raise
            raise QuandaryError(f"{str(error).rstrip('.')}. {_hint(request)}") from error
        except KeyboardInterrupt:
            if ledger is not None and so_far.done:
                from quandary.runs.notices import say

                say(_hint(request))
            raise
    return Exhausted(
        _name(task.space),
        _options(task.space),
        space.size,
        asked,
        task.evaluator,
        so_far.found,
        kind,
        space.unrank,
    )


def look_ahead(request: Request) -> Outlook:
    """Return how large a run would be and how long it would take, from a short trial."""
    _, space, _ = _checked(request)
    return _outlook(request, space, _ranks(request, space.size))


def _checked(request: Request) -> tuple[Task, Space[Any], Kind | None]:
    task = request.task
    space = task.build()
    if isinstance(task.space, SpaceName):
        kind: Kind | None = registry.kind(task.space.kind)
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


def _ranks(request: Request, size: int) -> Sequence[int]:
    """Return the numbers of the puzzles to look at, in increasing order."""
    which, parts = request.part
    if not 1 <= which <= parts:
        raise QuandaryError(
            f"There is no slice {which}/{parts}. Slices run from 1/{parts} to {parts}/{parts}."
        )
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


def _length(ranks: Sequence[int]) -> int:
    return ranks.stop - ranks.start if isinstance(ranks, range) else len(ranks)


def _refuse_too_long(request: Request, space: Space[Any], ranks: Sequence[int]) -> None:
    if _length(ranks) <= LOOK_AT or request.scheduler:
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
    length, rng = _length(ranks), Random("outlook")
    done, spent, block = 0, 0.0, 4
    while length and spent < LOOK_SECONDS:
        block = min(block * 2, length)
        first = rng.randrange(length - block + 1)
        begin = perf_counter()
        score(request.task, ranks[first : first + block])
        seconds = perf_counter() - begin
        if block > 8 or block == length:  # not the first, which also loads and builds things
            done, spent = done + block, spent + seconds
        if done >= length:
            break
    return Outlook(
        _name(request.task.space), space.size, length, done / spent if spent else float("inf"), request.jobs
    )


def _name(space: Any) -> str:
    return str(space) if isinstance(space, SpaceName) else type(space).__name__


def _options(space: Any) -> Mapping[str, str]:
    return space.options if isinstance(space, SpaceName) else {}


def _hint(request: Request) -> str:
    return f"What is done so far is in {request.checkpoint}. Run the same command again to continue."


def _opened(request: Request, size: int, kind: Kind | None) -> Any:
    """Open the ledger in the folder for checkpoints, which is made if it is not there."""
    folder = request.checkpoint
    if folder is None:
        return nullcontext()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"Cannot make the folder {folder}: {error.strerror}.") from error
    return closing(ChunkLedger(folder, _plan(request, size, kind)))


def _plan(request: Request, size: int, kind: Kind | None) -> Plan:
    """Return everything that the results depend on."""
    task = request.task
    facts: dict[str, PlanValue] = {
        "space": _name(task.space),
        "options": sorted(f"{name}={value}" for name, value in _options(task.space).items()),
        "size": str(size),
        "rules": kind.version if kind else 0,
        "by": task.evaluator.by,
        "then": task.evaluator.then,
        "best": None if task.wanted.between else task.wanted.best,
        "between": [str(each) for each in task.wanted.between or ()],
        "player": task.player,
        "sample": request.sample,
        "seed": request.seed if request.sample else None,
        "slice": "{}/{}".format(*request.part),
        **plan_values(task.limits),
    }
    names = task.evaluator.measures[1:] if task.evaluator.function else task.evaluator.measures
    versions = {f"version of {name}": measure(name, kind).version for name in names}
    return Plan("exhaust", {**facts, **versions})


class _Progress:
    """What is found so far, in memory and in the ledger."""

    def __init__(self, wanted: Wanted, ledger: ChunkLedger | None) -> None:
        self.wanted, self.ledger = wanted, ledger
        self.found, self.done = Found(), list[Chunk]()
        if ledger is not None:
            self._load(ledger)

    def _load(self, ledger: ChunkLedger) -> None:
        for first, last, told in ledger.chunks():
            self.done.append((first, last))
            self.found.add(_from_json(told), self.wanted)
        self.found.histogram.update(ledger.histogram())
        rows = (Kept(int(rank), tuple(values), scores) for rank, values, scores in ledger.kept())
        self.found.kept = self.wanted.merge(rows)

    def commit(self, chunk: Chunk, new: Found) -> None:
        """Add what a chunk found, first where it is safe."""
        kept = self.wanted.merge([*self.found.kept, *new.kept])
        if self.ledger is not None:
            before, after = ({each.rank: each for each in some} for some in (self.found.kept, kept))
            self.ledger.commit(
                *chunk,
                _to_json(new),
                new.histogram,
                {rank: (str(rank), *each[1:]) for rank, each in after.items() if rank not in before},
                before.keys() - after.keys(),
            )
        self.done.append(chunk)
        self.found.add(new, self.wanted)


def _to_json(found: Found) -> dict[str, Any]:
    counts = {name: getattr(found, name) for name in ("seen", "unsolvable", "unknown", "invalid", "seconds")}
    return {**counts, "sums": [f"{each:016x}" for each in found.sums]}


def _from_json(told: Mapping[str, Any]) -> Found:
    one, other = (int(each, 16) for each in told["sums"])
    return Found(**{name: value for name, value in told.items() if name != "sums"}, sums=(one, other))


class _Pace:
    """How many puzzles take half a second, from the chunks so far."""

    def __init__(self) -> None:
        self.size = FIRST_CHUNK

    def learn(self, chunk: Chunk, seconds: float) -> None:
        """Adapt the size of the next chunks."""
        number = chunk[1] - chunk[0]
        fitting = int(number * CHUNK_SECONDS / max(seconds, 1e-6))
        self.size = max(1, min(fitting, max(self.size, number * GROWTH), LARGEST_CHUNK))


def _go_through(
    request: Request,
    ranks: Sequence[int],
    pending: Pending,
    so_far: _Progress,
    tick: Ticker,
) -> None:
    """Score what is pending, chunk by chunk, and commit each chunk when it is done."""
    pace, deaths = _Pace(), 0

    def next_piece() -> tuple[Chunk, Sequence[int]] | None:
        chunk = pending.take(pace.size)
        return None if chunk is None else (chunk, ranks[chunk[0] : chunk[1]])

    with closing(_runner(request)(partial(_work, request.task), next_piece)) as answers:
        for (chunk, _), answer in answers:
            if isinstance(answer, str):
                raise QuandaryError(answer)
            if isinstance(answer, Death):
                deaths += 1
                if deaths > MOST_DEATHS:
                    raise QuandaryError(
                        f"{deaths} workers in a row ended early at the puzzles from {ranks[chunk[0]]:,} on: {answer}."
                        " Use fewer --jobs, or a smaller --memory."
                    )
                pending.give_back(chunk)
                continue
            deaths = 0
            pace.learn(chunk, answer.seconds)
            so_far.commit(chunk, answer)
            tick.many(answer.seen)


def _work(task: Task, piece: tuple[Chunk, Sequence[int]]) -> _Answer:
    """Score the puzzles of a chunk. Errors are told as text, since not all can be sent between processes."""
    _, ranks = piece
    try:
        return score(task, ranks)
    except QuandaryError as error:
        return str(error)
    except MemoryError:
        return f"There was not enough memory for the puzzles from {ranks[0]:,} on."
    except Exception as error:
        return f"The puzzles from {ranks[0]:,} on could not be scored, a bug in their kind or space ({type(error).__name__}: {error})."


def _runner(request: Request) -> _Runner:
    if request.scheduler:
        from quandary.runs.cluster import on_cluster

        return partial(on_cluster, request.scheduler)
    if request.jobs > 1:
        return lambda work, next_piece: as_done(work, next_piece, request.jobs, prepare=keep_quiet)
    return _here


def _here(
    work: Callable[[Any], _Answer], next_piece: Callable[[], Any | None]
) -> Generator[tuple[Any, _Answer], None, None]:
    while (piece := next_piece()) is not None:
        yield piece, work(piece)


def _whole(value: float) -> float:
    return int(value) if value == int(value) else value
