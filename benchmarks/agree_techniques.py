"""Compare the techniques of Sudoku in Python and in C++.

    python benchmarks/agree_techniques.py [--cases N] [--first N]

It solves N random Sudokus with the whole table, and N with each technique alone, with only singles beside
it and a guess where it does not help. Both engines must make the same steps: technique, cost, digit,
strikes, where to look, and how many alternatives there were.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest
from random import Random

from quandary.kinds.sudoku.explainer import Table, raw_steps
from quandary.kinds.sudoku.generate import candidates
from quandary.kinds.sudoku.rules import Sudoku
from quandary.kinds.sudoku.techniques import GUESS, TECHNIQUES, technique
from quandary.limits import Limits, OutOfBudget
from quandary.solving.search import solutions

SIZES = ("4x4", "6x6", "9x9", "9x9", "9x9", "9x9")
"""The sizes to choose from. Most techniques need room."""
SECONDS = 30.0
"""The time limit of Python, whose steps are compared as far as it came."""
SINGLES = ("last-cell", "hidden-single-box", "hidden-single-line", "naked-single")


def sudoku(seed: int) -> Sudoku:
    """Make a random Sudoku, half of the time with symmetric givens."""
    rng = Random(seed)
    return next(candidates(rng, rng.choice(SIZES), symmetry=rng.choice(("none", "half-turn"))))


def alone(name: str) -> Table:
    """Return the table with only a technique and singles, and the techniques that share its finder."""
    named = technique(name)
    singles = tuple(technique(single) for single in SINGLES if technique(single).find is not named.find)
    return (*singles, *(row for row in TECHNIQUES if row.find is named.find and row is not GUESS), GUESS)


def compare(made: Sudoku, table: Table, used: Counter[str]) -> str:
    """Return what differs between the engines, or "" if nothing does. `used` counts techniques."""
    (only,) = solutions(made, most=2).found
    solution = only.end(made)
    engines = (
        iter(raw_steps(made, solution, engine, Limits(SECONDS).start(), table=table, hardest=len(table)))
        for engine in ("python", "native")
    )
    try:
        for ours, theirs in zip_longest(*engines):
            if ours != theirs:
                return f"{made.givens}: {ours} in Python, {theirs} natively"
            used[table[ours.technique].name] += 1
    except OutOfBudget:
        used["(out of time)"] += 1
    return ""


def complaints(seeds: range, table: Table, used: Counter[str]) -> Iterator[str]:
    """Yield the puzzles that the engines solve differently."""
    for seed in seeds:
        if bad := compare(sudoku(seed), table, used):
            yield f"{seed}: {bad}"


def main() -> int:
    """Run as a script."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=200, help="make N Sudokus for each table")
    parser.add_argument("--first", type=int, default=0, help="start at this seed")
    options = parser.parse_args()
    seeds = range(options.first, options.first + options.cases)
    tables = {"all": TECHNIQUES, **{row.name: alone(row.name) for row in TECHNIQUES}}
    wrong = 0
    for name, table in tables.items():
        used = Counter[str]()
        bad = list(complaints(seeds, table, used))
        print(
            f"{name}: {options.cases:,} Sudokus, {sum(used.values()):,} steps, {len(bad)} differ", flush=True
        )
        print(*bad[:3], f"  {dict(used)}", sep="\n", flush=True)
        wrong += len(bad)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
