"""Norms: how a score compares with puzzles of the same size ("harder than 83 % of 4x4 Witness panels").

Every kind ships `norms.json`: the scores of generated puzzles in the kind's headline measure, for its
default player. To rebuild them:

    python -m quandary.measuring.norms KIND [--sizes SIZE ...] [--count 1000] [--seed 1]
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from quandary.errors import FileError, QuandaryError, UnknownNameError
from quandary.kind import Kind
from quandary.library.registry import kind as find_kind
from quandary.measuring.rate import rate
from quandary.parts.atomic import write_atomically
from quandary.score import Score, Status

FILE = "norms.json"
DECIMALS = 4
COUNT, SEED = 1_000, 1
SIZES_HELP = "sizes to measure (default: those on file, else all)"
REPORT_EVERY = 250
MANY = 50
"""If at least this percentage of scores are equal, their share is reported instead of a rank."""


class Sample(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The scores of puzzles of one size as (value, number of puzzles), smallest first."""

    values: tuple[tuple[float, int], ...]

    def __post_init__(self) -> None:
        increasing = all(a < b for (a, _), (b, _) in pairwise(self.values))
        if not self.values or not increasing or any(count < 1 for _, count in self.values):
            raise ValueError("values must be pairs (value, count) with increasing values and counts from 1")

    @property
    def count(self) -> int:
        """The number of puzzles."""
        return sum(count for _, count in self.values)

    def shares(self, value: float) -> tuple[float, float]:
        """Return the percentages of puzzles with a lower and with an equal score.

        >>> Sample(((0.0, 5), (1.0, 2), (2.5, 3))).shares(1.0)
        (50.0, 20.0)
        """
        value = round(value, DECIMALS)
        less = sum(count for each, count in self.values if each < value)
        equal = sum(count for each, count in self.values if each == value)
        return 100 * less / self.count, 100 * equal / self.count


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


@dataclass(frozen=True)
class Standing:
    """The rank of a score among puzzles of the same size.

    >>> print(Standing(82.1, 1.0, "4x4", "Witness panel"))
    harder than 83 % of 4x4 Witness panels
    """

    easier: float
    """The percentage of puzzles that score lower."""
    equal: float
    """The percentage of puzzles that score the same."""
    size: str
    title: str

    @property
    def share(self) -> float:
        """The percentage of easier puzzles, counting half of those that score the same."""
        return self.easier + self.equal / 2

    def __str__(self) -> str:
        others = f"{self.size} {_plural(self.title)}"
        if self.equal >= MANY:
            return f"as hard as {self.equal:.0f} % of {others}"
        if 1 <= self.share <= 99:
            return f"harder than {self.share:.0f} % of {others}"
        return f"among the {'easiest' if self.share < 1 else 'hardest'} {others}"


def standing(kind: Kind, puzzle: Any, score: Score) -> Standing | None:
    """Return how a puzzle's score compares, or None if the kind has no norms for such a score.

    Norms hold for one measure in one version and for one player.
    """
    norms = load(kind)
    if norms is None or kind.maker.size is None or score.value is None or score.status is not Status.EXACT:
        return None
    sample = norms.sizes.get(size := kind.maker.size(puzzle))
    if sample is None or not norms.are_for(score):
        return None
    return Standing(*sample.shares(score.value), size, kind.title)


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
    scores: dict[str, list[Score]] = {}
    for size in sizes or kind.maker.sizes:
        if size not in kind.maker.sizes:
            raise UnknownNameError(f"size of {kind.name}", size, kind.maker.sizes)
        scores[size] = []
        for index in range(count):
            scores[size].append(norm_score(kind, size, seed, index))
            if progress:
                progress(size, index + 1)
    label = next(iter(scores.values()))[0]
    samples = {size: _sample(some) for size, some in scores.items()}
    return Norms(label.measure, label.version, label.player, label.policy, seed, samples)


def norm_score(kind: Kind, size: str, seed: int, index: int) -> Score:
    """Return the score of one puzzle of the norms. It does not depend on the other puzzles."""
    if kind.maker.generate is None:
        raise QuandaryError(f"The kind {kind.name!r} has no generator, so there can be no norms.")
    puzzle = kind.generate(Random(f"norms/{kind.name}/{size}/{seed}/{index}"), size)
    score = rate(puzzle, [kind.people.headline], player=kind.people.default, policy=kind.people.policy)[
        kind.people.headline
    ]
    if score.status is not Status.EXACT:
        raise QuandaryError(
            f"The {kind.people.headline} of a puzzle that {kind.name} generated is {score.status},"
            f" so there can be no norms: {kind.format(puzzle)!r}"
        )
    return score


def _sample(scores: Iterable[Score]) -> Sample:
    values = Counter(round(score.value, DECIMALS) for score in scores if score.value is not None)
    return Sample(tuple(sorted(values.items())))


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
    except FileNotFoundError:
        return None
    except (OSError, msgspec.MsgspecError) as error:
        remedy = f"Rebuild it with: python -m quandary.measuring.norms {kind.name}"
        raise FileError(f"Cannot use {path}: {error}. {remedy}") from error


@lru_cache
def _read(path: Path, _changed: int) -> Norms:
    """Read a norms file, cached until the file changes."""
    return msgspec.json.decode(path.read_bytes(), type=Norms)


def _plural(title: str) -> str:
    """Return the plural of a title.

    >>> _plural("Sudoku"), _plural("Witness panel"), _plural("hex box"), _plural("jelly")
    ('Sudokus', 'Witness panels', 'hex boxes', 'jellies')
    """
    if title.endswith("y") and title[-2:-1] not in "aeiou":
        return title[:-1] + "ies"
    return title + ("es" if title.endswith(("s", "x", "z", "ch", "sh")) else "s")


def _sizes_on_file(kind: Kind) -> list[str]:
    """Return the sizes that the kind has norms for, or none if the file is missing or unusable."""
    try:
        norms = load(kind)
    except FileError:
        return []
    return list(norms.sizes) if norms else []


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
        path = write(
            kind, build(kind, asked.sizes or _sizes_on_file(kind), asked.count, asked.seed, progress=progress)
        )
    except QuandaryError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stderr.write(f"wrote {path}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
