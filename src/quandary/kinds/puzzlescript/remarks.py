"""What of a game its solutions use, for its designer: rules, objects and layers."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from quandary.kinds.puzzlescript.game import Game, Rule
from quandary.kinds.puzzlescript.stage import Stage
from quandary.parts.english import listed

Walk: TypeAlias = Sequence[Stage]
"""All stages of a solution, from the start of its level."""


class Used(NamedTuple):
    """What solutions use: the lines of rules, objects that change or are named by such rules, and all objects met."""

    lines: frozenset[int]
    objects: int
    met: int


def used(game: Game, walks: Iterable[Walk]) -> Used:
    """Return what solutions use."""
    lines, changed, met = set[int](), 0, 0
    for walk in walks:
        for before, after in pairwise(walk):
            lines |= after.lines
            for one, other in zip(before.cells, after.cells, strict=True):
                changed |= one ^ other
                met |= one | other
    named = _named(rule for rule in game.rules if rule.line in lines)
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


def remarks(game: Game, walks: Sequence[Walk]) -> Iterator[str]:
    """Yield which rules, objects and layers of a level no solution found uses, and which rules one does without.

    Rules count that could apply, for what they need is there, and that do more than cancel a turn.
    """
    if not walks:
        return
    found = used(game, walks)
    able = {rule.line for rule in game.rules if "cancel" not in rule.commands and _may_apply(rule, found.met)}
    if idle := able - found.lines:
        yield f"no solution found uses the {_rules(idle)}"
    if needless := able & found.lines - frozenset.intersection(*(used(game, [each]).lines for each in walks)):
        yield f"it can be solved without the {_rules(needless)}"
    yield from _spare_things(game, found, "no solution found uses")


def remarks_on_all(game: Game, levels: Iterable[Iterable[Walk]]) -> Iterator[str]:
    """Yield which rules, objects and layers no solution found of any level uses."""
    each = [used(game, walks) for walks in levels]
    lines = frozenset[int]().union(*(one.lines for one in each))
    objects, met = _union(one.objects for one in each), _union(one.met for one in each)
    if idle := {rule.line for rule in game.rules if "cancel" not in rule.commands} - lines:
        yield f"no solution found of its {len(each)} levels uses the {_rules(idle)}"
    yield from _spare_things(
        game, Used(lines, objects, met), f"no solution found of its {len(each)} levels uses"
    )
    if missing := game.names(_union(game.layer_masks) & ~met):
        yield f"no solution found of its {len(each)} levels meets {listed(missing, 'or')}"


def _spare_things(game: Game, found: Used, said: str) -> Iterator[str]:
    """Yield which of the objects and layers that were met are of no use."""
    spare = found.met & ~found.objects & ~_obstacles(game, found.objects)
    spare &= ~game.layer_masks[game.background] & ~_won_by(game)
    if spare:
        yield f"{said} {listed(game.names(spare), 'or')}"
    layers = [
        str(number + 1)
        for number, mask in enumerate(game.layer_masks)
        if spare & mask and not found.met & mask & ~spare
    ]
    if layers:
        yield f"{said} layer{'s' * (len(layers) > 1)} {listed(layers, 'or')}"


def _union(masks: Iterable[int]) -> int:
    found = 0
    for each in masks:
        found |= each
    return found


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
