"""Tests of what is special to Sudoku. The contract suite checks the rest.

The naive functions at the end share no code with the kind and check its answers.
"""

import json
from collections.abc import Iterator
from itertools import islice, permutations, product
from math import isclose, log2
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quandary._native import core
from quandary.draw.shapes import Line, Text
from quandary.errors import NotationError
from quandary.kind import FoundPuzzle
from quandary.kinds.sudoku import KIND
from quandary.kinds.sudoku.board import Put
from quandary.kinds.sudoku.count import count_solutions
from quandary.kinds.sudoku.draw import THICK
from quandary.kinds.sudoku.generate import generate, reductions, scatter
from quandary.kinds.sudoku.notation import LONGEST, format, parse, recognise  # noqa: A004
from quandary.kinds.sudoku.people import RULES
from quandary.kinds.sudoku.rules import Sudoku
from quandary.kinds.sudoku.same import canonical, symmetries
from quandary.rules import narrow

EXAMPLES = [json.loads(line) for line in (KIND.folder / "examples.jsonl").read_text("utf-8").splitlines()]
WORLD_OF_FOUR = "1234341221434321"
LENGTHS = "16 (4x4), 36 (6x6), 81 (9x9), 144 (12x12), 256 (16x16), 625 (25x25)"
RANDOMS = st.randoms(use_true_random=False)
SIZES = st.sampled_from(["4x4", "6x6", "9x9"])


@st.composite
def ambiguous(draw: st.DrawFn, size: str, fewest: int, most: int) -> Sudoku:
    """Yield random Sudokus with some solutions."""
    return scatter(draw(RANDOMS), size, draw(st.integers(fewest, most)))


# Rules and numbers


def test_moves_are_numbered_by_cell_then_digit() -> None:
    sudoku = Sudoku("." * 36, 2, 3)
    for row, column, digit in product(range(6), range(6), range(1, 7)):
        assert sudoku.all_moves[(row * 6 + column) * 6 + digit - 1] == Put(row, column, digit)
    assert len(sudoku.all_moves) == 6**3


def test_slots_are_numbered_by_family_then_line_then_digit() -> None:
    names = [str(slot) for slot in Sudoku("." * 81).all_slots]
    assert len(set(names)) == 4 * 81
    assert [names[81 * family + 9 * 2 + 5 - 1] for family in range(4)] == [
        "r3c5",
        "5 in row 3",
        "5 in column 3",
        "5 in box 3",
    ]


def test_boxes_of_a_6x6_have_two_rows_and_three_columns() -> None:
    sudoku = Sudoku("." * 36, 2, 3)
    boxes = [
        sudoku.fills(Put(row, column, 1))[3].name for row, column in [(0, 2), (0, 3), (1, 0), (2, 0), (5, 5)]
    ]
    assert boxes == ["1 in box 1", "1 in box 2", "1 in box 1", "1 in box 3", "1 in box 6"]


@given(SIZES.flatmap(lambda size: ambiguous(size, 0, 15)))
@settings(max_examples=40, deadline=None)
def test_legal_moves_are_the_digits_that_no_line_or_box_has_yet(sudoku: Sudoku) -> None:
    grid = Naive(sudoku)
    expected = [
        Put(row, column, digit) for (row, column), left in grid.candidates().items() for digit in sorted(left)
    ]
    assert sudoku.moves(sudoku.givens) == expected


@given(SIZES.flatmap(lambda size: ambiguous(size, 0, 15)))
@settings(max_examples=40, deadline=None)
def test_open_slots_are_empty_cells_and_missing_digits(sudoku: Sudoku) -> None:
    grid = Naive(sudoku)
    expected = [name for name, _ in grid.places(grid.candidates(), KIND_FAMILIES)]
    assert [str(slot) for slot in sudoku.slots(sudoku.givens)] == expected


# Solutions


def test_there_are_288_full_4x4_grids() -> None:
    empty = Sudoku("." * 16, 2, 2)
    assert count_solutions(empty, most=1000) == 288 == len(list(Naive(empty).solutions()))


