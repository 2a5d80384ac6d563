"""Which boards are the same: upside down, or with other letters."""

from dataclasses import replace
from string import ascii_uppercase

from quandary.kind import Sameness
from quandary.kinds.rushhour.notation import format  # noqa: A004
from quandary.kinds.rushhour.rules import Board, Car


def symmetries(board: Board) -> list[Board]:
    """Return the board and its reflection in a horizontal line, which keeps the exit at the right.

    >>> from quandary.kinds.rushhour.notation import parse
    >>> [format(each).split() for each in symmetries(parse("..B/AAB/..."))]
    [['..B', 'AAB', '...'], ['...', 'AAB', '..B']]
    """
    return list(dict.fromkeys((board, flipped(board))))


def flipped(board: Board) -> Board:
    """Return the board upside down."""
    last = board.height - 1

    def turn(car: Car) -> Car:
        if car.upright:
            return car._replace(at=board.height - car.length - car.at)
        return car._replace(lane=last - car.lane)

    walls = frozenset((x, last - y) for x, y in board.walls)
    return replace(board, cars=tuple(map(turn, board.cars)), walls=walls)


def canonical(board: Board) -> str:
    """Return the lesser text of the board and its reflection, with letters in the order of their first cells.

    >>> from quandary.kinds.rushhour.notation import parse
    >>> canonical(parse(".../AAC/..C")) == canonical(parse("..B/AAB/..."))
    True
    """
    return min(format(renamed(each)) for each in symmetries(board))


def renamed(board: Board) -> Board:
    """Return the board with the letters B, C, ... for the cars in the order of their first cells."""
    red, *others = board.cars
    others.sort(key=lambda car: car.cells(car.at)[0][::-1])
    named = (car._replace(letter=letter) for car, letter in zip(others, ascii_uppercase[1:], strict=False))
    return replace(board, cars=(red, *named))


SAMENESS = Sameness(symmetries=symmetries, canonical=canonical)
