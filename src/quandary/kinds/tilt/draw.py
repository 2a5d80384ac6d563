"""Draw mazes on tiles, with thick walls, a ball, and checkpoints that turn hollow when collected."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from quandary.draw.shapes import Circle, Drawing, Line, Point, Polygon, Shape, rectangle
from quandary.kind import Pictures
from quandary.kinds.tilt.rules import Border, Cell, Maze, Position, border

MARGIN = 0.3


def draw(maze: Maze, state: Position | None = None) -> Drawing:
    """Draw a maze with the ball and the checkpoints of a state."""
    at = state or maze.starts()[0]
    shapes: list[Shape] = [*_floor(maze), *_checkpoints(maze, at.collected), *_walls(maze), *_ball(at.ball)]
    title = f"A tilt maze of {maze.width} × {maze.height} cells"
    return Drawing(maze.width + 2 * MARGIN, maze.height + 2 * MARGIN, tuple(shapes), title)


def anchor(maze: Maze, state: Position, move: str) -> Point:
    """Return the middle of the border that the ball crosses first."""
    return spot(border(state.ball, move))


def moved(maze: Maze, state: Position, move: str) -> tuple[Point, Point]:
    """Return where the ball rolls from and to."""
    return middle(state.ball), middle(maze.rolls[state.ball, move].end)


def spot(place: Border) -> Point:
    """Return the point on the page for a place in half cells."""
    return MARGIN + place[0] / 2, MARGIN + place[1] / 2


def middle(cell: Cell) -> Point:
    """Return the middle of a cell on the page."""
    return spot((2 * cell[0] + 1, 2 * cell[1] + 1))


def _floor(maze: Maze) -> Iterator[Shape]:
    yield rectangle(MARGIN, MARGIN, maze.width, maze.height, fill="floor")
    for x in range(1, maze.width):
        yield Line((spot((2 * x, 0)), spot((2 * x, 2 * maze.height))), "faint", 0.03)
    for y in range(1, maze.height):
        yield Line((spot((0, 2 * y)), spot((2 * maze.width, 2 * y))), "faint", 0.03)


def _checkpoints(maze: Maze, collected: int) -> Iterator[Shape]:
    for number, cell in enumerate(maze.checkpoints):
        x, y = middle(cell)
        diamond = ((x, y - 0.26), (x + 0.26, y), (x, y + 0.26), (x - 0.26, y))
        is_collected = collected >> number & 1
        yield Polygon(diamond, fill=None if is_collected else "item", stroke="item-edge", width=0.05)


def _walls(maze: Maze) -> Iterator[Shape]:
    right, bottom = MARGIN + maze.width, MARGIN + maze.height
    rim = ((MARGIN, MARGIN), (right, MARGIN), (right, bottom), (MARGIN, bottom), (MARGIN, MARGIN))
    yield Line(rim, "wall", 0.12)
    for x, y in sorted(maze.walls):
        ends = ((x, y - 1), (x, y + 1)) if x % 2 == 0 else ((x - 1, y), (x + 1, y))
        yield Line(tuple(spot(end) for end in ends), "wall", 0.12)


def _ball(cell: Cell) -> Iterator[Shape]:
    x, y = middle(cell)
    yield Circle((x, y), 0.32, fill="player")
    yield Circle((x - 0.1, y - 0.1), 0.09, fill="on-player")


def symbols(mazes: Sequence[Maze]) -> Iterator[tuple[Drawing, str]]:
    """Yield what is on a board, one cell each, with its meaning."""
    empty = Maze(1, 1, (0, 0), ())
    ball = Drawing(1 + 2 * MARGIN, 1 + 2 * MARGIN, (*_floor(empty), *_ball((0, 0))))
    there = Maze(1, 1, (0, 0), ((0, 0),))
    yield ball, "The ball. It rolls until a wall stops it."
    yield (
        replace(ball, shapes=(*_floor(empty), *_checkpoints(there, 0))),
        "A checkpoint. Roll over all of them.",
    )
    yield replace(ball, shapes=(*_floor(empty), *_checkpoints(there, 1))), "A checkpoint that is collected."


PICTURES = Pictures(draw=draw, anchor=anchor, moved=moved, symbols=symbols)
