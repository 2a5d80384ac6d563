"""What people see in a level: what a head can never get to, and what is too far from everything to stand on."""

from functools import lru_cache

from quandary.kind import People
from quandary.kinds.snakebird.board import STEPS, Cell, step
from quandary.kinds.snakebird.deeds import DEEDS
from quandary.kinds.snakebird.rules import Level, Position
from quandary.player import Player
from quandary.rules import dead_end

LEVELS = 1_000
"""The number of levels, and of sets of fruit, for which what can be reached is remembered."""


def is_enclosed(level: Level, state: Position) -> bool:
    """Return whether a fruit is out of the reach of all heads, or the exit of one, behind ground and spikes.

    Heads move from cell to cell through the air, whoever moves them, unless there are portals.
    """
    if level.portals or not state.birds:
        return False
    air = _air_around(level, level.exit)
    return any(body[0] not in air for body in state.birds) or not state.fruit <= air


@lru_cache(maxsize=LEVELS)
def _air_around(level: Level, cell: Cell) -> frozenset[Cell]:
    """Return the connected part of the air that a cell is in."""
    todo, seen = [cell], {cell}
    for here in todo:  # grows while we walk it
        new = {there for way in STEPS if level.is_open(there := step(here, way))} - seen
        seen |= new
        todo += new
    return frozenset(seen)


def is_out_of_reach(level: Level, state: Position) -> bool:
    """Return whether a lone bird can neither stretch nor fall to some fruit or to the exit.

    It stands on ground or fruit with one of its cells, and its head is no more steps from there than it is long. From
    there it may fall straight down. Other birds, blocks and portals could carry it further.
    """
    if level.portals or level.blocks or len(level.birds) != 1 or not state.birds:
        return False
    reach = _reach(level, state.fruit, len(state.birds[0]) + len(state.fruit))
    return level.exit not in reach or not state.fruit <= reach


@lru_cache(maxsize=LEVELS)
def _reach(level: Level, fruit: frozenset[Cell], steps: int) -> frozenset[Cell]:
    firm = level.ground | fruit
    ring = {above for cell in firm if level.is_open(above := step(cell, "up"))}
    near = set(ring)
    for _ in range(steps):
        ring = {there for cell in ring for way in STEPS if level.is_open(there := step(cell, way))} - near
        near |= ring
    for cell in level.cells():  # from the top
        if cell in near and level.is_open(below := step(cell, "down")):
            near.add(below)
    return frozenset(near)


ENCLOSED = dead_end(
    "enclosed",
    is_enclosed,
    says="A bird cannot get to a fruit or to the exit if ground and spikes shut it off.",
)
REACH = dead_end(
    "reach",
    is_out_of_reach,
    cost=2,
    says="A lone bird cannot get to a fruit or to the exit if it would have to be longer to stretch so far.",
)

RULES = (ENCLOSED, REACH)
CAREFUL = Player(rules=RULES, name="careful")
BEGINNER = Player(rules=(ENCLOSED,), name="beginner")


PEOPLE = People(deeds=DEEDS, rules=RULES, players=(CAREFUL, BEGINNER))
