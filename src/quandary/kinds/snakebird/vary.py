"""Levels one step away: each cell of air, ground and spikes changed, then fruit, exit and portals moved."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from quandary.kinds.snakebird.board import Cell
from quandary.kinds.snakebird.build import may_hover
from quandary.kinds.snakebird.rules import Level
from quandary.parts.spots import named


def neighbours(level: Level) -> Iterator[tuple[str, Level]]:
    """Yield every change of one element, in words, with the changed level, if that is at rest or hovers as before.

    The cells under birds, blocks, fruit, exit and portals stay as they are. Fruit, exit and portals move to any
    cell of air.
    """
    for words, changed in _changes(level):
        if not changed.unrest:
            yield words, replace(changed, hovering=False)
        elif changed.unrest == level.unrest and (may_hover(changed) or not level.hovering):
            yield words, changed


def reductions(level: Level) -> Iterator[tuple[str, Level]]:
    """Yield each thing that can be left out, in words, with the level without it."""
    without: list[tuple[str, Level]] = []
    for cell in sorted(level.ground):
        without.append((f"the ground at {named(cell)}", replace(level, ground=level.ground - {cell})))
    for cell in sorted(level.spikes):
        without.append((f"the spikes at {named(cell)}", replace(level, spikes=level.spikes - {cell})))
    for cell in sorted(level.fruit):
        without.append((f"the fruit at {named(cell)}", replace(level, fruit=level.fruit - {cell})))
    for block in level.blocks:
        rest = tuple(other for other in level.blocks if other != block)
        without.append((f"the block at {named(block[0])}", replace(level, blocks=rest)))
    if level.portals:
        without.append(("the portals", replace(level, portals=())))
    for words, changed in without:
        if not changed.unrest:
            yield words, replace(changed, hovering=False)


def _changes(level: Level) -> Iterator[tuple[str, Level]]:
    air = _air(level)
    for cell in level.cells():
        for what in ("air", "ground", "spikes"):
            if cell in {*air, *level.ground, *level.spikes} and cell not in _of(level, air, what):
                yield f"make {named(cell)} {what}", _with(level, cell, what)
    for cell in sorted(level.fruit):
        for there in air:
            moved = level.fruit - {cell} | {there}
            yield f"move the fruit from {named(cell)} to {named(there)}", replace(level, fruit=moved)
    for there in air:
        yield f"move the exit to {named(there)}", replace(level, exit=there)
    for cell in level.portals:
        for there in air:
            ends = tuple(sorted({*level.portals, there} - {cell}))
            yield f"move the portal from {named(cell)} to {named(there)}", replace(level, portals=ends)


def _air(level: Level) -> list[Cell]:
    """Return the cells with nothing in them, row by row."""
    things = {cell for thing in (*level.birds, *level.blocks) for cell in thing}
    taken = things | level.ground | level.spikes | level.fruit | {level.exit, *level.portals}
    return [cell for cell in level.cells() if cell not in taken]


def _of(level: Level, air: Iterable[Cell], what: str) -> frozenset[Cell]:
    return {"air": frozenset(air), "ground": level.ground, "spikes": level.spikes}[what]


def _with(level: Level, cell: Cell, what: str) -> Level:
    ground = level.ground | {cell} if what == "ground" else level.ground - {cell}
    spikes = level.spikes | {cell} if what == "spikes" else level.spikes - {cell}
    return replace(level, ground=ground, spikes=spikes)