@given(st.one_of(ambiguous("4x4", 2, 12), ambiguous("6x6", 10, 30), ambiguous("9x9", 30, 60)))
@settings(max_examples=60, deadline=None)
def test_two_solvers_count_the_same(sudoku: Sudoku) -> None:
    assert count_solutions(sudoku, most=50) == sum(1 for _ in islice(Naive(sudoku).solutions(), 50)) > 0


def test_a_sudoku_may_have_no_solution() -> None:
    assert count_solutions(Sudoku("123....4........", 2, 2)) == 0


@given(RANDOMS, st.sampled_from(["4x4", "6x6"]))
@settings(max_examples=20, deadline=None)
def test_generated_puzzles_have_one_solution_and_no_given_to_spare(rng: Random, size: str) -> None:
    check_unique_and_minimal(generate(rng, size))


def test_a_generated_9x9_puzzle_has_one_solution_and_no_given_to_spare() -> None:
    check_unique_and_minimal(generate(Random(0), "9x9"))


def check_unique_and_minimal(sudoku: Sudoku) -> None:
    def solutions(puzzle: Sudoku) -> int:
        return sum(1 for _ in islice(Naive(puzzle).solutions(), 2))

    assert solutions(sudoku) == 1
    assert [solutions(less) for _, less in reductions(sudoku)] == [2] * (
        len(sudoku.givens) - sudoku.givens.count(".")
    )


def test_a_reduction_names_the_given_that_it_leaves_out() -> None:
    found = dict(reductions(parse("12..34..........")))
    assert list(found) == ["the 1 at r1c1", "the 2 at r1c2", "the 3 at r2c1", "the 4 at r2c2"]
    assert found["the 3 at r2c1"] == parse("12...4..........")


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["id"])
def test_the_facts_of_the_examples_are_what_a_naive_solver_finds(example: dict[str, Any]) -> None:
    sudoku = parse(example["puzzle"])
    solutions = list(islice(Naive(sudoku).solutions(), 2))
    facts = dict(example["facts"])
    facts.pop("demo", None)  # which pages show it
    assert facts.pop("solutions") == len(solutions) == 1
    assert facts
    for name, value in facts.items():
        measure, player = name.split("@")
        assert measure == "muse"
        assert player != "expert" or value == 0  # certain where singles alone solve the puzzle
        bits = Naive(sudoku).bits(solutions[0], player.replace("expert", "scanner"))
        assert isclose(value, bits, abs_tol=1e-9), name


# Inference


@given(ambiguous("4x4", 2, 10), RANDOMS)
@settings(max_examples=60, deadline=None)
def test_no_rule_is_ever_wrong_on_4x4(sudoku: Sudoku, rng: Random) -> None:
    check_sound(sudoku, rng)


@pytest.mark.parametrize("seed", range(3))
def test_no_rule_is_ever_wrong_on_9x9(seed: int) -> None:
    rng = Random(seed)
    solution = next(Naive(generate(rng, "9x9")).solutions())
    text = "".join(str(solution[cell]) for cell in sorted(solution))
    few = {1, 2, 3, 4}  # of four digits only the places are open, so that there are several solutions
    givens = [symbol if int(symbol) not in few or rng.random() < 0.3 else "." for symbol in text]
    check_sound(Sudoku("".join(givens)), rng)


def check_sound(sudoku: Sudoku, rng: Random) -> None:
    """Apply every rule to what the rules before it left, in states of random play."""
    state = sudoku.givens
    while not sudoku.is_solved(state):
        moves = sudoku.moves(state)
        solutions = [set(each.items()) for each in Naive(sudoku, state).solutions()]
        possible = {Put(*cell, digit) for solution in solutions for cell, digit in solution}
        for rule in RULES:
            for finding in list(rule.find(sudoku, state, tuple(moves))):
                assert possible.isdisjoint(finding.cannot), rule.name
                assert all(((m.row, m.column), m.digit) in s for m in finding.must for s in solutions), (
                    rule.name
                )
                moves = narrow(sudoku, state, moves, finding)
        if not sudoku.moves(state):
            return
        state = sudoku.apply(state, rng.choice(sudoku.moves(state)))


