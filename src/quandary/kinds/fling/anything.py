"""Draw small boards by lot, with everything that the notation allows."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

from quandary.kinds.fling.engine import MOST_NATIVE
from quandary.kinds.fling.notation import format as write
from quandary.kinds.fling.rules import Board
from quandary.parts.traits import never_both, parities, parity

SIDES = ((4, 4), (5, 5), (4, 6), (7, 8), (3, 6), (6, 3), (7, 1), (1, 6), (8, 8), (5, 9))
ELEMENTS = (
    "ball in a corner",
    "ball at the rim",
    "ball inside",
    "balls that touch",
    "balls in line",
    "lone ball",
)
ALONE = ("more than a word of cells", *(f"{number} balls" for number in range(1, 7)))
CHOICES = parities("width", "height")
APART = never_both(("lone ball", "balls that touch"), ("lone ball", "balls in line"))


def drawn(random: Random) -> str:
    """Return a board with a few balls, more of them in line with others than by lot alone."""
    width, height = random.choice(SIDES) if random.random() < 0.98 else (random.choice((9, 20)), 8)
    cells = [(random.randrange(width), random.randrange(height))]
    for _ in range(random.choice((0, 1, 2, 3, 3, 4, 5))):
        x, y = random.choice(cells)
        anywhere = random.randrange(width), random.randrange(height)
        cells.append(random.choice(((x, anywhere[1]), (anywhere[0], y), (x, anywhere[1]), anywhere)))
    return write(Board.of(width, height, set(cells)))


def traits(board: Board) -> Iterator[str]:
    """Yield what is on a board."""
    yield from parity(width=board.width, height=board.height)
    balls = board.cells(board.balls)
    yield f"{len(balls)} balls"
    for x, y in balls:
        sides = (x in (0, board.width - 1)) + (y in (0, board.height - 1))
        yield ("ball inside", "ball at the rim", "ball in a corner")[sides]
    near = [(abs(a - c), abs(b - d)) for (a, b), (c, d) in combinations(balls, 2)]
    if (0, 1) in near or (1, 0) in near:
        yield "balls that touch"
    if any(min(apart) == 0 for apart in near):
        yield "balls in line"
    if len(balls) == 1:
        yield "lone ball"
    if board.width * board.height > MOST_NATIVE:
        yield "more than a word of cells"
