"""Which cells of a level can change, and to what, so that a position fits into few bits."""

from typing import NamedTuple

from quandary.kinds.puzzlescript.game import LAYER_BITS, Change, Game, Map, Pattern
from quandary.kinds.puzzlescript.words import ANY_MOVE


class Place(NamedTuple):
    """A layer of a cell that can change: nothing is there, or one of some objects."""

    cell: int
    layer: int


def changing(game: Game) -> int:
    """Return the objects that can appear, disappear or move, as bits. All others stay where they are.

    >>> from quandary.kinds.puzzlescript.notation import parse
    >>> from quandary.kinds.puzzlescript.rules import SMALL
    >>> game = parse(SMALL).game
    >>> game.names(changing(game))
    ['player']
    """
    found = game.player
    for rule in game.rules:
        for row in rule.rows:
            for cell in row:
                if cell and cell.change:
                    found |= _touched(game, cell, cell.change)
    return found


def _touched(game: Game, pattern: Pattern, change: Change) -> int:
    """Return the objects that a change of a cell can make appear, disappear or move."""
    found = change.put & ~pattern.need
    for layer, mask in enumerate(game.layer_masks):
        there = _possible(pattern, mask)
        found |= there & change.clear & ~change.put
        if change.move >> LAYER_BITS * layer & ANY_MOVE:
            found |= change.put & mask or there & ~change.clear
    return found


def _possible(pattern: Pattern, mask: int) -> int:
    """Return the objects of a layer that may be in a cell that fits."""
    if pattern.need & mask:
        return pattern.need & mask
    for each in pattern.any_of:
        if each & mask:
            return each & mask
    return mask & ~pattern.forbid


def places(game: Game, level: Map) -> list[Place]:
    """Return the layers of cells that can change, cell by cell."""
    moving = changing(game)
    layers = [(layer, mask) for layer, mask in enumerate(game.layer_masks) if mask & moving]
    return [
        Place(at, layer)
        for at, cell in enumerate(level.cells)
        for layer, mask in layers
        if not cell & mask & ~moving
    ]


def bits(game: Game, level: Map) -> int:
    """Return the bits that a position takes."""
    moving = changing(game)
    options = [(mask & moving).bit_count().bit_length() for mask in game.layer_masks]
    return sum(options[place.layer] for place in places(game, level))