def cells(text: str, digits: str) -> set[str]:
    """Return all moves of some digits into some cells, such as "r1c1 r2c1"."""
    return {f"{cell}={digit}" for cell in text.split() for digit in digits}


BOX_1_BELOW = "r2c1 r2c2 r2c3 r3c1 r3c2 r3c3"
BOX_1_RIGHT = "r1c2 r2c2 r3c2 r1c3 r2c3 r3c3"
REST_OF_ROW_1 = "r1c4 r1c5 r1c6 r1c7 r1c8 r1c9"
REST_OF_COLUMN_1 = "r4c1 r5c1 r6c1 r7c1 r8c1 r9c1"
TWO_CELLS_IN_BOX = ["..3......", "456......", "789......"]
ROW_WITH_TWO_CELLS = ["..3456789"]
DIGITS_IN_TWO_CELLS = ["..9......", "...12....", "......12."]
TWO_ROWS_WITH_TWO_CELLS = [".2345678.", "", "", "", ".3456782."]


@pytest.mark.parametrize(
    ("rule", "rows", "mirrored", "where", "strikes"),
    [
        ("pointing-row", ["", "456", "789"], False, "1 in box 1", cells(REST_OF_ROW_1, "1")),
        ("pointing-column", ["", "456", "789"], True, "1 in box 1", cells(REST_OF_COLUMN_1, "1")),
        ("claiming-row", ["...456789"], False, "1 in row 1", cells(BOX_1_BELOW, "1")),
        ("claiming-column", ["...456789"], True, "1 in column 1", cells(BOX_1_RIGHT, "1")),
        ("naked-pair-box", ROW_WITH_TWO_CELLS, False, "r1c1 and r1c2", cells(BOX_1_BELOW, "12")),
        ("naked-pair-row", TWO_CELLS_IN_BOX, False, "r1c1 and r1c2", cells(REST_OF_ROW_1, "12")),
        ("naked-pair-column", TWO_CELLS_IN_BOX, True, "r1c1 and r2c1", cells(REST_OF_COLUMN_1, "12")),
        (
            "hidden-pair-box",
            DIGITS_IN_TWO_CELLS,
            False,
            "1 in box 1 and 2 in box 1",
            cells("r1c1 r1c2", "345678"),
        ),
        (
            "hidden-pair-row",
            DIGITS_IN_TWO_CELLS,
            False,
            "1 in row 1 and 2 in row 1",
            cells("r1c1 r1c2", "345678"),
        ),
        (
            "hidden-pair-column",
            DIGITS_IN_TWO_CELLS,
            True,
            "1 in column 1 and 2 in column 1",
            cells("r1c1 r2c1", "345678"),
        ),
        (
            "x-wing-rows",
            TWO_ROWS_WITH_TWO_CELLS,
            False,
            "1 in row 1 and 1 in row 5",
            cells("r2c1 r3c1 r4c1 r6c1 r7c1 r8c1 r9c1 r2c9 r3c9 r4c9 r6c9 r7c9 r8c9 r9c9", "1"),
        ),
        (
            "x-wing-columns",
            TWO_ROWS_WITH_TWO_CELLS,
            True,
            "1 in column 1 and 1 in column 5",
            cells("r1c2 r1c3 r1c4 r1c6 r1c7 r1c8 r1c9 r9c2 r9c3 r9c4 r9c6 r9c7 r9c8 r9c9", "1"),
        ),
    ],
)
def test_a_rule_strikes_what_its_pattern_forbids(
    rule: str, rows: list[str], mirrored: bool, where: str, strikes: set[str]
) -> None:
    lines = [row.ljust(9, ".") for row in (rows + [""] * 9)[:9]]
    if mirrored:
        lines = ["".join(line) for line in zip(*lines, strict=True)]
    sudoku = parse("".join(lines))
    findings = KIND.rule(rule).find(sudoku, sudoku.givens, tuple(sudoku.moves(sudoku.givens)))
    found = {finding.where: {str(move) for move in finding.cannot} for finding in findings}
    assert found[where] == strikes


