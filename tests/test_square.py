"""The eight symmetries of a board."""

from itertools import product

import pytest

from quandary.parts.square import TURNS, Turn, images, orders

WIDTH, HEIGHT = 3, 2
CELLS = list(product(range(WIDTH), range(HEIGHT)))


def after(
    turn: Turn, cells: dict[tuple[int, int], str], width: int, height: int
) -> dict[tuple[int, int], str]:
    return {turn.point(cell, width - 1, height - 1): held for cell, held in cells.items()}


def test_there_are_eight_and_the_first_changes_nothing() -> None:
    assert len(set(TURNS)) == 8
    assert [TURNS[0].point(cell, WIDTH - 1, HEIGHT - 1) for cell in CELLS] == CELLS


@pytest.mark.parametrize("turn", TURNS)
def test_a_turned_board_is_full(turn: Turn) -> None:
    width, height = turn.size(WIDTH, HEIGHT)
    there = {turn.point(cell, WIDTH - 1, HEIGHT - 1) for cell in CELLS}
    assert there == set(product(range(width), range(height)))


@pytest.mark.parametrize("first", TURNS)
@pytest.mark.parametrize("second", TURNS)
def test_two_turns_are_a_third(first: Turn, second: Turn) -> None:
    board = {cell: str(cell) for cell in CELLS}
    once = after(first, board, WIDTH, HEIGHT)
    twice = after(second, once, *first.size(WIDTH, HEIGHT))
    assert twice in [after(turn, board, WIDTH, HEIGHT) for turn in TURNS]


@pytest.mark.parametrize("turn", TURNS)
def test_the_order_of_the_cells_is_that_of_the_points(turn: Turn) -> None:
    width, _ = turn.size(WIDTH, HEIGHT)
    for new, old in enumerate(orders(HEIGHT, WIDTH)[turn]):
        was = (old % WIDTH, old // WIDTH)
        assert turn.point(was, WIDTH - 1, HEIGHT - 1) == (new % width, new // width)


def test_images_that_are_the_same_are_listed_once() -> None:
    def image(cells: frozenset[tuple[int, int]], turn: Turn) -> frozenset[tuple[int, int]]:
        return frozenset(turn.point(cell, 2, 2) for cell in cells)

    assert len(images(frozenset({(1, 1)}), image)) == 1
    assert len(images(frozenset({(0, 0)}), image)) == 4
    assert len(images(frozenset({(0, 0), (1, 0)}), image)) == 8
