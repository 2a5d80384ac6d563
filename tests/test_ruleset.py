"""Rule sets through the command line, files and explanations."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from quandary.cli.main import main
from quandary.errors import QuandaryError
from quandary.explaining import words
from quandary.explaining.explanation import explain
from quandary.kinds.sudoku import KIND as SUDOKU
from quandary.kinds.witness import KIND
from quandary.library.files import Entry, format_line, read
from quandary.limits import Limits
from quandary.measuring.rate import rate
from quandary.score import Score, Status
from quandary.solving.choose import QuickestEngine

CANCELS = "witness:+-+-E/|A|D|/S-+-+/A = polyomino #,#/D = hollow polyomino ##"
"""Solvable by Windmill's rules only."""


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    main(list(arguments))
    return capsys.readouterr().out


def test_every_verdict_names_its_rule_set(capsys: pytest.CaptureFixture[str]) -> None:
    assert "no solution with rule set game, proved" in said(capsys, "solve", CANCELS)
    assert "solved with rule set windmill" in said(capsys, "solve", CANCELS, "--ruleset", "windmill")
    assert "it has no solution with rule set game" in said(capsys, "check", CANCELS)
    assert "unsolvable with rule set game" in " ".join(said(capsys, "rate", CANCELS).split())
    assert "no solution with rule set game" in " ".join(said(capsys, "explain", CANCELS).split())
    for verb in ("solve", "check", "rate", "explain"):
        told = json.loads(said(capsys, verb, CANCELS, "--ruleset", "windmill", "--json"))
        assert told["ruleset"] == "windmill", verb


def test_other_kinds_have_no_rule_sets() -> None:
    puzzle = SUDOKU.parse(".3....3....41...")
    assert SUDOKU.rule_set(puzzle) == ""
    with pytest.raises(QuandaryError, match="have only one rule set"):
        SUDOKU.under(puzzle, "windmill")


def test_the_set_goes_through_files() -> None:
    panel = KIND.parse(CANCELS.removeprefix("witness:") + "/rules windmill")
    assert "rules windmill" in format_line(Entry(KIND, panel, "a"))


def test_a_file_of_jbzdarkids_editor_is_read(tmp_path: Path) -> None:
    line, start, end = {"type": "line"}, {"type": "line", "start": True}, {"type": "line", "end": "right"}
    panel = {"grid": [[line, line, start], [line, None, line], [end, line, line]], "pillar": False}
    for text in (
        json.dumps(panel),
        json.dumps(panel, indent=1),
        json.dumps({"id": "x", "puzzle": panel}) + "\n",
    ):
        file = tmp_path / "panel.json"
        file.write_text(text, "utf-8")
        (entry,) = read(str(file))
        assert isinstance(entry, Entry), entry
        assert entry.kind is KIND and entry.puzzle.rules.name == "jbzdarkid"


def test_branching_on_panels_counts_the_moves_where_one_is_left() -> None:
    value = rate(KIND.parse("+-E/|.|/S-+"), ["branching"])["branching"].value
    assert value == pytest.approx((2 + 1 + 1) / 3)  # the start, and the two corners on the way


def test_a_puzzle_with_solutions_is_never_said_to_have_none_known() -> None:
    told = explain(KIND.parse("+-+-E/|w|w|/+-+-+/|b|b|/S-+-+"))
    gave_up = Score("remuse", None, Status.GAVE_UP, reason="stopped at the 2 s limit")
    some = Score("solutions", None, Status.GAVE_UP, at_least=17)
    lost = replace(told, headline=gave_up, scores={"remuse": gave_up, "solutions": some}, profile=None)
    assert "No solution is known" not in words.hardest(lost) and "There is a solution" in words.hardest(lost)
    unknown = replace(lost, scores={"remuse": gave_up, "solutions": replace(some, at_least=None)})
    assert "No solution is known" in words.hardest(unknown)


def test_where_the_shortest_takes_too_long_some_solution_is_found() -> None:
    panel = KIND.parse("+-+-+-E/|.|.|.|/+-+-+-+/|.|b|.|/+-+-+-+/|.|.|w|/S-+-+-+")
    engine = QuickestEngine(panel)
    if engine.native is None:
        return  # without the core nothing takes its place
    found = engine.native.attempt(Limits(seconds=30))
    assert found.any_length and panel.is_solved(found.found[0].end(panel))
    none = QuickestEngine(KIND.parse("+-E/|b|/+.+/|w|/S-+")).native
    assert none and none.attempt(Limits(seconds=30)).status == "none"
