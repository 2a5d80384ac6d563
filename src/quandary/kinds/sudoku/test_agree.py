"""Tests of the table of techniques, and of its finders in Python and C++, which make the same steps."""

import re
from collections import Counter
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from random import Random

import pytest

from quandary._native import core
from quandary.kinds.sudoku import KIND, explainer
from quandary.kinds.sudoku.count import completions, given_moves, start
from quandary.kinds.sudoku.explainer import Table, native_solver, profile, raw_steps, trace
from quandary.kinds.sudoku.finders.solve import RawStep
from quandary.kinds.sudoku.generate import generate
from quandary.kinds.sudoku.levels import many_at_level
from quandary.kinds.sudoku.rules import Sudoku
from quandary.kinds.sudoku.techniques import GUESS, LEVELS, TABLE, TECHNIQUES, Technique, technique
from quandary.limits import Limits
from quandary.measuring.rate import rate
from quandary.score import Status

README = Path(__file__).parent / "README.md"
SINGLES = ("last-cell", "hidden-single-box", "hidden-single-line", "naked-single")
LOOKS = [list(rows) for _, rows in groupby(TECHNIQUES, key=lambda row: row.find)]
"""Techniques that share a finder."""
compiled = pytest.mark.skipif(
    core() is None, reason="two engines are compared; CI requires both and runs this"
)


def solution_of(sudoku: Sudoku) -> str:
    first = next(completions(sudoku, start(sudoku, given_moves(sudoku))))
    return "".join(str(move % sudoku.size + 1) for move in first)


def steps(sudoku: Sudoku, engine: str, table: Table = TECHNIQUES) -> list[RawStep]:
    found = raw_steps(sudoku, solution_of(sudoku), engine, Limits().start(), table=table, hardest=len(table))
    return [step._replace(strikes=list(step.strikes)) for step in found]


# The table


def test_rows_that_share_a_finder_stand_side_by_side() -> None:
    assert len({rows[0].find for rows in LOOKS}) == len(LOOKS)


def test_a_row_is_rated_or_seen_by_players_and_says_why_they_look_otherwise() -> None:
    for row in TABLE:
        assert row.find or row.rules, row.name
        same = row.name in ("last-cell",)
        assert bool(row.apart) is bool(row.find and row.rules and not same), row.name
        assert "{" not in row.says, row.name


def test_rules_of_players_cost_what_their_technique_costs() -> None:
    for row in TABLE:
        assert {rule.cost for rule in row.rules} <= {row.cost}
        stem = row.name.removesuffix("-line")
        assert all(rule.name.startswith(stem) for rule in row.rules)
    assert {rule.name for row in TABLE for rule in row.rules} == {rule.name for rule in KIND.people.rules}


def test_long_chains_cost_what_sudoku_explainer_says() -> None:
    """The cost rises by a tenth when the length without its ends passes 4, 6, 8, 12, 16, 24, ..."""
    chain = technique("forcing-chain")
    for length in range(2, 3500):
        tenths, bound, is_odd = 0, 4, False
        while length - 2 > bound:
            bound = bound * 4 // 3 if is_odd else bound * 3 // 2
            tenths, is_odd = tenths + 1, not is_odd
        assert chain.price(length=length) == 70 + tenths, length


def test_the_readme_lists_every_technique_with_its_cost_and_words() -> None:
    cells = [
        re.split(r" *\| *", line.strip("| ")) for line in README.read_text(encoding="utf-8").splitlines()
    ]
    listed = [tuple(row) for row in cells if len(row) == 4 and row[0].startswith("`")]
    assert listed == [_listed(row) for row in TABLE], "\n".join(
        "| " + " | ".join(_listed(row)) + " |" for row in TABLE
    )


def _listed(row: Technique) -> tuple[str, ...]:
    rules = [rule.name for rule in row.rules]
    who = "yes" if rules == [row.name] else ", ".join(f"`{name.removeprefix(row.name)}`" for name in rules)
    dearest = row.tenths + sum(max(stairs.values()) for what, stairs in row.more.items() if what != "length")
    cost = f"{row.cost}" if dearest == row.tenths else f"{row.cost} to {dearest / 10}"
    cost += " and more" * ("length" in row.more)
    return f"`{row.name}`", cost if row.find else f"({cost})", who or "no", row.says


# Both engines


