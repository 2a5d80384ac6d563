"""A level's twin in C++."""

from collections.abc import Iterator, Sequence
from typing import Any

from quandary._native import Native, core
from quandary.kinds.puzzlescript.game import LAYER_BITS, Change, Game, Group, Pattern, Rule
from quandary.kinds.puzzlescript.packing import changing, places
from quandary.kinds.puzzlescript.rules import Level, Position, heeds_action, keeps_marks
from quandary.kinds.puzzlescript.stage import AT_START
from quandary.kinds.puzzlescript.words import INPUTS

SIZES = ((1, 1), (1, 2), (4, 7))
"""The compiled sizes of cells: words for objects and words for movements."""
LAYERS_IN_WORD = 12
COMMANDS = {"cancel": 1, "restart": 2, "win": 4, "again": 8, "checkpoint": 16}
OTHER_COMMAND = 32
WAYS = {1: 0, 2: 1, 4: 2, 8: 3}
HOWS = ("no", "some", "all")
WORD = (1 << 64) - 1
ENDS = ("", "won", "restless")


def native(level: Level) -> Native | None:
    """Return the same level in C++, or None without the compiled core or if the game is too large for it."""
    handle = twin(level)
    return None if handle is None else Native(handle, tuple(INPUTS))


def twin(level: Level) -> Any:
    """Return the level's object in C++, or None as `native` does."""
    compiled = core()
    size = _size(level.game)
    return (
        None if compiled is None or size is None else compiled.puzzlescript.Level(_Words(level, *size).words)
    )


def played(handle: Any, moves: Sequence[str]) -> Position:
    """Return where moves lead from the start in C++, legal or not."""
    last, wide = handle.played([list(INPUTS).index(move) for move in moves]), handle.cell_words
    words = last.cells
    cells = (
        sum(word << 64 * at for at, word in enumerate(words[first : first + wide]))
        for first in range(0, len(words), wide)
    )
    return Position(tuple(cells), ENDS[last.end])


def _size(game: Game) -> tuple[int, int] | None:
    objects = -(-len(game.objects) // 64)
    layers = -(-len(game.layer_masks) // LAYERS_IN_WORD)
    return next((size for size in SIZES if objects <= size[0] and layers <= size[1]), None)


class _Words:
    """A level as numbers, in the order in which the core reads them."""

    def __init__(self, level: Level, objects: int, moves: int) -> None:
        self._objects, self._moves = objects, moves
        game, self.words = level.game, [objects, moves]
        self.words += [level.map.width, level.map.height, len(game.layer_masks)]
        self.words.append((AT_START in game.settings) + 2 * ("require_player_movement" in game.settings))
        self._add_objects(game.player)
        self.words.append(game.player_is_whole)
        for mask in game.layer_masks:
            self._add_objects(mask)
        self._add_rules(game)
        self.words += [heeds_action(game) and "noaction" not in game.settings, keeps_marks(game)]
        for cell in level.map.cells:
            self._add_objects(cell)
        self._add_places(level)

    def _add_objects(self, mask: int) -> None:
        self.words += [mask >> 64 * at & WORD for at in range(self._objects)]

    def _add_moves(self, mask: int) -> None:
        wide = LAYER_BITS * LAYERS_IN_WORD
        self.words += [mask >> wide * at & (1 << wide) - 1 for at in range(self._moves)]

    def _add_rules(self, game: Game) -> None:
        self.words.append(len(game.wins))
        for win in game.wins:
            self.words.append(HOWS.index(win.how))
            self._add_objects(win.one)
            self.words.append(win.one_is_whole)
            self._add_objects(win.other)
            self.words.append(win.other_is_whole)
        self.words += [len(game.rigid_groups), *game.rigid_groups]
        for groups in (game.early, game.late):
            self.words.append(len(groups))
            for group in groups:
                self._add_group(group)

    def _add_group(self, group: Group) -> None:
        self.words += [group.back_to + 1, len(group.rules)]
        for rule in group.rules:
            self._add_rule(rule)

    def _add_rule(self, rule: Rule) -> None:
        commands = sum(each for each in {COMMANDS.get(name, OTHER_COMMAND) for name in rule.commands})
        self.words += [WAYS[rule.way], rule.changes, commands, rule.rigid + 1, len(rule.rows)]
        for row in rule.rows:
            self.words.append(len(row))
            for cell in row:
                if cell is None:
                    self.words.append(0)
                else:
                    self._add_pattern(cell)

    def _add_pattern(self, cell: Pattern) -> None:
        self.words.append(1)
        self._add_objects(cell.need)
        self._add_objects(cell.forbid)
        self.words.append(len(cell.any_of))
        for each in cell.any_of:
            self._add_objects(each)
        self._add_moves(cell.moving)
        self._add_moves(cell.still)
        self.words.append(cell.change is not None)
        if cell.change:
            self._add_change(cell.change)

    def _add_change(self, change: Change) -> None:
        self._add_objects(change.clear)
        self._add_objects(change.put)
        self._add_moves(change.stop | change.layers)
        self._add_moves(change.move)
        self._add_moves(change.layers)

    def _add_places(self, level: Level) -> None:
        game, moving = level.game, changing(level.game)
        for mask in game.layer_masks:
            options = list(_numbers(mask & moving))
            self.words += [len(options), *options]
        found = places(game, level.map)
        self.words.append(len(found))
        for place in found:
            self.words += place


def _numbers(mask: int) -> Iterator[int]:
    return (number for number in range(mask.bit_length()) if mask >> number & 1)
