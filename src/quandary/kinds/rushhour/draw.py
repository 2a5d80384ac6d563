"""Draw boards as parking lots: cars with their letters, the exit as a gap in the wall."""

from collections.abc import Iterator, Sequence

from quandary.draw.shapes import Drawing, Line, Point, Shape, Text, rectangle
from quandary.kind import Pictures
from quandary.kinds.rushhour.rules import RED, Board, Car, Cell, Position, Slide

MARGIN = 0.3
INSET = 0.13


def draw(board: Board, state: Position | None = None) -> Drawing:
    """Draw a board with the cars of a state."""
    at = state or board.starts()[0]
    shapes: list[Shape] = [*_floor(board), *_bricks(board), *_rim(board)]
    for car, place in zip(board.cars, at, strict=True):
        shapes += _car(car, place)
    title = f"A Rush Hour board of {board.width} × {board.height} cells"
    return Drawing(board.width + 2 * MARGIN, board.height + 2 * MARGIN, tuple(shapes), title)


def anchor(board: Board, state: Position, move: Slide) -> Point:
    """Return the end of the car towards which it slides."""
    car, at = _found(board, state, move)
    x, y = middle(car.cells(at)[-1 if move.by > 0 else 0])
    half = 0.5 if move.by > 0 else -0.5
    return (x, y + half) if car.upright else (x + half, y)


def moved(board: Board, state: Position, move: Slide) -> tuple[Point, Point]:
    """Return the middle of the car before and after a slide."""
    car, at = _found(board, state, move)
    return centre(car, at), centre(car, at + move.by)


def tell(board: Board, move: Slide) -> str:
    """Return a move in words.

    >>> from quandary.kinds.rushhour.notation import parse
    >>> tell(parse("..B/AAB/..."), Slide("B", 1))
    'car B down by 1'
    """
    car = next(car for car in board.cars if car.letter == move.letter)
    ways = ("up", "down") if car.upright else ("left", "right")
    return f"car {move.letter} {ways[move.by > 0]} by {abs(move.by)}"


def symbols(boards: Sequence[Board]) -> Iterator[tuple[Drawing, str]]:
    """Yield the cars and the walls of some boards with their meaning."""
    red, other = Car(RED, 0, 0, 2, upright=False), Car("B", 0, 0, 2, upright=False)
    yield _alone(2, _car(red, 0)), "The car that is to leave, through the gap at the right of its row."
    yield _alone(2, _car(other, 0)), "A car. It slides along its row or column over free cells."
    if any(board.walls for board in boards):
        yield _alone(1, _brick((0, 0))), "A wall, which nothing can enter."


def _alone(width: int, shapes: Iterator[Shape]) -> Drawing:
    return Drawing(width + 2 * MARGIN, 1 + 2 * MARGIN, tuple(shapes))


def _found(board: Board, state: Position, move: Slide) -> tuple[Car, int]:
    return next((car, at) for car, at in zip(board.cars, state, strict=True) if car.letter == move.letter)


def middle(cell: Cell) -> Point:
    """Return the middle of a cell on the page."""
    return MARGIN + cell[0] + 0.5, MARGIN + cell[1] + 0.5


def centre(car: Car, at: int) -> Point:
    """Return the middle of a car on the page, at a distance from the end of its lane."""
    cells = car.cells(at)
    (x, y), (last_x, last_y) = middle(cells[0]), middle(cells[-1])
    return (x + last_x) / 2, (y + last_y) / 2


def _floor(board: Board) -> Iterator[Shape]:
    right, bottom = MARGIN + board.width, MARGIN + board.height
    yield rectangle(MARGIN, MARGIN, board.width, board.height, fill="floor")
    for x in range(1, board.width):
        yield Line(((MARGIN + x, MARGIN), (MARGIN + x, bottom)), "faint", 0.03)
    for y in range(1, board.height):
        yield Line(((MARGIN, MARGIN + y), (right, MARGIN + y)), "faint", 0.03)


def _rim(board: Board) -> Iterator[Shape]:
    """Yield the wall around the board, open at the exit."""
    right, bottom, row = MARGIN + board.width, MARGIN + board.height, MARGIN + board.cars[0].lane
    rim = (
        (right, row),
        (right, MARGIN),
        (MARGIN, MARGIN),
        (MARGIN, bottom),
        (right, bottom),
        (right, row + 1),
    )
    yield Line(rim, "wall", 0.12)


def _bricks(board: Board) -> Iterator[Shape]:
    for cell in sorted(board.walls):
        yield from _brick(cell)


def _brick(cell: Cell) -> Iterator[Shape]:
    yield rectangle(MARGIN + cell[0], MARGIN + cell[1], 1, 1, fill="brick")


def _car(car: Car, at: int) -> Iterator[Shape]:
    (x, y), length = car.cells(at)[0], car.length - 2 * INSET
    across, down = (1 - 2 * INSET, length) if car.upright else (length, 1 - 2 * INSET)
    fill = "player" if car.letter == RED else "item"
    corner = MARGIN + x + INSET, MARGIN + y + INSET
    yield rectangle(*corner, across, down, fill=fill, stroke="item-edge", width=0.05)
    yield Text(centre(car, at), car.letter, 0.45, f"on-{fill}", bold=True)


PICTURES = Pictures(draw=draw, anchor=anchor, moved=moved, tell=tell, symbols=symbols)
