"""Checks for publication find every problem, and nothing else."""

from dataclasses import replace
from random import Random
from types import SimpleNamespace

import pytest

from quandary.library.files import Entry
from quandary.library.registry import find_kind
from quandary.limits import Limits, Stop
from quandary.publishing.check import Checked, Problem, _any_of, _unless_unproved, check
from quandary.score import Score, Status
from quandary.solving.search import Solution, Solutions

GOOD = ".3....3....41..."
RELABELLED = ".4....4....31..."
AMBIGUOUS = ".3....3....4...."
UNSOLVABLE = "123....4........"
NON_MINIMAL = "23....3....41..."


def sudoku(notation: str, name: str = "it") -> Entry:
    return Entry(
        find_kind("sudoku"), find_kind("sudoku").parse(notation), name, where=f"book.jsonl, line {len(name)}"
    )


def only(notation: str) -> Checked:
    (verdict,) = check([sudoku(notation)])
    return verdict


def problems(verdict: Checked) -> list[Problem]:
    return [problem for problem, _ in verdict.problems]


def test_a_good_puzzle_has_no_problem() -> None:
    verdict = only(GOOD)
    assert (verdict.solvable, verdict.unique, verdict.minimal, verdict.guess_free) == (True,) * 4
    assert verdict.problems == ()
    assert verdict.duplicate_of == ""


def test_only_a_puzzle_that_can_be_solved_has_a_difficulty() -> None:
    assert only(GOOD).verdict.word == "easy"
    assert only(UNSOLVABLE).verdict.short == ""


def test_a_puzzle_with_two_solutions_is_ambiguous_and_not_asked_whether_it_is_minimal() -> None:
    verdict = only(AMBIGUOUS)
    assert (verdict.solvable, verdict.unique, verdict.minimal) == (True, False, None)
    assert problems(verdict) == [Problem.AMBIGUOUS]


def test_a_puzzle_without_a_solution_is_unsolvable_and_nothing_else_is_said_of_it() -> None:
    verdict = only(UNSOLVABLE)
    assert (verdict.solvable, verdict.unique, verdict.minimal, verdict.guess_free) == (
        False,
        None,
        None,
        None,
    )
    assert problems(verdict) == [Problem.UNSOLVABLE]


def test_a_clue_too_many_is_named() -> None:
    verdict = only(NON_MINIMAL)
    assert verdict.minimal is False
    ((problem, why),) = verdict.problems
    assert problem is Problem.NON_MINIMAL
    assert "the 2 at r1c1" in why


def test_several_clues_too_many_are_named_and_many_are_counted() -> None:
    said = [_any_of([f"{n}" for n in range(number)]) for number in range(1, 7)]
    assert said == ["0", "0 or 1", "0, 1 or 2", "0, 1, 2 or 3", "0, 1, 2 or 2 others", "0, 1, 2 or 3 others"]


def test_a_puzzle_that_needs_a_guess_is_no_problem() -> None:
    fillomino = find_kind("fillomino")
    (verdict,) = check([Entry(fillomino, fillomino.parse(".88./..7./1.../8..."), "it")])
    assert verdict.guess_free is False
    assert verdict.problems == ()


def test_a_relabelled_puzzle_is_a_duplicate_of_the_first_and_names_it() -> None:
    first, second = check([sudoku(GOOD, "one"), sudoku(RELABELLED, "second")])
    assert first.duplicate_of == ""
    assert second.duplicate_of == "one (book.jsonl, line 3)"
    assert problems(second) == [Problem.DUPLICATE]


def test_another_puzzle_is_no_duplicate() -> None:
    one, other = find_kind("sudoku").parse(GOOD), find_kind("sudoku").parse(f"{'.' * 12}1234")
    verdicts = check([Entry(find_kind("sudoku"), one, "one"), Entry(find_kind("sudoku"), other, "other")])
    assert [each.duplicate_of for each in verdicts] == ["", ""]


def test_a_turned_panel_is_a_duplicate_though_the_kind_has_no_canonical_text() -> None:
    witness = find_kind("witness").but(canonical=None)
    assert witness.sameness.canonical is None and witness.sameness.symmetries is not None
    panel = witness.parse("+-+-E/|1|.|/S-+-+")
    twins = [each for each in witness.sameness.symmetries(panel) if each != panel]
    assert twins
    for twin in twins:
        first, second = check([Entry(witness, panel, "one"), Entry(witness, twin, "two")])
        assert (first.duplicate_of, second.duplicate_of) == ("", "one")


def test_without_symmetries_only_the_same_notation_is_the_same_puzzle() -> None:
    plain = find_kind("sudoku").but(canonical=None, symmetries=None)
    one, two = (Entry(plain, plain.parse(text), "x") for text in (GOOD, RELABELLED))
    assert one.kind.canonical(one.puzzle) == GOOD
    assert two.kind.canonical(two.puzzle) == RELABELLED


