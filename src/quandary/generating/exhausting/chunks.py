"""Going through a space in chunks that take about half a second: here, in processes, or on other machines."""

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from functools import partial
from typing import Any, TypeAlias

from quandary.errors import QuandaryError
from quandary.generating.exhausting.request import Request
from quandary.generating.exhausting.so_far import SoFar
from quandary.generating.found import PartFound
from quandary.generating.scoring import Task, score
from quandary.runs.batch import keep_quiet
from quandary.runs.chunks import Chunk, Pending
from quandary.runs.processes import Death, as_done
from quandary.runs.progress import Ticker

CHUNK_SECONDS = 0.5
"""How long a chunk should take."""
FIRST_CHUNK, LARGEST_CHUNK, GROWTH = 16, 4_000_000, 4
MOST_DEATHS = 10
"""The number of workers that may die in a row before the run gives up."""

_Answer: TypeAlias = PartFound | Death | str
"""What a chunk found, or how its worker died, or what went wrong."""
_Runner: TypeAlias = Callable[
    [Callable[[Any], _Answer], Callable[[], Any | None]], Generator[tuple[Any, _Answer], None, None]
]
"""(work, next piece) → each piece with its answer, in any order."""


class _Pace:
    """How many puzzles take half a second, from the chunks so far."""

    def __init__(self) -> None:
        self.size = FIRST_CHUNK

    def learn(self, chunk: Chunk, seconds: float) -> None:
        """Adapt the size of the next chunks."""
        number = chunk[1] - chunk[0]
        fitting = int(number * CHUNK_SECONDS / max(seconds, 1e-6))
        self.size = max(1, min(fitting, max(self.size, number * GROWTH), LARGEST_CHUNK))


def go_through(
    request: Request,
    ranks: Sequence[int],
    pending: Pending,
    so_far: SoFar,
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
    """Score the puzzles of a chunk. Errors are returned as text, since not all can be sent between processes."""
    _, ranks = piece
    try:
        return score(task, ranks)
    except QuandaryError as error:
        return str(error)
    except MemoryError:
        return f"Not enough memory for the puzzles from {ranks[0]:,} on."
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
