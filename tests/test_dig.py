"""Declared puzzles of one's own: what follows from a declaration is right, and they are dug under any condition."""

from collections.abc import Iterator
from functools import cache
from itertools import permutations, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from quandary.errors import NotationError, QuandaryError
from quandary.explaining.explanation import explain
from quandary.explaining.page import explanation_page
from quandary.generating.dig import dig, digging, file_by_level, make_at_level, no_guess, unique
from quandary.kind import Kind
from quandary.library import registry
from quandary.limits import Budget
from quandary.pencil import Digits, Givens, Pencil, different, less
from quandary.pencil.draw import state_before
from quandary.pencil.grid import Grid
from quandary.pencil.kind import pencil_kind
from quandary.pencil.search import by_narrowing, completions
from quandary.pencil.words import Word
from quandary.pencil.words.word import values_of
from quandary.solving.deduce import deduce
from quandary.solving.search import solutions


class LatinSquare(Pencil):
    """Every row and every column takes each number once."""

    clues = Givens()
    marks = Digits(1)

    def rules(self, grid: Grid) -> Iterator[Word]:
        yield from map(different, grid.lines)


class Rising(LatinSquare):
    """A Latin square whose first row begins to rise."""

    def rules(self, grid: Grid) -> Iterator[Word]:
        yield from super().rules(grid)
        first, second, *_ = grid.rows[0]
        yield less((first, second))


class Impossible(LatinSquare):
    """A Latin square with too few values."""

    marks = Digits(1, 1)


@cache
def latin() -> Kind:
    return _kind(LatinSquare, "Latin square")


def _kind(puzzle: type[Pencil], title: str) -> Kind:
    name, sizes = title.lower().replace(" ", "_"), ("2x2", "3x3", "4x4")
    return pencil_kind(puzzle, name=name, title=title, sizes=sizes, folder=Path())


def naive_squares(side: int) -> Iterator[tuple[int, ...]]:
    for rows in product(permutations(range(1, side + 1)), repeat=side):
        if all(len({row[column] for row in rows}) == side for column in range(side)):
            yield tuple(number for row in rows for number in row)


def givens(puzzle: Any) -> tuple[int | None, ...]:
    """Return the digits of each cell, None where none is given."""
    return puzzle.given[0]  # type: ignore[no-any-return]


def empties(puzzle: Any) -> int:
    return givens(puzzle).count(None)


@pytest.mark.parametrize("side", [2, 3])
def test_all_squares_are_found_by_the_core_and_without_it(side: int) -> None:
    puzzle = LatinSquare(side, side, ((None,) * side**2,))
    may = puzzle.may(puzzle.start)
    plain = list(by_narrowing(puzzle, may, [values_of(mask) for mask in may], Budget()))
    for found in (list(completions(puzzle)), plain):
        assert len(found) == len(set(found)) and set(found) == set(naive_squares(side))


def test_a_variant_adds_to_the_rules_of_what_it_varies() -> None:
    found = set(completions(Rising(3, 3, ((None,) * 9,))))
    assert found == {board for board in naive_squares(3) if board[0] < board[1]}


def test_generated_puzzles_have_one_solution_and_no_given_to_spare() -> None:
    kind = latin()
    for seed in range(5):
        puzzle = kind.generate(Random(seed), "3x3")
        told = givens(puzzle)
        fits = [b for b in naive_squares(3) if all(g in (None, n) for g, n in zip(told, b, strict=True))]
        assert len(fits) == 1
        assert unique(puzzle) and not any(unique(other) for _, other in kind.reductions(puzzle))


def test_no_board_at_all_is_said() -> None:
    with pytest.raises(QuandaryError, match="boards of 2x2 could be filled"):
        _kind(Impossible, "Impossible").generate(Random(1), "2x2")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("12./.../..", "Row 3 of this Latin square has 2 cells, but row 1 has 3"),
        ("15./.../...", "The 5 at r1c2 is not a value of this Latin square"),
        ("11./.../...", "The clues of this Latin square contradict each other"),
        ("12/21", "Everything is given"),
        ("....././././.", "Row 2 of this Latin square has 1 cells"),
        ("." * 50_000, "50,000 characters"),
        ("1x./.../...", "cannot contain 'x'"),
        ("1../.../...;2", "has 1 part, but this one has 2"),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_line(text: str, complaint: str) -> None:
    with pytest.raises(NotationError, match=complaint) as refused:
        latin().parse(text)
    assert "\n" not in str(refused.value)


