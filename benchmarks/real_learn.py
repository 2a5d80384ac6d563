"""Real people: mazes, simulated studies, the game of 24 and levels of Sudoku, with intervals.

Sokoban and Witness panels are in real_learn_sokoban.py and real_learn_witness.py.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from learning import at_least, checked, table_of
from verdict import FAILED

from quandary.models.folds import Folds
from quandary.models.learn import study
from quandary.models.pipelines import pipeline
from quandary.models.question import Question, prepare
from quandary.models.running import Runner
from quandary.models.scale import Anchor, calibrate
from quandary.models.skill import graded, rasch
from quandary.models.table import Table, read_table

STUDIES = int(os.environ.get("QUANDARY_STUDIES", "100"))
PEOPLE = ("twentyfour/24.csv", "sudoku/rated_se.txt")
"""What people did, which no sample can stand for."""


def checks(data: Path) -> Iterator[str]:
    """Yield a line for each number that must come out, FAILED where it does not."""
    yield from mazes()
    if missing := [each for each in PEOPLE if not (data / each).exists()]:
        yield f"nothing more to learn from without {', '.join(missing)}"
        return
    yield from recovery()
    yield from twenty_four(data)
    yield from sudoku(table_of("sudoku", data), data)


def mazes() -> Iterator[str]:
    """Check the report's Table D-2."""
    from quandary.replicate._maze_data import DATA

    prepared = prepare(read_table(DATA), Question("difficulty", ("B2",)))
    found = study(prepared, [pipeline("linear")], folds=Folds(10, 10), run=Runner(), look=False)
    mae = found.validations["linear"].mae
    yield f"{'' if mae.value <= 0.44 else f'{FAILED}: '}mazes, MAE with B2: {mae} (at most 0.44, aim 0.38)"
    if found.linear:
        yield f"mazes, R² {found.linear.r2:.3f}, adjusted {found.linear.adjusted_r2:.3f} (.870, .865)"


def recovery() -> Iterator[str]:
    """Check that simulated people and puzzles come back, and that intervals cover."""
    for name in ("rasch", "graded"):
        rng = np.random.default_rng(1)
        inside: list[list[float]] = [[], []]
        alike: list[list[float]] = [[], []]
        for _ in range(STUDIES):
            skill, difficulty = rng.normal(size=200) * 1.2, rng.normal(size=30)
            steps = difficulty[:, None] + (np.array([0.0]) if name == "rasch" else np.array([-1.0, 0.0, 1.0]))
            chance = 1 / (1 + np.exp(-(skill[:, None, None] - steps)))
            answers = (rng.random((200, 30, 1)) < chance).sum(axis=2).astype(float)
            found = rasch(answers) if name == "rasch" else graded(answers)
            for at, (values, truth) in enumerate(((found.puzzles, difficulty), (found.people, skill))):
                table = np.array(values)
                inside[at].append(float(np.mean((table[:, 2] <= truth) & (truth <= table[:, 3]))))
                alike[at].append(float(np.corrcoef(table[:, 0], truth)[0, 1]))
        for at, (what, least) in enumerate((("puzzles", 0.95), ("people", 0.85))):
            cover, worst = float(np.mean(inside[at])), min(alike[at])
            mark = "" if 0.93 <= cover <= 0.97 and worst >= least else f"{FAILED}: "
            yield f"{mark}{name}, {what}: correlation at least {worst:.3f}, 95 % intervals cover {cover:.1%} ({STUDIES} studies)"


def twenty_four(data: Path) -> Iterator[str]:
    """Check the scale on the game of 24: luck goes with failure, and 80 % intervals hold 80 %."""
    import sys

    from scipy.stats import spearmanr

    sys.path.insert(0, str(Path(__file__).parent.parent / "examples"))
    from twenty_four import read

    known: list[Anchor] = read(str(data / "twentyfour" / "24.csv"))
    bits = np.array([each.bits for each in known])
    failed = np.array([1 - (each.solve_rate or 0) for each in known])
    seconds = np.array([each.seconds or 0 for each in known])
    rho = float(spearmanr(bits, failed).statistic)
    yield f"{'' if rho >= 0.7 else f'{FAILED}: '}24: luck goes with failure at ρ {rho:.3f} over {len(known):,} puzzles (at least 0.7)"
    rng, cover, reach, alone = np.random.default_rng(1), list[float](), list[float](), list[float]()
    for _ in range(200):
        chosen = rng.choice(len(known), 10, replace=False)
        scale = calibrate("twenty-four", [known[at] for at in chosen])
        others = np.setdiff1d(np.arange(len(known)), chosen)
        told = [scale.estimate(bits[at], 3) for at in others]
        cover.append(
            float(
                np.mean([each.low <= seconds[at] <= each.high for each, at in zip(told, others, strict=True)])
            )
        )
        reach.append(2**scale.reach)
        alone.append(2**scale.baseline_reach)
    share = float(np.mean(cover))
    mark = "" if 0.76 <= share <= 0.84 else f"{FAILED}: "
    yield f"{mark}24: 80 % intervals from ten anchors hold {share:.1%}, a factor of {np.mean(reach):.2f} (the median alone: {np.mean(alone):.2f})"


def sudoku(rows: Table, data: Path) -> Iterator[str]:
    """Check the levels of a labelled file, with and without what tells the rating."""
    told = ("rating", "se_rating", "solver_rating")
    steps = (
        "se_effort",
        "solver_effort",
        "hard_steps",
        *(name for name in rows.numbers if name.startswith("uses_")),
    )
    bits = tuple(name for name in rows.numbers if name.startswith("remuse@"))
    for what, out, least in (
        ("with the steps of a solver", told, 0.93),
        ("without any step of the solver that rated them", (*told, *steps), 0.85),
        ("by counts of givens alone", (*told, *steps, *bits), 0.0),
    ):
        prepared = prepare(rows, Question("level", leave_out=out))
        found = checked(prepared, pipeline("extra-trees", "class"), Folds(5, 3), data)
        yield at_least(f"sudoku levels {what}, accuracy", found.accuracy, least)
