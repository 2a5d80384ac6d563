"""Real people: what the models reach on puzzles and authors they have not seen, with intervals.

The tables are made by learn_tables.py and kept in a folder `learned` beside the data, or in QUANDARY_LEARNED. That
takes some minutes of CPU time for each kind, the fits some more.
"""

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
from learn_tables import write
from numpy.typing import NDArray
from verdict import FAILED

from quandary.models.learn import study
from quandary.models.pipelines import pipeline
from quandary.models.question import Question, prepare
from quandary.models.running import Runner
from quandary.models.scale import Anchor, calibrate
from quandary.models.skill import graded, rasch
from quandary.models.table import Table, read_table
from quandary.models.validate import Folds, Interval, Validation, difference, score_of, validate

JOBS = int(os.environ.get("QUANDARY_JOBS", "1"))
STUDIES = int(os.environ.get("QUANDARY_STUDIES", "100"))
NOT_CONTENT = ("upvotes", "solves", "created", "paper", "in_part", "title_length")
EIGHT = (
    "log1p(shortest_path)",
    "log1p(greedy_luck)",
    "walk_per_push",
    "log1p(trap_ratio)",
    "log1p(estimate_error)",
    "log1p(assignment_regret)",
    "log1p(global_traps)",
    "man_region_share",
)
AUDIENCE = ("log1p(plays)", "level")
PEOPLE = ("twentyfour/24.csv", "sudoku/rated_se.txt", "sokoban/online.jsonl", "witness")
"""What people did, which no sample can stand for."""


def checks(data: Path) -> Iterator[str]:
    """Yield a line for each number that must come out, FAILED where it does not."""
    yield from mazes(data)
    if missing := [each for each in PEOPLE if not (data / each).exists()]:
        yield f"nothing more to learn from without {', '.join(missing)}"
        return
    made = Path(os.environ.get("QUANDARY_LEARNED", str(data / "learned")))
    if not os.environ.get("QUANDARY_LEARNED") and not os.access(data, os.W_OK):
        yield f"{FAILED}: {data} cannot be written; name a folder for tables by QUANDARY_LEARNED"
        return
    made.mkdir(parents=True, exist_ok=True)
    yield from recovery()
    yield from twenty_four(data)
    yield from sudoku(read_table(write("sudoku", data, made, JOBS)))
    yield from sokoban(read_table(write("sokoban", data, made, JOBS)))
    yield from witness(read_table(write("witness", data, made, JOBS)))


def _said(what: str, found: Interval, least: float, aim: str = "") -> str:
    mark = "" if found.value >= least else f"{FAILED}: "
    return f"{mark}{what}: {found} (at least {least:g}{f', aim {aim}' if aim else ''})"


def mazes(data: Path) -> Iterator[str]:
    """Check the report's Table D-2."""
    from quandary.replicate.maze_predictors import DATA

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


def sudoku(rows: Table) -> Iterator[str]:
    """Check the levels of a labelled file, with and without what tells the rating."""
    for what, out, least in (
        ("with the steps of a solver", ("rating", "se_rating"), 0.93),
        ("without rating and effort", ("rating", "se_rating", "se_effort", "hard_steps"), 0.85),
    ):
        asked = Question("level", leave_out=out)
        found = validate(
            prepare(rows, asked), pipeline("extra-trees", "class"), folds=Folds(5, 3), run=Runner(JOBS)
        )
        yield _said(f"sudoku levels {what}, accuracy", found.accuracy, least)


