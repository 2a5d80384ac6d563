"""Work on other machines, by a dask scheduler and its workers.

Workers may come and go. A piece of work whose worker is lost is done again by another one. Each answer tells
which versions its worker has, since one that joins late may have others.
"""

import logging
import platform
import re
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from typing import Any

from quandary._native import core
from quandary._version import __version__
from quandary.errors import QuandaryError, why
from quandary.runs.plan import differences

ADDRESS = re.compile(r"(?:[a-z]+://)?(?:\[[0-9A-Fa-f:.]+\]|[^\s/:]+):\d{1,5}")
"""A host and a port, perhaps after a protocol."""
PATIENCE = 10.0
"""Seconds to wait for the scheduler, and for its first worker."""
AHEAD = 2
"""Pieces of work per thread of the workers that are handed out, so that none waits for its next piece."""


def versions() -> dict[str, str]:
    """Return the versions that must be the same everywhere.

    >>> sorted(versions())
    ['Python', 'compiled core', 'quandary']
    """
    return {
        "quandary": __version__,
        "Python": ".".join(platform.python_version_tuple()[:2]),
        "compiled core": "yes" if core() else "no",
    }


def on_cluster(
    address: str, work: Callable[[Any], Any], next_piece: Callable[[], Any | None]
) -> Generator[tuple[Any, Any], None, None]:
    """Yield each piece with the result of `work`, done by the workers of a scheduler, as soon as it is there.

    `next_piece` is asked for more work when workers have none, and returns None if there is no more. Raises
    QuandaryError if the scheduler cannot be reached, has no workers, or has some with other versions.
    """
    with _client(address) as (client, as_completed):
        ours, held = versions(), dict[str, Any]()
        done = as_completed(loop=client.loop)

        def hand_out() -> None:
            with _reached(address):
                most = max(1, AHEAD * sum(client.nthreads().values()))
            while len(held) < most and (piece := next_piece()) is not None:
                with _reached(address):
                    future = client.submit(_answer, work, piece, pure=False)
                    done.add(future)
                held[future.key] = piece

        hand_out()
        while held:
            with _reached(address):
                future = next(done)
                result = future.result()
            piece = held.pop(future.key)
            theirs, answer = result
            _compare(ours, theirs, address)
            hand_out()
            yield piece, answer


def in_order(address: str, work: Callable[[Any], Any], pieces: Iterable[Any]) -> Generator[Any, None, None]:
    """Yield the result of `work` for each piece, in order, done by the workers of a scheduler."""
    todo, numbers = iter(pieces), count()
    waiting, turn = dict[int, Any](), 0

    def next_piece() -> tuple[int, Any] | None:
        for piece in todo:
            return next(numbers), piece
        return None

    for (number, _), answer in on_cluster(address, _Numbered(work), next_piece):
        waiting[number] = answer
        while turn in waiting:
            yield waiting.pop(turn)
            turn += 1


class _Numbered:
    """Work on a piece that has a number."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        self.work = work

    def __call__(self, piece: tuple[int, Any]) -> Any:
        return self.work(piece[1])


def _answer(work: Callable[[Any], Any], piece: Any) -> tuple[dict[str, str], Any]:
    """Do a piece of work on a worker."""
    return versions(), work(piece)


@contextmanager
def _reached(address: str) -> Iterator[None]:
    """Tell in one line how asking the scheduler failed, if it did."""
    from distributed import CancelledError, KilledWorker

    try:
        yield
    except KilledWorker as error:
        raise QuandaryError(
            "Several workers in a row were lost on the same task, perhaps out of memory."
            " Check their logs, or give each more memory."
        ) from error
    except (CancelledError, OSError) as error:
        raise QuandaryError(
            f"The connection to the scheduler at {address} was lost. Start it again, or use --jobs."
        ) from error
    except Exception as error:  # dask has errors of its own for every way in which work ends
        raise QuandaryError(f"The run at {address} ended early ({why(error)[:200]}).") from error


@contextmanager
def _client(address: str) -> Iterator[tuple[Any, Any]]:
    """Connect to a scheduler that has workers, all with our versions."""
    try:
        from distributed import Client, as_completed
    except ImportError as error:
        raise QuandaryError(
            'A scheduler needs dask.distributed. Run: pip install "quandary[cluster]"'
        ) from error
    if not ADDRESS.fullmatch(address):
        raise QuandaryError(f"{address[:80]!r} is not the address of a scheduler. Write tcp://HOST:8786.")
    for name in [each for each in logging.root.manager.loggerDict if each.startswith("distributed")]:
        logging.getLogger(name).setLevel(logging.CRITICAL)  # our own errors say it in one line
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except Exception as error:  # unknown protocols, names and ports have errors of their own
        raise QuandaryError(
            f"There is no scheduler at {address}. Start one with `dask scheduler`, and name it as tcp://HOST:8786."
        ) from error
    try:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
            for worker, theirs in client.run(versions).items():
                _compare(versions(), theirs, worker)
        except QuandaryError:
            raise
        except Exception as error:
            raise QuandaryError(
                f"The scheduler at {address} has no workers with quandary. Start some: dask worker {address}"
            ) from error
        yield client, as_completed
    finally:
        client.close(timeout=2)


def _compare(ours: Mapping[str, str], theirs: Mapping[str, str], where: str) -> None:
    if told := differences(theirs, ours):
        raise QuandaryError(
            f"A worker of {where} has different versions: {told}. Install the same versions everywhere."
        )
