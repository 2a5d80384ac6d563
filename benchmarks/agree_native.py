"""Compare the native engine with plain Python on random tiny puzzles of every kind.

    python benchmarks/agree_native.py --cases 1000000 [--first N] [--kind sokoban] [--seconds S]

Each seed draws one puzzle of a kind (tiny.py), and one of three times spoils it, so that puzzles with no, one
and many solutions come up. Both engines must agree on the solved states, the number and the lengths of the
solutions, on the reachable states, how many are solved and the moves between them, and on MUSE, ReMUSE
or luck, by lot, for a player and a policy drawn by lot. Python answers from its own searches alone. A puzzle that is
too large for Python is left out. Seeds are independent, so a run can be continued with --first; a line every minute
says how far it has got. With --seconds each kind ends after this processor time, however many it has compared.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from math import inf
from random import Random
from time import process_time
from typing import Any

from tiny import drawn, spoilt

from quandary.engine import Solutions
from quandary.errors import QuandaryError
from quandary.kind import Kind, Policy
from quandary.library import registry
from quandary.limits import Limits
from quandary.player import Player
from quandary.solving.choose import QuickestEngine
from quandary.solving.native import NativeEngine
from quandary.solving.python import PythonEngine, counted

SMALL = Limits(states=400)
TINY = 1e-9
SAYING = 60.0
"""Seconds of processor time between two lines about how far it has got."""


def made(kind: Kind, seed: int) -> Any:
    """Return a tiny puzzle of a kind, or None if the seed leads to none."""
    random = Random(f"{kind.name} {seed}")
    text = drawn(kind, random)
    if random.random() < 1 / 3:
        text = spoilt(text, random)
    try:
        return kind.parse(text)
    except QuandaryError:
        return None


class Pair:
    """The two engines of a puzzle, and the solutions that Python finds."""

    def __init__(self, kind: Kind, puzzle: Any, native: NativeEngine) -> None:
        self.kind, self.puzzle, self.native = kind, puzzle, native
        self.python = PythonEngine(puzzle, lambda most, limits: self.listed)
        self.listed = PythonEngine(puzzle).solutions(None, SMALL)

    def differences(self, random: Random) -> Iterator[str]:
        """Yield what the two engines disagree about."""
        yield from self._solutions()
        yield from self._states()
        yield from self._bits(random)

    def _solutions(self) -> Iterator[str]:
        tally = self.kind.engines.tally
        python = self.python.count(None, SMALL) if tally else counted(self.listed)
        native = self.native.count(None, SMALL)
        if python.complete and native.complete:
            for fact in ("solutions", "total_length", "shortest", "longest"):
                if getattr(python, fact) != getattr(native, fact):
                    yield f"{fact}: {getattr(python, fact)} in Python, {getattr(native, fact)} natively"
        other = self.native.solutions(None, SMALL)
        if self.listed.complete and other.complete and self._ends(self.listed) != self._ends(other):
            yield f"solved states: {self.listed.found} in Python, {other.found} natively"

    def _ends(self, answer: Solutions) -> set[tuple[Any, int]]:
        return {(each.end(self.puzzle), len(each.moves)) for each in answer.found}

    def _states(self) -> Iterator[str]:
        graphs = [self.python.explore(SMALL), self.native.unmerged().explore(SMALL)]
        if all(graph.complete for graph in graphs):
            sizes = [(len(graph), int(graph.solved.sum()), len(graph.target)) for graph in graphs]
            if sizes[0] != sizes[1]:
                yield f"states, solved states and moves: {sizes[0]} in Python, {sizes[1]} natively"

    def _bits(self, random: Random) -> Iterator[str]:
        measure, who = random.choice(("muse", "remuse", "luck")), random.choice(players(self.kind))
        if self.native.lacks(who):
            return
        policy: Policy = random.choice(("best", "greedy"))
        ours, theirs = (getattr(each, measure)(who, policy, SMALL) for each in (self.python, self.native))
        if not ours.stop and not theirs.stop and not _equal(ours.bits, theirs.bits):
            yield f"{measure} ({policy}) for {who}: {ours} in Python, {theirs} natively"


def _equal(one: float | None, other: float | None) -> bool:
    if one is None or other is None:
        return one is other
    return abs(one - other) <= TINY


@cache
def players(kind: Kind) -> list[Player]:
    """Return the named players of a kind."""
    return list(kind.named_players().values())


def compare(kind: Kind, first: int, cases: int, seconds: float = inf) -> Iterator[str]:
    """Yield a line for each difference, now and then one about how far it has got, and one at the end."""
    fates, begin, said, seed = Counter[str](), process_time(), process_time(), first
    while fates["compared"] < cases and process_time() - begin < seconds:
        puzzle = made(kind, seed)
        native = QuickestEngine(puzzle).native if puzzle is not None else None
        if native is None:
            fates["refused"] += 1
        else:
            pair = Pair(kind, puzzle, native)
            fates["compared"] += 1
            fates["solvable"] += bool(pair.listed.found)
            for what in pair.differences(Random(seed)):
                fates["different"] += 1
                yield f"FAILED {kind.name}, seed {seed}: {what}: {kind.format(puzzle)!r}"
        seed += 1
        if seed % 256 == 0 and process_time() - said > SAYING:
            said = process_time()
            yield f"  {_told(kind, fates, first, seed)}"
    yield f"{_told(kind, fates, first, seed)} ({process_time() - begin:.0f} s)"


def _told(kind: Kind, fates: Counter[str], first: int, seed: int) -> str:
    return (
        f"{kind.name}: {fates['compared']:,} puzzles ({fates['solvable']:,} with a solution), seeds {first} to"
        f" {seed - 1}, {fates['different']} differences"
    )


def main() -> int:
    """Run as a script."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cases", type=int, default=1000, help="compare N puzzles of each kind")
    parser.add_argument("--first", type=int, default=0, help="start at this seed")
    parser.add_argument("--kind", default="", help="only this kind")
    parser.add_argument("--seconds", type=float, default=inf, help="end each kind after this processor time")
    options = parser.parse_args()
    failed = 0
    for name in [options.kind] if options.kind else registry.kinds():
        for line in compare(registry.kind(name), options.first, options.cases, options.seconds):
            print(line, flush=True)
            failed += line.startswith("FAILED")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
