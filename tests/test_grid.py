"""Declared grids: everything derived from a declaration is right, whatever solves it."""

import json
import sys
from collections.abc import Iterator
from functools import cache
from itertools import islice, permutations, product
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
from quandary.measuring.entropy import muse
from quandary.parts import grid
from quandary.parts.grid import GridPuzzle, Layout, completions, grid_kind, lines, relation, square_turns
from quandary.parts.grid.step import state_before
from quandary.parts.sat import PlainSolver
from quandary.player import Player
from quandary.solving.deduce import deduce
from quandary.solving.search import solutions
from quandary.testing import check_kind
from quandary.testing.python_sat import PythonSat


class LatinSquare(GridPuzzle):
    """Every row and every column takes each number once."""

    @staticmethod
    def layout(rows: int, columns: int) -> Layout:
        turns = square_turns(rows, columns)
        return Layout(rows, columns, rows, lines(rows, columns), turns=turns, renames=True)


class Rising(GridPuzzle):
    """A Latin square whose first row rises, which is checked only on the full board."""

    @staticmethod
    def layout(rows: int, columns: int) -> Layout:
        return Layout(rows, columns, rows, lines(rows, columns), cuts=lambda board: _falls(board, columns))


def _falls(board: grid.BoardNumbers, columns: int) -> Iterator[grid.AnyOf]:
    for cell in range(columns - 1):
        if board[cell] > board[cell + 1]:
            yield tuple(grid.Claim(each, board[each], holds=False) for each in (cell, cell + 1))


class Impossible(GridPuzzle):
    """Two rows, two columns, one value."""

    @staticmethod
    def layout(rows: int, columns: int) -> Layout:
        return Layout(rows, columns, 1, lines(rows, columns))


@cache
def latin() -> Kind:
    return _kind(LatinSquare, "Latin square")


def _kind(puzzle: type[GridPuzzle], title: str) -> Kind:
    name, sizes = title.lower().replace(" ", "_"), ("2x2", "3x3", "4x4")
    return grid_kind(puzzle, name=name, title=title, summary="Fill it.", sizes=sizes, folder=Path())