# When two Sudokus are the same


@given(ambiguous("4x4", 0, 16))
@settings(max_examples=25, deadline=None)
def test_canonical_is_the_least_text_in_the_whole_group(sudoku: Sudoku) -> None:
    orders = [first + second for a, b in ((0, 2), (2, 0)) for first in pairs(a) for second in pairs(b)]
    texts = set()
    for mirrored, rows, columns in product((False, True), orders, orders):
        cells_in_order = [(c, r) if mirrored else (r, c) for r in rows for c in columns]
        texts.add("".join(sudoku.givens[row * 4 + column] for row, column in cells_in_order))
    renamed = (
        text.translate(str.maketrans("1234", "".join(names)))
        for text in texts
        for names in permutations("1234")
    )
    assert canonical(sudoku) == min(renamed)


def pairs(first: int) -> list[list[int]]:
    return [[first, first + 1], [first + 1, first]]


def test_there_are_two_essentially_different_4x4_grids() -> None:
    grids = [
        "".join(str(solution[cell]) for cell in sorted(solution))
        for solution in Naive(Sudoku("." * 16, 2, 2)).solutions()
    ]
    assert len(grids) == 288
    assert len({canonical(Sudoku(grid, 2, 2)) for grid in grids}) == 2


@given(st.one_of(ambiguous("6x6", 0, 36), ambiguous("9x9", 0, 81)), RANDOMS)
@settings(max_examples=25, deadline=None)
def test_canonical_does_not_change_when_lines_and_digits_do(sudoku: Sudoku, rng: Random) -> None:
    assert canonical(shuffled(sudoku, rng)) == canonical(sudoku)


def shuffled(sudoku: Sudoku, rng: Random) -> Sudoku:
    """Return a random Sudoku that is the same."""
    size = sudoku.size

    def order(groups: int, each: int) -> list[int]:
        lines = [[group * each + line for line in rng.sample(range(each), each)] for group in range(groups)]
        return [line for group in rng.sample(lines, groups) for line in group]

    rows, columns = order(sudoku.box_columns, sudoku.box_rows), order(sudoku.box_rows, sudoku.box_columns)
    grid = [[sudoku.givens[row * size + column] for column in columns] for row in rows]
    if sudoku.box_rows == sudoku.box_columns and rng.randrange(2):
        grid = [list(line) for line in zip(*grid, strict=True)]
    digits = [str(digit + 1) for digit in range(size)]
    names = str.maketrans("".join(digits), "".join(rng.sample(digits, size)))
    return Sudoku("".join(map("".join, grid)).translate(names), sudoku.box_rows, sudoku.box_columns)


@pytest.mark.parametrize("size", KIND.maker.sizes[:5])
def test_different_puzzles_have_different_canonical_texts(size: str) -> None:
    if core() is None and size in ("12x12", "16x16"):
        pytest.skip("only the compiled core makes boards of this size; CI requires it and runs this")
    sudoku = generate(Random(5), size)
    others = [less for _, less in reductions(sudoku)]
    assert canonical(sudoku) not in set(map(canonical, others))


@given(ambiguous("9x9", 10, 30))
@settings(max_examples=10, deadline=None)
def test_a_canonical_text_is_its_own(sudoku: Sudoku) -> None:
    text = canonical(sudoku)
    assert canonical(parse(text)) == text


@pytest.mark.parametrize(("size", "images"), [("4x4", 16), ("6x6", 8), ("9x9", 16)])
def test_symmetries_are_different_images_of_the_same_puzzle(size: str, images: int) -> None:
    sudoku = generate(Random(3), size)
    found = list(symmetries(sudoku))
    assert found[0] == sudoku
    assert len(set(found)) == images
    assert {canonical(image) for image in found} == {canonical(sudoku)}


# Text and pictures


