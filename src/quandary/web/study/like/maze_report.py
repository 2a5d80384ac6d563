"""The puzzles of a study like the report on logic mazes."""

from collections.abc import Iterator
from random import Random

from quandary.kinds.maze import KIND
from quandary.library.files import Entry

SIZES = {"3x3": 5, "4x4": 10, "5x5": 10, "6x6": 5}
"""How many of the report's thirty mazes have each size."""


def puzzles(seed: int) -> Iterator[Entry]:
    """Make thirty mazes of the report's sizes, all different.

    >>> len(list(puzzles(1)))
    30
    """
    random, seen = Random(seed), set[str]()
    for size, wanted in SIZES.items():
        made = 0
        while made < wanted:
            maze = KIND.generate(random, size)
            if KIND.canonical(maze) not in seen:
                seen.add(KIND.canonical(maze))
                made += 1
                yield Entry(KIND, maze, f"maze-{size}-{made}")
