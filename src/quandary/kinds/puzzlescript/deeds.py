"""What turns do besides moving the player, and what of a level its solutions use."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from quandary.deed import Deed, Deeds
from quandary.kinds.puzzlescript.game import Game, Rule
from quandary.kinds.puzzlescript.rules import Level, Position
from quandary.kinds.puzzlescript.turn import Cells
from quandary.parts.english import listed
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


class Used(NamedTuple):
    """What solutions use: the lines of rules, objects that change or are named by such rules, and all objects met."""

    lines: frozenset[int]
    objects: int
    met: int


def used(level: Level, solutions: Iterable[Sequence[str]]) -> Used:
    """Return what solutions use."""
    lines, changed, met = set[int](), 0, 0
    for moves in solutions:
        state = level.starts()[0]
        for move in moves:
            before = state.cells
            for stage in level.rest(level.turn(state, move)):
                lines |= stage.lines
                for one, other in zip(before, stage.cells, strict=True):
                    changed |= one ^ other
                    met |= one | other
                before = stage.cells
            state = level.apply(state, move)
    named = _named(rule for rule in level.game.rules if rule.line in lines)
    return Used(frozenset(lines), changed | named, met)


def _named(rules: Iterable[Rule]) -> int:
    """Return the objects that rules look for."""
    cells = [cell for rule in rules for row in rule.rows for cell in row if cell]
    found = 0
    for cell in cells:
        found |= cell.need | cell.forbid
        for each in cell.any_of:
            found |= each
    return found


def remarks(level: Level, solutions: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield which rules, objects and layers of a level no solution found uses, and which rules one does without.

    Rules count that could apply, for what they need is there, and that do more than cancel a turn.
    """
    if not solutions:
        return
    game, found = level.game, used(level, solutions)
    able = {rule.line for rule in game.rules if "cancel" not in rule.commands and _may_apply(rule, found.met)}
    if idle := able - found.lines:
        yield f"no solution found uses the {_rules(idle)}"
    if needless := able & found.lines - frozenset.intersection(
        *(used(level, [each]).lines for each in solutions)
    ):
        yield f"it can be solved without the {_rules(needless)}"
    spare = found.met & ~found.objects & ~_obstacles(game, found.objects)
    spare &= ~game.layer_masks[game.background] & ~_won_by(game)
    if spare:
        yield f"no solution found uses {listed(game.names(spare), 'or')}"
    layers = [
        str(number + 1)
        for number, mask in enumerate(game.layer_masks)
        if spare & mask and not found.met & mask & ~spare
    ]
    if layers:
        yield f"no solution found uses layer{'s' * (len(layers) > 1)} {listed(layers, 'or')}"


def _rules(lines: Iterable[int]) -> str:
    numbers = [str(line) for line in sorted(lines)]
    s = "s" * (len(numbers) > 1)
    return f"rule{s} in line{s} {listed(numbers, 'or')}"


def _may_apply(rule: Rule, met: int) -> bool:
    """Return whether everything that a rule needs is in a level."""
    cells = [cell for row in rule.rows for cell in row if cell]
    return all(not cell.need & ~met and all(each & met for each in cell.any_of) for cell in cells)


def _obstacles(game: Game, moving: int) -> int:
    """Return the objects that may stand in the way of others, since they share a layer with them."""
    return sum(mask for mask in game.layer_masks if mask & (moving | game.player))


def _won_by(game: Game) -> int:
    """Return the objects that win conditions name."""
    found = 0
    for win in game.wins:
        found |= win.one | (win.other if win.other >= 0 else 0)
    return found
