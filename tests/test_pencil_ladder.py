"""The ladder: native and Python climb the same steps, every step is sound, and rules together find what they should."""

from collections.abc import Iterator
from random import Random

import pytest

from quandary._native import core
from quandary.kind import Kind
from quandary.library import registry
from quandary.library.files import examples
from quandary.limits import Limits
from quandary.pencil import Digits, Givens, Number, Pencil, Regions, Shade, at_most, different, exactly
from quandary.pencil.climb import climb, steps_of
from quandary.pencil.findings import told
from quandary.pencil.grid import Grid
from quandary.pencil.ladder import LOOKS, board_of
from quandary.pencil.make import full
from quandary.pencil.native_ladder import core_steps
from quandary.pencil.rungs import Hit
from quandary.pencil.search import RuleBoard, up_to_two
from quandary.pencil.together import counting, overlap
from quandary.pencil.words import Word

KINDS = [kind for kind in map(registry.find_kind, registry.find_kinds()) if issubclass(kind.puzzle, Pencil)]
RUNGS = tuple(LOOKS)
TOGETHER = ("counting", "overlap", "assume-3")
"""Rungs that meet more of what can be counted and of what overlaps than the whole ladder leaves to them."""


class Stars(Pencil):
    """Put stars into the grid so that every row, column and region has one. Stars do not touch."""

    clues = Regions(), Number("stars", default=1)
    marks = Shade("star")

    def rules(self, grid: Grid) -> Iterator[Word]:
        """Count in lines and regions, and keep stars apart."""
        yield from (exactly(self.stars, line) for line in grid.lines)
        yield from (exactly(self.stars, region) for region in self.regions)
        yield from (at_most(1, pair) for pair in grid.touching)


class Latin(Pencil):
    """Put each digit once into every line."""

    clues, marks = Givens(), Digits(1)

    def rules(self, grid: Grid) -> Iterator[Word]:
        """Differ in every line."""
        yield from map(different, grid.lines)


def stars(text: str) -> RuleBoard:
    """Return the rules of a board whose regions have letters."""
    rows = text.split()
    letters = "".join(rows)
    regions = tuple(sorted({*letters}).index(letter) for letter in letters)
    return board_of(Stars(len(rows), len(rows[0]), (regions, 1)))


@pytest.mark.skipif(core() is None, reason="the compiled core is not installed; CI requires it and runs this")
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_the_core_climbs_the_same_steps(kind: Kind) -> None:
    for entry in examples(kind)[::3]:
        board = board_of(entry.puzzle)
        for rungs in (RUNGS, TOGETHER):
            steps = core_steps(board, rungs)
            assert steps is not None
            assert [*steps] == [*steps_of(board, rungs)], entry.id


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_step_keeps_the_solution(kind: Kind) -> None:
    puzzles = [entry.puzzle for entry in examples(kind)[1::3]]
    for puzzle in (*puzzles, full(kind.puzzle, Random(kind.name), kind.maker.sizes[0])):
        found = up_to_two(puzzle, Limits())
        if len(found) != 1:
            continue
        for rungs in (RUNGS, TOGETHER):
            for step in climb(puzzle, rungs).steps:
                finding = step.finding
                assert step.finding.why
                assert all(found[0][move.spot] == move.value for move in finding.must), f"{kind.name}: {step}"
                assert all(found[0][move.spot] != move.value for move in finding.cannot), (
                    f"{kind.name}: {step}"
                )


def test_a_region_inside_a_line_clears_the_rest_of_it() -> None:
    board = stars("aabbb ccbdd ccddd ceeed eeeee")
    may = board.puzzle.may(board.puzzle.start)
    ruled_out = {spot for found in overlap(board, may) for spot in found.forced or ()}
    assert {2, 3, 4} <= ruled_out
    words = {len(found.words) for found in overlap(board, may)}
    assert words == {2, 3}


def test_two_regions_inside_two_lines_clear_the_rest_of_them() -> None:
    board = stars("aabbcc aabbcc ddddcc ddddcc eeeeff eeffff")
    found = [each for each in counting(board, board.puzzle.may(board.puzzle.start)) if each.split == 2]
    by_rows = next(each for each in found if {4, 5, 10, 11} == {*(each.forced or ())})
    assert {*(by_rows.forced or {}).values()} == {1}
    finding = told(board, board.puzzle.may(board.puzzle.start), by_rows)
    assert finding.why == (
        "the star of the region at r1c1 and the star of the region at r1c3 must fit into "
        "the star of row 1 and the star of row 2"
    )


def test_two_cells_with_two_values_clear_them_in_their_line() -> None:
    board = board_of(Latin(4, 4, ((None,) * 16,)))
    may = [0b00110, 0b00110, *[0b11110] * 14]
    pairs = [found for found in counting(board, may) if found.split == 2]
    assert any({2, 3} == {*(found.forced or ())} for found in pairs)


def test_what_cannot_be_counted_is_hopeless() -> None:
    board = board_of(Latin(3, 3, ((None,) * 9,)))
    may = [0b0110, 0b0110, 0b0110, *[0b1110] * 6]
    hopeless = next(found for found in counting(board, may) if found.forced is None)
    assert isinstance(hopeless, Hit) and hopeless.counters
    assert told(board, may, hopeless).must[0] not in board.puzzle.moves(board.puzzle.start)