@pytest.fixture(params=["new solver", "plain solver", "python-sat", "plain search"])
def either_solver(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr("quandary.parts.grid.solver.has_sat", lambda: request.param != "plain search")
    if request.param == "plain solver":
        monkeypatch.setattr("quandary.parts.grid.solver.new_solver", PlainSolver)
    if request.param == "python-sat":
        pytest.importorskip("pysat", reason="python-sat comes with quandary[test]; CI installs it")
        monkeypatch.setattr("quandary.parts.grid.solver.new_solver", PythonSat)
    return str(request.param)


def naive_squares(side: int) -> Iterator[tuple[int, ...]]:
    for rows in product(permutations(range(1, side + 1)), repeat=side):
        if all(len({row[column] for row in rows}) == side for column in range(side)):
            yield tuple(number for row in rows for number in row)


@pytest.mark.parametrize("side", [2, 3])
def test_all_boards_are_found(side: int, either_solver: str) -> None:
    found = list(completions(LatinSquare.layout(side, side), (0,) * side**2))
    assert len(found) == len(set(found))
    assert set(found) == set(naive_squares(side))


def test_counting_stops_at_a_limit(either_solver: str) -> None:
    assert len(list(islice(completions(LatinSquare.layout(4, 4), (0,) * 16), 10))) == 10


def test_givens_are_kept(either_solver: str) -> None:
    givens = (0, 2, 0, 3, 0, 0, 0, 0, 0)
    kept = {board for board in naive_squares(3) if board[1] == 2 and board[3] == 3}
    assert set(completions(LatinSquare.layout(3, 3), givens)) == kept


def test_what_only_a_full_board_breaks_is_cut(either_solver: str) -> None:
    found = set(completions(Rising.layout(3, 3), (0,) * 9))
    assert found == {board for board in naive_squares(3) if board[:3] == (1, 2, 3)}


def test_contradictory_givens_have_no_board(either_solver: str) -> None:
    assert not list(completions(LatinSquare.layout(3, 3), (1, 1, 0, 0, 0, 0, 0, 0, 0)))
    assert not list(completions(LatinSquare.layout(3, 3), (1, 2, 0, 0, 0, 3, 0, 0, 0)))
    assert not list(completions(LatinSquare.layout(3, 3), (4, 0, 0, 0, 0, 0, 0, 0, 0)))


def test_generated_puzzles_have_one_solution_and_no_given_to_spare(either_solver: str) -> None:
    kind = latin()
    assert kind.maker.generate and kind.maker.reductions
    for seed in range(5):
        puzzle = kind.generate(Random(seed), "3x3")
        fits = [
            b for b in naive_squares(3) if all(g in (0, n) for g, n in zip(puzzle.givens, b, strict=True))
        ]
        assert len(fits) == 1
        assert unique(puzzle) and not any(unique(less) for _, less in kind.reductions(puzzle))


def test_digging_stops_where_it_is_told_to(either_solver: str) -> None:
    board = next(naive_squares(3))
    left = grid.emptied(board, range(9), grid.needed(LatinSquare.layout(3, 3), board), 2)
    assert left == (0, 0, *board[2:])


def test_no_board_at_all_is_said() -> None:
    kind = _kind(Impossible, "Impossible")
    assert kind.maker.generate
    with pytest.raises(QuandaryError, match="There is no Impossible of size 2x2"):
        kind.generate(Random(1), "2x2")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("12./.../..", "Row 3 of this Latin square has 2 cells, but row 1 has 3"),
        ("15./.../...", "The 5 at r1c2 is too large; values run from 1 to 3"),
        ("11./.../...", "The givens of this Latin square contradict each other"),
        ("12/21", "All cells are given"),
        ("....././././.", "Row 2 of this Latin square has 1 cells"),
        ("." * 5000, "5,000 characters"),
        ("1x./.../...", "cannot contain 'x'"),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_line(text: str, complaint: str) -> None:
    with pytest.raises(NotationError, match=complaint) as refused:
        latin().parse(text)
    assert "\n" not in str(refused.value)


def test_canonical_forms_are_the_same_for_exactly_the_same_puzzles() -> None:
    """Compare the classes of puzzles with up to three givens on 2x2 with a search of all images."""
    kind = latin()
    assert kind.sameness.canonical and kind.sameness.symmetries
    puzzles = [LatinSquare(2, 2, givens) for givens in product(range(3), repeat=4) if 0 in givens]
    classes: dict[grid.BoardNumbers, int] = {}
    for number, puzzle in enumerate(puzzles):
        fresh = [puzzle.givens]
        while fresh:
            givens = fresh.pop()
            if givens not in classes:
                classes[givens] = number
                fresh += [image.givens for image in kind.sameness.symmetries(LatinSquare(2, 2, givens))]
    by_class = {kind.sameness.canonical(puzzle): classes[puzzle.givens] for puzzle in puzzles}
    assert len(by_class) == len(set(by_class.values())) == len(set(classes.values()))
    assert all(by_class[kind.sameness.canonical(puzzle)] == classes[puzzle.givens] for puzzle in puzzles)


def test_relations_hold_between_the_cells_that_they_name() -> None:
    rising = relation((0, 1, 2), 3, lambda a, b, c: a < b < c)
    boards = set(completions(Layout(3, 3, 3, lines(3, 3), clauses=rising), (0,) * 9))
    assert boards == {board for board in naive_squares(3) if board[:3] == (1, 2, 3)}


def test_a_declared_grid_is_solved_rated_and_explained() -> None:
    puzzle = latin().parse("1..4/..2./.3../....")
    found = solutions(puzzle)
    assert [len(set(solution.end(puzzle))) for solution in found.found] == [4] * len(found.found)
    assert muse(puzzle, Player(), policy="greedy").value == 1
    assert "<dt>solutions</dt><dd>2</dd>" in explanation_page(explain(puzzle))


def test_a_declared_grid_keeps_the_contract_of_all_kinds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = latin().but(folder=tmp_path)
    monkeypatch.setattr(sys.modules[__name__], "KIND", kind, raising=False)
    (tmp_path / "README.md").write_text("# Latin square\n", "utf-8")
    facts = {givens: _naive_count(givens) for givens in ("1../.../..2", ".../.2./...", "12./.../...")}
    lines = [{"kind": kind.name, "puzzle": text, "facts": {"solutions": n}} for text, n in facts.items()]
    (tmp_path / "examples.jsonl").write_text("\n".join(map(json.dumps, lines)) + "\n", "utf-8")
    check_kind(kind, examples=4)


def _naive_count(text: str) -> int:
    givens = [int(symbol.replace(".", "0")) for symbol in text.replace("/", "")]
    return sum(all(g in (0, n) for g, n in zip(givens, board, strict=True)) for board in naive_squares(3))


def test_steps_are_drawn_with_what_they_write_and_rule_out() -> None:
    kind = latin()
    assert kind.pictures.draw_step and kind.maker.generate
    puzzle = kind.generate(Random(1), "4x4")
    trace = deduce(puzzle, kind.player("expert"))
    assert state_before(puzzle.givens, 4, trace, 0) == puzzle.givens
    assert state_before(puzzle.givens, 4, trace, len(trace.steps)) == trace.state
    plain, stepped = (
        kind.draw(puzzle, None) if kind.pictures.draw else None,
        kind.pictures.draw_step(puzzle, trace, 0),
    )
    assert plain and len(stepped.shapes) == len(plain.shapes) + 2


# Digging under any condition


def test_digging_keeps_its_condition_at_every_step() -> None:
    kind = latin()
    assert kind.maker.full
    full = kind.maker.full(Random(2), "4x4")
    easy = no_guess(kind.player("expert"))
    met = list(digging(kind, full, Random(2), easy))
    assert met and all(easy(puzzle) and unique(puzzle) for puzzle in met)
    assert dig(kind, full, Random(2), easy) == met[-1]
    assert dig(kind, full, Random(2), easy, most=3) == met[2]


def test_symmetric_givens_are_a_condition_like_any_other() -> None:
    kind = latin()
    assert kind.maker.full

    def keeps_the_corners(puzzle: Any) -> bool:
        return unique(puzzle) and all(puzzle.givens[cell] for cell in (0, 3, 12, 15))

    puzzle = dig(kind, kind.maker.full(Random(1), "4x4"), Random(1), keeps_the_corners)
    assert keeps_the_corners(puzzle) and puzzle.givens.count(0) > 4


def test_a_puzzle_of_a_level_is_found_or_it_is_said_that_there_is_none() -> None:
    kind = latin()

    def empties(puzzle: Any) -> int:
        return int(puzzle.givens.count(0))

    assert empties(make_at_level(kind, "3x3", 4, empties, Random(1))) == 4
    with pytest.raises(QuandaryError, match="No Latin square of 2x2 had the level 9 in 100 boards"):
        make_at_level(kind, "2x2", 9, empties, Random(1))


def test_every_transform_of_every_puzzle_met_is_filed_under_its_level() -> None:
    kind = latin()
    assert kind.maker.full and kind.sameness.symmetries
    full = kind.maker.full(Random(1), "3x3")
    filed = file_by_level(kind, [full], lambda puzzle: puzzle.givens.count(0), Random(1))
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
