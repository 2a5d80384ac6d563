"""Norms: the scores of generated puzzles by size, which `measuring.verdicts` compares others with.

Every kind ships `norms.json`: the scores of generated puzzles in the kind's headline measure, for its
default player. If a kind has levels, there are as many puzzles of each level as can be made of the size, so that
a puzzle of a higher level never ranks below one of a lower level. To rebuild them:

    python -m quandary.measuring.norms KIND [--sizes SIZE ...] [--count 1000] [--seed 1]

Sizes that are not named stay as they are.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from random import Random

import msgspec
from msgspec import structs

from quandary.errors import FileError, NoneFoundError, QuandaryError, UnknownNameError
from quandary.kind import Kind
from quandary.library.registry import find_kind
from quandary.limits import Limits, OutOfBudget
from quandary.measuring.rate import rate
from quandary.parts.atomic import write_atomically
from quandary.score import Score, Status

FILE = "norms.json"
DECIMALS = 4
COUNT, SEED = 1_000, 1
SIZES_HELP = "sizes to measure (default: those on file, else all)"
PROBE = Limits(seconds=30)
"""The time to find out whether puzzles of a level can be made of a size."""
REPORT_EVERY = 50


class Sample(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The scores of puzzles of one size as (value, number of puzzles), smallest first."""

    values: tuple[tuple[float, int], ...]
    levels: tuple[str, ...] = ()
    """The levels that the puzzles are made of in turn, if any."""

    def __post_init__(self) -> None:
        increasing = all(a < b for (a, _), (b, _) in pairwise(self.values))
        if not self.values or not increasing or any(count < 1 for _, count in self.values):
            raise ValueError("values must be pairs (value, count) with increasing values and counts from 1")

    @property
    def count(self) -> int:
        """The number of puzzles."""
        return sum(count for _, count in self.values)

    def around(self, value: float) -> tuple[int, int]:
        """Return how many puzzles have a lower and an equal score.

        >>> Sample(((0.0, 5), (1.0, 2), (2.5, 3))).around(1.0)
        (5, 2)
        """
        value = round(value, DECIMALS)
        lower = sum(count for each, count in self.values if each < value)
        equal = sum(count for each, count in self.values if each == value)
        return lower, equal


class Norms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The norms of a kind: the measure, the player, and the scores by size."""

    measure: str
    version: int
    player: str
    policy: str
    seed: int
    sizes: dict[str, Sample]

    def are_for(self, score: Score) -> bool:
        """Return whether a score is of the same measure and for the same player."""
        theirs = (self.measure, self.version, self.player, self.policy)
        return theirs == (score.measure, score.version, score.player, score.policy)


def build(
    kind: Kind,
    sizes: Sequence[str] = (),
    count: int = COUNT,
    seed: int = SEED,
    *,
    progress: Callable[[str, int], None] | None = None,
) -> Norms:
    """Compute the norms of a kind over `count` puzzles of each size, by default all its sizes.

    Raises QuandaryError if a puzzle is unsolvable or too hard to measure, since a generator must not make
    such puzzles. `progress` is called with the size and the number of puzzles done.
    """
    if count < 1 or not kind.maker.sizes:
        raise QuandaryError(f"Norms of {kind.name} need a size and at least one puzzle of it.")
    samples: dict[str, Sample] = {}
    for size in sizes or kind.maker.sizes:
        if size not in kind.maker.sizes:
            raise UnknownNameError(f"size of {kind.name}", size, kind.maker.sizes)
        levels, scores = _levels_made(kind, size), list[Score]()
        for index in range(count):
            scores.append(norm_score(kind, size, seed, index, levels))
            if progress:
                progress(size, index + 1)
        label, samples[size] = scores[0], _sample(scores, levels)
    return Norms(label.measure, label.version, label.player, label.policy, seed, samples)


def _levels_made(kind: Kind, size: str) -> tuple[str, ...]:
    """Return the levels at which a puzzle of a size is found in the time of `PROBE`."""
    return tuple(level for level in kind.maker.levels if _is_made(kind, size, level))


def _is_made(kind: Kind, size: str, level: str) -> bool:
    with suppress(NoneFoundError, OutOfBudget), PROBE.start() as budget:
        kind.generate(Random(f"norms/{kind.name}/{size}/{level}"), size, {"level": level})
        budget.check()
        return True
    return False


def norm_score(kind: Kind, size: str, seed: int, index: int, levels: Sequence[str] = ()) -> Score:
    """Return the score of one puzzle of the norms. It does not depend on the other puzzles."""
    if kind.maker.generate is None:
        raise QuandaryError(f"The kind {kind.name!r} has no generator, so there can be no norms.")
    level = {"level": levels[index % len(levels)]} if levels else {}
    puzzle = kind.generate(Random(f"norms/{kind.name}/{size}/{seed}/{index}"), size, level)
    score = rate(puzzle, [kind.people.headline], player=kind.people.default, policy=kind.people.policy)[
        kind.people.headline
    ]
    if score.status is not Status.EXACT:
        raise QuandaryError(
            f"The {kind.people.headline} of a puzzle that {kind.name} generated is {score.status},"
            f" so there can be no norms: {kind.format(puzzle)!r}"
        )
    return score


def _sample(scores: Iterable[Score], levels: tuple[str, ...]) -> Sample:
    values = Counter(round(score.value, DECIMALS) for score in scores if score.value is not None)
    return Sample(tuple(sorted(values.items())), levels)


def write(kind: Kind, norms: Norms) -> Path:
    """Write the kind's norms file and return its path."""
    path = kind.folder / FILE
    write_atomically(path, msgspec.json.encode(norms) + b"\n")
    return path


