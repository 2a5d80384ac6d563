"""Fill a board at random, for puzzles that are made from a solution."""

from random import Random

from quandary.pencil.grid import Grid


def latin(rng: Random, grid: Grid) -> list[int]:
    """Return a number for each cell, none of which comes twice in a row or column, up to the longer side.

    >>> square = latin(Random(1), Grid(2, 2, ()))
    >>> sorted(square), square[0] == square[3]
    ([1, 1, 2, 2], True)
    """
    size = max(grid.height, grid.width)
    order, across, down = (rng.sample(range(size), size) for _ in range(3))
    places = (divmod(cell, grid.width) for cell in grid.cells)
    return [1 + order[(across[column] + down[row]) % size] for row, column in places]
