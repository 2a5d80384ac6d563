"""Play a whole game as the original does: one level after the other, with undo, restart and chance."""

from collections.abc import Callable
from typing import TypeAlias

from quandary.kinds.puzzlescript.game import Game, Map
from quandary.kinds.puzzlescript.turn import Cells, is_won, no_chance, run_turn
from quandary.kinds.puzzlescript.words import ACTION, DOWN, LEFT, RIGHT, UP

FORCES = (UP, LEFT, DOWN, RIGHT, ACTION)
"""The movements of the inputs 0 to 4."""
MOST_AGAINS = 1000
"""How often a turn may ask for another one before it is left alone."""
Key: TypeAlias = int | str
"""An input: 0 up, 1 left, 2 down, 3 right, 4 action, "undo", "restart" or "tick"."""


def seeded(seed: str) -> Callable[[], float]:
    """Return the original's generator of numbers from 0 to 1: RC4 with a text as its key, seven bytes a number."""
    box, key = list(range(256)), _bytes(seed)
    j = 0
    for i in range(256):
        j = (j + box[i] + key[i % len(key)]) % 256
        box[i], box[j] = box[j], box[i]
    at = [0, 0]

    def byte() -> int:
        at[0] = (at[0] + 1) % 256
        at[1] = (at[1] + box[at[0]]) % 256
        box[at[0]], box[at[1]] = box[at[1]], box[at[0]]
        return box[(box[at[0]] + box[at[1]]) % 256]

    return lambda: float(int.from_bytes(bytes(byte() for _ in range(7)))) / float(2**56 - 1)


def _bytes(text: str) -> list[int]:
    return [byte for sign in text for byte in ord(sign).to_bytes(max(1, (ord(sign).bit_length() + 7) // 8))]


class Session:
    """A game that is being played, from one of its levels on."""

    def __init__(self, game: Game, level: int = 0, seed: str | None = None) -> None:
        self.game = game
        self.number = level
        self.chance = no_chance if seed is None else seeded(seed)
        self.is_over = False
        """Whether a message or the end of the game is on the screen, so that nothing is won any more."""
        self._is_restarting = False
        self._load()
        self._rest()

    def _load(self) -> None:
        level = self.game.levels[self.number]
        if isinstance(level, str):
            self.is_over = True
            return
        self.level: Map = level
        self.cells: Cells = level.cells
        self._target = level.cells
        self._before = list[Cells]()
        self._wants_more = False
        if "run_rules_on_level_start" in self.game.settings:
            self._turn(0, may_win=False)

    def press(self, key: Key) -> None:
        """Take an input, and let the game come to rest."""
        if key == "undo":
            self._undo()
        elif key == "restart":
            self._restart()
        else:
            self._turn(0 if isinstance(key, str) else FORCES[key])
        self._rest()

    def _rest(self) -> None:
        for _ in range(MOST_AGAINS):
            if not self._wants_more:
                return
            self._wants_more = False
            self._turn(0)

    def _undo(self) -> None:
        while self._before and self._before[-1] == self.cells:
            self._before.pop()
        if self._before and "noundo" not in self.game.settings:
            self.cells = self._before.pop()
            self._wants_more = False

    def _restart(self, *, by_rule: bool = False) -> None:
        if self._is_restarting or ("norestart" in self.game.settings and not by_rule):
            return
        self._is_restarting = True
        if not by_rule:
            self._before.append(self.cells)
        self.cells, self._wants_more = self._target, False
        if "run_rules_on_level_start" in self.game.settings:
            self._turn(0, may_win=False)
        self._is_restarting = False

    def _turn(self, force: int, *, may_win: bool = True) -> None:
        self._wants_more = False
        before, level = self.cells, self.level
        result = run_turn(self.game, level.height, before, force, self.chance)
        commands = result.commands
        if "cancel" in commands:
            return
        self.cells = result.cells
        if "restart" in commands:
            self._before.append(before)
            self._restart(by_rule=True)
            commands = ()
        changed = self.cells != before
        if changed and force:
            self._before.append(before)
        if may_win and not self.is_over and ("win" in commands or is_won(self.game, self.cells)):
            self._win()
        if self.level is not level:
            return
        if "checkpoint" in commands:
            self._target = self.cells
        if "again" in commands and changed:
            self._wants_more = self._would_change()

    def _would_change(self) -> bool:
        """Return whether a turn without the player would do anything."""
        result = run_turn(self.game, self.level.height, self.cells, 0, self.chance)
        if "cancel" in result.commands:
            return len(result.commands) > 1
        return result.cells != self.cells or bool({"win", "restart"} & set(result.commands))

    def _win(self) -> None:
        self._wants_more = False
        if self.number < len(self.game.levels) - 1:
            self.number += 1
            self._load()
        else:
            self.number, self.is_over = 0, True


def printed(game: Game, level: Map, cells: Cells) -> str:
    """Return a board as the original prints it: names of objects, and a number for what was there before."""
    numbers, lines = dict[str, int](), list[str]()
    for at in range(0, len(cells), level.width):
        line = ""
        for cell in cells[at : at + level.width]:
            names = " ".join(sorted(game.names(cell)))
            if names not in numbers:
                numbers[names] = len(numbers)
                line += f"{names}:"
            line += f"{numbers[names]},"
        lines.append(line)
    return "".join(f"{line}\n" for line in lines)
