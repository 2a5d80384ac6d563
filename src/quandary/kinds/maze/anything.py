"""Draw small mazes by lot, with everything that the notation allows, solvable or not."""

from collections.abc import Iterator
from random import Random

from quandary.kinds.maze.rules import Maze
from quandary.parts.traits import parities, parity

SHARE = {2: 0.2, 3: 0.4, 4: 0.75, 5: 0.85, 9: 0.95, 10: 0.95}
"""The share of the edges that are broken, by size, so that few paths are left."""
ELEMENTS = tuple(
    f"{what} {where}"
    for what, where in (
        ("checkpoint", "vertex"),
        *((what, where) for what in ("checkpoint", "break") for where in ("to the right", "upwards")),
    )
)
ALONE = tuple(f"size {size}" for size in SHARE)
CHOICES = parities("size")
APART: frozenset[frozenset[str]] = frozenset()


def drawn(random: Random) -> str:
    """Return a maze with many breaks and a few checkpoints."""
    (size,) = random.choices(list(SHARE), (2, 8, 5, 3, 1, 1))
    broken, wide = SHARE[size] * random.choice((0.5, 1, 1)), 2 * size - 1
    marked = random.choice((0.0, 0.1, 0.3)) / size
    rows = [["o-"[x % 2] if y % 2 == 0 else "|."[x % 2] for x in range(wide)] for y in range(wide)]
    for y, row in enumerate(rows):
        for x in range(wide):
            if random.random() < marked and not (x % 2 and y % 2):
                row[x] = "x"
            elif x % 2 != y % 2 and random.random() < broken:
                row[x] = "."
    rows[0][-1] = rows[-1][0] = "@"
    return "/".join(map("".join, rows))


def traits(maze: Maze) -> Iterator[str]:
    """Yield what is on a maze."""
    yield from parity(size=maze.size)
    yield f"size {maze.size}"
    where = {"": "vertex", "h": "to the right", "v": "upwards"}
    for what, parts in (("checkpoint", maze.checkpoints), ("break", maze.breaks)):
        yield from (f"{what} {where[part.way]}" for part in parts)