def test_what_cannot_be_decided_in_time_is_neither_unsolvable_nor_ambiguous() -> None:
    witness = find_kind("witness")
    assert witness.generate is not None
    panel = witness.generate(Random(1), "5x5")
    (verdict,) = check([Entry(witness, panel, "large")], limits=Limits(states=3))
    assert (verdict.solvable, verdict.unique) == (None, None)
    assert problems(verdict) == [Problem.GAVE_UP]


def test_a_puzzle_whose_minimality_cannot_be_decided_is_not_called_minimal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for found in ((), (Solution("", ()),)):
        undecided = Solutions(found, False, stop=Stop("seconds", 1))
        monkeypatch.setattr("quandary.publishing.check.solutions", lambda *_, answer=undecided, **__: answer)
        verdict = only(GOOD)
        assert (verdict.unique, verdict.minimal) == (True, None)
        ((problem, why),) = verdict.problems
        assert problem is Problem.GAVE_UP and "is needed: stopped at the 1 s limit" in why


def test_a_needless_clue_is_named_even_if_another_cannot_be_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    unique, undecided = (
        Solutions((Solution("", ()),), complete, stop=Stop() if complete else Stop("seconds", 1))
        for complete in (True, False)
    )
    answers = iter([unique, undecided, unique])
    monkeypatch.setattr("quandary.publishing.check.solutions", lambda *_, **__: next(answers))
    verdict = only(GOOD)
    assert verdict.minimal is False and problems(verdict) == [Problem.NON_MINIMAL]
    assert next(answers) is unique  # nothing more was asked after the one that could not be decided


def test_a_clue_whose_removal_makes_it_ambiguous_is_needed_even_if_the_search_was_cut_short(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    two = Solutions((Solution("", ()), Solution("", ())), False, stop=Stop("enough", 2))
    monkeypatch.setattr("quandary.publishing.check.solutions", lambda *_, **__: two)
    verdict = only(GOOD)
    assert verdict.minimal is True and verdict.problems == ()


@pytest.mark.parametrize(("status", "says"), [("gave up", None), ("solved", True), ("stuck", False)])
def test_whether_a_guess_is_needed_is_unknown_if_deduction_gives_up(
    monkeypatch: pytest.MonkeyPatch, status: str, says: bool | None
) -> None:
    monkeypatch.setattr("quandary.publishing.check.deduce", lambda *_, **__: SimpleNamespace(status=status))
    maze = find_kind("maze")
    assert maze.people.sheet is not None
    (verdict,) = check([Entry(maze, maze.parse("o-@/x.|/@-o"), "it")])
    assert verdict.guess_free is says


@pytest.mark.parametrize(
    ("score", "says"),
    [
        (Score("muse", None, Status.GAVE_UP, at_least=1.0), None),
        (Score("muse", 0.0, Status.EXACT), True),
        (Score("muse", 2.0, Status.EXACT), False),
    ],
    ids=str,
)
def test_whether_a_guess_is_needed_is_unknown_if_measuring_gives_up(
    monkeypatch: pytest.MonkeyPatch, score: Score, says: bool | None
) -> None:
    monkeypatch.setattr("quandary.publishing.check.muse", lambda *_, **__: score)
    witness = find_kind("witness")
    (verdict,) = check([Entry(witness, witness.parse("+-E/|.|/S-+"), "it")])
    assert verdict.guess_free is says


def test_a_second_solution_that_was_not_looked_for_long_enough_is_left_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one = Solutions((Solution("", ()),), False, stop=Stop("seconds", 1))
    engine = SimpleNamespace(solutions=lambda *_: one)
    monkeypatch.setattr("quandary.publishing.check.engine_for", lambda _: engine)
    monkeypatch.setattr("quandary.publishing.check._is_guess_free", lambda *_: None)
    verdict = only(GOOD)
    assert (verdict.solvable, verdict.unique, verdict.minimal) == (True, None, None)
    assert verdict.problems == ((Problem.GAVE_UP, "looking for a second solution: stopped at the 1 s limit"),)


@pytest.mark.parametrize(("notation", "problem"), [(AMBIGUOUS, "ambiguous"), (NON_MINIMAL, "non-minimal")])
def test_a_problem_that_is_allowed_is_none_but_the_proof_stays(notation: str, problem: str) -> None:
    verdict = only(notation)
    allowed = verdict.allowing([Problem(problem)])
    assert verdict.problems and not allowed.problems
    assert (allowed.unique, allowed.minimal) == (verdict.unique, verdict.minimal)


def test_a_guess_is_not_said_to_be_needed_if_rules_were_left_out_for_lack_of_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("quandary.publishing.check.muse", lambda *_, **__: Score("muse", 2.0, Status.EXACT))
    (undecided,) = check([sudoku("." * 81)], limits=Limits(states=5))
    assert undecided.unique is not True and (undecided.unique is None) == (undecided.guess_free is None)
    verdict = Checked(sudoku(GOOD), solvable=True, unique=None)
    assert _unless_unproved(verdict) is None
    assert _unless_unproved(replace(verdict, unique=True)) is False
