"""Compare C++ with Python on puzzles drawn by lot:  python benchmarks/agree.py [--cases N] [--kind NAME].

It asks what the contract asks, about as many puzzles as you like. Of each puzzle, one thing is compared, by lot: the
solutions and how they are counted, all states, what a player sees along random play, a measure in bits, or the states
that a player may reach. The puzzles come from the kinds' `anything.py`, with everything that the notations allow; the
last lines tell how much of that came up. --having TRAIT keeps to puzzles with a trait, such as pillar. Each seed is
independent, so a run can be continued: --first is the first of them.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import count
from math import inf
from time import process_time

from quandary.kind import Kind
from quandary.library import registry
from quandary.limits import Limits
from quandary.testing.lots import Coverage, lot_of
from quandary.testing.twins import QUESTIONS, compare

STATES = 100
"""The most states of a puzzle. Larger ones are left out, so that there is time for many."""
SAYING = 60.0
"""Seconds of processor time between two lines about how far it has got."""


def report(kind: Kind, options: argparse.Namespace) -> Iterator[str]:
    """Yield a line for each difference, now and then one about how far it has got, and the table at the end."""
    lot, fates, begin = lot_of(kind), Counter[str](), process_time()
    table, said, seed = Coverage(lot) if lot else None, begin, options.first
    for asked in compare(kind, count(options.first), Limits(states=options.states), options.having):
        seed = asked.seed
        fates.update([asked.question] if asked.question else [])
        if asked.question and table:
            table.add(asked.puzzle)
        if asked.difference:
            fates["different"] += 1
            yield f"FAILED {kind.name}, seed {seed}: {asked.question}: {asked.difference}"
        if (now := process_time()) - said > SAYING:
            said = now
            yield f"  {_told(kind, fates, options.first, seed)}"
        if _compared(fates) >= options.cases or now - begin > options.seconds:
            break
    yield f"{_told(kind, fates, options.first, seed)} ({process_time() - begin:.0f} s)"
    yield f"  {table or 'nothing beside the kind draws puzzles, so it generated them'}"


def _compared(fates: Counter[str]) -> int:
    return sum(fates[name] for name, _ in QUESTIONS)


def _told(kind: Kind, fates: Counter[str], first: int, seed: int) -> str:
    asked = ", ".join(f"{fates[name]:,} {name}" for name, _ in QUESTIONS)
    return (
        f"{kind.name}: {_compared(fates):,} puzzles ({asked}), seeds {first} to {seed},"
        f" {fates['different']} differences"
    )


def options_of(words: list[str] | None = None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cases", type=int, default=1000, help="compare N puzzles of each kind")
    parser.add_argument("--first", type=int, default=0, help="start at this seed")
    parser.add_argument("--kind", default="", help="only this kind")
    parser.add_argument("--having", default="", help="only puzzles with this trait")
    parser.add_argument("--states", type=int, default=STATES, help="leave out puzzles with more states")
    parser.add_argument("--seconds", type=float, default=inf, help="end each kind after this processor time")
    return parser.parse_args(words)


def main() -> int:
    """Run as a script."""
    options, failed = options_of(), 0
    for name in [options.kind] if options.kind else registry.find_kinds():
        for line in report(registry.find_kind(name), options):
            print(line, flush=True)
            failed += line.startswith("FAILED")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
