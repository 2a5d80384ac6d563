"""What comes of a turn: winning, restarting, checkpoints, and whether another turn follows by itself."""

from typing import NamedTuple

from quandary.kinds.puzzlescript.game import Game
from quandary.kinds.puzzlescript.turn import Cells, Chance, is_won, no_chance, run_turn

MOST_AGAINS = 1000
"""How many turns may follow one of the player's. A level that does not come to rest by then never does."""
AT_START = "run_rules_on_level_start"


class Stage(NamedTuple):
    """The cells, those that a restart goes back to, and what happened last."""

    cells: Cells
    target: Cells
    won: bool = False
    goes_on: bool = False
    """Whether another turn follows without the player."""
    restarted: bool = False
    lines: frozenset[int] = frozenset()
    """The lines of the rules that did something."""


def begin(game: Game, height: int, cells: Cells, chance: Chance = no_chance) -> Stage:
    """Return the stage in which a level begins."""
    stage = Stage(cells, cells)
    return go_on(game, height, stage, 0, may_win=False, chance=chance) if AT_START in game.settings else stage


def go_on(
    game: Game,
    height: int,
    stage: Stage,
    force: int,
    *,
    may_win: bool = True,
    may_restart: bool = True,
    chance: Chance = no_chance,
) -> Stage:
    """Return the stage after a turn."""
    cells, target = stage.cells, stage.target
    result = run_turn(game, height, cells, force, chance)
    commands, goes_on, restarted = result.commands, False, False
    if "cancel" in commands:
        return Stage(cells, target)
    now = result.cells
    if "restart" in commands and may_restart:
        now, commands, restarted = target, (), True
        if AT_START in game.settings:
            again = Stage(target, target)
            again = go_on(game, height, again, 0, may_win=False, may_restart=False, chance=chance)
            now, target, goes_on = again.cells, again.target, again.goes_on
    won = may_win and ("win" in commands or is_won(game, now))
    target = now if "checkpoint" in commands else target
    if "again" in commands and now != cells:
        goes_on = _would_change(game, height, now, chance)
    return Stage(now, target, won, goes_on, restarted, result.lines)


def _would_change(game: Game, height: int, cells: Cells, chance: Chance) -> bool:
    """Return whether a turn without the player would do anything."""
    result = run_turn(game, height, cells, 0, chance)
    if "cancel" in result.commands:
        return len(result.commands) > 1
    return result.cells != cells or bool({"win", "restart"} & set(result.commands))
