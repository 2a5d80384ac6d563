"""Draw puzzles by lot from everything that a kind's notation allows, and count what came up.

A kind's folder may have an `anything.py` with the members of `Lot`. It is found by its name. Kinds without one are
tested on what they generate.
"""

import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any, Protocol, cast

from quandary.errors import QuandaryError
from quandary.kind import Kind

MOST_DRAWN = 30_000
"""Puzzles after which a trait that never came up is missing."""


class Lot(Protocol):
    """What `anything.py` has."""

    ELEMENTS: Sequence[str]
    """Traits that a puzzle may have, any number of them at once."""
    CHOICES: Mapping[str, Sequence[str]]
    """Groups of traits. A puzzle has exactly one of each group."""
    APART: Collection[frozenset[str]]
    """Pairs of these that no puzzle has. All others must come up together."""
    ALONE: Sequence[str]
    """Further traits, which must come up but not together with all others."""

    def drawn(self, random: Random) -> str:
        """Return the text of a small puzzle. Some texts may be refused."""

    def traits(self, puzzle: Any) -> Iterable[str]:
        """Return the traits of a puzzle."""


def lot_of(kind: Kind) -> Lot | None:
    """Return what is beside a kind as `anything.py`, if there is one."""
    file = kind.folder / "anything.py"
    return _loaded(file) if file.is_file() else None


@cache
def _loaded(file: Path) -> Lot:
    name = f"anything_of_{file.parent.name}"
    spec = spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise ImportError(f"{file} cannot be loaded")
    module = module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return cast(Lot, module)


def drawn(kind: Kind, seed: int) -> Any:
    """Return the puzzle with a number, or None if its text is refused.

    >>> from quandary.kinds.fling import KIND
    >>> KIND.format(drawn(KIND, 3)).split()
    ['.', '.', 'o', '.', '.', 'o']
    """
    random, lot = Random(f"{kind.name} {seed}"), lot_of(kind)
    if lot is None:
        return kind.generate(random, kind.maker.sizes[0]) if kind.maker.generate else None
    try:
        return kind.parse(lot.drawn(random))
    except QuandaryError:
        return None


class Coverage:
    """How many of some puzzles had each trait, and each pair of traits."""

    def __init__(self, lot: Lot) -> None:
        self.lot = lot
        self.paired = (*lot.ELEMENTS, *(trait for group in lot.CHOICES.values() for trait in group))
        self.known = frozenset((*self.paired, *lot.ALONE))
        self.puzzles, self.counts = 0, Counter[str]()
        self.pairs = Counter[frozenset[str]]()

    def add(self, puzzle: Any) -> set[str]:
        """Count the traits of a puzzle and return them."""
        found = set(self.lot.traits(puzzle))
        self.puzzles += 1
        self.counts.update(found)
        self.pairs.update(map(frozenset, combinations(found.intersection(self.paired), 2)))
        return found

    def wanted_pairs(self) -> Iterator[frozenset[str]]:
        """Yield the pairs that have to come up."""
        groups = [frozenset(group) for group in self.lot.CHOICES.values()]
        for pair in map(frozenset, combinations(self.paired, 2)):
            if pair not in self.lot.APART and not any(pair <= group for group in groups):
                yield pair

    def missing(self) -> list[str]:
        """Return the traits and pairs that did not come up."""
        traits = [trait for trait in (*self.paired, *self.lot.ALONE) if not self.counts[trait]]
        return traits + [" with ".join(sorted(pair)) for pair in self.wanted_pairs() if not self.pairs[pair]]

    def impossible(self) -> list[str]:
        """Return the pairs that came up although no puzzle is said to have them."""
        return [" with ".join(sorted(pair)) for pair in self.lot.APART if self.pairs[pair]]

    def __str__(self) -> str:
        """Tell how much came up, and what came up least."""
        wanted = list(self.wanted_pairs())
        pairs, rare = (
            sum(self.pairs[pair] > 0 for pair in wanted),
            min(self.known, key=self.counts.__getitem__),
        )
        return (
            f"{sum(self.counts[trait] > 0 for trait in self.known)} of {len(self.known)} traits (the rarest,"
            f" {rare}, {self.counts[rare]:,} times), {pairs:,} of {len(wanted):,} pairs"
        )


def cover(kind: Kind) -> list[Any]:
    """Return a few drawn puzzles that have every element and every choice among them."""
    lot = lot_of(kind)
    if lot is None:
        return []
    left, chosen = set(Coverage(lot).paired), list[Any]()
    for seed in range(MOST_DRAWN):
        puzzle = drawn(kind, seed)
        if puzzle is not None and not left.isdisjoint(found := set(lot.traits(puzzle))):
            left -= found
            chosen.append(puzzle)
        if not left:
            break
    return chosen
