"""Compare the time of luck with that of ReMUSE:  python benchmarks/pace_luck.py [KIND ...] [--count N].

CPU time of both in turn on the same generated puzzles, in the compiled core, the best of several rounds for each puzzle.
A line that starts with SLOW means that luck takes more than 1.2 times as long.
"""

import argparse
import sys
from collections.abc import Iterator
from random import Random
from time import process_time

from verdict import pace, report

from quandary.generating.recipe import named_size
from quandary.library import registry
from quandary.limits import Limits
from quandary.measuring.entropy import luck, remuse

MOST = 1.2
ROUNDS = 5
LIMITS = Limits(states=200_000)


def lines(kinds: list[str], count: int) -> Iterator[str]:
    """Yield a line for each kind."""
    for name in kinds:
        kind = registry.find_kind(name)
        total = {"remuse": 0.0, "luck": 0.0}
        states = 0
        for number in range(count):
            puzzle = kind.generate(Random(f"{number}"), named_size(kind, ""))
            best = dict.fromkeys(total, float("inf"))
            for _ in range(ROUNDS):
                for measure, of in (("remuse", remuse), ("luck", luck)):
                    begin = process_time()
                    score = of(puzzle, limits=LIMITS)
                    best[measure] = min(best[measure], process_time() - begin)
            states += score.states
            for measure, seconds in best.items():
                total[measure] += seconds
        ratio = total["luck"] / total["remuse"]
        told = f"{name}: luck takes {ratio:.2f} times as long as ReMUSE ({count} puzzles, {states:,} states)"
        yield pace(ratio <= MOST, told)


def main() -> int:
    """Run as a script."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", default=list(registry.find_kinds()))
    parser.add_argument("--count", type=int, default=20)
    options = parser.parse_args()
    return report(lines(options.kinds, options.count))


if __name__ == "__main__":
    sys.exit(main())