def sokoban(rows: Table) -> Iterator[str]:
    """Check the prediction of failure online."""
    failed = "logit(plays - solved, plays)"
    nuisance = ("plays", "solved", "level")
    fitted: dict[str, Validation] = {}
    for what, predictors, least, grouped in (
        ("all features", (), 0.46, 0.37),
        ("its eight", EIGHT, 0.49, 0.44),
        ("its eight, log plays and level number", (*EIGHT, *AUDIENCE), 0.0, 0.0),
    ):
        for groups, wanted in (("", least), ("collection", grouped)):
            asked = Question(failed, predictors, groups=groups, leave_out=nuisance)
            prepared = prepare(_logged(rows) if not predictors else rows, asked)
            folds = Folds(8 if groups else 10, 3)
            found = validate(prepared, pipeline("ridge-cv"), folds=folds, run=Runner(JOBS))
            fitted[f"{what}{groups}"] = found
            yield _said(
                f"sokoban, {what}{', collections never seen' if groups else ''}, R²",
                found.r2,
                wanted,
                "0.50" if groups else "0.55",
            )
    yield f"sokoban, what the audience adds: {difference(fitted['its eight, log plays and level number'], fitted['its eight'], 'r2')}"


def _logged(rows: Table) -> Table:
    """Return the table with log(1 + x) of skewed columns, as the features enter the model."""
    made = {}
    for name, column in rows.numbers.items():
        known = column[np.isfinite(column)]
        if name not in ("plays", "solved", "level") and len(known) and known.min() >= 0 and known.max() > 20:
            made[name] = np.log1p(column)
    return replace(rows, numbers={**rows.numbers, **made})


def witness(rows: Table) -> Iterator[str]:
    """Check the prediction of votes and of solves, for authors seen and never seen."""
    part = rows.take(rows.numbers["in_part"] > 0)
    blend = pipeline("blend")
    for what, target, transform, least, aim in (
        ("votes given time", "upvotes", "asinh:3", 0.60, "0.64"),
        ("log solves given time", "log1p(solves)", "", 0.70, "0.80"),
        ("votes per solve", "asinh(20 * upvotes / (solves + 1))", "", 0.0, ""),
    ):
        asked = Question(target, trend="created", transform=transform, groups="author", leave_out=NOT_CONTENT)
        found = validate(prepare(part, asked), blend, folds=Folds(5, 2), run=Runner(JOBS))
        yield _said(f"witness, {what}, authors never seen, r", found.r, least, aim)
        yield f"witness, {what}, ρ {found.rho}, R² {found.r2}"
        if target == "upvotes":
            yield from _by_size(part, asked, found)
            yield from _seen(part, asked)
    paper = rows.take(rows.numbers["paper"] > 0)
    asked = Question("upvotes", transform="asinh:3", leave_out=NOT_CONTENT)
    found = validate(prepare(paper, asked), blend, folds=Folds(10, 3), run=Runner(JOBS))
    yield _said(f"witness, the paper's {len(found.ids)} panels, r", found.r, 0.62, "0.70")


def _by_size(part: Table, asked: Question, found: Validation) -> Iterator[str]:
    prepared = prepare(part, asked)
    width, height = prepared.table.numbers["width"], prepared.table.numbers["height"]
    for size in (4, 5):
        rows: NDArray[np.bool_] = (width == size) & (height == size)
        yield _said(
            f"witness, {size}×{size} alone ({int(rows.sum())} panels), r", score_of(found, "r", rows), 0.53
        )


def _seen(part: Table, asked: Question) -> Iterator[str]:
    """Report authors who are seen in training, and what is not the puzzle."""
    seen = validate(
        prepare(part, replace(asked, groups="")), pipeline("blend"), folds=Folds(5, 1), run=Runner(JOBS)
    )
    yield _said("witness, votes given time, authors seen, r", seen.r, 0.65, "0.68")
    titles = part.having(title_length=[float(len(each or "")) for each in part.words["title"]])
    more = replace(
        asked, leave_out=tuple(each for each in NOT_CONTENT if each not in ("created", "title_length"))
    )
    found = validate(prepare(titles, more), pipeline("blend"), folds=Folds(5, 1), run=Runner(JOBS))
    yield f"witness, votes given time, with title length and date, authors never seen, r: {found.r}"
