"""Check Sudoku on real puzzles, with the files in the folder `sudoku` of the data, if any.

rated_se.txt        puzzles with their Sudoku Explainer rating, one per line
bank_*.txt          the same, hard ones
top1465.txt         puzzles, one per line
sixteen*.json       {name: {"problem": ..., "solution": ...}}: 16 × 16 grids of numbers with "-" for empty

Speeds are per second of processor time.
"""

import json
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from time import process_time

from race_sudoku import by_loaded_sat, in_one_call
from verdict import verdict

from quandary._native import native_limits
from quandary.errors import NotationError
from quandary.kinds.sudoku.explainer import digger, profile
from quandary.kinds.sudoku.features import steps, surface
from quandary.kinds.sudoku.notation import parse
from quandary.kinds.sudoku.rules import Sudoku
from quandary.limits import Limits
from quandary.replicate.genpuzzles import PUZZLES, SEED, SPLITS, accuracy, read_labelled, sample

SHARE = 0.8
PART = 500
"""How many puzzles each program counts in turn."""


def checks(data: Path) -> Iterator[str]:
    """Yield a line for each check."""
    folder = data / "sudoku"
    for path in sorted(folder.glob("rated_se*.txt")) + sorted(folder.glob("bank_*.txt")):
        yield from ratings(path)
    for path in sorted(folder.glob("rated_se*.txt")):
        yield levels(path)
    for path in sorted(folder.glob("top*.txt")):
        yield from uniqueness(path)
    for path in sorted(folder.glob("sixteen*.json")):
        yield from published_solutions(path)


def ratings(path: Path) -> Iterator[str]:
    """Compare our ratings with those of the file."""
    import numpy as np
    from scipy.stats import spearmanr

    lines = [line.split() for line in path.read_text("utf-8").splitlines() if line and line[0] != "#"]
    puzzles = [parse(line[0]) for line in lines]
    begin = process_time()
    found = [profile(sudoku) for sudoku in puzzles]
    speed = len(lines) / (process_time() - begin)
    theirs = np.array([float(line[1]) for line in lines])
    ours = np.array([each.rating if each else np.nan for each in found])
    exact = float(np.mean(np.abs(ours - theirs) < 0.05))
    rank = float(spearmanr(ours, theirs)[0])
    explained = 1 - float(((ours - theirs) ** 2).sum() / ((theirs - theirs.mean()) ** 2).sum())
    told = f"{path.name}: {len(lines)} rated, {exact:.2%} exact, Spearman {rank:.4f}, R² {explained:.4f}, {speed:,.0f}/s"
    yield verdict(exact >= 0.85 and rank >= 0.97 and explained >= 0.8, told)


def levels(path: Path) -> str:
    """Measure how well a support vector machine tells four levels apart, with two sets of features."""
    chosen = sample(read_labelled(path), PUZZLES, SEED)
    glance = accuracy([(surface(sudoku), label) for sudoku, label in chosen], SHARE, splits=SPLITS, seed=SEED)
    solved = [(profile(sudoku), label) for sudoku, label in chosen]
    by_steps = [(steps(found), label) for found, label in solved if found]
    stepwise = accuracy(by_steps, SHARE, splits=SPLITS, seed=SEED)
    told = (
        f"{path.name}: {len(chosen)} in four levels, {SPLITS} splits, {SHARE:.0%} for training:"
        f" {stepwise:.3f} right by the steps of a solution, {glance:.3f} by the paper's features"
    )
    return verdict(stepwise >= 0.9 and len(by_steps) == len(chosen), told)


def uniqueness(path: Path) -> Iterator[str]:
    """Check that all puzzles of a file have one solution, and compare the speed with that of python-sat."""
    lines = [line.strip() for line in path.read_text("utf-8").splitlines()]
    puzzles = [parse(line) for line in lines if line and line[0] != "#"]
    ours = theirs = 0.0
    counts = list[int]()
    for first in range(0, len(puzzles), PART):  # in turn, so that both have the same load beside them
        part = puzzles[first : first + PART]
        begin = process_time()
        counts += in_one_call(part)
        ours += process_time() - begin
        if find_spec("pysat"):
            begin = process_time()
            assert by_loaded_sat(part) == counts[first:], "python-sat has other counts"
            theirs += process_time() - begin
    told = f"{path.name}: {counts.count(1)} of {len(puzzles)} have exactly one solution, {len(puzzles) / ours:,.0f}/s"
    told += f", {theirs / ours:.0f} times as fast as python-sat, loaded once for {PART}" if theirs else ""
    yield verdict(counts.count(1) == len(puzzles), told)


def published_solutions(path: Path) -> Iterator[str]:
    """Check that large puzzles have the published solution and no other."""
    entries = json.loads(path.read_text("utf-8"))
    equal, seconds, within = 0, 0.0, native_limits(Limits(seconds=60))
    for entry in entries.values():
        sudoku = _read(entry["problem"])
        begin = process_time()
        solved = digger(sudoku.box_rows, sudoku.box_columns).solve(sudoku.givens, 2, within)
        seconds += process_time() - begin
        numbers = "".join(
            "." + "123456789ABCDEFGHIJKLMNOP"[int(word) - 1] for word in _grid(entry["solution"])
        )
        equal += solved.found == 1 and solved.complete and solved.first == numbers.replace(".", "")
    told = (
        f"{path.name}: {equal} of {len(entries)} unique and equal to the published solution, {seconds:.2f} s"
    )
    yield verdict(equal == len(entries), told)


def _grid(text: str) -> list[str]:
    """Return the numbers of a grid whose first line has its size."""
    return text.partition("\n")[2].split()


def _read(text: str) -> Sudoku:
    words = _grid(text)
    if len(words) not in (144, 256, 625):
        raise NotationError(f"a large Sudoku with {len(words)} cells")
    return parse(" ".join(words))
