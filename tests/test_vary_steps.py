"""Varying a puzzle step by step: one change at a time, always solvable, every step shown."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from tests.commands import Run

from quandary.errors import QuandaryError
from quandary.generating.vary import Variant, vary_once, vary_steps
from quandary.kinds.witness import KIND
from quandary.library.files import read
from quandary.limits import Limits
from quandary.measuring.rate import rate
from quandary.solving.search import count

PANEL = KIND.parse("+-+-E/|b|.|/+-+-+/|.|.|/S-+-+")
ONE_SOLUTION = KIND.parse("+-+-E/|b|w|/+-+-+/|.|b|/S-+-+")
NOTATION = "witness:+-+-E/|b|.|/+-+-+/|.|.|/S-+-+"


def value(panel: Any, measure: str = "remuse") -> float:
    found = rate(panel, [measure])[measure].value
    assert found is not None
    return found


def test_steps_replace_the_page_that_they_wrote_and_no_other(run: Run, tmp_path: Path) -> None:
    page = tmp_path / "steps.html"
    asked = ("vary", NOTATION, "--by", "remuse", "--steps", "1", "-o", page)
    assert run(*asked).code == 0 and run(*asked).code == 0
    page.write_text("<!doctype html><title>mine</title>")
    assert run(*asked).code == 2 and page.read_text() == "<!doctype html><title>mine</title>"


def test_every_step_is_one_change_that_helps_and_can_be_solved() -> None:
    found = vary_steps(KIND, PANEL, "remuse", steps=3)
    steps = [Variant("", PANEL, found.score, 0), *found.found]
    values = [step.score.value for step in steps]
    assert len(values) == 4 and values == sorted(set(values), key=lambda each: each or 0)
    assert [step.difference for step in steps] == [(each or 0) - (values[0] or 0) for each in values]
    for before, after in pairwise(steps):
        assert (after.change, after.puzzle) in list(KIND.maker.neighbours(before.puzzle))  # type: ignore[misc]
        assert after.score.value == value(after.puzzle)


def test_a_greedy_step_is_the_best_of_all_changes() -> None:
    best = max(each.score.value or 0 for each in vary_once(KIND, PANEL, "remuse").found)
    assert vary_steps(KIND, PANEL, "remuse", steps=1).found[-1].score.value == best


def test_a_wider_beam_is_never_worse() -> None:
    narrow, wide = (vary_steps(KIND, PANEL, "remuse", steps=3, beam=beam) for beam in (1, 3))
    assert (wide.found[-1].score.value or 0) >= (narrow.found[-1].score.value or 0)
    assert wide.tried > narrow.tried


def test_easier_lowers_the_measure() -> None:
    panel = KIND.parse("+-+-E/|b|.|/+-+-+/|.|w|/S-+-+")
    found = vary_steps(KIND, panel, "remuse", steps=2, direction="easier")
    assert value(found.found[-1].puzzle) < value(panel)


def test_what_is_kept_stays_as_it_is() -> None:
    panel = KIND.parse("+-+-E/|w|b|/+-+-+/|b|.|/S-+-+")
    for step in vary_steps(KIND, panel, "muse", steps=2, keep=["unique"]).found:
        assert count(step.puzzle, most=2).solutions == 1
    shortest = {
        value(step.puzzle, "shortest") for step in vary_steps(KIND, PANEL, steps=2, keep=["shortest"]).found
    }
    assert shortest == {value(PANEL, "shortest")}


def test_a_limit_ends_the_search_with_what_was_found() -> None:
    found = vary_steps(KIND, PANEL, "remuse", steps=500, beam=50, limits=Limits(seconds=0.4))
    assert (found.stop or found.unknown) and found.score.value == value(PANEL)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"keep": ["unique"]}, "does not have exactly one solution"),
        ({"keep": ["oneness"]}, "No measure 'oneness'"),
        ({"steps": 0}, "Cannot make 0 steps"),
        ({"measure": "no_such"}, "No measure 'no_such'"),
    ],
    ids=str,
)
def test_what_makes_no_sense_is_refused(options: dict[str, Any], says: str) -> None:
    with pytest.raises(QuandaryError, match=says):
        vary_steps(KIND, PANEL, **options)


def test_an_unsolvable_puzzle_cannot_be_varied() -> None:
    with pytest.raises(QuandaryError, match="no remuse to compare with: unsolvable"):
        vary_steps(KIND, KIND.parse("+-+-E/|b|w|/+-+-+/|w|b|/S-+-+"), "remuse")


def test_the_command_shows_every_step(run: Run) -> None:
    code, out, _ = run("vary", NOTATION, "--by", "remuse", "--steps", 2, "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert code == 0 and [row["step"] for row in rows] == [0, 1, 2]
    assert [value(KIND.parse(row["puzzle"])) for row in rows] == [
        row["scores"]["remuse"]["value"] for row in rows
    ]
    code, out, _ = run("vary", NOTATION, "--by", "remuse", "--steps", 1)
    assert code == 0 and "as it is" in out


@pytest.mark.parametrize("suffix", [".jsonl", ".html"])
def test_steps_are_written_and_not_over_other_files(run: Run, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"steps{suffix}"
    asked = ("vary", NOTATION, "--by", "remuse", "--steps", 2, "-o", path)
    assert run(*asked)[0] == run(*asked)[0] == 0
    if suffix == ".jsonl":
        assert [each.facts["step"] for each in read(str(path))] == [0, 1, 2]  # type: ignore[union-attr]
    else:
        assert path.read_text("utf-8").count("<svg") == 3 + 1  # and the name of the house
    path.write_text("mine\n")
    assert run(*asked)[0] == 2 and path.read_text() == "mine\n"


def test_no_change_that_helps_is_an_answer(run: Run) -> None:
    code, _, err = run("vary", "witness:+-E/|.|/S-+", "--by", "width", "--steps", 1)
    assert code == 1 and "no change helps, of " in err


def test_steps_towards_a_value_come_nearer_than_one_change_does() -> None:
    def nearest(steps: int) -> float:
        return abs((vary_steps(KIND, PANEL, "remuse", steps=steps, to=2.5).found[0].score.value or 0) - 2.5)

    assert nearest(2) < nearest(1)


def test_what_is_found_towards_a_value_differs_and_keeps_what_it_should() -> None:
    found = vary_steps(KIND, PANEL, "remuse", steps=2, to=9, keep=["shortest"]).found
    assert found[0].change.count(";") == 1
    assert len({KIND.format(each.puzzle) for each in found}) == len(found)
    assert {value(each.puzzle, "shortest") for each in found[:20]} == {value(PANEL, "shortest")}


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--beam", "2"], "--beam and --keep need --steps"),
        (["--keep", "unique"], "--beam and --keep need --steps"),
        (["--steps", "2", "--best", "3"], "so it excludes --best"),
        (["--steps", "2", "-o", "steps.csv"], "End its name in .jsonl or .html"),
    ],
    ids=str,
)
def test_options_that_do_not_go_together_are_refused(run: Run, options: list[str], says: str) -> None:
    code, _, err = run("vary", NOTATION, *options)
    assert code == 2 and says in err


def test_steps_are_printed_as_puzzles_for_other_commands(run: Run) -> None:
    code, out, _ = run("vary", NOTATION, "--by", "remuse", "--steps", 2, "-o", "-")
    assert code == 0 and [json.loads(line)["facts"]["step"] for line in out.splitlines()] == [0, 1, 2]
