"""Divide a board at random: into regions that grow, into rectangles, into equal parts."""

from collections.abc import Sequence
from random import Random
from typing import TypeAlias

from quandary.pencil.grid import Grid
from quandary.pencil.words.word import Scope

Labels: TypeAlias = tuple[int | None, ...]
"""The number of the region of each cell, in the order in which they begin. None outside all regions."""


def renumbered(names: Sequence[object]) -> Labels:
    """Return numbers for names in the order in which they come, with None for None.

    >>> renumbered(["b", None, "a", "b"])
    (0, None, 1, 0)
    """
    numbers = dict[object, int]()
    return tuple(None if name is None else numbers.setdefault(name, len(numbers)) for name in names)


def partition(rng: Random, grid: Grid, regions: int, most: int = 0) -> Labels:
    """Divide a board into so many connected regions at random, or into more if none has more than `most` cells."""
    return grown(rng, grid, [(cell,) for cell in rng.sample(grid.cells, regions)], most)


def rectangles(rng: Random, grid: Grid, most: int = 6) -> Labels:
    """Divide a board into rectangles of up to `most` cells, and of two or more where they fit."""
    label = dict[int, int]()
    for cell in grid.cells:
        if cell in label:
            continue
        row, column = divmod(cell, grid.width)
        free = next((at for at in range(grid.width - column) if cell + at in label), grid.width - column)
        shapes = [
            (high, wide)
            for high in range(1, grid.height - row + 1)
            for wide in range(1, free + 1)
            if high * wide <= most
        ]
        high, wide = rng.choice([shape for shape in shapes if shape[0] * shape[1] > 1] or shapes)
        label |= {cell + grid.width * down + right: cell for down in range(high) for right in range(wide)}
    return renumbered([label[cell] for cell in grid.cells])


def equal_parts(rng: Random, grid: Grid) -> Labels:
    """Divide a board into regions as large as a row: rows that swap cells at their borders."""
    label: list[int | None] = [cell // grid.width for cell in grid.cells]
    for _ in range(4 * len(label)):
        one, other = rng.choice(grid.beside)
        a, b = label[one], label[other]
        back = [
            cell
            for cell in grid.cells
            if label[cell] == b and cell != other and any(label[near] == a for near in grid.near(cell))
        ]
        if a == b or not back:
            continue
        new = [*label]
        new[one], new[rng.choice(back)] = b, a
        if is_whole(tuple(new), a, grid) and is_whole(tuple(new), b, grid):
            label = new
    return renumbered(label)


def grown(rng: Random, grid: Grid, seeds: Sequence[Scope], most: int = 0) -> Labels:
    """Divide a board into connected regions that grow at random from some cells each.

    Regions that have `most` cells grow no more, and others begin in what is left.
    """
    label = {cell: at for at, seed in enumerate(seeds) for cell in seed}
    size, edge = [*map(len, seeds)], list(label)
    while len(label) < len(grid.cells):
        if not edge:
            edge = [cell for cell in grid.cells if cell not in label][:1]
            label[edge[0]] = len(size)
            size.append(1)
        cell = rng.choice(edge)
        free = [other for other in grid.near(cell) if other not in label]
        if not free or (most and size[label[cell]] >= most):
            edge.remove(cell)
            continue
        new = rng.choice(free)
        label[new] = label[cell]
        size[label[cell]] += 1
        edge.append(new)
    return renumbered([label[cell] for cell in grid.cells])


def is_whole(value: Labels, label: int | None, grid: Grid) -> bool:
    """Return whether a region is connected."""
    cells = [cell for cell in grid.cells if value[cell] == label]
    queue = cells[:1]
    for cell in queue:  # grows during the loop
        queue += [other for other in grid.near(cell) if value[other] == label and other not in queue]
    return len(queue) == len(cells)
