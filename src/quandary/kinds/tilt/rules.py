"""The rules of tilt mazes in plain Python: the reference.

Cells are (x, y) from (0, 0) at the top left. A wall between two cells is named by the place of that
border in half cells: cell (x, y) has its middle at (2x + 1, 2y + 1). The rim is a wall by itself.
"""

from collections import deque
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import NamedTuple, TypeAlias

Cell: TypeAlias = tuple[int, int]
Border: TypeAlias = tuple[int, int]

MOST_CELLS = 50
"""The most cells that a side may have."""
MOST_CHECKPOINTS = 64

STEPS: dict[str, Cell] = {"up": (0, -1), "right": (1, 0), "down": (0, 1), "left": (-1, 0)}
"""The moves in the order in which they are listed."""


class Position(NamedTuple):
    """Where the ball lies, and which checkpoints it has collected: bit i stands for `checkpoints[i]`."""

    ball: Cell
    collected: int


class Roll(NamedTuple):
    """What a tilt does to a ball: where it stops, what it collects, how many tiles it rolls over."""

    end: Cell
    collects: int
    tiles: int


def border(cell: Cell, move: str) -> Border:
    """The place of the border that a ball in `cell` would cross.

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
    """Sorted, and not where the ball is."""
    walls: frozenset[Border] = frozenset()
    """Walls between two cells; those around the board are not listed."""

    def starts(self) -> list[Position]:
        """The ball where it is set, with nothing collected."""
        return [Position(self.ball, 0)]

    def moves(self, state: Position) -> list[str]:
        """The directions in which the ball can roll."""
        return [move for move in STEPS if (state.ball, move) in self.rolls]

    def apply(self, state: Position, move: str) -> Position:
        """The ball at the next wall, having collected what it came across."""
        roll = self.rolls[state.ball, move]
        return Position(roll.end, state.collected | roll.collects)

    def is_solved(self, state: Position) -> bool:
        """Whether every checkpoint is collected."""
        return state.collected == (1 << len(self.checkpoints)) - 1

    def cells(self) -> list[Cell]:
        """Every cell, row by row from the top."""
        return [(x, y) for y in range(self.height) for x in range(self.width)]

    def neighbour(self, cell: Cell, move: str) -> Cell | None:
        """The next cell in a direction, or None if a wall is in the way."""
        x, y = cell[0] + STEPS[move][0], cell[1] + STEPS[move][1]
        inside = 0 <= x < self.width and 0 <= y < self.height
        return (x, y) if inside and border(cell, move) not in self.walls else None

    @cached_property
    def rolls(self) -> dict[tuple[Cell, str], Roll]:
        """What each tilt does to a ball in each cell; a tilt that does not move it is left out."""
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
        """The fewest rolls from each cell until each checkpoint is collected; ∞ where it cannot be."""
        needed: dict[Cell, list[float]] = {cell: [inf] * len(self.checkpoints) for cell in self.cells()}
        into: dict[Cell, list[Cell]] = {cell: [] for cell in self.cells()}
        for (cell, _), roll in self.rolls.items():
            into[roll.end].append(cell)
        for number in range(len(self.checkpoints)):
            near = {cell for (cell, _), roll in self.rolls.items() if roll.collects >> number & 1}
            queue = deque((cell, 1) for cell in sorted(near))
            while queue:
                cell, rolls = queue.popleft()
                if needed[cell][number] == inf:
                    needed[cell][number] = rolls
                    queue.extend((before, rolls + 1) for before in into[cell])
        return {cell: tuple(rolls) for cell, rolls in needed.items()}


def borders(maze: Maze) -> list[Border]:
    """Every place between two cells, whether there is a wall or not."""
    inside = Maze(maze.width, maze.height, maze.ball, ())
    return sorted(
        border(cell, move)
        for cell in inside.cells()
        for move in ("right", "down")
        if inside.neighbour(cell, move)
    )