@compiled
def test_cpp_has_the_techniques_of_the_table_and_no_others() -> None:
    native = core()
    assert native
    assert sorted(native.sudoku.techniques()) == sorted(row.name for row in TECHNIQUES if row.native)


@compiled
def test_cpp_refuses_a_technique_or_a_form_that_it_does_not_know() -> None:
    with pytest.raises(ValueError, match="no finder in C\\+\\+ for the technique sledgehammer"):
        native_solver(3, 3, (replace(GUESS, name="sledgehammer"),))
    with pytest.raises(ValueError, match="the finder of guess in C\\+\\+ does not count its luck"):
        native_solver(3, 3, (replace(GUESS, more={"luck": {1: 1}}),))


@compiled
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", range(8))
def test_puzzles_of_every_level_are_solved_step_by_step_alike(level: str, seed: int) -> None:
    sudoku = next(filter(_is_quick, many_at_level(level, Random(seed), "9x9")))
    assert steps(sudoku, "python") == steps(sudoku, "native")


def _is_quick(sudoku: Sudoku) -> bool:
    """Return whether Python will not follow chains for long."""
    found = profile(sudoku)
    return found is not None and found.steps(dearer_than=technique("forcing-chain").cost) <= 1


def alone(rows: list[Technique]) -> Table:
    """Return the table of a solver who knows one finder and singles, with fast finders before the singles."""
    singles = [technique(name) for name in SINGLES if technique(name) not in rows]
    is_quick = rows[0].find and rows[0].find.__module__.endswith((".hint", ".unique"))
    return (*rows, *singles, GUESS) if is_quick else (*singles, *rows, GUESS)


LEAST, MOST = 3, 30
RARE = {
    "hidden-quad": ".....................12.34...1........2.................3........4...............",
    "bivalue-grave": "7...5.4..5.2....8..4....2....5..9.3....8.6..2.8..71....5...........2..94..67.5..8",
}
"""A grid for each technique that random puzzles hardly ever need."""


NESTED = ("dynamic-plus", "nested-chains", "nested-multiple", "nested-dynamic")
"""Chains in which others are seen. On large boards Python takes hours for them."""


@compiled
@pytest.mark.parametrize("name", NESTED)
def test_chains_inside_chains_are_found_alike(name: str) -> None:
    bare, found = (technique(name), GUESS), Counter[str]()
    for seed in range(4):
        sudoku = generate(Random(seed), "4x4")
        ours = steps(sudoku, "python", bare)
        assert ours == steps(sudoku, "native", bare)
        found.update(bare[step.technique].name for step in ours)
    assert found[name]


@compiled
@pytest.mark.parametrize(
    "rows", [rows for rows in LOOKS[:-1] if rows[0].name not in NESTED], ids=lambda rows: rows[0].name
)
def test_every_look_alone_finds_the_same_in_both_engines(rows: list[Technique]) -> None:
    table, used = alone(rows), Counter[str]()
    for seed in range(MOST):
        for sudoku in (generate(Random(seed), "6x6"), generate(Random(seed), "9x9")):
            ours = steps(sudoku, "python", table)
            assert ours == steps(sudoku, "native", table)
            used.update(table[step.technique].name for step in ours)
        if seed >= LEAST and all(used[row.name] for row in rows):
            return
    assert {row.name for row in rows if not used[row.name]} <= set(RARE)


@compiled
@pytest.mark.parametrize("name", RARE)
def test_rare_techniques_are_found_alike(name: str) -> None:
    table = alone([technique(name)]) if name == "hidden-quad" else TECHNIQUES
    ours = steps(Sudoku(RARE[name]), "python", table)
    assert name in {table[step.technique].name for step in ours}
    assert ours == steps(Sudoku(RARE[name]), "native", table)


@compiled
def test_a_row_can_be_taken_out_and_its_neighbours_stay() -> None:
    sudoku = Sudoku("...........2...8..9....8.5134............9....6.125....5..9.6.22....67.5.9...4...")
    less = tuple(row for row in TECHNIQUES if row.name != "skyscraper")
    for engine in ("python", "native"):
        names = [TECHNIQUES[step.technique].name for step in steps(sudoku, engine)]
        others = [less[step.technique].name for step in steps(sudoku, engine, less)]
        assert "skyscraper" in names
        assert "skyscraper" not in others
        assert names[: names.index("skyscraper")] == others[: names.index("skyscraper")]
    assert steps(sudoku, "python", less) == steps(sudoku, "native", less)


