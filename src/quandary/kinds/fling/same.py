"""Symmetries of Fling! boards: mirrored, shifted, and on square boards with rows and columns exchanged.

Play never leaves the box around the balls, so its place on the board does not matter.
"""

from quandary.kind import Sameness
from quandary.kinds.fling.rules import Board, Cell
from quandary.parts.square import TURNS, Turn


def symmetries(board: Board) -> list[Board]:
    """Return the board mirrored and shifted in all ways, without duplicates, itself first.

    >>> from quandary.kinds.fling.notation import parse
    >>> len(symmetries(parse("o.o./....")))
    4
    """
    found = [board]
    for cells in _images(board):
        width, height = (max(cell[axis] for cell in cells) + 1 for axis in (0, 1))
        found += [
            Board.of(board.width, board.height, ((x + dx, y + dy) for x, y in cells))
            for dy in range(board.height - height + 1)
            for dx in range(board.width - width + 1)
        ]
    return list(dict.fromkeys(found))


def least(board: Board) -> Board:
    """Return the board with the least number of all that are the same."""
    return min(
        (Board.of(board.width, board.height, cells) for cells in _images(board)), key=lambda each: each.balls
    )


def mirrored(board: Board) -> Board:
    """Return the board with the least number of all its mirror images, unshifted."""
    last = board.width - 1, board.height - 1
    images = (
        Board.of(board.width, board.height, (turn.point(cell, *last) for cell in board.cells(board.balls)))
        for turn in _turns(board)
    )
    return min(images, key=lambda each: each.balls)


def canonical(board: Board) -> str:
    """Return the size and the least number of all boards that are the same.

    >>> from quandary.kinds.fling.notation import parse
    >>> canonical(parse("..../.o.o"))
    '4x2 5'
    """
    return f"{board.width}x{board.height} {least(board).balls}"


def _images(board: Board) -> list[list[Cell]]:
    """Return the balls in every mirror image, shifted into the upper left corner."""
    return [_cornered(board, turn) for turn in _turns(board)]


def _turns(board: Board) -> list[Turn]:
    return [turn for turn in TURNS if board.width == board.height or not turn.swapped]


def _cornered(board: Board, turn: Turn) -> list[Cell]:
    cells = [turn.point(cell, board.width - 1, board.height - 1) for cell in board.cells(board.balls)]
    left, top = (min(cell[axis] for cell in cells) for axis in (0, 1))
    return [(x - left, y - top) for x, y in cells]


SAMENESS = Sameness(symmetries=symmetries, canonical=canonical)
