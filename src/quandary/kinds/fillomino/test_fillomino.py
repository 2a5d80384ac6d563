"""Test what is special to Fillomino. The contract suite checks the rest.

The naive functions at the end share no code with the kind and serve as the reference for its answers.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice, product
from math import isclose, log2
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quandary._native import core
from quandary.draw.shapes import Line, Text
from quandary.errors import NotationError, QuandaryError
from quandary.generating.band import generate_band
from quandary.kinds.fillomino import KIND
from quandary.kinds.fillomino.board import EMPTY, Put, members
from quandary.kinds.fillomino.complete import completions, solution_of
from quandary.kinds.fillomino.declared import claims
from quandary.kinds.fillomino.generate import dig, generate, is_size, reductions
from quandary.kinds.fillomino.growth import full_board
from quandary.kinds.fillomino.levels import LEVELS, fills, fills_in_python, is_solved_by, level_of, make
from quandary.kinds.fillomino.link import link, read_link
from quandary.kinds.fillomino.notation import format, parse, recognise  # noqa: A004
from quandary.kinds.fillomino.page import THICK
from quandary.kinds.fillomino.people import RULES
from quandary.kinds.fillomino.rows import LONGEST
from quandary.kinds.fillomino.rules import Fillomino
from quandary.kinds.fillomino.same import symmetries
from quandary.kinds.fillomino.step import state_before
from quandary.kinds.fillomino.vary import neighbours
from quandary.limits import Budget, Limits
from quandary.measuring.entropy import muse
from quandary.measuring.rate import rate
from quandary.parts.claims import ClaimSolver
from quandary.player import Player
from quandary.rules import Rule, narrow
from quandary.score import Status
from quandary.solving.choose import QuickestEngine
from quandary.solving.deduce import deduce
from quandary.solving.search import count, solutions
from quandary.testing.python_sat import PythonSat

EXAMPLES = [json.loads(line) for line in (KIND.folder / "examples.jsonl").read_text("utf-8").splitlines()]
RANDOMS = st.integers(0, 2**32).map(Random)
SIDES = st.integers(2, 6)
needs_core = pytest.mark.skipif(core() is None, reason="the compiled core is not installed; CI requires it")


@st.composite
def clued(draw: st.DrawFn, most: int = 4) -> Fillomino:
    """Draw random Fillominos with at least one solution, often with several."""
    rng, rows, columns = draw(RANDOMS), draw(st.integers(2, most)), draw(st.integers(2, most))
    board = full_board(rng, rows, columns)
    kept = rng.sample(range(len(board)), rng.randint(len(board) // 2, len(board) - 1))
    return Fillomino(rows, columns, tuple(n if cell in kept else EMPTY for cell, n in enumerate(board)))


# Boards and solutions


@pytest.mark.parametrize(("side", "boards"), [(2, 5), (3, 445)])
def test_all_boards_are_found(side: int, boards: int) -> None:
    empty = Fillomino(side, side, (EMPTY,) * side**2)
    naive = {tuple(board[cell] for cell in sorted(board)) for board in fillings(empty)}
    assert len(naive) == boards
    assert set(completions(side, side, empty.givens)) == naive
    assert {solution.end(empty) for solution in solutions(empty).found} == naive


@given(clued())
@settings(max_examples=60, deadline=None, derandomize=True)
def test_three_solvers_find_the_same(puzzle: Fillomino) -> None:
    naive = {tuple(board[cell] for cell in sorted(board)) for board in fillings(puzzle)}
    assert set(completions(puzzle.rows, puzzle.columns, puzzle.givens)) == naive
    found = solutions(puzzle)
    assert found.complete
    assert {solution.end(puzzle) for solution in found.found} == naive
    assert all(puzzle.is_solved(board) for board in naive)


@given(RANDOMS, st.integers(2, 9), st.integers(2, 9))
@settings(max_examples=60, deadline=None, derandomize=True)
def test_grown_boards_are_solved(rng: Random, rows: int, columns: int) -> None:
    board = full_board(rng, rows, columns)
    assert is_in_order(board, rows, columns)
    assert Fillomino(rows, columns, board).is_solved(board)


@given(RANDOMS, SIDES, SIDES)
@settings(max_examples=40, deadline=None, derandomize=True)
def test_a_board_is_solved_only_if_every_region_is_as_large_as_it_says(
    rng: Random, rows: int, columns: int
) -> None:
    board = list(full_board(rng, rows, columns))
    board[rng.randrange(len(board))] = rng.randint(1, 9)
    assert Fillomino(rows, columns, tuple(board)).is_solved(tuple(board)) == is_in_order(board, rows, columns)


def test_numbers_may_exceed_every_given() -> None:
    puzzle = parse("1../.1./...")
    found = {max(solution.end(puzzle)) for solution in solutions(puzzle).found}
    assert found == {max(board.values()) for board in fillings(puzzle)} >= {7}


@needs_core
def test_regions_of_numbers_that_are_nowhere_given_may_touch() -> None:
    """Fill a corridor of 21 cells along finished regions: one region, or 10 and 11, or many small ones."""
    corridor = Fillomino(2, 20, (*[EMPTY] * 20, *(1 if cell % 3 == 0 else 2 for cell in range(19)), EMPTY))
    found = {solution.end(corridor) for solution in solutions(corridor).found}
    assert {(21,) * 20, (10,) * 10 + (11,) * 10, (11,) * 11 + (10,) * 9} <= {board[:20] for board in found}
    assert found == {tuple(board[cell] for cell in sorted(board)) for board in fillings(corridor)}


@pytest.mark.parametrize("size", ["3x3", "4x4", "2x6"])
def test_generated_puzzles_have_one_solution_and_no_given_to_spare(size: str) -> None:
    for seed in range(4):
        puzzle = generate(Random(seed), size)
        assert len(list(islice(fillings(puzzle), 2))) == 1
        for _, less in reductions(puzzle):
            assert len(list(islice(fillings(less), 2))) == 2


@needs_core
def test_digging_in_python_and_natively_is_the_same() -> None:
    rng = Random(3)
    board = full_board(rng, 4, 5)
    order = rng.sample(range(20), 20)
    left = dict(enumerate(board))
    for cell in order:
        number = left.pop(cell)
        givens = tuple(left.get(each, EMPTY) for each in range(20))
        if len(list(islice(completions(4, 5, givens), 2))) > 1:
            left[cell] = number
    assert dig(4, 5, board, order) == tuple(left.get(each, EMPTY) for each in range(20))


def test_digging_stops_where_it_is_told_to() -> None:
    board = full_board(Random(5), 4, 4)
    assert dig(4, 4, board, list(range(16)), 3).count(EMPTY) == 3


@needs_core
def test_a_generated_16x16_puzzle_is_proved_unique() -> None:
    puzzle = generate(Random(0), "16x16")
    found = solutions(puzzle, limits=Limits(seconds=60))
    assert found.complete and len(found.found) == 1
    assert is_in_order(found.found[0].end(puzzle), 16, 16)


def test_any_rectangle_can_be_asked_for() -> None:
    band = generate_band(KIND, "3x7", count=2)
    assert [KIND.maker.size(made.puzzle) if KIND.maker.size else "" for made in band.found] == ["3x7", "3x7"]
    assert not is_size("03x7") and not is_size("٣x٣")


def test_an_unknown_size_is_refused() -> None:
    with pytest.raises(QuandaryError, match="No size of fillomino '1x40'"):
        generate(Random(0), "1x40")


def test_a_fillomino_may_have_no_solution() -> None:
    assert not list(completions(2, 2, (1, 0, 0, 4)))
    assert solutions(Fillomino(2, 2, (1, 0, 0, 4))).status == "none"


@needs_core
@pytest.mark.parametrize("shard", range(4))
def test_native_and_sat_count_the_same(shard: int) -> None:
    pytest.importorskip("pysat", reason="python-sat comes with quandary[test]; CI installs it")
    for seed in range(100 * shard, 100 * shard + 100):
        puzzle = random_puzzle(seed)
        opinion = ClaimSolver(claims(puzzle.rows, puzzle.columns), solver=PythonSat())
        by_sat = islice(opinion.boards(puzzle.givens, Budget()), 10)
        assert len(solutions(puzzle, most=10).found) == len(list(by_sat)), format(puzzle)


def random_puzzle(seed: int) -> Fillomino:
    """Return some givens of a random board, with one number changed in one of three boards."""
    rng = Random(seed)
    rows, columns = rng.randint(2, 4), rng.randint(2, 5)
    board = list(full_board(rng, rows, columns))
    if rng.randrange(3) == 0:
        board[rng.randrange(len(board))] = rng.randint(1, 5)
    for cell in rng.sample(range(len(board)), rng.randint(len(board) // 3, len(board))):
        board[cell] = EMPTY
    return Fillomino(rows, columns, tuple(board))


# Facts of the examples


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["id"])
def test_the_facts_of_the_examples_are_what_naive_solvers_find(example: dict[str, Any]) -> None:
    puzzle = parse(example["puzzle"])
    found = list(islice(fillings(puzzle), 2))
    facts = dict(example["facts"])
    facts.pop("demo", None)  # which pages show it
    assert facts.pop("solutions") == len(found) == 1
    assert facts
    for name, value in facts.items():
        measure, player = name.split("@")
        assert measure == "muse"
        assert isclose(value, Naive(puzzle).bits(found[0], player), abs_tol=5e-5), name


# Inference


@given(clued(most=3), RANDOMS)
@settings(max_examples=40, deadline=None, derandomize=True)
def test_no_rule_is_ever_wrong(puzzle: Fillomino, rng: Random) -> None:
    """Check every rule, on what the rules before it left, on the way to a solution."""
    goal = rng.choice([tuple(b[c] for c in sorted(b)) for b in fillings(puzzle)])
    state = puzzle.givens
    while not puzzle.is_solved(state):
        begun = Fillomino(puzzle.rows, puzzle.columns, state)
        boards = [tuple(board[cell] for cell in sorted(board)) for board in fillings(begun)]
        moves: list[Put] = puzzle.moves(state)
        possible = {puzzle.board.put(cell, board[cell]) for board in boards for cell in range(len(state))}
        for rule in RULES:
            for finding in list(rule.find(puzzle, state, tuple(moves))):
                assert possible.isdisjoint(finding.cannot), rule.name
                for move in finding.must:
                    cell = move.row * puzzle.columns + move.column
                    assert all(board[cell] == move.number for board in boards), rule.name
                moves = narrow(puzzle, state, moves, finding)
        cell = rng.choice([cell for cell, number in enumerate(state) if number == EMPTY])
        state = puzzle.apply(state, puzzle.board.put(cell, goal[cell]))


@pytest.mark.parametrize(
    ("rule", "text", "where", "must", "cannot"),
    [
        ("one-way-out", "211/.../...", "the 2 at r1c1", {"r2c1=2"}, set()),
        ("bottleneck", "4../111/...", "the 4 at r1c1", {"r1c1=4"}, set()),
        ("bottleneck", "3.1/111/...", "the 3 at r1c1", {"r1c1=3"}, set()),
        ("bottleneck", "31../..../11..", "the 3 at r1c1", {"r2c1=3"}, set()),
        ("no-room", "1./2.", "the empty cells", set(), {"r1c2=4", "r2c2=4", "r1c2=3", "r2c2=3"}),
        ("last-number", "2./22", "r1c2", set(), set()),
        ("pocket", "22.1/3311/3111", "the pocket at r1c3", set(), None),
    ],
)
def test_a_rule_finds_what_its_pattern_says(
    rule: str, text: str, where: str, must: set[str], cannot: set[str] | None
) -> None:
    rows = [list(row) for row in text.split("/")]
    puzzle = Fillomino(len(rows), len(rows[0]), tuple(int(c) if c != "." else 0 for row in rows for c in row))
    moves = tuple(puzzle.moves(puzzle.givens))
    findings = list(KIND.rule(rule).find(puzzle, puzzle.givens, moves))
    if rule == "last-number":
        assert not findings
        return
    assert where in [finding.where for finding in findings]
    if cannot is not None:
        found = [f for f in findings if f.where == where]
        assert must <= {str(move) for f in found for move in f.must}
        assert cannot <= {str(move) for f in found for move in f.cannot}


# Levels


@pytest.mark.parametrize("level", list(KIND.maker.levels))
def test_a_level_is_told_by_who_solves_it_without_a_guess(level: str) -> None:
    for seed in range(3):
        puzzle = KIND.generate(Random(seed), "4x4", {"level": level})
        assert level_of(puzzle) == level
        assert len(list(islice(fillings(puzzle), 2))) == 1
        if player := LEVELS.get(level):
            assert not any(is_solved_by(player, less) for _, less in reductions(puzzle))


@given(clued(most=4))
@settings(max_examples=30, deadline=None, derandomize=True)
def test_a_player_solves_without_a_guess_exactly_if_no_bit_is_left(puzzle: Fillomino) -> None:
    for player in KIND.named_players().values():
        assert is_solved_by(player, puzzle) == (muse(puzzle, player, policy="greedy").value == 0), player


@needs_core
@given(clued(most=4), st.sets(st.sampled_from(RULES)), RANDOMS)
@settings(max_examples=40, deadline=None, derandomize=True)
def test_reading_in_python_and_natively_fills_the_same(
    puzzle: Fillomino, rules: set[Rule], rng: Random
) -> None:
    empty = [cell for cell, number in enumerate(puzzle.givens) if number == EMPTY]
    player, wanted = Player(tuple(rules)), rng.sample(empty, rng.randint(1, len(empty)))
    assert fills(player, puzzle, wanted) == fills_in_python(player, puzzle, wanted)


def test_an_unknown_level_is_named() -> None:
    with pytest.raises(QuandaryError, match=r"No level of fillomino 'easyy'\. Did you mean 'easy'"):
        make("easyy", Random(0), "4x4")


def test_a_level_that_a_size_does_not_have_is_reported() -> None:
    with pytest.raises(QuandaryError, match="None of 200 Fillominos of 2x2 was evil"):
        make("evil", Random(0), "2x2")


# One change


@pytest.mark.parametrize("size", ["3x3", "2x5", "4x4"])
def test_a_change_keeps_the_solution_the_only_one(size: str) -> None:
    puzzle = generate(Random(4), size)
    (goal,) = fillings(puzzle)
    changes = dict(neighbours(puzzle))
    assert changes
    assert {words.partition(" ")[0] for words in changes} <= {"with", "without", "the"}
    for words, changed in changes.items():
        assert list(islice(fillings(changed), 2)) == [goal], words
        differ = [cell for cell, old in enumerate(puzzle.givens) if old != changed.givens[cell]]
        assert len(differ) == (2 if " moved " in words else 1), words


@pytest.mark.parametrize("seed", range(4))
def test_the_changes_of_a_given_that_are_listed_are_those_that_keep_the_only_solution(seed: int) -> None:
    puzzle = generate(Random(seed), "5x5")
    goal = solution_of(puzzle)
    assert goal is not None
    keeping = set()
    for cell, number in enumerate(puzzle.givens):
        less = (*puzzle.givens[:cell], EMPTY, *puzzle.givens[cell + 1 :])
        alike = sum(1 << other for other, each in enumerate(goal) if each == goal[cell])
        region = puzzle.board.spread(1 << cell, alike)
        targets = [other for other in members(region) if puzzle.givens[other] == EMPTY] if number else [cell]
        tried = [(*less[:to], goal[to], *less[to + 1 :]) for to in targets] + [less] * bool(number)
        keeping |= {each for each in tried if solution_of(replace(puzzle, givens=each)) == goal}
    assert {change.puzzle.givens for change in neighbours(puzzle)} == {
        each for each in keeping if EMPTY in each
    }


def test_a_board_too_large_for_the_compiled_core_is_given_up_in_time() -> None:
    large = Fillomino(20, 36, (1,) + (EMPTY,) * 719)
    scores = rate(large, ["level", "muse"], limits=Limits(states=1, seconds=0.5))
    assert {score.status for score in scores.values()} == {Status.GAVE_UP}
    assert solutions(large, most=1, limits=Limits(seconds=0.5)).status == "gave up"


def test_an_ambiguous_fillomino_has_no_neighbours() -> None:
    assert not list(neighbours(parse("../..")))


# When two Fillominos are the same


@given(clued(most=5))
@settings(max_examples=30, deadline=None, derandomize=True)
def test_the_eight_symmetries_are_one_puzzle(puzzle: Fillomino) -> None:
    images = list(symmetries(puzzle))
    assert images[0] == puzzle and len(images) == 8
    assert {KIND.canonical(image) for image in images} == {KIND.canonical(puzzle)}
    assert set(symmetries(images[5])) == set(images)


def test_different_puzzles_have_different_canonical_texts() -> None:
    puzzle = generate(Random(5), "5x5")
    assert KIND.canonical(puzzle) not in {KIND.canonical(less) for _, less in reductions(puzzle)}


# Text, links and pictures


@given(clued(most=6))
@settings(max_examples=40, deadline=None, derandomize=True)
def test_a_fillomino_can_be_read_from_every_way_it_is_written(puzzle: Fillomino) -> None:
    lines = format(puzzle).replace(" / ", "\n").replace("/", "\n")
    for text in (format(puzzle), lines, link(puzzle), lines.replace(".", "-")):
        assert parse(text) == puzzle


def test_links_hold_large_numbers_and_long_gaps() -> None:
    givens = [EMPTY] * 400
    givens[0], givens[30], givens[399] = 15, 200, 300
    puzzle = Fillomino(20, 20, tuple(givens))
    assert parse(link(puzzle)) == puzzle
    assert link(puzzle).startswith("https://puzz.link/p?fillomino/20/20/fzo-c8z")


def test_links_of_other_sites_are_read() -> None:
    assert read_link("http://pzv.jp/p.html?fillomino/2/2/3i") == [[3, 0], [0, 0]]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "0 rows and 0 columns"),
        ("3", "1 rows and 1 columns"),
        ("3../..", "Row 2 of this Fillomino has 2 cells, but row 1 has 3"),
        ("3.x/...", "cannot contain 'x' .row 1, cell 3."),
        ("3..//...", "Row 2 of this Fillomino has 0 cells"),
        ("11/..", "region of the 1 at r1c1 has 2 cells already"),
        ("9./..", "9 at r1c1 is too large for a board of 4 cells"),
        ("12/22", "All 4 cells are given"),
        ("1" * (LONGEST + 1), "4,001 characters"),
        ("/".join(["." * 21] * 2), "2 rows and 21 columns"),
        ("fillomino/2/2/3", "has 1 cells, but 2 rows and 2 columns need 4"),
        ("fillomino/2/2/3!", "cannot contain '!'"),
        ("fillomino/99/2/3", "2 rows and 99 columns"),
        ("1 9999 / . .", "cannot contain '9999'"),
        ("٣./..", "cannot contain"),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_line(text: str, complaint: str) -> None:
    with pytest.raises(NotationError, match=complaint) as refused:
        parse(text)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("3....\n.....\n", [(1, "3..../.....")]),
        ("2 3\n3 . .\n. . 1\n", [(1, "3 . . / . . 1")]),
        ("# links\nfillomino/2/2/3i\nfillomino/2/2/i3\n", [(2, "fillomino/2/2/3i"), (3, "fillomino/2/2/i3")]),
        ("\n".join(["." * 9] * 9), None),
        ("hello\n", None),
        ("", None),
    ],
)
def test_files_are_recognised_by_their_first_puzzle(text: str, found: list[tuple[int, str]] | None) -> None:
    assert recognise(text) == found


def test_a_step_is_drawn_on_the_board_before_it() -> None:
    assert KIND.pictures.draw and KIND.pictures.draw_step
    puzzle = parse("12.../7.35./...35/...../..241")
    trace = deduce(puzzle, KIND.player("expert"))
    for number, step in enumerate(trace.steps):
        drawn = KIND.pictures.draw_step(puzzle, trace, number)
        marked = {(move.row, move.column) for move in (*step.finding.must, *step.finding.cannot)}
        before = KIND.draw(puzzle, state_before(puzzle.givens, 5, trace, number))
        assert len(drawn.shapes) == len(before.shapes) + 2 * len(marked), step


def test_borders_are_thick_where_different_numbers_meet() -> None:
    assert KIND.pictures.draw
    puzzle = parse("2./1.")
    drawn = KIND.draw(puzzle, (2, 2, 1, 1)).shapes
    borders = [shape for shape in drawn if isinstance(shape, Line) and shape.width == THICK]
    assert [border.points for border in borders[1:]] == [
        ((0.25, 1.25), (1.25, 1.25)),
        ((1.25, 1.25), (2.25, 1.25)),
    ]
    texts = [shape for shape in drawn if isinstance(shape, Text)]
    assert [text.text for text in texts if text.fill == "written"] == ["2", "1"]


# Naive


def around(cell: tuple[int, int], rows: int, columns: int) -> Iterator[tuple[int, int]]:
    for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0)):
        row, column = cell[0] + down, cell[1] + right
        if 0 <= row < rows and 0 <= column < columns:
            yield row, column


def connected(start: tuple[int, int], cells: Iterable[tuple[int, int]]) -> set[tuple[int, int]]:
    """Return the cells reached from a start within some cells."""
    rest, reached = set(cells) - {start}, {start}
    while near := {
        cell for cell in rest if any(abs(cell[0] - r) + abs(cell[1] - c) == 1 for r, c in reached)
    }:
        reached |= near
        rest -= near
    return reached


def is_in_order(board: Iterable[int], rows: int, columns: int) -> bool:
    numbers = dict(zip(product(range(rows), range(columns)), board, strict=True))
    return all(
        len(connected(cell, [other for other in numbers if numbers[other] == number])) == number
        for cell, number in numbers.items()
    )


def fillings(puzzle: Fillomino) -> Iterator[dict[tuple[int, int], int]]:
    """Yield every solution, region by region, each around the first cell that has none yet."""
    cells = list(product(range(puzzle.rows), range(puzzle.columns)))
    givens = {cell: number for cell, number in zip(cells, puzzle.givens, strict=True) if number}

    def shapes(
        shape: frozenset[tuple[int, int]],
        banned: frozenset[tuple[int, int]],
        size: int,
        free: set[tuple[int, int]],
    ) -> Iterator[frozenset[tuple[int, int]]]:
        if len(shape) == size:
            yield shape
            return
        edge = sorted(
            {near for cell in shape for near in around(cell, puzzle.rows, puzzle.columns)}
            & free - shape - banned
        )
        for at, cell in enumerate(edge):
            if givens.get(cell, size) == size:
                yield from shapes(shape | {cell}, banned | set(edge[:at]), size, free)

    def place(board: dict[tuple[int, int], int]) -> Iterator[dict[tuple[int, int], int]]:
        first = next((cell for cell in cells if cell not in board), None)
        if first is None:
            yield dict(board)
            return
        free = {cell for cell in cells if cell not in board}
        reach = connected(first, free)
        sizes = [givens[first]] if first in givens else range(1, len(reach) + 1)
        for size in sizes:
            for shape in shapes(frozenset({first}), frozenset(), size, reach):
                edge = {near for cell in shape for near in around(cell, puzzle.rows, puzzle.columns)} - shape
                if all(board.get(near, givens.get(near)) != size for near in edge):
                    yield from place(board | dict.fromkeys(shape, size))

    return place({})


class Naive:
    """A player who writes down what is left for every cell, with sets."""

    def __init__(self, puzzle: Fillomino) -> None:
        self.rows, self.columns = puzzle.rows, puzzle.columns
        cells = product(range(self.rows), range(self.columns))
        self.board = dict(zip(cells, puzzle.givens, strict=True))

    def bits(self, solution: dict[tuple[int, int], int], player: str) -> float:
        """Return the bits of always filling the first cell with the fewest numbers left."""
        total = 0.0
        while empty := [cell for cell, number in self.board.items() if not number]:
            left = self.seen(player)
            cell = min(empty, key=lambda each: len(left[each]))
            assert solution[cell] in left[cell]
            total += log2(len(left[cell]))
            self.board[cell] = solution[cell]
        return total

    def seen(self, player: str) -> dict[tuple[int, int], set[int]]:
        left = self.legal(self.board)
        before = -1
        while player != "none" and before != sum(map(len, left.values())):
            before = sum(map(len, left.values()))
            for number in range(1, len(self.board) + 1):
                self.strike_roomless(left, number)
                self.force(left, number, any_way=player == "solver")
        return left

    def legal(self, board: dict[tuple[int, int], int]) -> dict[tuple[int, int], set[int]]:
        numbers = range(1, len(board) + 1)
        return {
            cell: {
                number
                for number in numbers
                if len(connected(cell, [each for each in board if board[each] == number])) <= number
            }
            for cell in board
            if not board[cell]
        }

    def possible(self, left: dict[tuple[int, int], set[int]], number: int) -> set[tuple[int, int]]:
        held = {cell for cell in self.board if self.board[cell] == number}
        return held | {cell for cell in left if number in left[cell]}

    def strike_roomless(self, left: dict[tuple[int, int], set[int]], number: int) -> None:
        possible = self.possible(left, number)
        for cell in possible & left.keys():
            if len(connected(cell, possible)) < number:
                left[cell].discard(number)

    def force(self, left: dict[tuple[int, int], set[int]], number: int, any_way: bool) -> None:
        for start in [cell for cell in self.board if self.board[cell] == number]:
            region = connected(start, [cell for cell in self.board if self.board[cell] == number])
            if len(region) == number:
                continue
            possible = self.possible(left, number)
            ways = {
                near for cell in region for near in around(cell, self.rows, self.columns)
            } & possible - region
            forced = ways if len(ways) == 1 else set()
            if any_way:
                forced = {
                    cell
                    for cell in possible & left.keys()
                    if len(connected(start, possible - {cell})) < number
                }
            for cell in forced:
                after = self.legal(self.board | {cell: number})
                for other in left:
                    left[other] &= {number} if other == cell else after[other]


def test_without_the_core_solutions_are_counted_by_the_search_of_the_kind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("quandary.kinds.fillomino.twin.core", lambda: None)
    puzzle = parse("4.2./3.../..1./6...")
    found = count(puzzle, limits=Limits(states=10_000))
    assert (found.solutions, found.complete) == (1, True)
    assert QuickestEngine(puzzle).unique(Limits(states=10_000))