def test_a_declared_puzzle_is_solved_and_explained() -> None:
    puzzle = latin().parse("1..4/..2./.3../....")
    assert len(solutions(puzzle).found) == 2
    assert "<dt>solutions</dt><dd>2</dd>" in explanation_page(explain(puzzle))


def test_steps_are_drawn_with_what_they_write() -> None:
    kind = latin()
    puzzle = kind.generate(Random(1), "4x4")
    trace = deduce(puzzle, kind.player("solver"))
    assert state_before(puzzle, trace, 0) == puzzle.start
    assert state_before(puzzle, trace, len(trace.steps)) == trace.state
    assert kind.pictures.draw_step
    stepped = kind.pictures.draw_step(puzzle, trace, 0)
    assert len(stepped.shapes) == len(kind.draw(puzzle, None).shapes) + 2 * len(trace.steps[0].finding.must)


# Digging under any condition


def test_digging_keeps_its_condition_at_every_step() -> None:
    kind = latin()
    assert kind.maker.full
    full = kind.maker.full(Random(2), "4x4")
    easy = no_guess(kind.player("solver"))
    met = list(digging(kind, full, Random(2), easy))
    assert met and all(easy(puzzle) and unique(puzzle) for puzzle in met)
    assert dig(kind, full, Random(2), easy) == met[-1]
    assert dig(kind, full, Random(2), easy, most=3) == met[2]


def test_symmetric_givens_are_a_condition_like_any_other() -> None:
    kind = latin()
    assert kind.maker.full

    def keeps_the_corners(puzzle: Any) -> bool:
        return unique(puzzle) and all(givens(puzzle)[cell] for cell in (0, 3, 12, 15))

    puzzle = dig(kind, kind.maker.full(Random(1), "4x4"), Random(1), keeps_the_corners)
    assert keeps_the_corners(puzzle) and empties(puzzle) > 4


def test_a_puzzle_of_a_level_is_found_or_it_is_said_that_there_is_none() -> None:
    kind = latin()
    assert empties(make_at_level(kind, "3x3", 4, empties, Random(1))) == 4
    with pytest.raises(QuandaryError, match="No Latin square of 2x2 had the level 9 in 100 boards"):
        make_at_level(kind, "2x2", 9, empties, Random(1))


def test_every_transform_of_every_puzzle_met_is_filed_under_its_level() -> None:
    kind = latin()
    assert kind.maker.full and kind.sameness.symmetries
    full = kind.maker.full(Random(1), "3x3")
    filed = file_by_level(kind, [full], empties, Random(1))
    met = list(digging(kind, full, Random(1)))
    assert set(filed) == set(range(1, len(met) + 1))
    texts = [kind.format(puzzle) for puzzles in filed.values() for puzzle in puzzles]
    assert len(set(texts)) == len(texts)
    assert {kind.format(image) for puzzle in met for image in kind.sameness.symmetries(puzzle)} == set(texts)


def test_a_kind_without_full_boards_or_reductions_is_told_so() -> None:
    kind = _kind(Rising, "Rising square")
    with pytest.raises(QuandaryError, match="does not list what can be removed"):
        next(digging(_without(kind, "reductions"), None, Random(1)))
    with pytest.raises(QuandaryError, match="has no full boards"):
        make_at_level(_without(kind, "full"), "3x3", 1, lambda puzzle: 1, Random(1))


def _without(kind: Kind, field: str) -> Kind:
    changes: dict[str, Any] = {field: None}
    return kind.but(**changes)


def test_uniqueness_is_proved_by_the_kind_where_it_can(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*args: object, **more: object) -> None:
        raise AssertionError("solutions were listed")

    monkeypatch.setattr("quandary.solving.choose.QuickestEngine.solutions", never)
    sudoku = registry.find_kind("sudoku")
    assert unique(sudoku.parse(".3....3....41..."))
    assert not unique(sudoku.parse("................"))
