"""The rules of Snakebird in plain Python, the reference for the C++ core, in two views.

`Level` is the puzzle as it is solved: which bird is which does not matter, so a state is a set of birds, of blocks
and of fruit. `Flock` is the same level as people play it, where every bird keeps its letter. How things push and
fall is in motion.py.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from quandary.kinds.snakebird.board import STEPS, Board, Cell, Cells, reading_order, step
from quandary.kinds.snakebird.motion import GONE, Scene

STATES = 10_000
"""The number of states whose moves a level remembers."""


class Move(NamedTuple):
    """A step of one bird."""

    bird: str
    """Its letter. In a `Level`, letters go to the birds that are left, by their heads in reading order."""
    direction: str

    def __str__(self) -> str:
        return f"{self.bird} {self.direction}"


class Position(NamedTuple):
    """The birds from head to tail, the blocks that are left, and the fruit that nobody has eaten."""

    birds: tuple[Cells, ...]
    blocks: tuple[Cells, ...]
    fruit: frozenset[Cell]


@dataclass(frozen=True)
class Level(Board):
    """Snakebird where equal birds are equal.

    >>> level = Level(3, 2, frozenset({(0, 1), (1, 1), (2, 1)}), frozenset(), (2, 0), birds=(((1, 0), (0, 0)),),
    ...               names="R")
    >>> [start] = level.starts()
    >>> [str(move) for move in level.moves(start)]
    ['R right']
    >>> level.is_solved(level.apply(start, Move("R", "right")))
    True
    """

    def starts(self) -> list[Position]:
        """Return the first position, or nothing if it is not at rest and may not be."""
        return [] if self.unrest and not self.hovering else [Position(self.birds, self.blocks, self.fruit)]

    def moves(self, state: Position) -> list[Move]:
        """Return the steps after which every bird lives, by heads in reading order and then by direction."""
        return list(self._after(state))

    def apply(self, state: Position, move: Move) -> Position:
        """Make a move, and let everything come to rest."""
        return self._after(state)[move]

    def is_solved(self, state: Position) -> bool:
        """Return whether every bird has left."""
        return not any(state.birds)

    @cached_property
    def unrest(self) -> str:
        """What keeps the first position from being at rest, in words, or nothing."""
        return Scene(self, self.birds, self.blocks, self.fruit).unrest()

    def in_steps(self) -> "Flock":
        """Return the same level with a letter for every bird."""
        return Flock(**{name: getattr(self, name) for name in self.__dataclass_fields__})

    @cached_property
    def _after(self) -> Callable[[Position], dict[Move, Position]]:
        """The positions that follow a position, by move, remembered for a while."""

        @lru_cache(maxsize=STATES)
        def after(state: Position) -> dict[Move, Position]:
            return {
                move: Position(
                    tuple(sorted(filter(None, scene.birds), key=lambda body: reading_order(body[0]))),
                    scene.blocks,
                    scene.fruit,
                )
                for move, scene in played(self, state)
            }

        return after


@dataclass(frozen=True)
class Flock(Board):
    """Snakebird where every bird keeps its letter, as people play it."""

    def starts(self) -> list[Position]:
        """Return the first position."""
        return [Position(self.birds, self.blocks, self.fruit)]

    def moves(self, state: Position) -> list[Move]:
        """Return the steps after which every bird lives, by bird and then by direction."""
        return [move for move, _ in played(self, state)]

    def apply(self, state: Position, move: Move) -> Position:
        """Make a move, and let everything come to rest. A bird that has left keeps its place in the list."""
        scene = Scene(self, *state)
        scene.move(self.names.index(move.bird), move.direction)
        return Position(scene.birds, scene.blocks, scene.fruit)

    def is_solved(self, state: Position) -> bool:
        """Return whether every bird has left."""
        return not any(state.birds)


def played(board: Board, state: Position) -> list[tuple[Move, Scene]]:
    """Return every legal move of a state with what it leads to."""
    found = []
    for number, body in enumerate(state.birds):
        for direction in STEPS if body != GONE else ():
            if not board.is_open(step(body[0], direction)):
                continue
            scene = Scene(board, *state)
            if scene.move(number, direction):
                found.append((Move(board.names[number], direction), scene))
    return found
