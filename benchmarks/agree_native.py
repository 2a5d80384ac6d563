"""Compare the native engine with plain Python on random tiny puzzles of every kind.

    python benchmarks/agree_native.py --cases 1000000 [--first N] [--kind sokoban] [--seconds S]

Each seed draws one puzzle of a kind (tiny.py), and one of ten times spoils it, so that puzzles with no, one
and many solutions come up. Both engines must agree on one of three things, by lot: the solved states, the number and
the lengths of the solutions; the reachable states, how many are solved and the moves between them; or MUSE, ReMUSE
or luck, by lot, for a player and a policy drawn by lot. Python answers from its own searches alone. A puzzle that is
too large for either is left out and not counted. Seeds are independent, so a run can be continued with --first; a line
every minute says how far it has got. With --seconds each kind ends after this processor time, however many it has
compared.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache, cached_property
from math import inf
from random import Random
from time import process_time
from typing import Any, NamedTuple

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

SMALL = Limits(states=25)
TINY = 1e-9
SAYING = 60.0
"""Seconds of processor time between two lines about how far it has got."""


def made(kind: Kind, seed: int) -> Any:
    """Return a tiny puzzle of a kind, or None if the seed leads to none."""
    random = Random(f"{kind.name} {seed}")
    text = drawn(kind, random)
    if random.random() < 0.1:
        text = spoilt(text, random)
    try:
        return kind.parse(text)
    except QuandaryError:
        return None


class Answers(NamedTuple):
    """Whether a puzzle can be solved, and what the engines disagree about."""

    solvable: bool
    differences: list[str]


class Pair:
    """The two engines of a puzzle. Each question returns None if one of them does not come to an end."""

    def __init__(self, kind: Kind, puzzle: Any, native: NativeEngine) -> None:
        self.kind, self.puzzle, self.native = kind, puzzle, native
        self.python = PythonEngine(puzzle, lambda most, limits: self._listed)

    @cached_property
    def _listed(self) -> Solutions:
        """The solutions that Python finds."""
        return PythonEngine(self.puzzle).solutions(None, SMALL)

    def solutions(self, random: Random) -> Answers | None:
        """Compare how many solutions there are, how long they are, and where they end."""
        listed, other = self._listed, self.native.solutions(None, SMALL)
        tally = self.kind.engines.tally
        python = self.python.count(None, SMALL) if tally else counted(listed)
        native = self.native.count(None, SMALL)
        if not (listed.complete and other.complete and python.complete and native.complete):
            return None
        different = [
            f"{fact}: {getattr(python, fact)} in Python, {getattr(native, fact)} natively"
            for fact in ("solutions", "total_length", "shortest", "longest")
            if getattr(python, fact) != getattr(native, fact)
        ]
        if self._ends(listed) != self._ends(other):
            different.append(f"solved states: {listed.found} in Python, {other.found} natively")
        return Answers(bool(listed.found), different)

    def _ends(self, answer: Solutions) -> set[tuple[Any, int]]:
        return {(each.end(self.puzzle), len(each.moves)) for each in answer.found}

    def states(self, random: Random) -> Answers | None:
        """Compare the reachable states, how many of them are solved, and the moves between them."""
        graphs = [self.python.explore(SMALL), self.native.unmerged().explore(SMALL)]
        if not all(graph.complete for graph in graphs):
            return None
        ours, theirs = [(len(graph), int(graph.solved.sum()), len(graph.target)) for graph in graphs]
        different = f"states, solved states and moves: {ours} in Python, {theirs} natively"
        return Answers(ours[1] > 0, [different] if ours != theirs else [])

    def bits(self, random: Random) -> Answers | None:
        """Compare a measure for a player and a policy, all by lot."""
        measure, (who,) = random.choice(("muse", "remuse", "luck")), random.choices(*players(self.kind))
        if self.native.lacks(who):
            return None
        policy: Policy = random.choice(("best", "greedy"))
        ours, theirs = (getattr(each, measure)(who, policy, SMALL) for each in (self.python, self.native))
        if ours.stop or theirs.stop:
            return None
        different = f"{measure} ({policy}) for {who}: {ours} in Python, {theirs} natively"
        return Answers(ours.bits is not None, [] if _equal(ours.bits, theirs.bits) else [different])


QUESTIONS = (Pair.solutions, Pair.states, Pair.bits)


def _equal(one: float | None, other: float | None) -> bool:
    if one is None or other is None:
        return one is other
    return abs(one - other) <= TINY


@cache
def players(kind: Kind) -> tuple[list[Player], list[float]]:
    """Return the named players of a kind, and how often each is drawn: more rules take longer."""
    named = list(kind.named_players().values())
    return named, [1 / (1 + len(player.rules)) for player in named]


def compare(kind: Kind, first: int, cases: int, seconds: float = inf) -> Iterator[str]:
    """Yield a line for each difference, now and then one about how far it has got, and one at the end."""
    fates, begin, seed = Counter[str](), process_time(), first
    now = said = begin
    while fates["compared"] < cases and now - begin < seconds:
        puzzle = made(kind, seed)
        native = QuickestEngine(puzzle).native if puzzle is not None else None
        if native is not None:
            random = Random(seed)
            question = random.choice(QUESTIONS)
            if answers := question(Pair(kind, puzzle, native), random):
                fates.update(("compared", question.__name__, *["solvable"] * answers.solvable))
                for what in answers.differences:
                    fates["different"] += 1
                    yield f"FAILED {kind.name}, seed {seed}: {what}: {kind.format(puzzle)!r}"
        seed += 1
        now = process_time() if seed % 64 == 0 else now
        if now - said > SAYING:
            said = now
            yield f"  {_told(kind, fates, first, seed)}"
    yield f"{_told(kind, fates, first, seed)} ({process_time() - begin:.0f} s)"


def _told(kind: Kind, fates: Counter[str], first: int, seed: int) -> str:
    asked = ", ".join(f"{fates[question.__name__]:,} {question.__name__}" for question in QUESTIONS)
    return (
        f"{kind.name}: {fates['compared']:,} puzzles ({asked}; {fates['solvable']:,} with a solution), seeds {first}"
        f" to {seed - 1}, {fates['different']} differences"
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
