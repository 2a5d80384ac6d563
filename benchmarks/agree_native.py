"""Compare the native engine with plain Python on random small puzzles of every kind.

    python benchmarks/agree_native.py --cases 1000000 [--first N] [--kind sokoban]

Each seed makes one small puzzle of a kind, and two of three times spoils it, so that puzzles with no, one
and many solutions come up. Both engines must agree on the number of solutions, their lengths and the
first solution, on the reachable states and how many are solved, and on MUSE or ReMUSE for a player drawn by lot.
A puzzle that is too large for Python is left out. Seeds are independent, so a run can be continued with --first.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from random import Random
from time import process_time
from typing import Any

from quandary.errors import QuandaryError
from quandary.kind import Kind
from quandary.library import registry
from quandary.library.files import examples
from quandary.limits import Limits
from quandary.measuring.entropy import muse, remuse
from quandary.player import Player
from quandary.solving.choose import QuickestEngine
from quandary.solving.explore import explore
from quandary.solving.search import count, solutions

SMALL = Limits(states=400)
SMALLEST = {
    "sudoku": ("4x4",),
    "fillomino": ("2x2", "2x3"),
    "maze": ("3x3",),
    "tilt": ("2x2", "3x3", "4x3"),
}
"""Sizes for kinds whose smallest sizes by name are too large for Python."""
TINY = 1e-9


def made(kind: Kind, seed: int) -> Any:
    """Return a small puzzle of a kind, or None if the seed leads to none."""
    random = Random(f"{kind.name} {seed}")
    sizes = SMALLEST.get(kind.name) or kind.maker.sizes[:2]
    if kind.maker.generate and kind.name not in ("hex", "sokoban"):
        text = kind.format(kind.generate(random, random.choice(sizes)))
    else:
        text = kind.format(random.choice(_SMALL_EXAMPLES[kind.name]))
    for _ in range(random.choice((0, 1, 2)) if kind.name not in ("hex", "sokoban") else random.randint(1, 3)):
        text = _spoilt(text, random)
    try:
        return kind.parse(text)
    except QuandaryError:
        return None


def _spoilt(text: str, random: Random) -> str:
    """Return a text with one of its characters in another place."""
    here, there = random.randrange(len(text)), random.randrange(len(text))
    if random.random() < 0.5:  # two characters change places
        cells = list(text)
        cells[here], cells[there] = cells[there], cells[here]
        return "".join(cells)
    return text[:here] + text[there] + text[here + 1 :]


_SMALL_EXAMPLES: dict[str, list[Any]] = {}


def differences(kind: Kind, puzzle: Any, random: Random) -> Iterator[str]:
    """Yield what the two engines disagree about."""
    python, native = (count(puzzle, limits=SMALL, engine=engine) for engine in ("python", "native"))
    if python.complete and native.complete:
        for fact in ("solutions", "total_length", "shortest", "longest"):
            if getattr(python, fact) != getattr(native, fact):
                yield f"{fact}: {getattr(python, fact)} in Python, {getattr(native, fact)} natively"
    one, other = (solutions(puzzle, most=1, limits=SMALL, engine=engine) for engine in ("python", "native"))
    if "gave up" not in (one.status, other.status) and one.status != other.status:
        yield f"it is {one.status} in Python, {other.status} natively"
    graphs = [explore(puzzle, limits=SMALL, engine=engine) for engine in ("python", "unmerged")]
    if all(graph.complete for graph in graphs):
        sizes = [(len(graph), int(graph.solved.sum()), len(graph.target)) for graph in graphs]
        if sizes[0] != sizes[1]:
            yield f"states, solved states and moves: {sizes[0]} in Python, {sizes[1]} natively"
    player = random.choice(_players(kind, puzzle))
    for measure in (random.choice((muse, remuse)),):
        ours, theirs = (
            measure(puzzle, player, limits=SMALL, engine=engine) for engine in ("python", "native")
        )
        known = "gave up" not in (ours.status, theirs.status)
        if known and (ours.status != theirs.status or abs((ours.value or 0) - (theirs.value or 0)) > TINY):
            yield f"{measure.__name__} for {player}: {ours} in Python, {theirs} natively"


def _players(kind: Kind, puzzle: Any) -> list[Player]:
    native = QuickestEngine(puzzle).native
    assert native is not None
    return [player for player in kind.named_players().values() if not native.lacks(player)]


def compare(kind: Kind, first: int, cases: int) -> Iterator[str]:
    """Yield a line for each difference, and one about the kind at the end."""
    fates, begin = Counter[str](), process_time()
    _SMALL_EXAMPLES[kind.name] = _small_examples(kind)
    seed = first
    while fates["compared"] < cases:
        puzzle = made(kind, seed)
        if puzzle is None or QuickestEngine(puzzle).native is None:
            fates["refused"] += 1
        else:
            fates["compared"] += 1
            for what in differences(kind, puzzle, Random(seed)):
                fates["different"] += 1
                yield f"FAILED {kind.name}, seed {seed}: {what}: {kind.format(puzzle)!r}"
            fates["solvable"] += bool(solutions(puzzle, most=1, limits=SMALL).found)
        seed += 1
    yield (
        f"{kind.name}: {fates['compared']:,} puzzles ({fates['solvable']:,} with a solution), seeds {first} to"
        f" {seed - 1}, {fates['different']} differences ({process_time() - begin:.0f} s)"
    )


def _small_examples(kind: Kind) -> list[Any]:
    """Return the examples whose states Python explores within the limit, or all if there are none."""
    puzzles = [entry.puzzle for entry in examples(kind)]
    few = [puzzle for puzzle in puzzles if explore(puzzle, limits=SMALL, engine="python").complete]
    return few or puzzles


def main() -> int:
    """Run as a script."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cases", type=int, default=1000, help="compare N puzzles of each kind")
    parser.add_argument("--first", type=int, default=0, help="start at this seed")
    parser.add_argument("--kind", default="", help="only this kind")
    options = parser.parse_args()
    failed = 0
    for name in [options.kind] if options.kind else registry.kinds():
        for line in compare(registry.kind(name), options.first, options.cases):
            print(line, flush=True)
            failed += line.startswith("FAILED")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