def load(kind: Kind) -> Norms | None:
    """Return the norms that a kind ships, or None if it ships none."""
    path = kind.folder / FILE
    try:
        return _read(path, path.stat().st_mtime_ns)
    except (FileNotFoundError, NotADirectoryError):  # a class of one's own has no folder
        return None
    except (OSError, msgspec.MsgspecError) as error:
        remedy = f"Rebuild it with: python -m quandary.measuring.norms {kind.name}"
        raise FileError(f"Cannot use {path}: {error}. {remedy}") from error


@lru_cache
def _read(path: Path, _changed: int) -> Norms:
    """Read a norms file, cached until the file changes."""
    return msgspec.json.decode(path.read_bytes(), type=Norms)


def _sizes_on_file(kind: Kind) -> list[str]:
    """Return the sizes that the kind has norms for, or none if the file is missing or unusable."""
    try:
        norms = load(kind)
    except FileError:
        return []
    return list(norms.sizes) if norms else []


def _with_others(kind: Kind, made: Norms) -> Norms:
    """Return norms with those on file of other sizes, if they are of the same measure, player and seed."""
    try:
        old = load(kind)
    except FileError:
        old = None
    if old is None or structs.replace(old, sizes={}) != structs.replace(made, sizes={}):
        return made
    together = {**old.sizes, **made.sizes}
    return structs.replace(
        made, sizes={size: together[size] for size in kind.maker.sizes if size in together}
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Build the norms of one kind from the command line and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m quandary.measuring.norms", description="Make the norms of a kind of puzzle."
    )
    parser.add_argument("kind", help="name of the kind")
    parser.add_argument("--sizes", nargs="+", default=[], metavar="SIZE", help=SIZES_HELP)
    parser.add_argument(
        "--count", type=int, default=COUNT, help="puzzles of each size (default: %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=SEED, help="(default: %(default)s)")
    asked = parser.parse_args(arguments)

    def progress(size: str, done: int) -> None:
        if done % REPORT_EVERY == 0 or done == asked.count:
            sys.stderr.write(f"{asked.kind} {size}: {done:,} of {asked.count:,}\n")

    try:
        kind = find_kind(asked.kind)
        made = build(kind, asked.sizes or _sizes_on_file(kind), asked.count, asked.seed, progress=progress)
        path = write(kind, _with_others(kind, made))
    except QuandaryError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stderr.write(f"wrote {path}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
