"""Fling! boards one step away: with a ball less, one more, or one moved."""

from collections.abc import Iterator

from quandary.kind.change import Change
from quandary.kinds.fling.draw import middle
from quandary.kinds.fling.rules import STEPS, Board, Fling
from quandary.parts.spots import named


def reductions(board: Board) -> Iterator[Change]:
    """Yield each ball that can be left out, in words, with the board without it."""
    for cell in board.cells(board.balls) if board.balls.bit_count() > 2 else ():
        rest = Board(board.width, board.height, board.balls ^ board.bit(cell))
        yield Change(f"the ball at {named(cell)}", rest, "remove", middle(cell))


def neighbours(board: Board) -> Iterator[Change]:
    """Yield each board with a ball removed, added or moved by one cell, in words."""
    for less in reductions(board):
        yield less.but(f"remove {less.words}")
    for y in range(board.height):
        for x in range(board.width):
            if not board.balls & board.bit((x, y)):
                more = board.balls | board.bit((x, y))
                added = Board(board.width, board.height, more)
                yield Change(f"add a ball at {named((x, y))}", added, "add", middle((x, y)))
    for x, y in board.cells(board.balls):
        for way, (dx, dy) in STEPS.items():
            there = x + dx, y + dy
            inside = 0 <= there[0] < board.width and 0 <= there[1] < board.height
            if inside and not board.balls & board.bit(there):
                moved = board.balls ^ board.bit((x, y)) | board.bit(there)
                other = Board(board.width, board.height, moved)
                words = f"move the ball at {named((x, y))} {way}"
                yield Change(words, other, "move", middle((x, y)), middle(there))


def given(board: Board, move: Fling) -> Board:
    """Return the board after a move."""
    return Board(board.width, board.height, board.apply(board.balls, move))
