"""Check walks of experienced solvers: read, replayed to the solution, and what draws solvers to a place.

It reads FOLDER/pencil/NAME.jsonl.xz, or the same in FOLDER itself, for each kind whose form is known. Run alone, it takes
a few walks of some kinds:  python benchmarks/real_walks.py sudoku fillomino --data FOLDER --most 60
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import fmean

import numpy as np
from verdict import report, verdict

from quandary.errors import QuandaryError
from quandary.library.registry import find_kinds
from quandary.models.walks.archive import FORMS
from quandary.models.walks.fitted import contradictions, drawn_again, fit_moves
from quandary.models.walks.reading import ReadWalks, read_walks
from quandary.models.walks.walk import RecordedWalk, boards, is_whole
from quandary.rules import Rule
from quandary.solving.decided import decided

READ, WHOLE, SAVED = 0.98, 0.95, 0.3
"""The shares of walks that are read and that end in the solution, and the bits saved against nearness."""
BITS = {"sudoku": 2.6, "fillomino": 2.8, "hitori": 2.6, "starbattle": 2.7}
"""The bits per move that are to be reached on unseen puzzles."""
RULED = {"fillomino": 0.9, "starbattle": 0.95, "hitori": 0.98}
"""The shares of moves that a rule decides."""


def checks(data: Path, names: Sequence[str] = (), most: int | None = None) -> Iterator[str]:
    """Yield lines for each kind."""
    folder = data / "pencil" if (data / "pencil").is_dir() else data
    for name in names or FORMS:
        path = next(iter(sorted(folder.glob(f"{name}*.jsonl.xz"))), None)
        if path is not None and name in find_kinds():
            yield from check_kind(name, read_walks(path, name), most)


def check_kind(name: str, found: ReadWalks, most: int | None) -> Iterator[str]:
    """Yield what is read, what is fitted, and the lift of each rule."""
    solved = [walk for walk in found.walks if _is_solvable(walk)]
    alone = [walk for walk in solved if not walk.helped]
    whole = sum(map(is_whole, alone)) / max(len(alone), 1)
    read = len(solved) / (len(found.walks) + found.refused)
    yield verdict(
        read >= READ and whole >= WHOLE,
        f"{name}: {read:.1%} of {len(found.walks) + found.refused:,} walks replayed, {whole:.1%} to the solution of the"
        f" {len(alone):,} that the recorder neither helped nor cut"
        + (f"; not read: {found.why}" if found.refused else ""),
    )
    if name not in BITS:
        return
    chosen = solved if most is None else Random(1).sample(solved, min(most, len(solved)))
    fitted = fit_moves(chosen)
    told = ", ".join(f"{each} {value}" for each, value in fitted.bits.items())
    solvers = (
        ", ".join(f"{each} {value}" for each, value in fitted.by_solver.items()) or "none with enough walks"
    )
    yield f"{name}: {fitted.choices:,} choices of {fitted.walks:,} walks: bits {told}; unseen solvers: {solvers}"
    yield verdict(fitted.saved.low > SAVED, f"{name}: saved against nearness {fitted.saved}")
    if name in BITS:
        yield verdict(fitted.bits["all"].value <= BITS[name], f"{name}: {fitted.bits['all']} of {BITS[name]}")
    if name in RULED:
        yield verdict(fitted.with_rule >= RULED[name], f"{name}: {fitted.with_rule:.1%} of moves have a rule")
    yield f"{name}: lifts " + "; ".join(
        f"{lift.rule} {lift.lift} ({lift.moves:,})" for lift in fitted.lifts if lift.moves
    )
    if any(rule.habit is not None for rule in chosen[0].kind.people.rules):
        yield check_hints(name, chosen)
    for easy, hard in contradictions(fitted.lifts):
        yield f"{name}: {hard.rule} (cost {hard.cost:g}) is preferred to {easy.rule} (cost {easy.cost:g})"


def check_hints(name: str, walks: Sequence[RecordedWalk]) -> str:
    """Compare hints by costs and hints by habit with what is written next: how often they name that cell."""
    rules = walks[0].kind.people.rules
    by_habit = [replace(rule, cost=rule.turn) for rule in rules]
    told = list[str]()
    for solver in sorted({walk.solver for walk in walks}):
        own = [walk for walk in walks if walk.solver == solver]
        moves = [
            [old - new for old, new in zip(_hits(walk, by_habit), _hits(walk, rules), strict=True)]
            for walk in own
        ]
        old = fmean(hit for walk in own for hit in _hits(walk, rules))
        sums, counts = np.array([sum(each) for each in moves]), np.array([float(len(each)) for each in moves])
        told.append(f"{solver} {old:.3f} by costs, by habit {drawn_again(sums, counts)} more")
    return f"{name}: a hint names the next cell: {'; '.join(told)}"


def _hits(walk: RecordedWalk, rules: Sequence[Rule]) -> list[float]:
    """Return the chance that a hint names what is written next, on every board of a walk."""
    turn = {rule.name: rule.cost for rule in rules}
    before, hits = list(boards(walk)), list[float]()
    for board, found in zip(before, decided(walk.puzzle, [each.made for each in before], rules), strict=True):
        easiest = min((turn[rule] for rule in found.values()), default=0.0)
        named = [move for move, rule in found.items() if turn[rule] == easiest]
        hits.append((board.move in named) / max(1, len(named)))
    return hits


def _is_solvable(walk: RecordedWalk) -> bool:
    try:
        return is_whole(walk) in (True, False)
    except QuandaryError:
        return False


def main() -> int:
    """Run as a script."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="only these kinds")
    parser.add_argument("--data", type=Path, required=True, help="the folder with the data files")
    parser.add_argument("--most", type=int, help="the most walks of a kind that are fitted")
    options = parser.parse_args()
    return report(checks(options.data, options.names, options.most))


if __name__ == "__main__":
    sys.exit(main())
