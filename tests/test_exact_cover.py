"""Exact cover: both engines give the same covers in the same order, and known counts."""

from random import Random

import pytest

from quandary._native import core
from quandary.parts.exact_cover import ExactCover


def dominoes(rows: int, columns: int) -> ExactCover:
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    number = {cell: at for at, cell in enumerate(cells)}
    options = [
        (number[row, column], number[other])
        for row, column in cells
        for other in ((row, column + 1), (row + 1, column))
        if other in number
    ]
    return ExactCover(len(cells), options)


def queens(size: int) -> ExactCover:
    """Return the queens problem: a queen in every row and column, and at most one in a diagonal."""
    diagonals = 2 * size - 1
    options = [
        (row, size + column, 2 * size + row + column, 2 * size + diagonals + row - column + size - 1)
        for row in range(size)
        for column in range(size)
    ]
    return ExactCover(2 * size, options, [1] * (2 * diagonals))


@pytest.mark.parametrize(
    ("rows", "columns", "ways"), [(2, 2, 2), (2, 10, 89), (4, 4, 36), (3, 3, 0), (6, 6, 6728)]
)
def test_dominoes_cover_a_board_in_as_many_ways_as_known(rows: int, columns: int, ways: int) -> None:
    assert dominoes(rows, columns).count() == ways


@pytest.mark.parametrize(("size", "ways"), [(4, 2), (5, 10), (6, 4), (8, 92)])
def test_queens_stand_apart_in_as_many_ways_as_known(size: int, ways: int) -> None:
    assert queens(size).count() == len(queens(size).covers()) == ways


def test_an_item_with_room_for_two_is_used_at_most_twice() -> None:
    cover = ExactCover(3, [(0, 3), (1, 3), (2, 3), (2,)], [2])
    assert cover.covers() == [(0, 1, 3)]
    assert ExactCover(1, [(0, 1), (0,)], [0]).covers() == [(1,)]


def test_nothing_to_cover_is_one_cover() -> None:
    assert ExactCover(0, []).covers() == [()]
    assert ExactCover(1, []).covers() == []


def test_a_search_can_stop_early() -> None:
    board = dominoes(4, 4)
    assert board.covers(most=5) == board.covers()[:5]
    assert board.count(most=5) == 5 and board.count(most=100) == 36


@pytest.mark.skipif(core() is None, reason="the compiled core is not installed; CI requires it and runs this")
@pytest.mark.parametrize("seed", range(20))
def test_both_engines_find_the_same_covers_in_the_same_order(seed: int) -> None:
    rng = Random(seed)
    required, others = rng.randint(1, 8), rng.randint(0, 3)
    options = [
        rng.sample(range(required + others), rng.randint(1, min(3, required + others)))
        for _ in range(rng.randint(1, 90))
    ]
    useful = [option for option in options if min(option) < required]
    cover = ExactCover(required, useful, [rng.randint(0, 2) for _ in range(others)])
    assert cover.covers(most=300) == list(cover._search())[:300]


def test_an_option_that_names_an_item_twice_covers_it_once() -> None:
    cover = ExactCover(3, [(0, 0), (1, 2, 1), (1,), (2,)])
    assert cover.covers() == [*cover._search()] == [(0, 1), (0, 2, 3)]


def test_an_item_that_does_not_exist_is_an_error() -> None:
    with pytest.raises((ValueError, IndexError)):
        ExactCover(1, [(0, 5)]).covers()
