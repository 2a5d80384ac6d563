"""Real people: how well votes and solves of Witness panels are predicted, for authors seen and never seen.

Votes say "liked", not "hard". Intervals are by bootstrap over authors, of whom three made a fifth of the panels.
"""

import os
from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from corpus import POSTING, contents, corpus_columns, title_columns
from learning import at_least, averaged, checked, over, table_of

from quandary.models.folds import Folds
from quandary.models.pipelines import pipeline
from quandary.models.question import Prepared, Question, prepare
from quandary.models.table import Table
from quandary.models.validate import Validation, difference, score_of

PEOPLE = ("witness/windmill_2022_part.jsonl", "witness/paper104.json")
FACTS = ("upvotes", "solves", "created", "paper", "in_part")
SIZES = ((3, 0.0), (4, 0.53), (5, 0.53), (6, 0.0), (7, 0.0))
TWICE = Folds(5, int(os.environ.get("QUANDARY_REPEATS", "2")))
"""How panels are dealt into folds for votes. A repeat takes a minute of CPU time."""
TENTHS = Folds(10, 1)
"""For authors seen: the more rows train, the more of each author is seen."""
ONCE = Folds(5, 1)
"""For everything else, and where models are compared."""
VOTES = Question("upvotes", trend="created", transform="asinh:3", groups="author")


def checks(data: Path) -> Iterator[str]:
    """Yield a line for each number that must come out, FAILED where it does not."""
    if missing := [each for each in PEOPLE if not (data / each).exists()]:
        yield f"nothing to learn from without {', '.join(missing)}"
        return
    rows = with_ratios(table_of("witness", data))
    part, more = with_corpus(rows.take(rows.numbers["in_part"] > 0), data)
    lacking = float(np.isnan(part.numbers["remuse"]).mean())
    yield f"witness, {len(part):,} panels of {len(set(part.words['author'])):,} authors, {lacking:.1%} without ReMUSE"
    puzzle_only = (*FACTS, *POSTING, *more)
    found = yield from votes(part, replace(VOTES, leave_out=puzzle_only), data)
    yield from solves(part, puzzle_only, data)
    yield from seen(part, replace(VOTES, leave_out=puzzle_only), data)
    yield from beside_trees(part, replace(VOTES, leave_out=puzzle_only), found, data)
    yield from not_the_puzzle(part, found, data)
    yield from paper(rows, part, puzzle_only, data)
    yield from shuffled(part, replace(VOTES, leave_out=puzzle_only), data)


def with_ratios(rows: Table) -> Table:
    """Return the table with the features that are ratios and differences of others."""
    of, junctions = rows.numbers, (rows.numbers["width"] + 1) * (rows.numbers["height"] + 1)
    return rows.having(
        average_per_junction=of["average_length"] / junctions,
        shortest_per_junction=of["shortest"] / junctions,
        rules_save=of["remuse@none"] - of["remuse"],
        does_not_matter=of["muse"] - of["remuse"],
        log_solutions=np.log2(of["solutions"]),
    )


def with_corpus(part: Table, data: Path) -> tuple[Table, Sequence[str]]:
    """Return the table with novelty, posting and titles, and the names of those about titles."""
    known = contents(data)
    titles = title_columns(part.words["title"])
    told = part.having(**corpus_columns(known, part.ids), **titles)
    return replace(
        told, words={**told.words, "contents": tuple(known[each]["contents"] for each in told.ids)}
    ), tuple(titles)


def votes(part: Table, asked: Question, data: Path) -> Generator[str, None, Validation]:
    """Check votes given time for authors never seen, and return the validation of the first repeat."""
    prepared = prepare(part, asked)
    found = checked(prepared, pipeline("blend"), TWICE, data)
    mean = averaged(found)
    name = f"witness, votes given time, puzzle only ({len(prepared.predictors)} features), authors never seen"
    yield at_least(f"{name}, r", mean.r, 0.60, "0.64")
    yield f"{name}, ρ {mean.rho}, R² {mean.r2}; r of single repeats {found.r}"
    yield from by_size(prepared, mean)
    return checked(prepared, pipeline("blend"), ONCE, data)


def beside_trees(part: Table, asked: Question, found: Validation, data: Path) -> Iterator[str]:
    """Report what blending adds to the learner that was best before."""
    old = checked(prepare(part, asked), pipeline("extra-trees"), ONCE, data)
    yield f"witness, the blend − extra trees, r: {difference(found, old, 'r')}"


def by_size(prepared: Prepared, found: Validation) -> Iterator[str]:
    """Report panels of one size alone."""
    width, height = prepared.table.numbers["width"], prepared.table.numbers["height"]
    for size, least in SIZES:
        rows = (width == size) & (height == size)
        yield at_least(
            f"witness, {size}×{size} alone ({int(rows.sum())} panels), r",
            score_of(found, "r", rows),
            least,
        )


def seen(part: Table, asked: Question, data: Path) -> Iterator[str]:
    """Check authors of whom other panels are in the training rows."""
    prepared = prepare(part, replace(asked, groups=""))
    found = over(checked(prepared, pipeline("blend"), TENTHS, data), prepared.table.words["author"])
    yield at_least("witness, votes given time, puzzle only, authors seen, r", found.r, 0.65, "0.68")


def solves(part: Table, left_out: Sequence[str], data: Path) -> Iterator[str]:
    """Check the two other targets: always report all three."""
    for what, target, least, aim in (
        ("log solves given time", "log1p(solves)", 0.70, "0.80"),
        ("votes per solve", "asinh(20 * upvotes / (solves + 1))", 0.0, ""),
    ):
        asked = Question(target, trend="created", groups="author", leave_out=tuple(left_out))
        found = checked(prepare(part, asked), pipeline("blend"), ONCE, data)
        yield at_least(f"witness, {what}, puzzle only, authors never seen, r", found.r, least, aim)


def not_the_puzzle(part: Table, found: Validation, data: Path) -> Iterator[str]:
    """Report apart what title, date and posting add."""
    asked = replace(VOTES, leave_out=tuple(each for each in FACTS if each != "created"), trend="created")
    told = part.having(posted=part.numbers["created"])
    more = checked(prepare(told, asked), pipeline("blend"), ONCE, data)
    yield f"witness, votes given time, with title, date and posting, authors never seen, r: {more.r}"
    yield f"witness, what title, date and posting add, r: {difference(more, found, 'r')}"


def paper(rows: Table, part: Table, left_out: Sequence[str], data: Path) -> Iterator[str]:
    """Check the panels of the paper."""
    own = rows.take(rows.numbers["paper"] > 0)
    asked = Question("upvotes", trend="created", transform="asinh:3", leave_out=tuple(left_out))
    for model in ("blend", "svr", "extra-trees", "ridge-cv"):
        found = averaged(checked(prepare(own, asked), pipeline(model), Folds(10, 3), data))
        name = f"witness, the paper's {len(found.ids)} panels by themselves, {model}, r"
        yield at_least(name, found.r, 0.62 if model == "blend" else 0.0, "0.70" if model == "blend" else "")


def shuffled(part: Table, asked: Question, data: Path) -> Iterator[str]:
    """Check that shuffled votes teach nothing."""
    dealt = part.shuffled("upvotes", seed=1)
    found = checked(prepare(dealt, asked), pipeline("extra-trees"), Folds(5, 1), data)
    mark = "" if found.r2.value <= 0.02 else "FAILED: "
    yield f"{mark}witness, shuffled votes, extra trees, R²: {found.r2} (at most 0.02)"
