"""Full grids of any size without search, from a shuffled pattern in which pairs of digits swap places."""

from collections.abc import Sequence
from random import Random

from quandary.kinds.sudoku.board import DIGITS
from quandary.kinds.sudoku.rules import Sudoku
from quandary.kinds.sudoku.same import random_order
from quandary.limits import check_limits

ROUNDS = 20
"""The number of swaps for each digit, enough to hide the pattern."""


def mixed_grid(rng: Random, empty: Sudoku) -> str:
    """Return a random full grid.

    >>> len(set(mixed_grid(Random(1), Sudoku("." * 144, 3, 4))))
    12

    The cells of two digits form loops, since each row, column and box joins one cell of either digit to one of
    the other. Swapping the digits along connected loops leaves a full grid.
    """
    grid = _pattern(rng, empty)
    board, size = empty.board, empty.size
    units = [
        (row, size + column, 2 * size + box)
        for row, column, box in zip(board.row_of, board.column_of, board.box_of, strict=True)
    ]
    place = [[0] * (3 * size) for _ in range(size)]  # of each digit in each unit, rows first
    for cell, digit in enumerate(grid):
        for unit in units[cell]:
            place[digit][unit] = cell
    for _ in range(ROUNDS * size):
        check_limits()
        one, other = rng.sample(range(size), 2)
        first = rng.choice(sorted(place[one][:size] + place[other][:size]))
        for cell in _hanging_together(units, place[one], place[other], first):
            grid[cell] = one + other - grid[cell]
            for unit in units[cell]:
                place[grid[cell]][unit] = cell
    return "".join(DIGITS[digit] for digit in grid)


def _pattern(rng: Random, empty: Sudoku) -> list[int]:
    """Return a shuffled pattern in which each row is the one above shifted by a box, or more at a new band."""
    size, high, wide = empty.size, empty.box_rows, empty.box_columns
    rows, columns = random_order(rng, wide, high), random_order(rng, high, wide)
    digits = rng.sample(range(size), size)
    return [digits[(wide * (row % high) + row // high + column) % size] for row in rows for column in columns]


def _hanging_together(
    units: Sequence[Sequence[int]], one: Sequence[int], other: Sequence[int], first: int
) -> set[int]:
    """Return the cells of two digits that a cell is joined to, given the place of either digit in each unit."""
    found, todo = {first}, [first]
    while todo:
        for unit in units[todo.pop()]:
            for cell in (one[unit], other[unit]):
                if cell not in found:
                    found.add(cell)
                    todo.append(cell)
    return found
