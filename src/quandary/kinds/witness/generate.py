"""Generate random panels, solvable because their elements are laid around a path."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import TypeAlias

from quandary.errors import NoneFoundError, NotationError
from quandary.kinds.witness.elements import (
    HOLLOW,
    Colour,
    Element,
    Eliminator,
    Polyomino,
    Square,
    Star,
    Triangles,
    at_origin,
    turned,
)
from quandary.kinds.witness.lattice import Cell, Junction, Path, Symmetry, between, covered_by, sides
from quandary.kinds.witness.people import is_cut_off
from quandary.kinds.witness.rules import MOST_CELLS, Panel

SIZES = ("1x1", "2x2", "2x3", "3x3", "4x4")
DENSITIES = (0.4, 0.7, 1.0)
PALETTES = (2, 2, 2, 3)
"""The numbers of colours of the squares, mostly two."""
LARGEST_PIECE = 5
TRIES = 20

Add: TypeAlias = Callable[[Random, Panel, Path], Panel]
"""Adds something to a board that holds when the path is drawn."""


def generate(rng: Random, size: str) -> Panel:
    """Generate a solvable panel: a random path, and elements that hold on it.

    >>> panel = generate(Random(1), "2x3")
    >>> panel.width, panel.height
    (2, 3)

    Any size from "1x1" to "10x10" works.
    """
    board, path = _board_and_path(rng, *_sides_of(size))
    some = rng.sample(ADDITIONS, rng.choice((1, 1, 2, 2, 3)))
    for add in sorted(some, key=ADDITIONS.index):
        board = _if_solved(path, add(rng, board, path), board)
    if not board.cells and not board.all_hexagons:
        board = hexagons(rng, board, path)
    if rng.random() < 0.4:
        board = gaps(rng, board, path)
    return board


def make(rng: Random, size: str, wishes: Mapping[str, str]) -> Panel:
    """Generate a solvable panel with one type of element, and sometimes gaps.

    >>> panel = make(Random(1), "3x3", {"elements": "triangles"})
    >>> {type(element).__name__ for _, element in panel.cells}
    {'Triangles'}
    """
    add = WISHES[wishes["elements"]]
    for _ in range(TRIES):
        empty, path = _board_and_path(rng, *_sides_of(size))
        board = add(rng, empty, path)
        if board != empty and board.is_solved(path):
            return gaps(rng, board, path) if rng.random() < 0.4 else board
    raise NoneFoundError(
        f"Found no {size} panel with {wishes['elements']} in {TRIES} tries. Ask for a larger one."
    )


def size_of(panel: Panel) -> str:
    """Return the size of a panel in cells, width first: "4x4"."""
    return f"{panel.width}x{panel.height}"


def _sides_of(size: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,2})x(\d{1,2})", size)
    if not match or not all(1 <= int(side) <= MOST_CELLS for side in match.groups()):
        raise NotationError(
            f"A Witness panel cannot have the size {size[:20]!r};"
            f" write width x height in cells, such as 4x4, each from 1 to {MOST_CELLS}."
        )
    return int(match[1]), int(match[2])


# The board


def _board_and_path(rng: Random, width: int, height: int) -> tuple[Panel, Path]:
    """Return an empty panel and a path across it, single if two paths would block each other."""
    board = _board(rng, width, height)
    if rng.random() < 0.15:
        mirrored = _mirrored(board, rng.choice((Symmetry.HORIZONTAL, Symmetry.VERTICAL, Symmetry.ROTATIONAL)))
        path = _random_path(rng, mirrored) if mirrored else None
        if mirrored and path:
            return mirrored, path
    path = _random_path(rng, board)
    if path is None:
        raise AssertionError("a single path never cuts itself off")
    return board, path


def _board(rng: Random, width: int, height: int) -> Panel:
    """Return an empty panel, mostly from corner to corner, sometimes with other entrances and exits."""
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


def _mirrored(board: Panel, symmetry: Symmetry) -> Panel | None:
    """Return the board with a second path, or None if its ends cannot have partners."""
    panel = replace(board, symmetry=symmetry)
    entrances = board.entrances.union(map(panel.mirror, board.entrances))
    exits = board.exits.union(map(panel.mirror, board.exits))
    if entrances & exits or any(map(panel.is_on_axis, entrances | exits)):
        return None
    return replace(panel, entrances=entrances, exits=exits)


def _random_path(rng: Random, board: Panel) -> Path | None:
    """Draw a path from an entrance to an exit, or return None if two paths block each other."""
    for _ in range(TRIES):
        path = rng.choice(board.starts())
        while path[-1] not in board.exits:
            ahead = [board.apply(path, move) for move in board.moves(path)]
            open_ends = [longer for longer in ahead if not is_cut_off(board, longer)]
            if not open_ends:
                break
            path = rng.choice(open_ends)
        else:
            return path
    return None


# The elements on it


def squares(rng: Random, board: Panel, path: Path) -> Panel:
    """Add squares, of one colour in each of the path's regions."""
    palette = rng.sample(tuple(Colour), rng.choice(PALETTES))
    added: dict[Cell, Element] = {}
    for number, region in enumerate(_regions(board, path)):
        # Make the first two regions differ, so that there is something to divide.
        colour = palette[number] if number < 2 else rng.choice(palette)
        added |= {cell: Square(colour) for cell in _some(rng, region)}
    return _with_elements(board, added)


def triangles(rng: Random, board: Panel, path: Path) -> Panel:
    """Add triangles in some of the cells that the path touches."""
    covered = board.covered(path)
    cells = [(x, y) for x in range(board.width) for y in range(board.height)]
    counts = {cell: sum(side in covered for side, _ in sides(cell)) for cell in cells}
    touched = [cell for cell, count in counts.items() if count in (1, 2, 3)]
    return _with_elements(board, {cell: Triangles(counts[cell]) for cell in _some(rng, touched)})


