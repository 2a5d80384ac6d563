"""Checks for publication find every problem, and nothing else."""

from random import Random

import pytest

from quandary.library.files import Entry
from quandary.library.registry import kind
from quandary.limits import Limits
from quandary.publishing.check import Problem, Verdict, check

GOOD = ".3....3....41..."
RELABELLED = ".4....4....31..."
AMBIGUOUS = ".3....3....4...."
UNSOLVABLE = "123....4........"
NON_MINIMAL = "23....3....41..."


def sudoku(notation: str, name: str = "it") -> Entry:
    return Entry(kind("sudoku"), kind("sudoku").parse(notation), name, where=f"book.jsonl, line {len(name)}")


def only(notation: str) -> Verdict:
    (verdict,) = check([sudoku(notation)])
    return verdict


def problems(verdict: Verdict) -> list[Problem]:
    return [problem for problem, _ in verdict.problems]


def test_a_good_puzzle_has_no_problem() -> None:
    verdict = only(GOOD)
    assert (verdict.solvable, verdict.unique, verdict.minimal, verdict.guess_free) == (True,) * 4
    assert verdict.problems == ()
    assert verdict.duplicate_of == ""


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


def test_a_puzzle_that_needs_a_guess_is_no_problem() -> None:
    fillomino = kind("fillomino")
    (verdict,) = check([Entry(fillomino, fillomino.parse(".88./..7./1.../8..."), "it")])
    assert verdict.guess_free is False
    assert verdict.problems == ()


def test_a_relabelled_puzzle_is_a_duplicate_of_the_first_and_names_it() -> None:
    first, second = check([sudoku(GOOD, "one"), sudoku(RELABELLED, "second")])
    assert first.duplicate_of == ""
    assert second.duplicate_of == "one (book.jsonl, line 3)"
    assert problems(second) == [Problem.DUPLICATE]


def test_a_turned_panel_is_a_duplicate_though_the_kind_has_no_canonical_text() -> None:
    witness = kind("witness")
    assert witness.sameness.canonical is None and witness.sameness.symmetries is not None
    panel = witness.parse("+-+-E/|1|.|/S-+-+")
    twins = [each for each in witness.sameness.symmetries(panel) if each != panel]
    assert twins
    for twin in twins:
        first, second = check([Entry(witness, panel, "one"), Entry(witness, twin, "two")])
        assert (first.duplicate_of, second.duplicate_of) == ("", "one")


def test_without_symmetries_only_the_same_notation_is_the_same_puzzle() -> None:
    plain = kind("sudoku").but(canonical=None, symmetries=None)
    one, two = (Entry(plain, plain.parse(text), "x") for text in (GOOD, RELABELLED))
    assert one.kind.canonical(one.puzzle) == GOOD
    assert two.kind.canonical(two.puzzle) == RELABELLED


def test_what_cannot_be_decided_in_time_is_neither_unsolvable_nor_ambiguous() -> None:
    witness = kind("witness")
    assert witness.generate is not None
    panel = witness.generate(Random(1), "5x5")
    (verdict,) = check([Entry(witness, panel, "large")], limits=Limits(states=3))
    assert (verdict.solvable, verdict.unique) == (None, None)
    assert problems(verdict) == [Problem.GAVE_UP]


@pytest.mark.parametrize(("notation", "problem"), [(AMBIGUOUS, "ambiguous"), (NON_MINIMAL, "non-minimal")])
def test_a_problem_that_is_allowed_is_none_but_the_proof_stays(notation: str, problem: str) -> None:
    verdict = only(notation)
    allowed = verdict.allowing([Problem(problem)])
    assert verdict.problems and not allowed.problems
    assert (allowed.unique, allowed.minimal) == (verdict.unique, verdict.minimal)
