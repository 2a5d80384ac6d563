"""Generate levels: random ground and spikes, birds that stand somewhere, and an exit where a head can get."""

import re
from collections.abc import Iterator
from dataclasses import replace
from heapq import heappop, heappush
from itertools import count
from math import ceil, floor
from random import Random

from quandary.errors import NotationError
from quandary.kinds.snakebird.board import STEPS, Board, Cell, Cells, reading_order, step
from quandary.kinds.snakebird.build import HEADS
from quandary.kinds.snakebird.features import survey
from quandary.kinds.snakebird.rules import Level, Position
from quandary.limits import Limits, OutOfBudget, check_limits

SIZES = ("5x4", "6x5", "7x6", "5x4-2", "6x5-2")
SHORTEST_SIDE, LONGEST_SIDE, MOST_BIRDS = 4, 16, 3
DENSITIES = (0.25, 0.35, 0.45)
"""Shares of the cells that are ground."""
SPIKES = 0.15
"""The share of the other cells that are spikes."""
LONGEST_BIRD, MOST_FRUIT = 4, 3
WITH_A_BLOCK, WITH_PORTALS = 0.3, 0.15
TRIES, AIMED = 4_000, 60
"""Boards to try for a level, and for one with a given number of moves."""
WALKED, SMALL = 100, Limits(states=30_000)
"""Positions from which an exit is chosen, and how large a level may be."""
FEWEST_MOVES = 4


def generate(rng: Random, size: str) -> Level:
    """Generate a solvable level of the given size.

    >>> level = generate(Random(1), "6x5")
    >>> level.width, level.height, len(level.birds)
    (6, 5, 1)

    A size is width x height, and the number of birds if there are several: "7x6-2".
    """
    for _ in range(TRIES):
        check_limits()
        found = _try(rng, *_parts_of(size))
        if found and found[1] >= FEWEST_MOVES:
            return found[0]
    raise NotationError(f"No level of the size {size!r} was found; there is too little room for its birds.")


def aim_at_moves(rng: Random, size: str, low: float, high: float) -> Level | None:
    """Generate a level whose shortest solution has from `low` to `high` moves, or return None."""
    fewest, most, parts = ceil(low), floor(high), _parts_of(size)
    for _ in range(AIMED):
        check_limits()
        found = _try(rng, *parts)
        if found and fewest <= found[1] <= most:
            return found[0]
    return None


AIMS = {"shortest_path": aim_at_moves}
"""Features that `quandary generate --between` can aim at."""


def size_of(level: Board) -> str:
    """Return the width and the height, and the number of birds if there are several: "7x6-2"."""
    birds = len(level.birds)
    return f"{level.width}x{level.height}" + (f"-{birds}" if birds > 1 else "")


def is_a_size(size: str) -> bool:
    """Return whether levels of a size can be generated."""
    try:
        return bool(_parts_of(size))
    except NotationError:
        return False


def _parts_of(size: str) -> tuple[int, int, int]:
    match = re.fullmatch(r"(\d{1,2})x(\d{1,2})(?:-(\d))?", size)
    width, height, birds = (int(part or 1) for part in match.groups()) if match else (0, 0, 0)
    if not (
        min(width, height) >= SHORTEST_SIDE
        and max(width, height) <= LONGEST_SIDE
        and 1 <= birds <= MOST_BIRDS
    ):
        raise NotationError(
            f"A Snakebird level cannot be generated in the size {size[:20]!r}; write width x height, such as 7x6, with"
            f" sides from {SHORTEST_SIDE} to {LONGEST_SIDE}, and optionally the number of birds, such as 7x6-2, up to"
            f" {MOST_BIRDS}."
        )
    return width, height, birds


def _try(rng: Random, width: int, height: int, birds: int) -> tuple[Level, int] | None:
    """Return a random level and the fewest moves that solve it, or None if there was no luck."""
    board = _board(rng, width, height, birds)
    if board is None:
        return None
    exits = _exits(board)
    if not exits:
        return None
    level = replace(board, exit=rng.choice(exits[len(exits) // 2 :]))
    try:
        moves = None if level.unrest else survey(level, SMALL).shortest
    except OutOfBudget as out:
        if out.stop.code != "states":
            raise
        return None
    return (level, moves) if moves is not None else None


def _board(rng: Random, width: int, height: int, birds: int) -> Level | None:
    """Return a level at rest without an exit, which is far outside."""
    cells = [(x, y) for y in range(height) for x in range(width)]
    density = rng.choice(DENSITIES)
    ground = frozenset(cell for cell in cells if cell[1] and rng.random() < density)
    spikes = frozenset(cell for cell in cells if cell not in ground and rng.random() < SPIKES)
    empty = Level(width, height, ground, spikes, (-9, -9), (), "")
    free = {cell for cell in cells if empty.is_open(cell)}
    flock: list[Cells] = []
    for _ in range(birds):
        body = _body(rng, empty, free)
        if body is None:
            return None
        flock.append(body)
        free -= set(body)
    flock.sort(key=lambda body: reading_order(body[0]))
    level = replace(empty, birds=tuple(flock), names=HEADS[:birds])
    level = _with_more(rng, level, sorted(free))
    return None if level.unrest else level


def _body(rng: Random, board: Level, free: set[Cell]) -> Cells | None:
    """Return a bird that stands on the ground, or None if there is no room."""
    firm = sorted(cell for cell in free if step(cell, "down") in board.ground)
    if not firm:
        return None
    body = [rng.choice(firm)]
    for _ in range(rng.randint(1, LONGEST_BIRD - 1)):
        beside = [step(body[-1], way) for way in STEPS]
        room = [cell for cell in beside if cell in free and cell not in body]
        if not room:
            break
        body.append(rng.choice(room))
    if rng.random() < 0.5:
        body.reverse()
    return tuple(body) if len(body) > 1 else None


def _with_more(rng: Random, level: Level, free: list[Cell]) -> Level:
    """Return the level with fruit, and now and then with a block or with portals."""
    rng.shuffle(free)
    fruit = frozenset(free.pop() for _ in range(min(len(free), rng.randint(0, MOST_FRUIT))))
    level = replace(level, fruit=fruit)
    if rng.random() < WITH_A_BLOCK and (
        firm := [cell for cell in free if step(cell, "down") in level.ground]
    ):
        block = [firm[0]]
        if (above := step(firm[0], "up")) in free and rng.random() < 0.5:
            block.append(above)
        free = [cell for cell in free if cell not in block]
        level = replace(level, blocks=(tuple(sorted(block)),))
    if rng.random() < WITH_PORTALS and len(free) > 2:
        level = replace(level, portals=tuple(sorted((free.pop(), free.pop()))))
    return level


def _exits(board: Level) -> list[Cell]:
    """Return where heads stand once all the fruit is eaten, in the order in which they can get there."""
    taken = board.ground | board.spikes | board.fruit | set(board.portals)
    taken |= {cell for thing in (*board.birds, *board.blocks) for cell in thing}
    found: dict[Cell, None] = {}
    for state in _walk(board):
        if not state.fruit:
            found |= dict.fromkeys(body[0] for body in state.birds if body[0] not in taken)
    return list(found)


def _walk(board: Level) -> Iterator[Position]:
    """Yield positions that play can reach, those with less fruit first."""
    order, found = count(), set(board.starts())
    queue = [(len(state.fruit), next(order), state) for state in found]
    while queue:
        check_limits()
        *_, state = heappop(queue)
        yield state
        for move in board.moves(state) if len(found) < WALKED else ():
            child = board.apply(state, move)
            if child not in found:
                found.add(child)
                heappush(queue, (len(child.fruit), next(order), child))
