"""Draw levels from the side, with ground, spikes, fruit, blocks, and birds with letters on their heads."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from quandary.draw.shapes import Circle, Drawing, Line, Point, Polygon, Shape, Text, rectangle
from quandary.kind import Pictures
from quandary.kinds.snakebird.board import Board, Cell, Cells, step
from quandary.kinds.snakebird.build import HEADS
from quandary.kinds.snakebird.rules import Level, Move, Position

MARGIN, SEAM = 0.3, 0.03
COLOURS = ("pale-red", "pale-green", "pale-blue", "pale-yellow", "pale-purple")
STAR = (
    (0, -0.46),
    (0.1, -0.14),
    (0.36, -0.36),
    (0.14, -0.1),
    (0.46, 0),
    (0.14, 0.1),
    (0.36, 0.36),
    (0.1, 0.14),
)
"""Half of the outline of spikes, from their middle. The other half is opposite."""


def draw(board: Board, state: Position | None = None) -> Drawing:
    """Draw a level with the birds, blocks and fruit of a state."""
    birds, blocks, fruit = state or (board.birds, board.blocks, board.fruit)
    shapes: list[Shape] = [rectangle(MARGIN, MARGIN, board.width, board.height, fill="floor")]
    shapes += _marks(board, is_open=not fruit)
    shapes += _ground(board.ground)
    for cell in sorted(board.spikes):
        shapes.append(_spikes(cell))
    for cell in sorted(fruit):
        shapes += _fruit(cell)
    for block in blocks:
        shapes += _block(block)
    for name, body in zip(board.names, birds, strict=False):
        shapes += _bird(name, body)
    shapes += _rim(board)
    return Drawing(board.width + 2 * MARGIN, board.height + 2 * MARGIN, tuple(shapes), _title(board))


def anchor(board: Board, state: Position, move: Move) -> Point:
    """Return the middle of the cell that the head goes to."""
    return middle(step(state.birds[board.names.index(move.bird)][0], move.direction))


def moved(board: Board, state: Position, move: Move) -> tuple[Point, Point]:
    """Return where a bird's head goes from and to, before it falls."""
    head = state.birds[board.names.index(move.bird)][0]
    return middle(head), middle(step(head, move.direction))


def tell(board: Board, move: Move) -> str:
    """Return a step of a bird in words.

    >>> tell(Level(2, 1, frozenset(), frozenset(), (1, 0), (), ""), Move("R", "down"))
    'bird R down'
    """
    return f"bird {move}"


def _title(board: Board) -> str:
    birds, fruit = len(board.birds), len(board.fruit)
    return f"A Snakebird level of {birds} bird{'s' * (birds != 1)} and {fruit or 'no'} fruit"


def middle(cell: Cell) -> Point:
    """Return the middle of a cell on the page."""
    return MARGIN + cell[0] + 0.5, MARGIN + cell[1] + 0.5


def _rim(board: Board) -> Iterator[Shape]:
    """Draw the walls on three sides, and waves below."""
    right, bottom = MARGIN + board.width, MARGIN + board.height
    yield Line(((MARGIN, bottom), (MARGIN, MARGIN), (right, MARGIN), (right, bottom)), "ink", 0.08)
    waves = ((MARGIN + x / 2, bottom + (0.2 if x % 2 else 0.08)) for x in range(2 * board.width + 1))
    yield Line(tuple(waves), "soft", 0.04)


def _marks(board: Board, *, is_open: bool) -> Iterator[Shape]:
    """Draw the exit, with a larger dot once it is open, and the portals."""
    exit_spot = middle(board.exit)
    yield Circle(exit_spot, 0.42, stroke="target", width=0.06)
    yield Circle(exit_spot, 0.28 if is_open else 0.1, fill="target")
    for cell in board.portals:
        x, y = middle(cell)
        for size in (0.44, 0.22):
            diamond = ((x, y - size), (x + size, y), (x, y + size), (x - size, y))
            yield Polygon(diamond, stroke="player", width=0.07)


