"""Make a level from its parts, in whatever notation they were given, and refuse one that is not a level."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from quandary.errors import NotationError
from quandary.kinds.snakebird.board import Board, Cell, Cells, reading_order
from quandary.kinds.snakebird.motion import Scene
from quandary.kinds.snakebird.rules import Level
from quandary.parts.spots import named

MOST_SIDE = 40
"""The most cells on a side."""
MOST_FRUIT = 64
HEADS = "RGBACDEFHIJKLMNOPQSTUVW"
"""The letters of birds, in the order in which birds without letters get them."""
MOST_BIRDS = MOST_BLOCKS = 22


def build(**parts: Any) -> Level:
    """Return the level with these parts, which must be at rest. Raises NotationError if it is not a level.

    Where some bird stands or has spikes below it, other things may hover until the first move, as in other programs.
    """
    level = assemble(**parts)
    if not level.unrest:
        return level
    if not may_hover(level):
        raise NotationError(f"The level is not at rest at the start: {level.unrest}.")
    return replace(level, hovering=True)


def may_hover(level: Level) -> bool:
    """Return whether things that nothing holds may stay where they are until the first move."""
    return Scene(level, level.birds, level.blocks, level.fruit).may_hover()


def assemble(
    width: int,
    height: int,
    ground: Iterable[Cell],
    spikes: Iterable[Cell],
    exit: Cell,  # noqa: A002 - the field of a level
    birds: Sequence[Cells],
    names: str = "",
    fruit: Iterable[Cell] = (),
    blocks: Iterable[Collection[Cell]] = (),
    portals: Cells = (),
) -> Level:
    """Return the level with these parts, in any order, at rest or not. Raises NotationError if it is not a level."""
    _check_sizes(width, height)
    names = names or HEADS
    flock = sorted(zip(birds, names, strict=False), key=lambda bird: reading_order(bird[0][0]))
    level = Level(
        width,
        height,
        frozenset(ground),
        frozenset(spikes),
        exit,
        tuple(body for body, _ in flock),
        "".join(name for _, name in flock),
        frozenset(fruit),
        tuple(sorted(tuple(sorted(block)) for block in blocks)),
        tuple(sorted(portals)),
    )
    _check_numbers(level, len(birds))
    _check_places(level)
    return level


def by_letter(board: Board) -> list[Cells]:
    """Return the birds by their letters, for notations without letters. Birds that are read get them in this order."""
    flock = zip(board.names, board.birds, strict=True)
    return [body for _, body in sorted(flock, key=lambda bird: HEADS.index(bird[0]))]


def _check_sizes(width: int, height: int) -> None:
    for what, number in (("rows", height), ("columns", width)):
        if not 1 <= number <= MOST_SIDE:
            raise NotationError(f"The level has {number} {what}, but must have from 1 to {MOST_SIDE}.")


def _check_numbers(level: Level, birds: int) -> None:
    if not birds:
        raise NotationError("The level has no bird; write a head, such as R, and its body, such as >R.")
    for what, number, most in (
        ("birds", birds, MOST_BIRDS),
        ("blocks", len(level.blocks), MOST_BLOCKS),
        ("fruit", len(level.fruit), MOST_FRUIT),
    ):
        if number > most:
            raise NotationError(f"The level has {number} {what}, but the limit is {most}.")
    if len(level.portals) not in (0, 2):
        found = "one portal" if len(level.portals) == 1 else f"{len(level.portals)} portals"
        raise NotationError(f"The level has {found}; there must be two of them or none.")


def _check_places(level: Level) -> None:
    """Refuse things outside the board, in the ground, or in the same place."""
    taken: dict[Cell, str] = dict.fromkeys(level.ground, "ground")
    _take(taken, "spikes", level.spikes)
    marks = dict(taken)  # the exit and the portals may be under things
    _take(marks, "the exit", [level.exit])
    _take(marks, "a portal", level.portals)
    _take(taken, "a fruit", level.fruit)
    for body in level.birds:
        _take(taken, "a bird", body)
    for block in level.blocks:
        _take(taken, "a block", block)
    for cell, what in [*taken.items(), *marks.items()]:
        if not level.is_inside(cell):
            raise NotationError(f"There is {what} {place(cell)}, outside the board; move it inside.")


def _take(taken: dict[Cell, str], what: str, cells: Iterable[Cell]) -> None:
    for cell in cells:
        if cell in taken:
            raise NotationError(
                f"There is both {taken[cell]} and {what} {place(cell)}; leave one of them out."
            )
        taken[cell] = what


def place(cell: Cell) -> str:
    """Return a cell in words.

    >>> place((0, 2))
    'at r3c1'
    """
    return f"at {named(cell)}"


def check_lines(bodies: Iterable[Cells]) -> None:
    """Refuse birds whose cells are not each beside the one before, for notations in which they need not be."""
    for body in bodies:
        for one, other in pairwise(body):
            if abs(one[0] - other[0]) + abs(one[1] - other[1]) != 1:
                raise NotationError(f"The bird with its head {place(body[0])} is torn {place(other)}.")
