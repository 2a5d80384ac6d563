"""A level of a game: the rules in plain Python, the reference for the C++ core.

A move is a turn of the player and all turns that follow by themselves. What changes nothing is no move. Undoing and
restarting by hand are no moves either.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import ClassVar, NamedTuple

from quandary.errors import NotationError
from quandary.kinds.puzzlescript.compile import compile_text
from quandary.kinds.puzzlescript.game import LAYER_BITS, Game, Map, Rule
from quandary.kinds.puzzlescript.remarks import remarks, remarks_on_all
from quandary.kinds.puzzlescript.stage import MOST_AGAINS, Stage, begin, go_on
from quandary.kinds.puzzlescript.turn import Cells
from quandary.kinds.puzzlescript.words import ACTION, INPUTS

MOST_KNOWN = 20_000
"""The most positions of a level for which it is remembered what follows from them."""


class Position(NamedTuple):
    """The objects of every cell, column by column, and how play has ended, if it has."""

    cells: Cells
    end: str = ""
    """ "won", or "restless" if the level never comes to rest."""
    mark: Cells = ()
    """The cells that a restart by a rule goes back to, where a checkpoint has changed them."""


@dataclass(frozen=True)
class Level:
    """A level and the game that it is part of, as they are written.

    >>> from quandary.kinds.puzzlescript.notation import parse
    >>> level = parse(SMALL)
    >>> level.moves(level.starts()[0])
    ['right']
    >>> level.is_solved(level.apply(level.starts()[0], "right"))
    True
    """

    in_order: ClassVar[bool] = True
    """The levels of a game are played one after the other."""
    is_program: ClassVar[bool] = True

    text: str
    """Everything up to the heading LEVELS."""
    rows: tuple[str, ...]
    """The rows of the level."""

    @cached_property
    def game(self) -> Game:
        """The compiled game."""
        return game_of(self.text)

    @cached_property
    def map(self) -> Map:
        """The level as it is written, in bits."""
        return self.game.lay(self.rows)

    def starts(self) -> list[Position]:
        """Return the level as it begins."""
        stage = begin(self.game, self.map.height, self.map.cells)
        return [self._at_rest(stage)]

    def moves(self, state: Position) -> list[str]:
        """Return what the player can do that changes anything: up, left, down, right, action."""
        return [move for move, after in self._after(state).items() if after != state]

    def apply(self, state: Position, move: str) -> Position:
        """Return the position after a turn and all that follow from it."""
        return self._after(state)[move]

    def is_solved(self, state: Position) -> bool:
        """Return whether the level is won."""
        return state.end == "won"

    def elements(self) -> Iterator[str]:
        """Yield the names of the objects in the level but the background, in the order of the game."""
        there = 0
        for cell in self.map.cells:
            there |= cell
        yield from self.game.names(there & ~self.game.layer_masks[self.game.background])

    def walk(self, moves: Iterable[str]) -> list[Stage]:
        """Return all stages on the way of moves, the start first."""
        state = self.starts()[0]
        stages = [Stage(state.cells, state.mark or self.map.cells)]
        for move in moves:
            stages += self.rest(self.turn(state, move))
            state = self.apply(state, move)
        return stages

    def remarks(self, lines: Iterable[Iterable[str]]) -> Iterator[str]:
        """Yield what its designer may want to know, from the moves of solutions."""
        return remarks(self.game, [self.walk(moves) for moves in lines])

    @staticmethod
    def remarks_on_all(levels: "Sequence[tuple[Level, Iterable[Iterable[str]]]]") -> Iterator[str]:
        """Yield what the designer of a game may want to know, from the solutions of its levels."""
        if len({level.text for level, _ in levels}) > 1:  # a file with levels of several games
            return iter(())
        walks = ([level.walk(moves) for moves in lines] for level, lines in levels)
        return remarks_on_all(levels[0][0].game, walks)

    def _after(self, state: Position) -> dict[str, Position]:
        """Return what each input leads to. The first positions that are asked about are remembered."""
        found = self._known.get(state)
        if found is None:
            inputs = [] if state.end else self.inputs
            found = {move: self._at_rest(self.turn(state, move)) for move in inputs}
            if len(self._known) < MOST_KNOWN:
                self._known[state] = found
        return found

    @cached_property
    def _known(self) -> dict[Position, dict[str, Position]]:
        return {}

    @cached_property
    def inputs(self) -> list[str]:
        """What a player can do that may change anything."""
        has_action = "noaction" not in self.game.settings and heeds_action(self.game)
        return [name for name, force in INPUTS.items() if force != ACTION or has_action]

    def turn(self, state: Position, move: str) -> Stage:
        """Return the stage after the player's own turn."""
        stage = Stage(state.cells, state.mark or self.map.cells)
        return go_on(self.game, self.map.height, stage, INPUTS[move])

    def rest(self, stage: Stage) -> list[Stage]:
        """Return a stage and those that follow from it without the player, until one comes again."""
        stages, mark = [stage], stage
        while stage.goes_on and not stage.won and len(stages) <= MOST_AGAINS:
            if len(stages).bit_count() == 1:
                mark = stage
            stage = go_on(self.game, self.map.height, stage, 0)
            stages.append(stage)
            if (stage.cells, stage.target) == (mark.cells, mark.target):
                break
        return stages

    def _at_rest(self, stage: Stage) -> Position:
        last = self.rest(stage)[-1]
        end = "won" if last.won else "restless" if last.goes_on else ""
        return Position(last.cells, end, last.target if keeps_marks(self.game) and not end else ())


@lru_cache(maxsize=64)
def game_of(text: str) -> Game:
    """Return the game that a text without levels stands for. Raises NotationError."""
    game, source = compile_text(text, needs_levels=False)
    if source.errors or game is None:
        raise NotationError(str(source.errors[0]))
    return game


def keeps_marks(game: Game) -> bool:
    """Return whether it matters in play which position was the last checkpoint."""
    used = {command for rule in game.rules for command in rule.commands}
    return {"checkpoint", "restart"} <= used


def heeds_action(game: Game) -> bool:
    """Return whether anything may happen if the player presses the action key and so moves nowhere."""
    return bool(game.late) or any(not _needs_step(rule) for group in game.early for rule in group.rules)


def _needs_step(rule: Rule) -> bool:
    """Return whether a rule only applies where something moves up, down, left or right."""
    return any(cell and _without_action(cell.moving) for row in rule.rows for cell in row)


def _without_action(moving: int) -> int:
    """Return movements without those that only stand for the action key."""
    steps = 0
    while moving >> LAYER_BITS * steps:
        if moving >> LAYER_BITS * steps & (ACTION - 1):
            return 1
        steps += 1
    return 0


SMALL = """
OBJECTS
Background
white
Player
black
Wall
grey
Goal
green
LEGEND
. = Background
P = Player
# = Wall
G = Goal
SOUNDS
COLLISIONLAYERS
Background
Goal
Player, Wall
RULES
WINCONDITIONS
All Player on Goal
LEVELS
#####
#PG.#
#####
"""
"""A game of one level, for examples."""
