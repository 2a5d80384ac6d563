"""Generate levels by pulling boxes away from their targets, so that every level can be solved.

Pulling visits situations in order of distance, so the fewest pushes of each level are known from the start.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from math import ceil, floor
from random import Random

from quandary.errors import NotationError
from quandary.kind.change import Change
from quandary.kinds.sokoban.draw import middle
from quandary.kinds.sokoban.notation import format, parse  # noqa: A004
from quandary.kinds.sokoban.rules import STEPS, Board, Cell, Level, Situation, back, reading_order, step
from quandary.limits import check_limits
from quandary.parts.spots import named

SIZES = ("5x5-1", "6x6-1", "6x6-2", "7x7-2", "7x7-3", "8x8-3")
MOST_SIDE, MOST_BOXES = 12, 5
"""The largest side and the most boxes. Beyond them, pulling from all solved positions takes minutes."""
FEWEST_CELLS_A_BOX = 4
MOST_SITUATIONS = 4_000
DENSITIES = (0.0, 0.1, 0.15, 0.2, 0.25)
ROOMS = 200
"""Rooms to try for a level with a given number of pushes."""
A_FEW_ROOMS = CLIMB = 50
"""Rooms in a row that are changes of the best one so far."""


def generate(rng: Random, size: str) -> Level:
    """Generate a solvable level of the given size, from the harder half of its room's levels.

    >>> level = generate(Random(1), "7x7-2")
    >>> level.width, level.height, len(level.boxes)
    (7, 7, 2)

    A size is width x height, walls included, and the number of boxes, up to "12x12-5".
    """
    for _ in range(ROOMS):
        room = _room(rng, *_sides_of(size))
        rings = _pulled(room) if room else []
        if len(rings) > 2:
            return _level(rng, rng.choice(rings[len(rings) // 2 :]))
    raise NotationError(f"No level of the size {size!r} was found; there is too little room for its boxes.")


def between(rng: Random, size: str, fewest: int, most: int, *, rooms: int = ROOMS) -> Level | None:
    """Generate a level whose shortest solution has from `fewest` to `most` pushes, or return None.

    If a room's levels are too easy, change one wall or target at a time. Keep each change that does not make
    them easier.

    >>> level = between(Random(1), "7x7-2", 12, 14)
    >>> level is not None
    True
    """
    parts, fewest = _sides_of(size), max(1, fewest)
    best, deepest = None, 0
    for number in range(rooms):
        if number % CLIMB == 0:
            best, deepest = None, 0  # start again elsewhere
        room = _room(rng, *parts) if best is None else _changed(rng, best)
        rings = _pulled(room) if room else []
        if rings[fewest : most + 1]:
            return _level(rng, rng.choice(rings[fewest : most + 1]))
        if len(rings) >= deepest:
            best, deepest = room, len(rings)
    return None


def aim_at_pushes(rng: Random, size: str, low: float, high: float) -> Level | None:
    """Generate a level with from `low` to `high` pushes out of a few rooms, or return None."""
    return between(rng, size, max(1, ceil(low)), floor(high), rooms=A_FEW_ROOMS)


AIMS = {"shortest_boxes_path": aim_at_pushes}
"""Features that `quandary generate --between` can aim at."""


def size_of(level: Board) -> str:
    """Return the width and the height, walls included, and the number of boxes: "7x7-2"."""
    return f"{level.width}x{level.height}-{len(level.boxes)}"


def neighbours(level: Level) -> Iterator[Change]:
    """Yield every level that differs by one tile or by one step of a piece, after the change in words."""
    for change in _changes(level):
        try:
            other = parse(format(change.puzzle))
        except NotationError:  # open or already solved
            continue
        if other == change.puzzle:  # otherwise the change moved the rim
            yield change.but(puzzle=other)


def _changes(level: Level) -> Iterator[Change]:
    inner = [(x, y) for y in range(1, level.height - 1) for x in range(1, level.width - 1)]
    for cell in inner:
        if cell in level.walls and any(step(cell, way) in level.floor for way in STEPS):
            less = replace(level, walls=level.walls - {cell})
            yield Change(f"remove the wall at {named(cell)}", less, "remove", middle(cell))
        elif _is_empty(level, cell):
            more = replace(level, walls=level.walls | {cell})
            yield Change(f"put a wall at {named(cell)}", more, "add", middle(cell))
    for what, cells in (("box", level.boxes), ("target", level.targets)):
        for cell in sorted(cells, key=reading_order):
            for way in STEPS:
                there = step(cell, way)
                if there in level.floor and there not in cells and there != level.man:
                    moved = cells - {cell} | {there}
                    changed = replace(level, boxes=moved) if what == "box" else replace(level, targets=moved)
                    words = f"move the {what} at {named(cell)} {way}"
                    yield Change(words, changed, "move", middle(cell), middle(there))
    region = level.region(level.man, level.boxes)
    first: set[Cell] = set(region)
    for cell in sorted(level.floor - level.boxes, key=reading_order):
        if cell not in first:  # within his region the man walks anyway
            first |= level.region(cell, level.boxes)
            put = replace(level, man=cell)
            yield Change(f"put the man at {named(cell)}", put, "move", middle(level.man), middle(cell))


def _is_empty(level: Level, cell: Cell) -> bool:
    return cell in level.floor and cell not in level.boxes | level.targets | {level.man}


def _sides_of(size: str) -> tuple[int, int, int]:
    match = re.fullmatch(r"(\d{1,2})x(\d{1,2})-(\d)", size)
    width, height, boxes = map(int, match.groups()) if match else (0, 0, 0)
    if not (3 <= min(width, height) <= max(width, height) <= MOST_SIDE and 1 <= boxes <= MOST_BOXES):
        raise NotationError(
            f"A Sokoban level cannot have the size {size[:20]!r}; write width x height - boxes, such as 7x7-2,"
            f" with sides up to {MOST_SIDE} and up to {MOST_BOXES} boxes."
        )
    return width, height, boxes


def _room(rng: Random, width: int, height: int, boxes: int) -> Level | None:
    """Return a room with all of its boxes on targets, or None if it is too small for them."""
    cells = [(x, y) for y in range(height) for x in range(width)]
    rim = frozenset((x, y) for x, y in cells if x in (0, width - 1) or y in (0, height - 1))
    inner = [cell for cell in cells if cell not in rim]
    density = rng.choice(DENSITIES)
    walls = rim | {cell for cell in inner if rng.random() < density}
    open_cells = [cell for cell in inner if cell not in walls]
    if not open_cells:
        return None
    nobody: frozenset[Cell] = frozenset()
    empty = Level(width, height, walls, nobody, nobody, rng.choice(open_cells))
    if len(empty.floor) < FEWEST_CELLS_A_BOX * boxes:
        return None
    targets = frozenset(rng.sample(sorted(empty.floor), boxes))
    filled = frozenset(cells) - empty.floor  # what the man cannot reach becomes wall
    return replace(empty, walls=filled, targets=targets, boxes=targets)


def _changed(rng: Random, room: Level) -> Level | None:
    """Return the room with one wall more or less or one target moved, or None if it is then too small."""
    inner = [(x, y) for y in range(1, room.height - 1) for x in range(1, room.width - 1)]
    walls, targets = room.walls, room.targets
    if rng.random() < 0.5:
        walls ^= {rng.choice([cell for cell in inner if cell not in targets])}
    else:
        targets = targets - {rng.choice(sorted(targets))} | {rng.choice(sorted(room.floor - targets))}
    changed = replace(room, walls=walls, targets=targets, boxes=targets, man=min(targets))
    if not targets <= changed.floor or len(changed.floor) < FEWEST_CELLS_A_BOX * len(targets):
        return None
    return replace(changed, walls=walls | (set(inner) - changed.floor))


def _pulled(room: Level) -> list[list[tuple[Level, Situation]]]:
    """Return the situations of a room, grouped by the fewest pushes that solve them."""
    solved = room.targets
    starts = {Situation(solved, min(part, key=reading_order)) for part in _regions(room, solved)}
    seen, ring = set(starts), sorted(starts)
    rings = [[(room, situation) for situation in ring]]
    while ring and len(seen) < MOST_SITUATIONS:
        check_limits()
        before = {pulled for situation in ring for pulled in _pulls(room, situation)} - seen
        seen |= before
        ring = sorted(before, key=lambda one: (sorted(one.boxes), one.man))
        if ring:
            rings.append([(room, situation) for situation in ring])
    return rings


def _regions(room: Level, boxes: frozenset[Cell]) -> Iterator[frozenset[Cell]]:
    left = set(room.floor - boxes)
    while left:
        region = room.region(min(left), boxes)
        left -= region
        yield region


def _pulls(room: Level, situation: Situation) -> Iterator[Situation]:
    """Yield the situations from which one push leads here."""
    region = room.region(situation.man, situation.boxes)
    for box in situation.boxes:
        for way in STEPS:
            place, beyond = back(box, way), back(back(box, way), way)
            if place in region and room.is_free(beyond, situation.boxes):
                boxes = situation.boxes - {box} | {place}
                if boxes != room.targets:
                    yield Situation(boxes, min(room.region(beyond, boxes), key=reading_order))


def _level(rng: Random, ring: list[tuple[Level, Situation]]) -> Level:
    room, situation = rng.choice(ring)
    man = rng.choice(sorted(room.region(situation.man, situation.boxes)))
    return replace(room, boxes=situation.boxes, man=man)
