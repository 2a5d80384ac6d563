"""Play a whole game as the original does: one level after the other, with undo, restart and chance."""

from collections.abc import Callable
from typing import TypeAlias

from quandary.kinds.puzzlescript.game import Game, Map
from quandary.kinds.puzzlescript.stage import MOST_AGAINS, Stage, begin, go_on
from quandary.kinds.puzzlescript.turn import Cells, no_chance
from quandary.kinds.puzzlescript.words import INPUTS

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
        self._load()
        self._rest()

    def _load(self) -> None:
        level = self.game.levels[self.number]
        if isinstance(level, str):
            self.is_over = True
            return
        self.level: Map = level
        self._before = list[Cells]()
        self.stage = begin(self.game, level.height, level.cells, self.chance)

    @property
    def cells(self) -> Cells:
        """The cells of the level as they are now."""
        return self.stage.cells

    def press(self, key: Key) -> None:
        """Take an input, and let the game come to rest."""
        if key == "undo":
            self._undo()
        elif key == "restart":
            self._restart()
        else:
            self._turn(0 if isinstance(key, str) else tuple(INPUTS.values())[key])
        self._rest()

    def _rest(self) -> None:
        for _ in range(MOST_AGAINS):
            if not self.stage.goes_on:
                return
            self._turn(0)

    def _undo(self) -> None:
        while self._before and self._before[-1] == self.cells:
            self._before.pop()
        if self._before and "noundo" not in self.game.settings:
            self.stage = Stage(self._before.pop(), self.stage.target)

    def _restart(self) -> None:
        if "norestart" not in self.game.settings:
            self._before.append(self.cells)
            self.stage = begin(self.game, self.level.height, self.stage.target, self.chance)

    def _turn(self, force: int) -> None:
        level, before = self.level, self.cells
        may_win = not self.is_over
        self.stage = go_on(self.game, level.height, self.stage, force, may_win=may_win, chance=self.chance)
        if self.stage.restarted or (force and self.cells != before):
            self._before.append(before)
        if self.stage.won:
            self._win()

    def _win(self) -> None:
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
