"""Tents: one tent beside each tree."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

from quandary.pencil import LineClues, Pencil, Shade, Trees, at_most, exactly, paired
from quandary.pencil.grid import Grid
from quandary.pencil.kind import pencil_kind
from quandary.pencil.puzzle import State
from quandary.pencil.words import Word


class Tents(Pencil):
    """Put a tent beside each tree. Numbers count the tents of their lines, and tents do not touch, not even at corners."""

    clues = Trees(), LineClues("counts", single=True)
    marks = Shade("tent", look="disc")

    def rules(self, grid: Grid) -> Iterator[Word]:
        """Lines have their numbers, tents do not touch, and each belongs to one tree."""
        trees = dict(self.trees)
        yield from (exactly(n, line) for line, (n,) in self.counts.items())
        yield from (at_most(1, pair) for pair in grid.touching)
        if trees:
            free = tuple(cell for cell in grid.cells if cell not in trees)
            yield paired(free, tuple(tuple(cell for cell in grid.near(at) if cell in free) for at in trees))

    def setting(self, rng: Random, solved: State) -> tuple[Pencil, State]:
        """Put a tree beside each tent where there is room, and count."""
        tents, trees = [cell for cell in self.grid.cells if solved[cell]], set[int]()
        for tent in tents:
            free = [cell for cell in self.grid.near(tent) if not solved[cell] and cell not in trees]
            trees |= {rng.choice(free)} if free else set()
        at = tuple("T" if cell in trees else None for cell in self.grid.cells)
        counts = self.clues[1].derived(self.given[1], self.grid, solved, bool)
        return replace(self, given=(at, counts)), solved


KIND = pencil_kind(
    Tents,
    name="tents",
    title="Tents",
    folder=Path(__file__).parent,
    sizes=("5x5",),
    levels=("medium", "hard"),
    link="tents",
)