@given(SIZES.flatmap(lambda size: ambiguous(size, 0, 15)))
@settings(max_examples=30, deadline=None)
def test_a_sudoku_can_be_read_from_every_way_it_is_written(sudoku: Sudoku) -> None:
    assert KIND.pictures.write is not None
    assert parse(format(sudoku)) == sudoku
    assert parse(format(sudoku).replace(".", "0")) == sudoku
    assert parse(KIND.pictures.write(sudoku, None)) == sudoku


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", f"This Sudoku has 0 cells; give one of {LENGTHS}."),
        ("1234", f"This Sudoku has 4 cells; give one of {LENGTHS}."),
        ("." * 80, f"This Sudoku has 80 cells; give one of {LENGTHS}."),
        ("." * (LONGEST + 1), "This Sudoku has 4,001 characters, but the limit is 4,000."),
        (
            "1.x.............",
            "A Sudoku cannot contain 'x' (character 3): use 1 to 9, then A to P, and '.' or '0' for an empty cell.",
        ),
        (
            "1.3.\n.٣..\n....\n....",
            "A Sudoku cannot contain '\\u0663' (line 2, character 2):"
            " use 1 to 9, then A to P, and '.' or '0' for an empty cell.",
        ),
        ("....5...........", "The 5 at r2c1 is too large: a 4x4 Sudoku has the digits 1 to 4."),
        (".." + "7" + "." * 33, "The 7 at r1c3 is too large: a 6x6 Sudoku has the digits 1 to 6."),
        ("2..2............", "There is more than one 2 in row 1: at r1c1 and r1c4; change one of them."),
        ("2...........2...", "There is more than one 2 in column 1: at r1c1 and r4c1; change one of them."),
        ("2....2..........", "There is more than one 2 in box 1: at r1c1 and r2c2; change one of them."),
        (WORLD_OF_FOUR, "All 16 cells are given, so nothing is left to solve; leave some empty with '.'."),
    ],
)
def test_a_text_that_makes_no_sense_is_refused_with_a_reason(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse(text)
    assert str(caught.value) == message


def test_a_file_with_a_puzzle_on_each_line_is_recognised() -> None:
    text = "# two puzzles\r\n\r\n1.3..........2.4\r\n" + "." * 81 + "\r\n1.3.....\r\n"
    assert recognise(text) == [(3, "1.3..........2.4"), (4, "." * 81), (5, "1.3.....")]


def test_a_file_with_one_grid_is_recognised() -> None:
    assert KIND.pictures.write is not None
    sudoku = generate(Random(2), "9x9")
    assert recognise("# from a newspaper\n" + KIND.pictures.write(sudoku, None) + "\n") == [
        FoundPuzzle(2, format(sudoku))
    ]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n# nothing but a remark\n",
        '{"kind": "sudoku"}',
        "1.3.\n....\n....",
        "abcdefghijklmnop",
        "." * 2000,
        ",\t;",
    ],
)
def test_other_files_are_not_recognised(text: str) -> None:
    assert recognise(text) is None


def test_givens_are_bold_and_what_was_filled_in_is_blue() -> None:
    assert KIND.pictures.draw is not None
    sudoku = parse("12..34..........")
    shapes = KIND.draw(sudoku, "12433412........").shapes
    texts = [shape for shape in shapes if isinstance(shape, Text)]
    assert "".join(text.text for text in texts if text.bold) == "1234"
    assert "".join(text.text for text in texts if text.fill == "written") == "4312"
    assert len(texts) == 8


def test_boxes_have_thick_borders() -> None:
    assert KIND.pictures.draw is not None
    shapes = KIND.draw(parse("1" + "." * 35), None).shapes
    thick = [shape.points for shape in shapes if isinstance(shape, Line) and shape.width == THICK]
    upright = [points for points in thick if points[0][0] == points[1][0]]
    assert (len(upright), len(thick)) == (3, 3 + 4)


