"""Draw small mazes by lot, with everything that the notation allows, solvable or not."""

from collections.abc import Iterator
from random import Random

from quandary.kinds.tilt.rules import Maze
from quandary.parts.traits import never_both, parities, parity

SIDES = ((1, 2), (2, 1), (2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 3), (1, 5), (5, 1), (10, 9))
ELEMENTS = (
    "wall beside a cell",
    "wall above a cell",
    "no wall inside",
    "one checkpoint",
    "two checkpoints",
    "three checkpoints",
    "ball in a corner",
)
ALONE = ("more than 64 cells",)
CHOICES = parities("width", "height")
APART = never_both(
    ("no wall inside", "wall beside a cell"),
    ("no wall inside", "wall above a cell"),
    ("one checkpoint", "two checkpoints"),
    ("one checkpoint", "three checkpoints"),
    ("two checkpoints", "three checkpoints"),
)


def drawn(random: Random) -> str:
    """Return a maze with a few walls and checkpoints."""
    height, width = random.choice(SIDES)
    share = random.choice((0.0, 0.15, 0.3))
    rows = [[" "] * (2 * width + 1) for _ in range(2 * height + 1)]
    for y, row in enumerate(rows):
        for x in range(len(row)):
            if x % 2 and y % 2:
                row[x] = "."
            elif not x % 2 and not y % 2:
                row[x] = "+"
            elif x in (0, 2 * width) or y in (0, 2 * height) or random.random() < share:
                row[x] = "-|"[y % 2]
    for what in "*" * random.choice((1, 1, 2, 3)) + "o":
        rows[2 * random.randrange(height) + 1][2 * random.randrange(width) + 1] = what
    return "/".join(map("".join, rows))


def traits(maze: Maze) -> Iterator[str]:
    """Yield what is on a maze."""
    yield from parity(width=maze.width, height=maze.height)
    for x, _ in maze.walls:
        yield "wall beside a cell" if x % 2 == 0 else "wall above a cell"
    if not maze.walls:
        yield "no wall inside"
    yield f"{('one', 'two', 'three')[len(maze.checkpoints) - 1]} checkpoint{'s' * (len(maze.checkpoints) > 1)}"
    if maze.ball[0] in (0, maze.width - 1) and maze.ball[1] in (0, maze.height - 1):
        yield "ball in a corner"
    if maze.width * maze.height > 64:
        yield "more than 64 cells"
