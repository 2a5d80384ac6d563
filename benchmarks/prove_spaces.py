"""Check that numbers of published spaces lead to puzzles that lead back to their numbers.

    python benchmarks/prove_spaces.py --numbers 100000
    python benchmarks/prove_spaces.py --only hex,tangram

Every space of every kind is tried with its default options, completely if it is small enough, and at random if not.
Some are tried with options that make them larger than 10^18 as well, and so are the parts that spaces are built from.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from random import Random
from time import perf_counter
from typing import Any

from quandary.errors import NotationError
from quandary.generating.scoring import find_space, read_space
from quandary.library.registry import find_kind, find_kinds
from quandary.parts.space import Space
from quandary.parts.spaces import (
    Arrangement,
    Choice,
    Multiset,
    Necklace,
    Permutation,
    Product,
    Subset,
    Subsets,
    Union,
)

HUGE = (
    "witness squares size=7x7",
    "witness squares size=6x6 symmetry=reduced",
    "witness mixed size=6x6 elements=bwBW123",
    "witness stars size=8x8 colours=2",
    "witness triangles size=7x7 counts=9,9,9",
    "witness polyominoes size=5x5 cells=3",
    "witness hexagons size=7x7 hexagons_on_edges=15 hexagons_on_junctions=9",
    "tilt walls size=8x8 walls=30 checkpoints=5",
    "maze checkpoints size=8x8 checkpoints=12 breaks=8",
    "sokoban levels size=8x8 walls=12 boxes=4",
    "sudoku givens size=9x9 givens=25",
    "fillomino givens size=10x10 givens=30",
    "fling boards size=8x8 balls=25",
    "snakebird tiles size=8x7",
    "hex relations relations=4",
    "hex starts placed=4",
    "tangram starts of=hexiamonds",
)
PARTS: dict[str, Space[Any]] = {
    "40 of 200": Subset(200, 40),
    "any of 100": Subsets(100),
    "30 of 90, again and again": Multiset(90, 30),
    "orders of 30": Permutation(30),
    "words of 47 letters": Arrangement((9, 20, 0, 7, 11)),
    "a product": Product((Subset(64, 12), Permutation(12), Choice("abcdef"))),
    "a union": Union([Subset(80, taken) for taken in range(30)]),
    "rings of 32 beads": Necklace(32, 5),
}
SLOW = {"rings of 32 beads": 100}
"""How many numbers to take from spaces in which one takes long, per 100,000."""


def spaces() -> Iterator[tuple[str, Space[Any]]]:
    """Yield every space with its name."""
    for name in find_kinds():
        for each in find_kind(name).maker.spaces:
            yield (
                f"{name} {each}",
                find_space(find_kind(name), each).build(find_space(find_kind(name), each).options),
            )
    for text in HUGE:
        yield text, read_space(text).build()
    yield from PARTS.items()


def numbers(name: str, space: Space[Any], most: int) -> Iterable[int]:
    """Return all numbers of a small space, or random ones of a large one."""
    wanted = most * SLOW[name] // 100_000 + 1 if name in SLOW else most
    if space.size <= wanted:
        return range(space.size)
    rng = Random(name)
    return (rng.randrange(space.size) for _ in range(wanted))


def main() -> None:
    """Try every space and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--numbers", type=int, default=100_000)
    parser.add_argument("--only", default="", help="names of kinds, or beginnings of other spaces")
    asked = parser.parse_args()
    wanted, only, wrong = asked.numbers, tuple(asked.only.split(",")), 0
    for name, space in spaces():
        if not name.startswith(only):
            continue
        tried = failed = invalid = 0
        begin = perf_counter()
        for number in numbers(name, space, wanted):
            tried += 1
            with suppress(NotationError):
                failed += space.rank(space.unrank(number)) != number
                continue
            invalid += 1
        wrong += failed
        told = f", of which {invalid:,} are no puzzles" if invalid else ""
        print(
            f"{name}: {failed} of {tried:,} numbers{told} came back wrong; size {space.size:.3g},"
            f" {perf_counter() - begin:.0f} s"
        )
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
