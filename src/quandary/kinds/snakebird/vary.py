"""Levels one step away: each cell of air, ground and spikes changed, then fruit, exit and portals moved."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from quandary.kind.change import Change, Verb
from quandary.kinds.snakebird.board import Cell
from quandary.kinds.snakebird.build import may_hover
from quandary.kinds.snakebird.draw import middle
from quandary.kinds.snakebird.rules import Level
from quandary.parts.spots import named


def neighbours(level: Level) -> Iterator[Change]:
    """Yield every change of one element, in words, with the changed level, if that is at rest or hovers as before.

    The cells under birds, blocks, fruit, exit and portals stay as they are. Fruit, exit and portals move to any
    cell of air.
    """
    for change in _changes(level):
        changed: Level = change.puzzle
        if not changed.unrest:
            yield change.but(puzzle=replace(changed, hovering=False))
        elif changed.unrest == level.unrest and (may_hover(changed) or not level.hovering):
            yield change


def reductions(level: Level) -> Iterator[Change]:
    """Yield each thing that can be left out, in words, with the level without it."""
    without = [
        Change(f"the {what} at {named(cell)}", _with(level, cell, "air"), "remove", middle(cell))
        for what, cells in (("ground", level.ground), ("spikes", level.spikes))
        for cell in sorted(cells)
    ]
    for cell in sorted(level.fruit):
        rest_of_fruit = replace(level, fruit=level.fruit - {cell})
        without.append(Change(f"the fruit at {named(cell)}", rest_of_fruit, "remove", middle(cell)))
    for block in level.blocks:
        rest = tuple(other for other in level.blocks if other != block)
        without.append(
            Change(f"the block at {named(block[0])}", replace(level, blocks=rest), "remove", middle(block[0]))
        )
    if level.portals:
        without.append(Change("the portals", replace(level, portals=()), "remove", middle(level.portals[0])))
    for change in without:
        if not change.puzzle.unrest:
            yield change.but(puzzle=replace(change.puzzle, hovering=False))


def _changes(level: Level) -> Iterator[Change]:
    air = _air(level)
    for cell in level.cells():
        for what in ("air", "ground", "spikes"):
            if cell in {*air, *level.ground, *level.spikes} and cell not in _of(level, air, what):
                verb: Verb = "remove" if what == "air" else "add" if cell in air else "replace"
                yield Change(f"make {named(cell)} {what}", _with(level, cell, what), verb, middle(cell))
    for cell in sorted(level.fruit):
        for there in air:
            moved, words = (
                level.fruit - {cell} | {there},
                f"move the fruit from {named(cell)} to {named(there)}",
            )
            yield Change(words, replace(level, fruit=moved), "move", middle(cell), middle(there))
    for there in air:
        moved_exit = replace(level, exit=there)
        yield Change(
            f"move the exit to {named(there)}", moved_exit, "move", middle(level.exit), middle(there)
        )
    for cell in level.portals:
        for there in air:
            ends = tuple(sorted({*level.portals, there} - {cell}))
            words = f"move the portal from {named(cell)} to {named(there)}"
            yield Change(words, replace(level, portals=ends), "move", middle(cell), middle(there))


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
