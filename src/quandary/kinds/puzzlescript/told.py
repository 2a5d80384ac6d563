"""A level as the board in the browser is told it: the compiled game, with masks as decimal digits."""

from typing import Any

from quandary.kinds.puzzlescript.game import Change, Group, Pattern, Rule, Win
from quandary.kinds.puzzlescript.rules import Level, heeds_action, keeps_marks
from quandary.kinds.puzzlescript.stage import AT_START


def board(level: Level) -> dict[str, Any]:
    """Return a level as JSON-compatible values."""
    game, settings = level.game, level.game.settings
    return {
        "width": level.map.width,
        "height": level.map.height,
        "pictures": [[list(each.colours), list(each.rows)] for each in game.pictures],
        "game": {
            "cells": [str(cell) for cell in level.map.cells],
            "layers": [str(mask) for mask in game.layer_masks],
            "player": str(game.player),
            "playerIsWhole": game.player_is_whole,
            "early": [_group(each) for each in game.early],
            "late": [_group(each) for each in game.late],
            "rigidGroups": list(game.rigid_groups),
            "wins": [_win(each) for each in game.wins],
            "atStart": AT_START in settings,
            "mustMove": "require_player_movement" in settings,
            "hasAction": "noaction" not in settings and heeds_action(game),
            "keepsMarks": keeps_marks(game),
        },
    }


def _group(group: Group) -> dict[str, Any]:
    return {"rules": [_rule(each) for each in group.rules], "backTo": group.back_to}


def _rule(rule: Rule) -> dict[str, Any]:
    rows = [[None if cell is None else _pattern(cell) for cell in row] for row in rule.rows]
    commands = list(rule.commands)
    return {"way": rule.way, "rows": rows, "changes": rule.changes, "commands": commands, "rigid": rule.rigid}


def _pattern(pattern: Pattern) -> dict[str, Any]:
    return {
        "need": str(pattern.need),
        "forbid": str(pattern.forbid),
        "anyOf": [str(each) for each in pattern.any_of],
        "moving": str(pattern.moving),
        "still": str(pattern.still),
        "change": _change(pattern.change) if pattern.change else None,
    }


def _change(change: Change) -> dict[str, str]:
    masks = ("clear", "put", "stop", "move", "layers")
    return {name: str(getattr(change, name)) for name in masks}


def _win(win: Win) -> dict[str, Any]:
    return {
        "how": win.how,
        "one": str(win.one),
        "oneIsWhole": win.one_is_whole,
        "other": str(win.other),
        "otherIsWhole": win.other_is_whole,
    }
