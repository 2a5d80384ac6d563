"""The rules of tilt mazes in plain Python, the reference for the C++ core.

Cells are (x, y) from (0, 0) at the top left. A wall is named by its place in half cells: the middle of
cell (x, y) is at (2x + 1, 2y + 1). The rim is always a wall.
"""

from collections import deque
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import NamedTuple, TypeAlias

from quandary.limits import check_limits

Cell: TypeAlias = tuple[int, int]
Border: TypeAlias = tuple[int, int]

MOST_CELLS = 50
"""The most cells that a side may have."""
MOST_CHECKPOINTS = 64

STEPS: dict[str, Cell] = {"up": (0, -1), "right": (1, 0), "down": (0, 1), "left": (-1, 0)}
"""The moves, in the order in which they are listed."""


class Position(NamedTuple):
    """The cell of the ball and the checkpoints it has collected: bit i stands for `checkpoints[i]`."""

    ball: Cell
    collected: int


class Roll(NamedTuple):
    """The effect of a tilt: where the ball stops, what it collects and how many tiles it crosses."""

    end: Cell
    collects: int
    tiles: int


def border(cell: Cell, move: str) -> Border:
    """Return the place of the border that a ball in `cell` would cross.

    >>> border((0, 0), "right"), border((1, 0), "left")
    ((2, 1), (2, 1))
    """
    dx, dy = STEPS[move]
    return 2 * cell[0] + 1 + dx, 2 * cell[1] + 1 + dy


@dataclass(frozen=True)
class Maze:
    """A board with walls between its cells, a ball, and checkpoints to roll over.

    >>> maze = Maze(3, 1, ball=(0, 0), checkpoints=((1, 0),))
    >>> maze.moves(Position((0, 0), 0)), maze.is_solved(maze.apply(Position((0, 0), 0), "right"))
    (['right'], True)
    """

    width: int
    height: int
    ball: Cell
    checkpoints: tuple[Cell, ...]
    """Sorted, and never under the ball."""
    walls: frozenset[Border] = frozenset()
    """Walls between two cells, without those around the board."""

    def starts(self) -> list[Position]:
        """Return the ball in its first cell, with nothing collected."""
        return [Position(self.ball, 0)]

    def moves(self, state: Position) -> list[str]:
        """Return the directions in which the ball can roll."""
        return [move for move in STEPS if (state.ball, move) in self.rolls]

    def apply(self, state: Position, move: str) -> Position:
        """Roll the ball to the next wall and collect what it passes."""
        roll = self.rolls[state.ball, move]
        return Position(roll.end, state.collected | roll.collects)

    def is_solved(self, state: Position) -> bool:
        """Return whether every checkpoint is collected."""
        return state.collected == (1 << len(self.checkpoints)) - 1

    def cells(self) -> list[Cell]:
        """Return every cell, row by row from the top."""
        return [(x, y) for y in range(self.height) for x in range(self.width)]

    def neighbour(self, cell: Cell, move: str) -> Cell | None:
        """Return the next cell in a direction, or None if a wall is in the way."""
        x, y = cell[0] + STEPS[move][0], cell[1] + STEPS[move][1]
        inside = 0 <= x < self.width and 0 <= y < self.height
        return (x, y) if inside and border(cell, move) not in self.walls else None

    @cached_property
    def rolls(self) -> dict[tuple[Cell, str], Roll]:
        """The roll for each cell and tilt, without tilts that do not move the ball."""
        bit = {cell: 1 << number for number, cell in enumerate(self.checkpoints)}
        rolls = {}
        for cell in self.cells():
            for move in STEPS:
                end, collects, tiles = cell, 0, 0
                while there := self.neighbour(end, move):
                    end, collects, tiles = there, collects | bit.get(there, 0), tiles + 1
                if tiles:
                    rolls[cell, move] = Roll(end, collects, tiles)
        return rolls

    @cached_property
    def rolls_needed(self) -> dict[Cell, tuple[float, ...]]:
        """The fewest rolls from each cell until each checkpoint is collected, ∞ where it is out of reach."""
        needed: dict[Cell, list[float]] = {cell: [inf] * len(self.checkpoints) for cell in self.cells()}
        into: dict[Cell, list[Cell]] = {cell: [] for cell in self.cells()}
        for (cell, _), roll in self.rolls.items():
            into[roll.end].append(cell)
        for number in range(len(self.checkpoints)):
            check_limits()
            near = {cell for (cell, _), roll in self.rolls.items() if roll.collects >> number & 1}
            queue = deque((cell, 1) for cell in sorted(near))
            while queue:
                cell, rolls = queue.popleft()
                if needed[cell][number] == inf:
                    needed[cell][number] = rolls
                    queue.extend((before, rolls + 1) for before in into[cell])
        return {cell: tuple(rolls) for cell, rolls in needed.items()}


def borders(maze: Maze) -> list[Border]:
    """Return every place between two cells, with a wall or without."""
    inside = Maze(maze.width, maze.height, maze.ball, ())
    return sorted(
        border(cell, move)
        for cell in inside.cells()
        for move in ("right", "down")
        if inside.neighbour(cell, move)
    )
