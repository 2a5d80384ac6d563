"""One engine per puzzle: built once, passed along, and explicit about what it leaves to Python."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, cast

import pytest

from quandary._native import core
from quandary.cli.kinds import card
from quandary.cli.main import main
from quandary.engine import Declined, Engine, EngineName, Guess
from quandary.explaining.explanation import explain
from quandary.kind import Kind
from quandary.kinds import sudoku, witness
from quandary.library.files import examples
from quandary.library.registry import find_kind
from quandary.limits import Limits
from quandary.measuring.entropy import muse
from quandary.measuring.rate import rate
from quandary.publishing.check import check
from quandary.rules import Finding, Rule
from quandary.score import Status
from quandary.solving.choose import NoEngineError, QuickestEngine, engine_for
from quandary.solving.deduce import fewest
from quandary.solving.often import deduce_often
from quandary.testing import twins
from quandary.testing.samples import Samples

WITNESS, SUDOKU = witness.KIND, sudoku.KIND
PANEL = WITNESS.parse("+-+-E/|w|w|/+-+-+/|b|b|/S-+-+")
GRID = SUDOKU.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")

ENGINES: tuple[EngineName, EngineName] = ("python", "native")
needs_core = pytest.mark.skipif(core() is None, reason="the compiled core is not installed; CI requires it")


def see_nothing(puzzle: Any, state: Any, moves: Iterable[Any]) -> Iterable[Finding]:
    return ()


UNDECLARED = Rule("stare", see_nothing, says="Look at it for a while.")
DECLARED = replace(UNDECLARED, native=False)


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> Counter[Any]:
    """Count how often the twin of each puzzle is built."""
    times: Counter[Any] = Counter()

    def counting(kind: Kind) -> Kind:
        build = kind.engines.native
        assert build is not None

        def native(puzzle: Any) -> Any:
            times[puzzle] += 1
            return build(puzzle)

        return kind.but(native=native)

    monkeypatch.setattr(sudoku, "KIND", counting(SUDOKU))
    monkeypatch.setattr(witness, "KIND", counting(WITNESS))
    return times


@pytest.mark.parametrize("puzzle", [PANEL, GRID], ids=["witness", "sudoku"])
def test_an_explanation_builds_the_engine_once(puzzle: Any, built: Counter[Any]) -> None:
    explain(puzzle)
    assert built[puzzle] == 1


@pytest.mark.parametrize("puzzle", [PANEL, GRID], ids=["witness", "sudoku"])
def test_several_measures_share_one_engine(puzzle: Any, built: Counter[Any]) -> None:
    rate(puzzle, ["muse", "remuse", "solutions", "shortest"])
    assert built[puzzle] == 1


def test_a_check_builds_one_engine_for_the_puzzle_itself(built: Counter[Any]) -> None:
    entry = replace(examples(WITNESS)[0], puzzle=PANEL)
    list(check([entry]))
    assert built[PANEL] == 1


def test_an_engine_that_is_handed_over_is_the_one_that_answers() -> None:
    engine = engine_for(PANEL, "python")
    assert muse(PANEL, engine=engine).engine == "python"
    assert engine_for(PANEL, engine) is engine


@pytest.mark.parametrize("name", ["auto", "python"])
def test_every_engine_keeps_the_protocol(name: Any) -> None:
    engine: Engine = engine_for(PANEL, name)
    assert engine.puzzle is PANEL
    assert engine.name


# A rule that is written in Python only


@needs_core
@pytest.mark.parametrize(("kind", "puzzle"), [(WITNESS, PANEL), (SUDOKU, GRID)], ids=["witness", "sudoku"])
def test_a_rule_without_a_twin_slows_its_own_players_only(kind: Kind, puzzle: Any) -> None:
    knowing = kind.player("none").knowing(DECLARED)
    slow, quick = muse(puzzle, knowing), muse(puzzle, kind.player("none"))
    assert (slow.engine, slow.slow) == ("python", "no native twin of the rule 'stare'")
    assert quick.engine.startswith("native") and not quick.slow
    assert slow.value == quick.value
    assert slow.as_json()["slow"] == slow.slow and "slow" not in quick.as_json()


@needs_core
@pytest.mark.parametrize("kind", [WITNESS, SUDOKU], ids=["witness", "sudoku"])
def test_the_contract_names_a_rule_whose_twin_is_missing(kind: Kind) -> None:
    undeclared = kind.but(rules=(*kind.people.rules, UNDECLARED))
    with pytest.raises(AssertionError, match="the rule 'stare' has no native twin"):
        twins.check_native_equals_python(Samples(undeclared, 1))


@needs_core
def test_the_contract_names_a_rule_that_has_a_twin_and_denies_it() -> None:
    first, *rest = WITNESS.people.rules
    denying = WITNESS.but(rules=(replace(first, native=False), *rest))
    with pytest.raises(AssertionError, match="says native=False, but it has a native twin"):
        twins.check_native_equals_python(Samples(denying, 1))


@needs_core
def test_what_does_not_depend_on_the_player_stays_native() -> None:
    knowing = WITNESS.player("none").knowing(DECLARED)
    scores = rate(PANEL, ["muse", "solutions", "states"], player=knowing)
    assert scores["muse"].engine == "python"
    assert scores["solutions"].engine.startswith("native")
    assert scores["states"].engine.startswith("native")
    assert scores["solutions"].status is Status.EXACT


@needs_core
def test_a_prior_is_named_as_the_reason_for_python() -> None:
    player = replace(WITNESS.player("none"), prior=lambda puzzle, state, moves: [1 / len(moves)] * len(moves))
    assert muse(PANEL, player).slow == "a prior has no native twin"


def test_without_a_native_engine_nothing_is_called_slow() -> None:
    engine = QuickestEngine(PANEL)
    engine.__dict__["native"] = None
    assert muse(PANEL, engine=engine).slow == ""


def test_the_list_of_kinds_says_which_rules_are_in_python_only() -> None:
    told = card(WITNESS.but(rules=(*WITNESS.people.rules, DECLARED)))
    assert told["rules_in_python"] == ["stare"]
    assert card(WITNESS)["rules_in_python"] == []


@needs_core
def test_rate_says_once_which_rule_is_slow(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    changed = WITNESS.but(rules=(*WITNESS.people.rules, DECLARED))
    monkeypatch.setattr(witness, "KIND", changed)
    panel = "witness:+-E/|.|/S-+"
    assert main(["rate", panel, panel, "-m", "muse", "--player", "rules=stare"]) == 0
    assert capsys.readouterr().err.count("no native twin of the rule 'stare'") == 1
    assert main(["rate", panel, "-m", "muse", "--player", "none"]) == 0
    assert "slow" not in capsys.readouterr().err


@needs_core
def test_only_a_twin_that_knows_how_finds_some_solution() -> None:
    panel, grid = (QuickestEngine(puzzle).native for puzzle in (PANEL, GRID))
    assert panel is not None and panel.can_attempt
    assert grid is not None and not grid.can_attempt
    some = panel.attempt(Limits())
    assert (some.status, some.any_length, PANEL.is_solved(some.found[0].end(PANEL))) == ("solved", True, True)
    hopeless = QuickestEngine(WITNESS.parse("+-E/|3|/S-+")).native
    assert hopeless is not None
    none = hopeless.attempt(Limits())
    assert (none.status, none.any_length) == ("none", False)


@needs_core
def test_only_what_the_twin_can_do_is_deduced_by_it() -> None:
    engine = QuickestEngine(GRID).native
    assert engine is not None
    player, own = SUDOKU.player("pencil"), Guess("own", lambda options, chance: None)
    learned = Rule("learned", see_nothing, lore=cast(Any, object()))
    assert engine.can_deduce(player, fewest)
    assert not engine.can_deduce(player, own)
    assert not engine.can_deduce(replace(player, leak=0.5), fewest)
    assert not engine.can_deduce(player.knowing(*player.rules, learned), fewest)
    assert not engine.can_deduce(player.knowing(DECLARED), fewest)
    panel = QuickestEngine(PANEL).native
    assert panel is not None and not panel.can_deduce(WITNESS.player("none"), fewest)


@needs_core
def test_the_steps_of_a_run_are_limited_in_both_languages() -> None:
    for limits in (Limits(states=3), Limits(states=30), Limits()):
        ours, theirs = (
            deduce_often(GRID, SUDOKU.player("none"), runs=2, limits=limits, engine=engine).rows
            for engine in ENGINES
        )
        assert ours == theirs
        assert (ours[0].status == "gave up") is (limits.states is not None)


# Who answers, and why the others decline


PUZZLES = {
    "fling": "o.o./..../o.o./....",
    "maze": "o-o-@/|.|.|/o-o-o/|.|.|/@-o-o",
    "snakebird": "......./.>R..X./.#####.",
    "sudoku": ".3....3....41...",
    "tilt": "+-+-+-+/|o . .|/+ +-+ +/|. .|*|/+-+-+-+",
    "witness": "+-+-E/|w|w|/+-+-+/|b|b|/S-+-+",
    "fillomino": "4.2./3.../..1./6...",
}
LISTS, COUNTS, PROVES = (
    "it does not list solutions",
    "it does not count",
    "it does not prove that a solution is the only one",
)
NO_PROOF = "it has no proof that is faster than listing"
ASKED = [
    ("fling", "solutions", 1, "few", {}),
    ("fling", "solutions", None, "few", {}),
    ("fling", "count", None, "native", {"few": COUNTS}),
    ("maze", "solutions", 2, "few", {}),
    ("maze", "solutions", 3, "native", {"few": "it lists at most 2 solutions"}),
    ("maze", "count", None, "native", {"few": COUNTS}),
    ("snakebird", "solutions", 1, "first", {}),
    ("snakebird", "solutions", None, "native", {"first": "it finds one solution only"}),
    ("snakebird", "count", None, "native", {"first": COUNTS}),
    ("sudoku", "solutions", None, "native", {"explainer": LISTS}),
    ("sudoku", "count", 2, "native", {"explainer": COUNTS}),
    ("sudoku", "unique", 0, "explainer", {}),
    ("tilt", "solutions", 1, "native", {"segments": LISTS}),
    ("tilt", "unique", 0, "python", {"segments": PROVES, "native": NO_PROOF}),
    ("witness", "solutions", None, "native", {}),
    ("witness", "unique", 0, "python", {"native": NO_PROOF}),
    ("fillomino", "solutions", 1, "native", {}),
    ("fillomino", "unique", 0, "python", {"native": NO_PROOF, "all": PROVES}),
]


FEW = Limits(states=2000)
"""Enough for the kinds' own solvers, if not for Python."""


