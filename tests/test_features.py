"""Features: a kind's own measures, used like any other measure."""

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from quandary.cli.main import main
from quandary.errors import UnknownNameError
from quandary.feature import Feature, Tally, Work
from quandary.kind import Kind
from quandary.kinds.maze import KIND as MAZE
from quandary.kinds.sudoku import KIND as SUDOKU
from quandary.kinds.tangram.hex import KIND as HEX
from quandary.kinds.witness import KIND as WITNESS
from quandary.kinds.witness import Panel
from quandary.limits import Limits
from quandary.measuring.rate import rate
from quandary.measuring.table import measure, measures
from quandary.score import NotComputed, Status

PANEL = WITNESS.parse("+-+-E/|w|w|/+-+-+/|b|b|/S-+-+")
DEMONSTRATION = "o-ox@/|.|.|/x-o-o/|.x.|/@-o-o"


@pytest.fixture
def with_feature(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Give Witness panels a feature for the duration of a test."""

    def give(read: Callable[[Any, Work], Any]) -> None:
        kind: Kind = replace(WITNESS, features=(Feature("odd", "things", "something odd", read),))
        monkeypatch.setattr(sys.modules["quandary.kinds.witness"], "KIND", kind)

    return give


def test_features_are_listed_after_the_generic_measures() -> None:
    assert list(measures(MAZE))[: len(measures())] == list(measures())
    assert {"A1", "B2", "C7", "rating"} <= set(measures(MAZE))
    assert "B2" not in measures() and "B2" not in measures(SUDOKU)


def test_a_feature_of_another_kind_says_that_it_does_not_apply() -> None:
    score = rate(SUDOKU.parse(".3....3....41..."), ["B2"])["B2"]
    assert (score.status, score.reason) == (Status.NOT_COMPUTED, "B2 does not apply to a Sudoku")


def test_an_unknown_measure_suggests_the_nearest_feature() -> None:
    with pytest.raises(UnknownNameError, match="Did you mean 'rating'"):
        measure("ratings", MAZE)


def test_a_feature_reads_what_is_found_out_for_it(with_feature: Callable[..., None]) -> None:
    with_feature(lambda puzzle, work: work.tally().solutions + len(work.graph()))
    assert rate(PANEL, ["odd"])["odd"].value == 2 + 77


def test_a_feature_that_runs_out_gave_up(with_feature: Callable[..., None]) -> None:
    with_feature(lambda puzzle, work: len(work.graph()))
    score = rate(PANEL, ["odd"], limits=Limits(states=10))["odd"]
    assert score.status is Status.GAVE_UP and "10" in score.reason


def test_a_feature_may_not_apply_to_a_puzzle(with_feature: Callable[..., None]) -> None:
    def read(puzzle: Panel, work: Work) -> float:
        raise NotComputed("there are no triangles")

    with_feature(read)
    score = rate(PANEL, ["odd"])["odd"]
    assert (score.status, score.reason) == (Status.NOT_COMPUTED, "there are no triangles")


def test_a_feature_without_a_value_says_that_there_is_no_solution(with_feature: Callable[..., None]) -> None:
    with_feature(lambda puzzle, work: None)
    score = rate(PANEL, ["odd"])["odd"]
    assert (score.value, score.status) == (None, Status.UNSOLVABLE)


def test_where_solvers_mark_nothing_there_are_no_runs(with_feature: Callable[..., None]) -> None:
    with_feature(lambda puzzle, work: len(work.runs()))
    assert rate(PANEL, ["odd"])["odd"].reason == "puzzles of this kind are not solved by marking"


def test_tallies_add_up() -> None:
    assert Tally() + Tally(2, 10, 4, 6) == Tally(2, 10, 4, 6)
    assert Tally() + Tally() == Tally() == Tally().longer_by(3)


# The command line


def test_runs_and_seed_are_options_and_the_spread_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rate", f"maze:{DEMONSTRATION}", "-m", "C3", "--runs", "40", "--seed", "7", "--json"]) == 0
    score = json.loads(capsys.readouterr().out)["scores"]["C3"]
    assert (score["status"], score["runs"], score["seed"]) == ("estimate", 40, 7)
    assert score["spread"] > 0


def test_by_default_the_headline_of_the_kind_is_among_the_scores(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rate", f"maze:{DEMONSTRATION}"]) == 0
    assert "have a shorter solution" in " ".join(capsys.readouterr().out.split())
    assert main(["rate", f"maze:{DEMONSTRATION}", "--csv"]) == 0
    assert "shortest" in capsys.readouterr().out.splitlines()[0]
    assert main(["rate", f"maze:{DEMONSTRATION}", "-m", "muse", "--csv"]) == 0
    assert "shortest" not in capsys.readouterr().out.splitlines()[0]


def test_the_features_of_kinds_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rate", "--list-measures"]) == 0
    out = capsys.readouterr().out
    assert "of a logic maze" in out and "length of the shortest solution" in out


def test_an_explanation_shows_the_steps_of_the_solver_and_its_sheet(
    capsys: pytest.CaptureFixture[str], tmp_path: Any
) -> None:
    page = tmp_path / "maze.html"
    assert main(["explain", f"maze:{DEMONSTRATION}", "--spell-out", "50", "-o", str(page)]) == 0
    out = capsys.readouterr().out
    assert "rule 1 at (2,2): this endpoint has its one edge already, so rule out 21v" in out
    html = page.read_text(encoding="utf-8")
    steps = (
        html.count('<li class="rule">') + html.count('<li class="guess">') + html.count('<li class="revert">')
    )
    whole_and_answer = 2
    assert steps > 5 and html.count("A logic maze of 3 × 3 vertices") == steps + whole_and_answer


def test_features_of_hex_count_pieces_bumps_and_colours() -> None:
    names = [feature.name for feature in HEX.own_features]
    text = "......./........./.........../.....W...../...WWM.M./WWWMMMM -L"
    plain, coloured = (
        rate(HEX.parse(each), names) for each in (text, f"{text} red-red:edge blue-red:no-edge")
    )
    assert all(score.status is Status.EXACT for score in (*plain.values(), *coloured.values()))
    left = HEX.parse(text).starts()[0].left
    assert [plain[name].value for name in ("pieces_placed", "pieces_left", "bumps")] == [2, len(left), 0]
    assert plain["must_touch"].value == 0
    assert coloured["must_touch"].value == coloured["must_not_touch"].value == 1
    assert plain["places"].value == plain["fitting_places"].value
    bumpy = rate(HEX.parse(f"{text} bumps=Kne,Mne"), names)
    assert bumpy["bumps"] == 1 and (bumpy["fitting_places"].value or 0) < (bumpy["places"].value or 0)


def test_lengths_of_panels_are_compared_per_junction() -> None:
    found = rate(PANEL, ["shortest", "average_length", "shortest_per_junction", "average_per_junction"])
    assert found["shortest_per_junction"].value == (found["shortest"].value or 0) / 9
    assert found["average_per_junction"].value == pytest.approx((found["average_length"].value or 0) / 9)


def test_the_profile_of_remuse_comes_from_its_steps() -> None:
    names = ("solution_steps", "choices", "largest_choice", "first_third", "two_way_choices", "remuse_states")
    found = rate(PANEL, ["remuse", *names])
    steps = found["remuse"].steps
    bits = [step.bits for step in steps]
    assert [found[name].value for name in names] == [
        len(steps),
        sum(each > 0.05 for each in bits),
        max(bits),
        pytest.approx(sum(bits[: -(-len(bits) // 3)])),
        sum(step.options == 2 for step in steps),
        found["remuse"].states,
    ]


def test_what_rules_save_and_what_does_not_matter_are_differences_of_bits() -> None:
    names = ("muse", "remuse", "remuse@none", "does_not_matter", "rules_save")
    muse, remuse, alone, indifferent, saved = (each.value or 0 for each in rate(PANEL, names).values())
    assert (indifferent, saved) == (muse - remuse, alone - remuse)
    assert saved > 0 <= indifferent
    stopped = rate(PANEL, ["rules_save", "does_not_matter"], limits=Limits(states=2))
    assert all(each.value is each.at_least is None for each in stopped.values())