def _ground(cells: frozenset[Cell]) -> Iterator[Shape]:
    """Draw the ground, each cell slightly over its neighbours so that no seams show."""
    for x, y in sorted(cells):
        to_the_right, below = (x + 1, y) in cells, (x, y + 1) in cells
        below = below and (not to_the_right or (x + 1, y + 1) in cells)  # or it would cover a corner
        yield rectangle(MARGIN + x, MARGIN + y, 1 + SEAM * to_the_right, 1 + SEAM * below, fill="brick")


def _spikes(cell: Cell) -> Shape:
    x, y = middle(cell)
    half = tuple((x + dx, y + dy) for dx, dy in STAR)
    return Polygon(half + tuple((2 * x - a, 2 * y - b) for a, b in half), fill="wall")


def _fruit(cell: Cell) -> Iterator[Shape]:
    x, y = middle(cell)
    yield Circle((x, y + 0.06), 0.26, fill="item", stroke="item-edge", width=0.05)
    yield Line(((x, y - 0.2), (x + 0.14, y - 0.36)), "item-edge", 0.07)


def _block(cells: Cells) -> Iterator[Shape]:
    """Draw a block as crates. Bars join those that do not touch."""
    for one, other in pairwise(cells):
        if abs(one[0] - other[0]) + abs(one[1] - other[1]) > 1:
            yield Line((middle(one), middle(other)), "item-edge", 0.09)
    for x, y in cells:
        yield rectangle(
            MARGIN + x + 0.1, MARGIN + y + 0.1, 0.8, 0.8, fill="item", stroke="item-edge", width=0.07
        )
        for dx, dy in ((1, 0), (0, 1)):
            if (x + dx, y + dy) in cells:
                yield Line((middle((x, y)), middle((x + dx, y + dy))), "item-edge", 0.09)


def _bird(name: str, body: Cells) -> Iterator[Shape]:
    """Draw a bird as a band from its tail to its head, which has its letter."""
    if not body:
        return
    colour = COLOURS[HEADS.index(name) % len(COLOURS)]
    band = tuple(map(middle, body))
    if len(band) > 1:
        yield Line(band, "ink", 0.66)
        yield Line(band, colour, 0.54)
    yield Circle(band[0], 0.42, fill=colour, stroke="ink", width=0.07)
    x, y = band[0]
    yield Text((x, y), name, 0.56, f"on-{colour}", bold=True)


def symbols(levels: Sequence[Board]) -> Iterator[tuple[Drawing, str]]:
    """Yield what is on a level, one tile each, with its meaning."""
    tile = Level(2, 1, frozenset(), frozenset(), (-2, -2), (), "")
    here = frozenset({(0, 0)})
    drawn: dict[str, Sequence[Shape]] = {
        "A bird. Its head leads and its body follows. It falls if nothing is below it.": [
            *_bird("R", ((1, 0), (0, 0)))
        ],
        "A fruit. A bird that eats it grows by one cell.": [*_fruit((0, 0))],
        "The exit. It opens when all the fruit is eaten. Lead every bird's head there.": [
            *_marks(Level(2, 1, frozenset(), frozenset(), (0, 0), (), ""), is_open=True)
        ],
        "Ground. Birds and blocks stand on it.": [*_ground(here)],
        "Spikes. A bird must not fall on them. Blocks can stand on them.": [_spikes((0, 0))],
    }
    if any(level.blocks for level in levels):
        drawn["A block. Birds push it, and stand on it. It moves as one."] = [*_block(((0, 0), (1, 0)))]
    if any(level.portals for level in levels):
        portals = Level(2, 1, frozenset(), frozenset(), (-2, -2), (), "", portals=((0, 0),))
        drawn["A portal. What comes onto it jumps to the other one, if it fits there."] = [
            *_marks(portals, is_open=False)
        ][2:]
    floor = rectangle(MARGIN, MARGIN, tile.width, tile.height, fill="floor")
    for says, shapes in drawn.items():
        yield Drawing(2 + 2 * MARGIN, 1 + 2 * MARGIN, (floor, *shapes)), says


PICTURES = Pictures(draw=draw, anchor=anchor, moved=moved, tell=tell, symbols=symbols)
