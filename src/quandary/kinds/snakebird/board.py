"""A level at its start: what never moves, and where everything else begins.

Cells are (x, y) from (0, 0) at the top left. Left, right and top of the board are walls. The bottom is open.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from quandary.parts.remembering import Remembering

Cell: TypeAlias = tuple[int, int]
Cells: TypeAlias = tuple[Cell, ...]

STEPS: dict[str, Cell] = {"up": (0, -1), "right": (1, 0), "down": (0, 1), "left": (-1, 0)}
"""The directions, in the order in which moves are listed."""


def step(cell: Cell, direction: str) -> Cell:
    """Return the next cell in a direction.

    >>> step((3, 2), "up")
    (3, 1)
    """
    dx, dy = STEPS[direction]
    return cell[0] + dx, cell[1] + dy


def shifted(cells: Iterable[Cell], by: Cell) -> Cells:
    """Return cells moved by a number of columns and rows.

    >>> shifted(((0, 0), (0, 1)), (2, 1))
    ((2, 1), (2, 2))
    """
    return tuple((x + by[0], y + by[1]) for x, y in cells)


def reading_order(cell: Cell) -> Cell:
    """Return a key that sorts cells row by row."""
    return cell[1], cell[0]


@dataclass(frozen=True)
class Board(Remembering):
    """Ground, spikes, an exit and perhaps two portals, with birds, blocks and fruit among them."""

    width: int
    height: int
    ground: frozenset[Cell]
    spikes: frozenset[Cell]
    exit: Cell
    birds: tuple[Cells, ...]
    """The cells of each bird from head to tail, by heads in reading order."""
    names: str
    """The letter of each bird."""
    fruit: frozenset[Cell] = frozenset()
    blocks: tuple[Cells, ...] = ()
    """The sorted cells of each block, sorted. They move as one, and need not touch."""
    portals: Cells = ()
    """Two cells, sorted, or none."""
    hovering: bool = False
    """Whether things that nothing holds at the start stay there until the first move."""

    def is_inside(self, cell: Cell) -> bool:
        """Return whether a cell is on the board."""
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.height

    def is_open(self, cell: Cell) -> bool:
        """Return whether a cell is on the board, and neither ground nor spikes."""
        return cell in self._open

    @cached_property
    def _open(self) -> frozenset[Cell]:
        return frozenset(self.cells()) - self.ground - self.spikes

    def cells(self) -> list[Cell]:
        """Return every cell, row by row from the top."""
        return [(x, y) for y in range(self.height) for x in range(self.width)]
