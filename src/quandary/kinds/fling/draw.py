"""Draw boards on tiles, with balls, and the moves of a position as arrows."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from quandary.draw.shapes import Circle, Drawing, Line, Point, Shape, rectangle
from quandary.kind import Pictures
from quandary.kinds.fling.rules import STEPS, Board, Cell, Fling, Memory, Position
from quandary.parts.spots import named

MARGIN = 0.2
RADIUS = 0.34


def draw(board: Board, state: Position | Memory | None = None) -> Drawing:
    """Draw a board with the balls of a state."""
    at = board.balls if state is None else state.balls if isinstance(state, Memory) else state
    shapes: list[Shape] = [*_floor(board.width, board.height)]
    for cell in board.cells(at):
        shapes += _ball(cell)
    title = f"A Fling! board of {board.width} × {board.height} cells"
    return Drawing(board.width + 2 * MARGIN, board.height + 2 * MARGIN, tuple(shapes), title)


def anchor(board: Board, state: Position | Memory, move: Fling) -> Point:
    """Return the middle of the side of the ball's cell over which it is flung."""
    (x, y), (dx, dy) = middle(move.cell), STEPS[move.way]
    return x + dx / 2, y + dy / 2


def moved(board: Board, state: Position | Memory, move: Fling) -> tuple[Point, Point]:
    """Return where the flung ball rolls from and to."""
    at = state.balls if isinstance(state, Memory) else state
    (x, y), (dx, dy) = move.cell, STEPS[move.way]
    while not at & board.bit((x + dx, y + dy)):
        x, y = x + dx, y + dy
    return middle(move.cell), middle((x, y))


def tell(board: Board, move: Fling) -> str:
    """Return a move in words, with columns and rows counted from the upper left corner.

    >>> tell(Board.of(5, 1, [(0, 0), (2, 0)]), Fling((2, 0), "left"))
    'the ball at r1c3 left'
    """
    return f"the ball at {named(move.cell)} {move.way}"


def told(board: Board) -> Mapping[str, Any]:
    """Return what play.js needs: the size, and the cells with balls, since large numbers are not exact there."""
    return {
        "width": board.width,
        "height": board.height,
        "balls": [list(c) for c in board.cells(board.balls)],
    }


def middle(cell: Cell) -> Point:
    """Return the middle of a cell on the page."""
    return MARGIN + cell[0] + 0.5, MARGIN + cell[1] + 0.5


def _floor(width: int, height: int) -> Iterator[Shape]:
    right, bottom = MARGIN + width, MARGIN + height
    yield rectangle(MARGIN, MARGIN, width, height, fill="floor")
    for x in range(1, width):
        yield Line(((MARGIN + x, MARGIN), (MARGIN + x, bottom)), "faint", 0.03)
    for y in range(1, height):
        yield Line(((MARGIN, MARGIN + y), (right, MARGIN + y)), "faint", 0.03)
    yield rectangle(MARGIN, MARGIN, width, height, stroke="wall", width=0.06)


def _ball(cell: Cell) -> Iterator[Shape]:
    x, y = middle(cell)
    yield Circle((x, y), RADIUS, fill="player")
    yield Circle((x - 0.11, y - 0.11), 0.09, fill="on-player")


def symbols(boards: Sequence[Board]) -> Iterator[tuple[Drawing, str]]:
    """Yield what is on a board, one cell each, with its meaning."""
    size = 1 + 2 * MARGIN
    says = "A ball. Fling it at another one: it stops before it, and the one it hits rolls on."
    yield Drawing(size, size, (*_floor(1, 1), *_ball((0, 0)))), says


PICTURES = Pictures(draw=draw, anchor=anchor, moved=moved, tell=tell, symbols=symbols, board=told)
