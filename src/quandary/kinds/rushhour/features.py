"""Features of Rush Hour boards that say how crowded they are and how tangled the way out is."""

from quandary.feature import Feature
from quandary.kinds.rushhour.rules import Board
from quandary.kinds.rushhour.vary import free_cells


def blockers(board: Board) -> int:
    """Return how many cars stand between car A and the exit.

    >>> from quandary.kinds.rushhour.notation import parse
    >>> blockers(parse("..BC/AABC/...."))
    2
    """
    red = board.cars[0]
    ahead = {(x, red.lane) for x in range(red.at + red.length, board.width)}
    return sum(not ahead.isdisjoint(car.cells(car.at)) for car in board.cars[1:])


FEATURES = (
    Feature("cars", "cars", "cars on the board, car A included", lambda board, _: len(board.cars)),
    Feature("free_cells", "cells", "empty cells at the start", lambda board, _: len(free_cells(board))),
    Feature(
        "blockers", "cars", "cars between car A and the exit at the start", lambda board, _: blockers(board)
    ),
    "states",
)