def test_a_move_is_anchored_where_its_digit_will_be() -> None:
    assert KIND.pictures.draw is not None and KIND.pictures.anchor is not None
    sudoku, move = parse("1" + "." * 35), Put(4, 2, 6)
    after = KIND.draw(sudoku, sudoku.apply(sudoku.givens, move)).shapes
    places = {shape.text: shape.at for shape in after if isinstance(shape, Text)}
    assert places["6"] == KIND.pictures.anchor(sudoku, sudoku.givens, move)


# A second opinion

Cell = tuple[int, int]
KIND_FAMILIES = ("cell", "row", "column", "box")


class Naive:
    """A grid as a dictionary, solved and scored by the book, slowly."""

    def __init__(self, sudoku: Sudoku, state: str = "") -> None:
        high, wide = sudoku.box_rows, sudoku.box_columns
        self.size = size = high * wide
        self.cells = [(row, column) for row in range(size) for column in range(size)]
        self.box = {(r, c): (r // high) * (size // wide) + c // wide for r, c in self.cells}
        self.sees = {
            (r, c): [(i, j) for i, j in self.cells if r == i or c == j or self.box[r, c] == self.box[i, j]]
            for r, c in self.cells
        }
        text = state or sudoku.givens
        self.filled = {
            cell: int(symbol, 36) for cell, symbol in zip(self.cells, text, strict=True) if symbol != "."
        }

    def unit(self, family: str, index: int) -> list[Cell]:
        """Return the cells of a row, column or box."""
        where = {"row": lambda cell: cell[0], "column": lambda cell: cell[1], "box": self.box.__getitem__}[
            family
        ]
        return [cell for cell in self.cells if where(cell) == index]

    def candidates(self) -> dict[Cell, set[int]]:
        """Return the digits that each empty cell could take."""
        everything = set(range(1, self.size + 1))
        return {
            cell: everything - {self.filled.get(other) for other in self.sees[cell]}
            for cell in self.cells
            if cell not in self.filled
        }

    def solutions(self) -> Iterator[dict[Cell, int]]:
        """Yield every way to fill the grid."""
        left = self.candidates()
        if not left:
            yield dict(self.filled)
            return
        cell = min(left, key=lambda cell: len(left[cell]))
        for digit in left[cell]:
            self.filled[cell] = digit
            yield from self.solutions()
            del self.filled[cell]

    def places(
        self, left: dict[Cell, set[int]], families: tuple[str, ...]
    ) -> Iterator[tuple[str, list[Any]]]:
        """Return the open slots by name, with the cells and digits that could fill them."""
        for row, column in left if "cell" in families else ():
            yield f"r{row + 1}c{column + 1}", [((row, column), digit) for digit in left[row, column]]
        for family in families[families[0] == "cell" :]:
            for index in range(self.size):
                cells = self.unit(family, index)
                for digit in range(1, self.size + 1):
                    if digit not in {self.filled.get(cell) for cell in cells}:
                        name = f"{digit} in {family} {index + 1}"
                        yield name, [(cell, digit) for cell in cells if digit in left.get(cell, ())]

    def strike_confined(self, left: dict[Cell, set[int]]) -> None:
        """Apply pointing and claiming until nothing changes."""
        units = [set(self.unit(family, i)) for family in ("row", "column", "box") for i in range(self.size)]
        before = -1
        while before != (before := sum(map(len, left.values()))):
            for one, other, digit in product(units, units, range(1, self.size + 1)):
                homes = {cell for cell in one if digit in left.get(cell, ())}
                if homes and homes <= other:
                    for cell in (other - one) & left.keys():
                        left[cell].discard(digit)

    def bits(self, solution: dict[Cell, int], player: str) -> float:
        """Return the MUSE of a player who always takes the first of the smallest slots."""
        total = 0.0
        while len(self.filled) < len(self.cells):
            left = self.candidates()
            if player == "pencil":
                self.strike_confined(left)
            families = KIND_FAMILIES[:1] if player == "cells" else KIND_FAMILIES
            _, moves = min(self.places(left, families), key=lambda place: len(place[1]))
            total += log2(len(moves))
            cell = next(cell for cell, digit in moves if solution[cell] == digit)
            self.filled[cell] = solution[cell]
        return total
