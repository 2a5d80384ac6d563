"""Check claims about all 2508 HEX puzzles:  python benchmarks/prove_hex.py.

The tests check a sample. This takes a few minutes.
"""

import sys
from collections.abc import Iterator
from itertools import chain, combinations
from time import process_time

from verdict import report, verdict

from quandary.kinds.tangram.hex.people import GAPS, ONE_PLACE, REGION_IS_PIECE
from quandary.kinds.tangram.hex.rules import Hex
from quandary.kinds.tangram.hex.solutions import all_solutions
from quandary.kinds.tangram.hex.starts import starts
from quandary.limits import Limits
from quandary.measuring.entropy import muse
from quandary.parts.fitting import PIECEWISE
from quandary.player import Player
from quandary.rules import Rule

RULES = (ONE_PLACE, REGION_IS_PIECE, *GAPS)
"""R2, R1, R3, R4, R5."""
TINY = 1e-9


def puzzles() -> list[Hex]:
    """Return every solution with its own start."""
    families = ((starts(each.forbidden), each.numbers) for each in all_solutions())
    return [family.puzzle(family.find(tiling)) for family, tiling in families]


def bits(puzzle: Hex, rules: tuple[Rule, ...]) -> float:
    """Compute the bits for a player who knows these rules, under the best policy."""
    value = muse(puzzle, Player(rules, PIECEWISE), limits=Limits()).value
    if value is None:
        raise AssertionError(f"{puzzle} cannot be measured")
    return value


def checks() -> Iterator[str]:
    """Yield one line for each claim."""
    every = puzzles()
    subsets = list(chain.from_iterable(combinations(RULES, size) for size in range(len(RULES) + 1)))
    begin, values = process_time(), dict[tuple[Rule, ...], list[float]]()
    for rules in subsets:
        values[rules] = [bits(puzzle, rules) for puzzle in every]
    rises = compared = 0
    for rules, before in values.items():
        for rule in RULES:
            if rule not in rules:
                after = values[tuple(each for each in RULES if each in rules or each is rule)]
                compared += len(after)
                rises += sum(b > a + TINY for a, b in zip(before, after, strict=True))
    told = (
        f"best with one rule more: {rises} rises in {compared:,} comparisons, {process_time() - begin:.0f} s"
    )
    yield verdict(rises == 0, told)
    for rule in RULES:
        worth = sum(a - b for a, b in zip(values[()], values[(rule,)], strict=True)) / len(every)
        yield f"mean differential entropy of {rule.name}: {worth:.3f}"


if __name__ == "__main__":
    sys.exit(report(checks()))
    sys.exit(0)
