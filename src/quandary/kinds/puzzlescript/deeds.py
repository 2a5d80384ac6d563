"""What turns do besides moving the player."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from quandary.deed import Deed, Deeds
from quandary.kinds.puzzlescript.rules import Level, Position
from quandary.kinds.puzzlescript.turn import Cells
from quandary.parts.spots import named

STEPS = {(0, -1): "up", (-1, 0): "left", (0, 1): "down", (1, 0): "right"}


def of(level: Level, state: Position, move: str, remembered: Any) -> tuple[Deed | None, None]:
    """Return what happens to everything but the player and the background, None if nothing does."""
    stages = level.rest(level.turn(state, move))
    name = _happened(level, state.cells, stages[-1].cells)
    if not name:
        return None, None
    lines = sorted({line for stage in stages for line in stage.lines})
    return Deed(
        name, _before(level, state, name), "+".join(f"the rule in line {line}" for line in lines)
    ), None


def _happened(level: Level, before: Cells, after: Cells) -> str:
    """Return in words which objects went where, appeared or disappeared."""
    game, told = level.game, list[str]()
    ignored = game.player | game.layer_masks[game.background]
    for number, name in enumerate(game.objects):
        if ignored >> number & 1:
            continue
        gone = [at for at, cell in enumerate(before) if cell & ~after[at] & 1 << number]
        come = [at for at, cell in enumerate(after) if cell & ~before[at] & 1 << number]
        told += _told(level, name, gone, come)
    return ", ".join(told)


def _told(level: Level, name: str, gone: Sequence[int], come: Sequence[int]) -> Iterator[str]:
    places = [divmod(at, level.map.height) for at in (*gone, *come)]
    if len(gone) == len(come) == 1:
        (x, y), (to_x, to_y) = places
        way = STEPS.get((to_x - x, to_y - y), f"to {named((to_x, to_y))}")
        yield f"{name} at {named((x, y))} {way}"
        return
    for at, place in enumerate(places):
        yield f"{name} {'disappears at' if at < len(gone) else 'appears at'} {named(place)}"


def _before(level: Level, state: Position, name: str) -> str:
    """Return the deed that one goes on with: the same thing one step earlier in the same direction."""
    moved = re.fullmatch(r"(?P<thing>.*) at r(?P<row>\d+)c(?P<column>\d+) (?P<way>\w+)", name)
    way = next((step for step, said in STEPS.items() if moved and said == moved["way"]), None)
    if moved is None or way is None or "," in name:
        return ""
    back = int(moved["column"]) - 1 - way[0], int(moved["row"]) - 1 - way[1]
    return f"{moved['thing']} at {named(back)} {moved['way']}" if min(back) >= 0 else ""


DEEDS = Deeds(of)
