"""Compare the labels of generated puzzles:  python benchmarks/agree_labels.py [KIND ...] [--count 200].

The level that was asked for, the headline, the norm, and the first words of `rate` and `explain` must agree
for every puzzle, and their order must agree over all puzzles of a kind.
"""

import argparse
import sys
from collections.abc import Iterator

from verdict import report, verdict

from quandary.errors import QuandaryError
from quandary.library.registry import find_kind, find_kinds
from quandary.testing.labels import contradictions, labelled


def checks(names: list[str], count: int) -> Iterator[str]:
    """Yield a line for each kind."""
    for name in names:
        kind, made, missing = find_kind(name), [], 0
        levels = list(kind.maker.levels) or [""]
        for level in levels:
            for seed in range(count):
                try:
                    made.append(labelled(kind, level, seed))
                except QuandaryError:
                    missing += 1
        found = list(contradictions(kind, made))
        yield from found
        each = f"{len(levels)} levels" if kind.maker.levels else "no levels"
        left = f", {missing:,} not made" if missing else ""
        yield verdict(not found, f"{name}: {len(made):,} puzzles, {each}, {len(found)} contradictions{left}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("kinds", nargs="*", default=list(find_kinds()))
    parser.add_argument("--count", type=int, default=200, help="puzzles of each level (default: %(default)s)")
    asked = parser.parse_args()
    sys.exit(report(checks(asked.kinds, asked.count)))