def posed(name: str, question: str, most: int | None) -> tuple[QuickestEngine, tuple[Any, ...]]:
    engine = QuickestEngine(find_kind(name).parse(PUZZLES[name]))
    return engine, (FEW,) if question == "unique" else (most, FEW)


@needs_core
@pytest.mark.parametrize(("name", "question", "most", "engine", "reasons"), ASKED)
def test_each_question_is_answered_by_the_first_engine_that_does_not_decline(
    name: str, question: Any, most: int | None, engine: str, reasons: dict[str, str]
) -> None:
    asked, about = posed(name, question, most)
    heard = asked.ask(question, *about)
    assert (heard.engine, {each.engine: each.reason for each in heard.declined}) == (engine, reasons)


@pytest.mark.parametrize(("name", "question", "most", "engine", "reasons"), ASKED)
def test_engines_that_both_answer_agree(
    name: str, question: Any, most: int | None, engine: str, reasons: dict[str, str]
) -> None:
    asked, about = posed(name, question, most)
    by_way = find_kind(name).engines.by_way
    said = [
        answer
        for who, answer_to in asked._engines(question)
        if not (
            by_way and question == "solutions" and who != "few"
        )  # they tell solutions apart by their ends
        if not isinstance(answer := answer_to(*about), Declined)
    ]
    if question == "solutions":
        assert len({len(each.found) for each in said if each.found}) == 1
    elif question == "count":
        assert (
            len({(each.solutions, each.total_length, each.shortest) for each in said if each.complete}) == 1
        )
    else:
        assert len({*said}) == 1


@pytest.mark.parametrize(("name", "engine"), [("fling", "tally"), ("maze", "tally"), ("witness", "python")])
def test_without_a_twin_the_next_engine_counts(name: str, engine: str) -> None:
    asked, about = posed(name, "count", None)
    asked.__dict__["native"] = None
    assert asked.ask("count", *about).engine == engine


def test_a_question_that_all_engines_decline_is_an_error_with_every_reason() -> None:
    with pytest.raises(NoEngineError, match=r"No engine answers 'decide'\. explainer: it needs a search\."):
        QuickestEngine(GRID).ask_kind("decide")


def test_giving_up_is_an_answer_that_ends_the_questions() -> None:
    asked, _ = posed("snakebird", "solutions", 1)
    heard = asked.ask("solutions", 1, Limits(states=1))
    assert (heard.engine, heard.answer.status, heard.declined) == ("first", "gave up", ())
