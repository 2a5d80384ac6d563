"""Panels at random, solvable because their elements are laid around a path."""

import re
from dataclasses import replace
from random import Random

from quandary.errors import NotationError
from quandary.kinds.witness.inference import is_cut_off
from quandary.kinds.witness.rules import (
    MOST_CELLS,
    Cell,
    Colour,
    Element,
    Junction,
    Panel,
    Path,
    Place,
    Square,
    Triangles,
    between,
    covered_by,
    sides,
)

SIZES = ("1x1", "2x2", "2x3", "3x3", "4x4")
DENSITIES = (0.4, 0.7, 1.0)
PALETTES = (2, 2, 2, 3)
"""How many colours the squares have: mostly two."""


def generate(rng: Random, size: str) -> Panel:
    """A solvable panel of the given size: a random path, and elements that hold on it.

    >>> panel = generate(Random(1), "2x3")
    >>> panel.width, panel.height
    (2, 3)

    Any size from "1x1" to "10x10" will do.
    """
    board = _board(rng, *_sides_of(size))
    path = _random_path(rng, board)
    covered = covered_by(path)
    for add in rng.sample((_squares, _hexagons, _triangles), rng.choice((1, 1, 2, 3))):
        board = add(rng, board, covered)
    if not board.cells and not board.hexagons:
        board = _hexagons(rng, board, covered)
    if rng.random() < 0.4:
        board = _gaps(rng, board, covered)
    return board


def size_of(panel: Panel) -> str:
    """The size of a panel in cells, width first: "4x4"."""
    return f"{panel.width}x{panel.height}"


def _sides_of(size: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,2})x(\d{1,2})", size)
    if not match or not all(1 <= int(side) <= MOST_CELLS for side in match.groups()):
        raise NotationError(
            f"A Witness panel cannot have the size {size[:20]!r};"
            f" write width x height in cells, such as 4x4, each from 1 to {MOST_CELLS}."
        )
    return int(match[1]), int(match[2])


def _board(rng: Random, width: int, height: int) -> Panel:
    """An empty panel: mostly from corner to corner, sometimes with other or further ways in and out."""
    ends: list[Junction] = [(0, 0), (width, height)]
    board = Panel(width, height, entrances=frozenset(ends[:1]), exits=frozenset(ends[1:]))
    rim = [here for here in board.junctions() if here[0] in (0, width) or here[1] in (0, height)]
    if rng.random() < 0.25:
        ends = rng.sample(rim, 2)
    entrances, exits = {ends[0]}, {ends[1]}
    if rng.random() < 0.2:
        further = rng.choice([here for here in rim if here not in ends])
        rng.choice((entrances, exits)).add(further)
    return replace(board, entrances=frozenset(entrances), exits=frozenset(exits))


def _random_path(rng: Random, board: Panel) -> Path:
    """A path from an entrance to an exit that goes astray nowhere: it is never cut off."""
    path = rng.choice(board.starts())
    while path[-1] not in board.exits:
        ahead = [board.apply(path, move) for move in board.moves(path)]
        path = rng.choice([longer for longer in ahead if not is_cut_off(board, longer)])
    return path


def _squares(rng: Random, board: Panel, covered: frozenset[Place]) -> Panel:
    """The board with squares, of one colour in each of the path's regions."""
    palette = rng.sample(tuple(Colour), rng.choice(PALETTES))
    added: dict[Cell, Element] = {}
    for number, region in enumerate(sorted(map(sorted, board.regions(covered)))):
        # The first two regions differ, so that there is something to divide.
        colour = palette[number] if number < 2 else rng.choice(palette)
        added |= {cell: Square(colour) for cell in _some(rng, region)}
    return _with_elements(board, added)


def _triangles(rng: Random, board: Panel, covered: frozenset[Place]) -> Panel:
    """The board with triangles in some of the cells that the path touches."""
    counts = {
        (x, y): sum(side in covered for side, _ in sides((x, y)))
        for x in range(board.width)
        for y in range(board.height)
    }
    touched = [cell for cell, count in counts.items() if count in (1, 2, 3)]
    return _with_elements(board, {cell: Triangles(counts[cell]) for cell in _some(rng, touched)})


def _hexagons(rng: Random, board: Panel, covered: frozenset[Place]) -> Panel:
    """The board with hexagons on a few of the path's junctions and edges."""
    inner = sorted(covered - {between(here, here) for here in board.entrances | board.exits})
    few = rng.sample(inner, rng.randrange(1 + len(inner) // 8, 2 + len(inner) // 3))
    return replace(board, hexagons=board.hexagons.union(few))


def _gaps(rng: Random, board: Panel, covered: frozenset[Place]) -> Panel:
    """The board with some of the edges that the path leaves free broken or, less often, missing."""
    free = [place for ends in board.edges() if (place := between(*ends)) not in covered]
    few = frozenset(rng.sample(free, rng.randrange(1 + len(free) // 2)))
    if rng.random() < 0.25:
        return replace(board, missing=board.missing | few)
    return replace(board, gaps=board.gaps | few)


def _some(rng: Random, cells: list[Cell]) -> list[Cell]:
    density = rng.choice(DENSITIES)
    return [cell for cell in cells if rng.random() < density]


def _with_elements(board: Panel, added: dict[Cell, Element]) -> Panel:
    """The board with further elements in cells that are still empty."""
    return replace(board, cells=frozenset((added | board.element_at).items()))
