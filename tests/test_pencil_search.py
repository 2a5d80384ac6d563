"""The core finds the solutions that Python finds, in the same order."""

from itertools import islice
from random import Random

import pytest

from quandary._native import core
from quandary.kind import Kind
from quandary.library import registry
from quandary.library.files import examples
from quandary.limits import Budget, Limits, OutOfBudget
from quandary.pencil.ladder import LOOKS
from quandary.pencil.make import full
from quandary.pencil.native import NEVER, core_search, found_by
from quandary.pencil.puzzle import Pencil, State
from quandary.pencil.rating import LEVEL_OF
from quandary.pencil.search import by_narrowing, completions
from quandary.pencil.words.word import values_of

KINDS = [kind for kind in map(registry.find_kind, registry.find_kinds()) if issubclass(kind.puzzle, Pencil)]
MOST = 40
"""The most solutions of a puzzle to compare."""
needs_core = pytest.mark.skipif(
    core() is None, reason="the compiled core is not installed; CI requires it and runs this"
)


def drawn(kind: Kind) -> list[Pencil]:
    """Return a few examples, one that tells less, and one that tells all."""
    some = [entry.puzzle for entry in examples(kind)][::4]
    less = [left for _, left in islice(kind.maker.reductions(some[0]), 1)] if kind.maker.reductions else []
    return [*some, *less, full(kind.puzzle, Random(kind.name), kind.maker.sizes[0])]


def sparse(kind: Kind) -> list[Pencil]:
    """Return puzzles with a few solutions each, from which clues were taken."""
    found = list[Pencil]()
    for entry in examples(kind)[:3]:
        puzzle = entry.puzzle
        for _ in range(3):
            less = [left for _, left in kind.maker.reductions(puzzle)] if kind.maker.reductions else []
            puzzle = less[len(less) // 2] if less else puzzle
        found.append(puzzle)
    return found


def in_python(puzzle: Pencil, budget: Budget) -> list[State]:
    may = puzzle.may(puzzle.start)
    return [*islice(by_narrowing(puzzle, may, [values_of(mask) for mask in may], budget), 3)]


@needs_core
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_the_core_finds_the_same_solutions_with_the_same_states(kind: Kind) -> None:
    for puzzle in drawn(kind):
        budgets = Budget(), Budget()
        found = [*islice(completions(puzzle, budgets[0]), 3)]
        assert found == in_python(puzzle, budgets[1]), kind.format(puzzle)
        assert all(map(puzzle.is_solved, found))
        assert budgets[0].states == budgets[1].states


@needs_core
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_the_core_knows_every_word_of_a_kind_and_keeps_limits(kind: Kind) -> None:
    puzzle = drawn(kind)[0]
    may = puzzle.may(puzzle.start)
    assert core_search(may, puzzle.words, [values_of(mask) for mask in may])
    with pytest.raises(OutOfBudget):
        next(completions(puzzle, Limits(states=0).start()))


@needs_core
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_search_that_learns_finds_the_same_solutions(kind: Kind) -> None:
    for puzzle in (*drawn(kind), *sparse(kind)):
        may = puzzle.may(puzzle.start)
        orders = [values_of(mask) for mask in may]
        found = [
            [*islice(found_by(core_search(may, puzzle.words, orders, patience=patience), Budget()), MOST)]
            for patience in (NEVER, 0)
        ]
        assert len({*found[1]}) == len(found[1]) == len(found[0]), kind.format(puzzle)
        assert all(map(puzzle.is_solved, found[1]))
        assert len(found[0]) == MOST or {*found[0]} == {*found[1]}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_puzzle_of_the_hardest_level_is_made(kind: Kind) -> None:
    hardest = [*kind.maker.levels][-1]
    made = kind.generate(Random(1), kind.maker.sizes[0], {"level": hardest})
    assert kind.maker.level and kind.maker.level(made) == hardest


def test_every_level_is_of_a_rung_that_there_is() -> None:
    assert {*LEVEL_OF} <= {*LOOKS}
