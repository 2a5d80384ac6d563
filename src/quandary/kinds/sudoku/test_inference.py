"""Tests of players' rules: each strikes what its pattern forbids, none is wrong, and both engines agree."""

from itertools import pairwise
from random import Random

import pytest

from quandary._native import core
from quandary.kinds.sudoku import KIND
from quandary.kinds.sudoku.board import Put
from quandary.kinds.sudoku.engine import native
from quandary.kinds.sudoku.generate import generate, scatter
from quandary.kinds.sudoku.people import PLAYERS, RULES, SINGLES
from quandary.kinds.sudoku.rules import Sudoku
from quandary.parts.named import cell_name
from quandary.player import Player
from quandary.rules import believe
from quandary.solving.deduce import deduce
from quandary.solving.often import deduce_often

EMPTY_GRID = Sudoku("." * 81)
HARD = "...58..3....139.8.1.....7..2...6.81....9.....3.....47.....16....7..9...65........"
compiled = pytest.mark.skipif(core() is None, reason="the compiled core is not installed")


def confined(cells: dict[str, str], places: dict[str, str]) -> list[Put]:
    """Return all moves except those excluded by cells with few digits or digits with few places in a unit.

    Places are given as {"5 row 1": "r1c2 r1c7"}.
    """
    left = []
    for move in EMPTY_GRID.all_moves:
        cell = cell_name(move.row, move.column)
        units = (
            f"row {move.row + 1}",
            f"column {move.column + 1}",
            f"box {move.row // 3 * 3 + move.column // 3 + 1}",
        )
        fits = str(move.digit) in cells.get(cell, "123456789")
        if fits and all(cell in places.get(f"{move.digit} {unit}", cell).split() for unit in units):
            left.append(move)
    return left


@pytest.mark.parametrize(
    ("rule", "cells", "places", "strikes"),
    [
        ("naked-triple-row", {"r1c1": "12", "r1c4": "23", "r1c9": "13"}, {}, "r1c5=1 r1c5=2 r1c5=3"),
        (
            "hidden-triple-box",
            {},
            {"1 box 1": "r1c1 r2c2", "2 box 1": "r1c1 r3c3", "3 box 1": "r2c2 r3c3"},
            "r1c1=4 r2c2=9 r3c3=5",
        ),
        ("naked-quad-column", {"r1c1": "12", "r2c1": "23", "r7c1": "34", "r9c1": "14"}, {}, "r5c1=1 r5c1=4"),
        (
            "swordfish-rows",
            {},
            {"5 row 1": "r1c1 r1c4", "5 row 4": "r4c4 r4c8", "5 row 8": "r8c1 r8c8"},
            "r2c1=5 r2c4=5 r9c8=5",
        ),
        (
            "jellyfish-columns",
            {},
            {
                "5 column 1": "r1c1 r4c1",
                "5 column 4": "r4c4 r7c4",
                "5 column 6": "r7c6 r9c6",
                "5 column 8": "r1c8 r9c8",
            },
            "r1c2=5 r4c9=5 r7c3=5 r9c5=5",
        ),
        ("skyscraper-rows", {}, {"5 row 1": "r1c1 r1c5", "5 row 5": "r5c1 r5c6"}, "r2c6=5 r3c6=5 r4c5=5"),
        ("two-string-kite", {}, {"5 row 1": "r1c2 r1c8", "5 column 1": "r2c1 r7c1"}, "r7c8=5"),
        ("xy-wing", {"r1c1": "12", "r1c7": "13", "r3c2": "23"}, {}, "r1c2=3 r1c3=3 r3c7=3 r3c9=3"),
        ("xyz-wing", {"r1c1": "123", "r1c7": "13", "r3c2": "23"}, {}, "r1c2=3 r1c3=3"),
        ("w-wing", {"r1c1": "12", "r5c5": "12"}, {"1 row 9": "r9c1 r9c5"}, "r1c5=2 r5c1=2"),
        (
            "simple-colouring",
            {},
            {"5 row 1": "r1c1 r1c5", "5 column 5": "r1c5 r6c5", "5 box 5": "r6c5 r5c4"},
            "r5c1=5",
        ),
        (
            "xy-chain",
            {"r1c1": "12", "r1c6": "23", "r5c6": "34", "r5c9": "41", "r9c9": "91"},
            {},
            "r5c1=1",
        ),
        (
            "x-chain",
            {},
            {"5 row 1": "r1c1 r1c4", "5 row 3": "r3c6 r3c9", "5 column 8": "r7c8 r2c8"},
            "r7c1=5",
        ),
        ("alternating-chain", {"r1c1": "12"}, {"1 row 9": "r9c1 r9c5", "1 box 2": "r2c5 r1c4"}, "r1c4=2"),
    ],
)
def test_a_rule_strikes_what_its_pattern_forbids(
    rule: str, cells: dict[str, str], places: dict[str, str], strikes: str
) -> None:
    moves = tuple(confined(cells, places))
    found = {
        str(move)
        for finding in KIND.rule(rule).find(EMPTY_GRID, EMPTY_GRID.givens, moves)
        for move in finding.cannot
    }
    assert found >= set(strikes.split()), sorted(found)