def polyominoes(rng: Random, board: Panel, path: Path) -> Panel:
    """Add polyominoes that make up one or two of the path's regions."""
    regions = _regions(board, path)
    for region in rng.sample(regions, min(len(regions), rng.choice((1, 1, 2)))):
        pieces = list(_pieces(rng, region))
        wanted = [_polyomino(rng, piece) for piece in pieces]
        if rng.random() < 0.25:
            wanted = _with_a_hollow_one(rng, wanted)
        empty = [cell for cell in region if cell not in board.element_at]
        if len(wanted) <= len(empty):
            added = dict(zip(rng.sample(empty, len(wanted)), wanted, strict=True))
            board = _if_solved(path, _with_elements(board, added), board)
    return board


def stars(rng: Random, board: Panel, path: Path) -> Panel:
    """Add pairs of stars, and stars beside something else of their colour."""
    for region in _regions(board, path):
        present = Counter(element.colour for element in board.elements_in(region))
        for colour in rng.sample(tuple(Colour), len(Colour)):
            empty = [cell for cell in region if cell not in board.element_at]
            missing = 2 - present[colour]
            likely = 0.2 if missing == 2 else 0.6
            if 0 < missing <= len(empty) and rng.random() < likely:
                board = _with_elements(board, dict.fromkeys(rng.sample(empty, missing), Star(colour)))
    return board


def eliminators(rng: Random, board: Panel, path: Path) -> Panel:
    """Add an eliminator and something that only it can put right."""
    for _ in range(TRIES):
        region = rng.choice(_regions(board, path))
        empty = [cell for cell in region if cell not in board.element_at]
        if len(empty) >= 2:
            here, there = rng.sample(empty, 2)
            wrong = rng.choice(
                (
                    Square(rng.choice(tuple(Colour))),
                    Star(rng.choice(tuple(Colour))),
                    Triangles(rng.choice((1, 2, 3))),
                )
            )
            more = _with_elements(board, {here: Eliminator(), there: wrong})
            if more.is_solved(path):
                return more
    return board


def hexagons(rng: Random, board: Panel, path: Path) -> Panel:
    """Add hexagons on a few of the path's junctions and edges."""
    ends = {between(here, here) for here in board.entrances | board.exits}
    inner = sorted(board.covered(path) - ends)
    few = rng.sample(inner, rng.randrange(1 + len(inner) // 8, 2 + len(inner) // 3))
    if board.symmetry is not Symmetry.NONE and rng.random() < 0.5:
        first = covered_by(path)
        return replace(board, blue=first.intersection(few), yellow=frozenset(few) - first)
    return replace(board, hexagons=board.hexagons.union(few))


def gaps(rng: Random, board: Panel, path: Path) -> Panel:
    """Break some of the edges that the path leaves free or, less often, remove them."""
    covered = board.covered(path)
    free = [place for ends in board.edges() if (place := between(*ends)) not in covered | board.all_hexagons]
    few = frozenset(rng.sample(free, rng.randrange(1 + len(free) // 2)))
    if rng.random() < 0.25:
        return replace(board, missing=board.missing | few)
    return replace(board, gaps=board.gaps | few)


ADDITIONS: tuple[Add, ...] = (squares, triangles, polyominoes, stars, hexagons, eliminators)
"""The additions in order: stars count what is there, and eliminators come last."""
WISHES: Mapping[str, Add] = {add.__name__: add for add in ADDITIONS}
"""The additions by the name of their element."""


def _pieces(rng: Random, region: list[Cell]) -> Iterator[frozenset[Cell]]:
    """Cut a region into connected pieces at random."""
    left = set(region)
    while left:
        piece = [min(left)]
        size = rng.randint(1, LARGEST_PIECE)
        for cell in piece:  # grows during the loop
            near = [beyond for _, beyond in sides(cell) if beyond in left and beyond not in piece]
            rng.shuffle(near)
            piece += near[: max(0, size - len(piece))]
        left.difference_update(piece)
        yield frozenset(piece)


def _polyomino(rng: Random, cells: frozenset[Cell]) -> Polyomino:
    shape = at_origin(cells)
    if rng.random() < 0.5:
        return Polyomino(shape)
    for _ in range(rng.randrange(4)):
        shape = turned(shape)
    return Polyomino(shape, rotates=True)


def _with_a_hollow_one(rng: Random, wanted: list[Polyomino]) -> list[Polyomino]:
    """Give one of the polyominoes an extra cell, and add a hollow one that takes it away."""
    number = rng.randrange(len(wanted))
    shape = wanted[number].shape
    beyond = sorted({cell for inner in shape for _, cell in sides(inner)} - shape)
    larger = replace(wanted[number], shape=at_origin(shape | {rng.choice(beyond)}))
    hollow = Polyomino(frozenset({(0, 0)}), hollow=True, colour=HOLLOW)
    return [*wanted[:number], larger, *wanted[number + 1 :], hollow]


def _regions(board: Panel, path: Path) -> list[list[Cell]]:
    return sorted(map(sorted, board.regions(board.covered(path))))


def _some(rng: Random, cells: Iterable[Cell]) -> list[Cell]:
    density = rng.choice(DENSITIES)
    return [cell for cell in cells if rng.random() < density]


def _with_elements(board: Panel, added: Mapping[Cell, Element]) -> Panel:
    """Add elements to cells that are still empty."""
    return replace(board, cells=frozenset({**added, **board.element_at}.items()))


def _if_solved(path: Path, board: Panel, otherwise: Panel) -> Panel:
    return board if board.is_solved(path) else otherwise
