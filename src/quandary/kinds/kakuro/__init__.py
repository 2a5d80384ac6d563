"""Kakuro: a crossword of sums."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

from quandary.pencil import Digits, Pencil, Sums, different, total
from quandary.pencil.grid import DOWN, RIGHT, Grid
from quandary.pencil.kind import pencil_kind
from quandary.pencil.puzzle import State
from quandary.pencil.words import Word


class Kakuro(Pencil):
    """Fill in digits from 1 to 9. The digits of each run differ and add up to the number before it."""

    clues = Sums()
    marks = Digits(1, 9)

    def rules(self, grid: Grid) -> Iterator[Word]:
        """Give runs different digits and their sums."""
        black = dict(self.sums)
        for way in (DOWN, RIGHT):
            for cell in (cell for cell in grid.cells if cell not in black):
                before = grid.way(cell, (way + 2) % 4)[:1]
                run = (cell, *grid.until(grid.way(cell, way), black))
                if (not before or before[0] in black) and len(run) > 1:
                    n = black[before[0]][way == RIGHT] if before else 0
                    yield total(n, run, different=True) if n else different(run)

    def nudged(self, rng: Random, solved: State, other: State) -> State:
        """Change a digit that is not certain to a small or a large one: sums of these have few ways."""
        cell = rng.choice([at for at, value in enumerate(solved) if value != other[at]])
        runs = [word.scope for word in self.words if cell in word.scope]
        free = sorted({*range(1, 10)} - {solved[at] for run in runs for at in run})
        new = max(free or solved[cell : cell + 1], key=lambda digit: abs(digit - 5) + 2 * rng.random())
        return (*solved[:cell], new, *solved[cell + 1 :])


KIND = pencil_kind(
    Kakuro,
    name="kakuro",
    title="Kakuro",
    folder=Path(__file__).parent,
    link="kakuro",
    sizes=("5x5",),
    levels=("easy", "hard"),
)
