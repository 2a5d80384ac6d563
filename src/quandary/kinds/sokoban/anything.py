"""Draw small levels by lot, with everything that the notation allows, solvable or not."""

from collections.abc import Iterator
from random import Random

from quandary.kinds.sokoban.rules import Level
from quandary.parts.traits import never_both, parities, parity

SIDES = ((3, 2), (3, 3), (4, 2), (4, 3), (5, 2), (2, 4), (4, 4), (7, 1), (1, 6))
"""Columns and rows inside the walls."""
LONG = ((62, 1), (1, 62), (30, 3))
"""Levels of several words of cells, mostly wall."""
NUMBERS = ("one box", "two boxes", "three boxes")
ELEMENTS = (
    *NUMBERS,
    "wall inside",
    "man on a target",
    "box on a target",
    "box in a corner",
    "a room that nobody enters",
)
ALONE = ("more than a word of cells",)
CHOICES = parities("width", "height")
APART = never_both(
    *((one, other) for one in NUMBERS for other in NUMBERS if one != other), ("one box", "box on a target")
)


def drawn(random: Random) -> str:
    """Return a level with a few boxes."""
    width, height = random.choice(SIDES) if random.random() < 0.97 else random.choice(LONG)
    walls = random.choice((0.0, 0.1, 0.25)) if width * height < 20 else 0.1
    inside = [random.choices(" #", (1 - walls, walls))[0] for _ in range(width * height)]
    boxes = random.choice((1, 1, 1, 2, 2, 3)) if width * height > 6 else 1
    for at, what in zip(random.sample(range(width * height), 2 * boxes + 1), "@" + "$." * boxes, strict=True):
        inside[at] = what
    _cover(inside, random)
    rows = ["#" * (width + 2)]
    rows += [f"#{''.join(inside[at : at + width])}#" for at in range(0, len(inside), width)]
    return "|".join([*rows, rows[0]])


def _cover(inside: list[str], random: Random) -> None:
    """Put the man or a box on a target instead."""
    for what, on_target, share in (("@", "+", 0.2), ("$", "*", 0.3)):
        if random.random() < share and inside.count(".") > (what == "$"):
            inside[inside.index(what)] = " "
            inside[inside.index(".")] = on_target


def traits(level: Level) -> Iterator[str]:
    """Yield what is on a level."""
    yield from parity(width=level.width, height=level.height)
    yield NUMBERS[len(level.boxes) - 1]
    free = {(x, y) for x in range(level.width) for y in range(level.height)} - level.walls
    seen = {
        "wall inside": any(0 < x < level.width - 1 and 0 < y < level.height - 1 for x, y in level.walls),
        "man on a target": level.man in level.targets,
        "box on a target": level.boxes & level.targets,
        "box in a corner": any(_is_cornered(level, *box) for box in level.boxes),
        "a room that nobody enters": free - _reached(level, free),
        "more than a word of cells": len(free) > 64,
    }
    yield from (name for name, is_there in seen.items() if is_there)


def _is_cornered(level: Level, x: int, y: int) -> bool:
    beside, above = ({(x - 1, y), (x + 1, y)}, {(x, y - 1), (x, y + 1)})
    return bool(beside & level.walls and above & level.walls)


def _reached(level: Level, free: set[tuple[int, int]]) -> set[tuple[int, int]]:
    todo = [level.man]
    for x, y in todo:  # grows during the loop
        todo += {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)} & free - set(todo)
    return set(todo)
