"""Draw levels with the pictures of their objects, five by five points each, in the colours of the game."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from operator import itemgetter

from quandary.draw.shapes import Drawing, Point, Polygon, Shape, rectangle
from quandary.kind import Pictures
from quandary.kinds.puzzlescript.game import Game, Picture
from quandary.kinds.puzzlescript.objects import SIDE
from quandary.kinds.puzzlescript.rules import Level, Position
from quandary.kinds.puzzlescript.told import board
from quandary.kinds.puzzlescript.turn import Cells

EDGE = 0.05
"""The width of the edge of a cell."""
NUDGE: dict[str, Point] = {"up": (0, -1), "left": (-1, 0), "down": (0, 1), "right": (1, 0), "action": (0, 0)}


def draw(level: Level, state: Position | None = None) -> Drawing:
    """Draw a level with the objects of a position."""
    cells = level.starts()[0].cells if state is None else state.cells
    game, height = level.game, level.map.height
    shapes = list[Shape]()
    for at, cell in enumerate(cells):
        x, y = divmod(at, height)
        shapes += _shifted(tile(game, cell), x, y)
    title = game.settings.get("title", "A PuzzleScript level")
    return Drawing(level.map.width, height, tuple(shapes), title, background=game.background_colour)


def anchor(level: Level, state: Position, move: str) -> Point:
    """Return the middle of the cell that the player turns to, or the edge of the page if there is none."""
    x, y = _player(level, state.cells)
    across, down = NUDGE[move]
    right, bottom = level.map.width, level.map.height
    return min(max(x + across + 0.5, 0), right), min(max(y + down + 0.5, 0), bottom)


def moved(level: Level, state: Position, move: str) -> tuple[Point, Point] | None:
    """Return where a move takes the player from and to, None if it stays."""
    (x, y), (to_x, to_y) = _player(level, state.cells), _player(level, level.apply(state, move).cells)
    return None if (x, y) == (to_x, to_y) else ((x + 0.5, y + 0.5), (to_x + 0.5, to_y + 0.5))


def _player(level: Level, cells: Cells) -> tuple[int, int]:
    """Return the first cell of the player, or the upper left one if there is no player."""
    at = next((at for at, cell in enumerate(cells) if cell & level.game.player), 0)
    return divmod(at, level.map.height)


def write(level: Level, state: Position) -> str:
    """Return a position in the signs of the legend. What has none is written as the uppermost of its objects that do."""
    rows = range(level.map.height)
    return "\n".join(
        "".join(_sign(level.game, cell) for cell in state.cells[row :: level.map.height]) for row in rows
    )


@lru_cache(maxsize=4096)
def _sign(game: Game, cell: int) -> str:
    """Return the sign for as much of a cell as there is one for, the uppermost objects first; ? for nothing."""
    floor = game.layer_masks[game.background]
    bare = {tile & ~floor: sign for sign, tile in reversed(list(game.glyphs.items()))}
    fitting = [
        ([bool(tile & mask) for mask in reversed(game.layer_masks)], sign)
        for tile, sign in (*bare.items(), *((tile, sign) for sign, tile in game.glyphs.items()))
        if not tile & ~cell
    ]
    return max(fitting, key=itemgetter(0))[1] if fitting else "?"


@lru_cache(maxsize=4096)
def tile(game: Game, cell: int) -> tuple[Polygon, ...]:
    """Return the picture of a cell, at the upper left: its commonest colour, and runs of points in the others."""
    points: list[list[str | None]] = [[None] * SIDE for _ in range(SIDE)]
    for number, picture in enumerate(game.pictures):
        if cell >> number & 1:
            _paint(points, picture)
    colours = [colour for row in points for colour in row]
    ground = None if None in colours else max(colours, key=colours.count)
    above = [[None if colour == ground else colour for colour in row] for row in points]
    return (*_grounded(ground), *_runs(above))


def _grounded(ground: str | None) -> Iterator[Polygon]:
    """Yield a whole cell of one colour, with a thin edge, so that no lines show between it and the next one."""
    if ground:
        yield rectangle(0, 0, 1, 1, fill=ground, stroke=ground, width=EDGE)


def _paint(points: list[list[str | None]], picture: Picture) -> None:
    for y, row in enumerate(picture.rows[:SIDE]):
        for x, sign in enumerate(row[:SIDE]):
            colour = (
                picture.colours[int(sign)]
                if sign != "." and int(sign) < len(picture.colours)
                else "transparent"
            )
            if colour != "transparent":
                points[y][x] = colour


def _runs(points: Sequence[Sequence[str | None]]) -> Iterator[Polygon]:
    """Yield rectangles of one colour, as wide and then as high as they can be."""
    left = {(x, y): colour for y, row in enumerate(points) for x, colour in enumerate(row) if colour}
    while left:
        (x, y), colour = next(iter(left.items()))
        width = height = 1
        while left.get((x + width, y)) == colour:
            width += 1
        while all(left.get((x + across, y + height)) == colour for across in range(width)):
            height += 1
        for across in range(width):
            for down in range(height):
                del left[x + across, y + down]
        yield rectangle(x / SIDE, y / SIDE, width / SIDE, height / SIDE, fill=colour)


def _shifted(shapes: Sequence[Polygon], x: int, y: int) -> Iterator[Shape]:
    for shape in shapes:
        yield replace(shape, points=tuple((x + across, y + down) for across, down in shape.points))


def tell(level: Level, move: str) -> str:
    """Return a move in words."""
    return "press action" if move == "action" else f"go {move}"


PICTURES = Pictures(draw=draw, anchor=anchor, moved=moved, write=write, tell=tell, board=board)
