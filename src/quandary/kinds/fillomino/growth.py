"""Make full boards from regions that grow at random and are cleared where they get stuck."""

from random import Random

from quandary.kinds.fillomino.board import EMPTY, Board, BoardNumbers, board

LARGEST = 9
"""The largest size that regions aim at. A region that is squeezed in may rarely have any size."""


def full_board(rng: Random, rows: int, columns: int) -> BoardNumbers:
    """Make a random board on which every region is as large as its number.

    >>> full_board(Random(1), 2, 3)
    (5, 5, 5, 5, 1, 5)
    """
    shape = board(rows, columns)
    numbers = [EMPTY] * shape.cells
    while EMPTY in numbers:
        cell = _tightest(rng, shape, numbers)
        region = _grown(rng, shape, numbers, cell, rng.randint(1, min(LARGEST, shape.cells)))
        size = next(
            (size for size in range(len(region), 0, -1) if _fits(shape, numbers, region[:size])), None
        )
        if size is None:
            _clear_around(shape, numbers, region)
            continue
        for each in region[:size]:
            numbers[each] = size
    return tuple(numbers)


def _tightest(rng: Random, shape: Board, numbers: list[int]) -> int:
    """Pick a random cell among the empty cells with the fewest empty cells beside them."""
    ways = {
        cell: sum(numbers[near] == EMPTY for near in shape.beside[cell])
        for cell, number in enumerate(numbers)
        if number == EMPTY
    }
    least = min(ways.values())
    return rng.choice([cell for cell in ways if ways[cell] == least])


def _grown(rng: Random, shape: Board, numbers: list[int], cell: int, size: int) -> list[int]:
    """Grow a region of at most `size` connected empty cells, listed in the order in which they were taken."""
    region, edge = list[int](), [cell]
    while edge and len(region) < size:
        region.append(edge.pop(rng.randrange(len(edge))))
        taken = {*region, *edge}
        edge += [near for near in shape.beside[region[-1]] if numbers[near] == EMPTY and near not in taken]
    return region


def _fits(shape: Board, numbers: list[int], region: list[int]) -> bool:
    """Return whether no cell beside the region has the region's size as its number."""
    return all(numbers[near] != len(region) for cell in region for near in shape.beside[cell])


def _clear_around(shape: Board, numbers: list[int], cells: list[int]) -> None:
    """Empty the regions that touch some cells."""
    for near in {near for cell in cells for near in shape.beside[cell]}:
        queue, number = [near], numbers[near]
        for here in queue if number != EMPTY else ():
            numbers[here] = EMPTY
            queue += [each for each in shape.beside[here] if numbers[each] == number]