# Without the compiled core


POINTING = "3.....19.....5..7..8..3.....4........7.....5.6....23.85....62.44....8.....13.7..."


@pytest.fixture
def pure(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("explainer", "count", "generate"):
        monkeypatch.setattr(f"quandary.kinds.sudoku.{module}.core", lambda: None)


@pytest.mark.usefixtures("pure")
def test_without_the_core_python_rates_and_says_so() -> None:
    scores = rate(Sudoku(POINTING), ["se_rating", "se_effort", "hard_steps"])
    assert {score.engine for score in scores.values()} == {"python"}
    assert scores["se_rating"].value == 2.6
    assert trace(Sudoku(POINTING)).hardest == 2.6
    assert KIND.maker.level
    assert KIND.maker.level(Sudoku(POINTING)) == "hard"


@compiled
def test_with_the_core_scores_say_native_and_are_the_same() -> None:
    score = rate(Sudoku(POINTING), ["se_rating"])["se_rating"]
    assert (score.engine, score.value) == ("native", 2.6)
    ours, theirs = profile(Sudoku(POINTING), engine="python"), profile(Sudoku(POINTING))
    assert ours and theirs
    assert (ours.uses, ours.rating) == (theirs.uses, theirs.rating)


@pytest.mark.usefixtures("pure")
def test_without_the_core_several_solutions_and_none_are_told_apart() -> None:
    several, none = Sudoku("12..34..........", 2, 2), Sudoku("123....4........", 2, 2)
    assert rate(several, ["se_rating"])["se_rating"].status is Status.NOT_COMPUTED
    assert rate(none, ["se_rating"])["se_rating"].status is Status.UNSOLVABLE
    assert trace(none).status == "unsolvable"


@pytest.mark.usefixtures("pure")
def test_without_the_core_limits_are_kept_to() -> None:
    score = rate(Sudoku(POINTING), ["se_rating"], limits=Limits(seconds=0.001))["se_rating"]
    assert score.status is Status.GAVE_UP
    assert "stopped at the" in score.reason


@pytest.mark.usefixtures("pure")
def test_without_the_core_levels_and_techniques_can_be_asked_for() -> None:
    made = KIND.generate(Random(1), "4x4", {"level": "easy"})
    found = profile(made)
    assert found
    assert found.rating < LEVELS["easy"].high
    wished = KIND.generate(Random(2), "6x6", {"technique": "pointing"})
    assert max(trace(wished).steps, key=lambda step: step.cost).rule == "pointing"


def test_techniques_beyond_the_hardest_are_not_looked_for() -> None:
    sudoku, names = Sudoku(POINTING), explainer.NUMBER
    assert profile(sudoku, names["naked-single"], engine="python") is None
    assert profile(sudoku, names["pointing"], engine="python") is not None


# Ratings that are not finished


@compiled
def test_a_rating_that_runs_out_of_time_is_at_least_what_was_found_and_names_its_engine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sudoku = next(many_at_level("hard", Random(1), "9x9"))
    full, stopped = profile(sudoku), profile(sudoku, limits=Limits(seconds=0))
    assert full and stopped
    assert full.is_exact and not stopped.is_exact
    assert stopped.rating <= full.rating
    monkeypatch.setattr("quandary.kinds.sudoku.features.profile", lambda sudoku, limits: stopped)
    score = rate(sudoku, ["se_rating"])["se_rating"]
    assert (score.status, score.value, score.engine) == (Status.GAVE_UP, None, "native")
    assert (score.at_least, score.stop) == (stopped.rating, "seconds")


def test_a_rating_with_a_guess_is_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    uses = tuple(int(row is GUESS) for row in TECHNIQUES)
    guessed = explainer.TechniqueProfile(uses, GUESS.cost, "native")
    monkeypatch.setattr("quandary.kinds.sudoku.features.profile", lambda sudoku, limits: guessed)
    score = rate(Sudoku(POINTING), ["se_rating"])["se_rating"]
    assert (score.status, score.value, score.engine) == (Status.LOWER_BOUND, 11.0, "native")


@compiled
def test_a_puzzle_without_a_solution_names_the_engine_that_found_none() -> None:
    score = rate(Sudoku("123....4........", 2, 2), ["se_rating"])["se_rating"]
    assert (score.status, score.engine) == (Status.UNSOLVABLE, "native")
