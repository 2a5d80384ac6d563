"""Draw levels from above, with brick walls, wooden boxes, ringed targets and a man."""

from collections.abc import Iterator, Sequence

from quandary.draw.shapes import Circle, Drawing, Line, Point, Shape, rectangle
from quandary.kind import Pictures
from quandary.kinds.sokoban.rules import DIRECTIONS, Board, Cell, Push, Situation, Stand, back, step
from quandary.parts.spots import named

SEAM = 0.03


def draw(board: Board, state: Situation | Stand | None = None) -> Drawing:
    """Draw a level with the boxes and the man of a state."""
    boxes, man = state or (board.boxes, board.man)
    shapes: list[Shape] = [*_walls(board), *_floor(board)]
    for cell in sorted(board.targets):
        shapes += _target(cell)
    for cell in sorted(boxes):
        shapes += _box(cell, on_target=cell in board.targets)
    shapes += _man(man)
    title = f"A Sokoban level of {len(board.boxes)} box{'es' * (len(board.boxes) != 1)}"
    return Drawing(board.width, board.height, tuple(shapes), title)


def anchor(board: Board, state: Situation | Stand, move: Push | str) -> Point:
    """Return the point where the man stands for a push, or where a step leads."""
    return middle(step(state.man, DIRECTIONS[move.lower()]) if isinstance(move, str) else back(*move))


def tell(board: Board, move: Push | str) -> str:
    """Return a push in words, with columns and rows counted from the upper left corner.

    >>> from quandary.kinds.sokoban.notation import parse
    >>> tell(parse("#####/#@$.#/#####"), Push((2, 1), "right"))
    'push the box at r2c3 right'
    """
    if isinstance(move, str):
        return move
    return f"push the box at {named(move.box)} {move.direction}"


def moved(board: Board, state: Situation | Stand, move: Push | str) -> tuple[Point, Point] | None:
    """Return where a push or a step moves a box from and to, None if it is a walk."""
    if isinstance(move, Push):
        return middle(move.box), middle(step(*move))
    direction = DIRECTIONS[move.lower()]
    box = step(state.man, direction)
    if box not in state.boxes:
        return None
    return middle(box), middle(step(box, direction))


def middle(cell: Cell) -> Point:
    """Return the middle of a cell on the page."""
    return cell[0] + 0.5, cell[1] + 0.5


def _walls(board: Board) -> Iterator[Shape]:
    yield from _tiles(board.walls, "brick")
    for x, y in sorted(board.walls):
        yield Line(((x + 0.1, y + 0.5), (x + 0.9, y + 0.5)), "joint", 0.04)


def _floor(board: Board) -> Iterator[Shape]:
    yield from _tiles(board.floor, "floor")


def _tiles(cells: frozenset[Cell], fill: str) -> Iterator[Shape]:
    """Draw the cells in one colour, each slightly over its neighbours so that no seams show."""
    for x, y in sorted(cells):
        to_the_right, below = (x + 1, y) in cells, (x, y + 1) in cells
        below = below and (not to_the_right or (x + 1, y + 1) in cells)  # or it would cover a corner
        yield rectangle(x, y, 1 + SEAM * to_the_right, 1 + SEAM * below, fill=fill)


def _target(cell: Cell) -> Iterator[Shape]:
    """Draw a dot and a ring that stays visible around the man."""
    middle = cell[0] + 0.5, cell[1] + 0.5
    yield Circle(middle, 0.4, stroke="target", width=0.06)
    yield Circle(middle, 0.12, fill="target")


def _box(cell: Cell, *, on_target: bool) -> Iterator[Shape]:
    """Draw a crate with a cross on it, or with a ring and a dot if it is on a target."""
    x, y = cell
    fill = "item-done" if on_target else "item"
    yield rectangle(x + 0.1, y + 0.1, 0.8, 0.8, fill=fill, stroke="item-edge", width=0.06)
    if on_target:
        yield Circle((x + 0.5, y + 0.5), 0.26, stroke="item-edge", width=0.06)
        yield Circle((x + 0.5, y + 0.5), 0.1, fill="item-edge")
    else:
        yield Line(((x + 0.2, y + 0.2), (x + 0.8, y + 0.8)), "item-edge", 0.05)
        yield Line(((x + 0.2, y + 0.8), (x + 0.8, y + 0.2)), "item-edge", 0.05)


def _man(cell: Cell) -> Iterator[Shape]:
    x, y = cell
    yield Circle((x + 0.5, y + 0.55), 0.32, fill="player")
    yield Circle((x + 0.5, y + 0.45), 0.18, fill="on-player")


def symbols(levels: Sequence[Board]) -> Iterator[tuple[Drawing, str]]:
    """Yield what is on a level, one tile each, with its meaning."""
    here = (0, 0)
    tiles: dict[str, Iterator[Shape]] = {
        "The man. He walks, and pushes one box at a time.": _man(here),
        "A box. It is pushed, never pulled.": _box(here, on_target=False),
        "A target. Every box must go to one.": _target(here),
        "A box on a target.": _box(here, on_target=True),
    }
    floor = rectangle(0, 0, 1, 1, fill="floor")
    for says, shapes in tiles.items():
        yield Drawing(1, 1, (floor, *shapes)), says


PICTURES = Pictures(draw=draw, anchor=anchor, tell=tell, moved=moved, symbols=symbols)
