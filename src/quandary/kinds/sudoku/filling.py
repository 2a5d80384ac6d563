"""Full grids of any size without search, from a shuffled pattern in which pairs of digits swap places."""

from random import Random

from quandary.kinds.sudoku.board import DIGITS
from quandary.kinds.sudoku.rules import Sudoku
from quandary.kinds.sudoku.same import random_order

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
    for _ in range(ROUNDS * empty.size):
        one, other = rng.sample(range(empty.size), 2)
        cells = [cell for cell, digit in enumerate(grid) if digit in (one, other)]
        for cell in _hanging_together(empty, cells, rng.choice(cells)):
            grid[cell] = one + other - grid[cell]
    return "".join(DIGITS[digit] for digit in grid)


def _pattern(rng: Random, empty: Sudoku) -> list[int]:
    """Return a shuffled pattern in which each row is the one above shifted by a box, or more at a new band."""
    size, high, wide = empty.size, empty.box_rows, empty.box_columns
    rows, columns = random_order(rng, wide, high), random_order(rng, high, wide)
    digits = rng.sample(range(size), size)
    return [digits[(wide * (row % high) + row // high + column) % size] for row in rows for column in columns]


def _hanging_together(empty: Sudoku, cells: list[int], first: int) -> set[int]:
    board = empty.board
    units: dict[tuple[str, int], list[int]] = {}
    homes = {
        cell: (("row", board.row_of[cell]), ("column", board.column_of[cell]), ("box", board.box_of[cell]))
        for cell in cells
    }
    for cell in cells:
        for unit in homes[cell]:
            units.setdefault(unit, []).append(cell)
    found, todo = {first}, [first]
    while todo:
        for unit in homes[todo.pop()]:
            new = [cell for cell in units[unit] if cell not in found]
            found.update(new)
            todo += new
    return found