RECTANGLE = {"r6c2": "169", "r6c3": "169", "r9c2": "16", "r9c3": "16"}


@pytest.mark.parametrize(
    ("givens", "strikes"),
    [
        (HARD, {"r4c2=9", "r4c3=9", "r6c9=9"}),
        ("." + HARD[1:3] + "." + HARD[4:], set[str]()),  # without the 5 at r1c4 there are many solutions
    ],
)
def test_rectangles_are_found_only_where_the_solution_is_unique(givens: str, strikes: set[str]) -> None:
    sudoku, rule = Sudoku(givens), KIND.rule("unique-rectangle")
    assert rule.needs_unique
    moves = [
        move
        for move in sudoku.moves(givens)
        if str(move.digit) in RECTANGLE.get(cell_name(move.row, move.column), "123456789")
    ]
    found = {str(move) for finding in rule.find(sudoku, givens, tuple(moves)) for move in finding.cannot}
    assert found >= strikes
    assert bool(found) is bool(strikes)


def test_an_expert_needs_no_guess_where_others_do() -> None:
    sudoku = Sudoku(HARD)
    expert = deduce(sudoku, KIND.player("expert"))
    assert (expert.status, expert.count("guess")) == ("solved", 0)
    assert {"hidden-pair-row", "xy-chain", "unique-rectangle", "last-cell"} <= set(expert.rules())
    others = Player(SINGLES + KIND.player("sets").rules, name="singles and sets")
    assert deduce(sudoku, others, guess=None).status == "stuck"


def test_each_player_knows_what_the_one_before_knows() -> None:
    knowing = [set(player.rules) for player in PLAYERS if player.families is None] + [set(RULES)]
    assert all(less < more for less, more in pairwise(knowing))


def situations(seed: int, size: str) -> list[tuple[Sudoku, str, list[Put]]]:
    """Return a random Sudoku with one or more solutions, after some moves that are legal but perhaps wrong."""
    rng = Random(seed)
    cells = int(size.partition("x")[0]) ** 2
    sudoku = generate(rng, size) if seed % 2 else scatter(rng, size, cells // 3)
    state, path, met = sudoku.givens, list[Put](), []
    for _ in range(3):
        met.append((sudoku, state, list(path)))
        for _ in range(cells // 10):
            if moves := sudoku.moves(state):
                path.append(rng.choice(moves))
                state = sudoku.apply(state, path[-1])
    return met


@compiled
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("size", ["6x6", "9x9"])
def test_every_rule_alone_sees_the_same_in_both_engines(seed: int, size: str) -> None:
    for sudoku, state, path in situations(seed, size):
        twin = native(sudoku)
        assert twin
        number = {move: at for at, move in enumerate(twin.moves)}
        for rule in RULES:
            left, _ = believe(sudoku, state, [rule])
            raw = twin.handle.options([number[move] for move in path], [rule.name], None, 0)
            theirs = {twin.moves[move] for each in raw if each.slot >= 0 for move in each.moves}
            assert set(left) == theirs, (rule.name, sudoku.givens, state)


@compiled
@pytest.mark.parametrize("seed", range(3))
def test_a_solver_with_all_rules_fires_them_as_often_in_both_engines(seed: int) -> None:
    sudoku = generate(Random(seed), "6x6")
    one, other = (deduce_often(sudoku, KIND.player("expert"), runs=2, engine=e) for e in ("python", "native"))
    assert one.rows == other.rows
