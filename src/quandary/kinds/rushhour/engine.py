"""The C++ twin of a Rush Hour board."""

from dataclasses import replace

from quandary._native import Native, core
from quandary.kind import Engines
from quandary.kinds.rushhour.rules import MOST_SIDE, SHORTEST, Board, Position, Slide

FARTHEST = MOST_SIDE - SHORTEST
"""The cells that a car can slide at most."""
DISTANCES = (*range(-FARTHEST, 0), *range(1, FARTHEST + 1))
"""The distances of a car's slides, in the order of their numbers in C++."""


def native(board: Board) -> Native | None:
    """Return the same board in C++, or None without the compiled core."""
    compiled = core()
    if compiled is None:
        return None
    handle = compiled.rushhour.Board(
        board.width - board.cars[0].length,
        board.starts()[0],
        [list(masks) for masks in board.masks],
        board.mask(sorted(board.walls)),
    )
    return Native(handle, tuple(Slide(car.letter, by) for car in board.cars for by in DISTANCES))


def onward(board: Board, state: Position) -> Board:
    """Return the board with the cars where a state has them."""
    return replace(board, cars=tuple(car._replace(at=at) for car, at in zip(board.cars, state, strict=True)))


def estimate(board: Board, state: Position) -> float:
    """Return a lower bound on the slides left: one for each car in front of A, and one for A itself."""
    if board.is_solved(state):
        return 0
    red = board.cars[0]
    ahead = board.mask([(x, red.lane) for x in range(state[0] + red.length, board.width)])
    return 1 + sum(bool(ahead & board.masks[number][at]) for number, at in enumerate(state) if number)


ENGINES = Engines(native=native, onward=onward, estimate=estimate)
