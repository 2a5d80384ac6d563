"""Compare rules, brute force and C++ on random panels.

    python benchmarks/agree_witness.py [--cases N] [--first N]

For each type of element and for all of them mixed, it takes N random panels. The states and solutions of
brute force, of the rules in Python and of the native engine must agree, every player must see the same, and
no rule may rule out a move that leads to a solution. Panels under every rule set, some of them pillars, follow, for which
there is no brute force.
"""

import argparse
import sys
from collections.abc import Iterator

import numpy as np

from quandary._native import core
from quandary.kinds.witness import KIND, Panel
from quandary.kinds.witness.test_brute_force import CELLS, check_agreement, wild_panel
from quandary.kinds.witness.test_rulesets import odd_panel
from quandary.measuring.entropy import muse, remuse
from quandary.player import Player
from quandary.puzzle import NEXT
from quandary.solving.explore import explore


def complaints(panel: Panel) -> Iterator[str]:
    """Yield what is wrong with the answers to one panel."""
    try:
        check_agreement(panel)
    except AssertionError:
        yield "brute force disagrees"
    yield from _unsound(panel)
    if core() is not None:
        yield from _differences(panel)


def _unsound(panel: Panel) -> Iterator[str]:
    """Yield the rules that rule out a move on the way to a solution."""
    graph = explore(panel, engine="python")
    ends = [state for state, solved in zip(graph.states or (), graph.solved, strict=True) if solved]
    for rule in KIND.people.rules:
        player = Player((rule,))
        for end in ends:
            for length in range(1, len(end)):
                left = player.options(panel, end[:length])[NEXT]
                if end[length] not in [panel.apply(end[:length], move)[-1] for move in left]:
                    yield f"{rule.name} strikes a move that leads to a solution"


def _differences(panel: Panel) -> Iterator[str]:
    """Yield where the native engine and Python differ."""
    one, other = (explore(panel, engine=engine) for engine in ("python", "native"))
    for name in ("first", "target", "solved", "starts"):
        if not np.array_equal(getattr(one, name), getattr(other, name)):
            yield f"{name} differs natively"
    for player in KIND.named_players().values():
        for measure in (muse, remuse):
            ours, theirs = (measure(panel, player, engine=engine) for engine in ("python", "native"))
            if ours.status != theirs.status or abs((ours.value or 0) - (theirs.value or 0)) > 1e-9:
                yield f"{ours.measure} for {player} is {ours} in Python and {theirs} natively"


def odd_complaints(panel: Panel) -> Iterator[str]:
    """Yield what is wrong with the answers to a panel that brute force does not know."""
    yield from _unsound(panel)
    native = KIND.engines.native
    if core() is not None and native and native(panel):
        yield from _differences(panel)


def main() -> int:
    """Run as a script."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=2000, help="make N panels of each sort")
    parser.add_argument("--first", type=int, default=0, help="start at this seed")
    options = parser.parse_args()
    wrong = 0
    for topic in CELLS:
        bad = []
        for seed in range(options.first, options.first + options.cases):
            panel = wild_panel(seed, topic)
            bad += [f"{topic} {seed}: {what}\n{KIND.format(panel)}" for what in complaints(panel)]
        print(f"{topic}: {options.cases:,} panels, {len(bad)} complaints", *bad[:3], sep="\n", flush=True)
        wrong += len(bad)
    bad = []
    for seed in range(options.first, options.first + options.cases):
        panel = odd_panel(seed)
        if panel.entrances:
            bad += [f"odd {seed}: {what}\n{KIND.format(panel)}" for what in odd_complaints(panel)]
    print(f"rule sets and pillars: {options.cases:,} panels, {len(bad)} complaints", *bad[:3], sep="\n")
    return 1 if wrong + len(bad) else 0


if __name__ == "__main__":
    sys.exit(main())
