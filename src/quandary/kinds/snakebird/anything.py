"""Draw small levels by lot, with everything that the notation allows, solvable or not."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random

from quandary.kinds.snakebird.board import Board, Cell, step
from quandary.kinds.snakebird.text import BODY, SIGN
from quandary.parts.traits import parities, parity

SIDES = ((3, 3), (4, 3), (4, 4), (5, 3), (5, 4), (3, 5), (6, 2), (7, 3))
ELEMENTS = (
    "ground",
    "spikes",
    "fruit",
    "several fruit",
    "portals",
    "block of one cell",
    "block of several cells",
    "block in pieces",
    "two blocks",
    "two birds",
    "bird of three cells or more",
    "bent bird",
    *(f"bird that looks {way}" for way in SIGN),
    "covered exit",
    "covered portal",
    "things that hover",
)
ALONE = ("three birds", "more than 64 cells")
CHOICES = parities("width", "height")
APART: frozenset[frozenset[str]] = frozenset()


def drawn(random: Random) -> str:
    """Return a level, most of whose things lie on the ground. Many of them are refused."""
    width, height = random.choice(SIDES) if random.random() < 0.98 else (11, 6)
    at = {
        (x, y): random.choices(".#|", (6, 3 if y else 1, 0.4))[0]
        for x in range(width)
        for y in range(height - 1)
    }
    at |= {(x, height - 1): random.choices("#.|", (8, 1, 1))[0] for x in range(width)}
    exit_cell, *portals = random.sample([cell for cell in at if cell[1] < height - 1], 3)
    portals = portals if random.random() < 0.4 else []
    for cell in (exit_cell, *portals):
        at[cell] = "."
    under = dict.fromkeys(portals, "*") | {exit_cell: "X"}
    for head in "RGB"[: random.choice((1, 1, 1, 2, 2, 3))]:
        _put_bird(at, head, random)
    for letter in "ab"[: random.choice((0, 0, 1, 1, 2))]:
        _put_block(at, letter, random)
    for _ in range(random.choice((0, 0, 1, 2))):
        at[random.choice(_free(at) or [exit_cell])] = "@"
    hidden = any(at[cell] != "." for cell in under)
    shown = {cell: under.get(cell, ".") if mark == "." else mark for cell, mark in at.items()}
    rows = ["".join(shown[x, y] for x in range(width)) for y in range(height)]
    numbers = [f"{x} {y}" for x, y in (exit_cell, *sorted(portals))]
    return "/".join(rows + [" ".join([numbers[0], "not over", *numbers[1:]])] * hidden)


def _free(at: dict[Cell, str]) -> list[Cell]:
    return [cell for cell, mark in at.items() if mark == "."]


def _low(at: dict[Cell, str]) -> list[Cell]:
    """Return the free cells on the ground, or all free cells if there are none."""
    return [cell for cell in _free(at) if at.get((cell[0], cell[1] + 1), ".") != "."] or _free(at)


def _put_bird(at: dict[Cell, str], head: str, random: Random) -> None:
    """Lay a bird of two to four cells from its head backwards, if there is room."""
    if not (starts := _low(at) if random.random() < 0.6 else _free(at)):
        return
    here = random.choice(starts)
    at[here] = head
    for _ in range(random.choice((1, 1, 2, 3))):
        ways = [(sign, way) for sign, way in BODY.items() if at.get(_back(here, way)) == "."]
        if not ways:
            return
        sign, way = random.choice(ways)
        here = _back(here, way)
        at[here] = sign


def _back(cell: Cell, way: str) -> Cell:
    (x, y), (ahead_x, ahead_y) = cell, step(cell, way)
    return 2 * x - ahead_x, 2 * y - ahead_y


def _put_block(at: dict[Cell, str], letter: str, random: Random) -> None:
    for _ in range(random.choice((1, 1, 2, 3))):
        if free := _low(at):
            at[random.choice(free)] = letter


def traits(level: Board) -> Iterator[str]:
    """Yield what is on a level."""
    yield from parity(width=level.width, height=level.height)
    things = {cell for body in (*level.birds, *level.blocks) for cell in body} | level.fruit
    seen = {
        "ground": level.ground,
        "spikes": level.spikes,
        "fruit": level.fruit,
        "several fruit": len(level.fruit) > 1,
        "portals": level.portals,
        "block of one cell": any(len(block) == 1 for block in level.blocks),
        "block of several cells": any(len(block) > 1 for block in level.blocks),
        "block in pieces": any(not _is_whole(set(block)) for block in level.blocks),
        "two blocks": len(level.blocks) > 1,
        "two birds": len(level.birds) > 1,
        "three birds": len(level.birds) > 2,
        "bird of three cells or more": any(len(body) > 2 for body in level.birds),
        "bent bird": any(len({x for x, _ in body}) > 1 < len({y for _, y in body}) for body in level.birds),
        "covered exit": level.exit in things,
        "covered portal": things.intersection(level.portals),
        "things that hover": level.hovering,
        "more than 64 cells": level.width * level.height > 64,
    }
    yield from (name for name, is_there in seen.items() if is_there)
    for body in level.birds:
        for ahead, cell in pairwise(body[:2]):
            yield from (f"bird that looks {way}" for way in SIGN if step(cell, way) == ahead)


def _is_whole(block: set[Cell]) -> bool:
    todo = [next(iter(block))]
    for cell in todo:  # grows during the loop
        todo += {step(cell, way) for way in SIGN} & block - set(todo)
    return len(todo) == len(block)
