"""The rules of Fling! in plain Python, the reference for the C++ core.

Cells are (x, y) from (0, 0) at the top left. A position is a whole number: bit y · width + x says that
there is a ball in cell (x, y).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple, TypeAlias

Cell: TypeAlias = tuple[int, int]
Position: TypeAlias = int

MOST_CELLS = 20
"""The most cells that a side may have."""

STEPS: dict[str, Cell] = {"up": (0, -1), "right": (1, 0), "down": (0, 1), "left": (-1, 0)}
"""The ways in which a ball can be flung, in the order in which moves are listed."""


class Fling(NamedTuple):
    """A ball and the way in which it is flung."""

    cell: Cell
    way: str

    def __str__(self) -> str:
        return f"({self.cell[0]}, {self.cell[1]}) {self.way}"


class Memory(NamedTuple):
    """A position, with the moves that could also have been made before the last one."""

    balls: Position
    shut: frozenset[Fling] = frozenset()


@dataclass(frozen=True)
class Board:
    """A board with balls, to be flung at each other.

    >>> board = Board.of(5, 1, [(0, 0), (2, 0), (3, 0)])
    >>> [str(move) for move in board.moves(board.balls)]
    ['(0, 0) right', '(2, 0) left']
    >>> board.cells(board.apply(board.balls, Fling((0, 0), "right")))
    [(1, 0), (2, 0)]
    """

    width: int
    height: int
    balls: Position

    @classmethod
    def of(cls, width: int, height: int, cells: Iterable[Cell]) -> "Board":
        """Return the board with balls in some cells."""
        return cls(width, height, sum({1 << (y * width + x) for x, y in cells}))

    def starts(self) -> list[Position]:
        """Return the position that the board is set up in."""
        return [self.balls]

    def moves(self, state: Position) -> list[Fling]:
        """Return the balls that can be flung, row by row: next to an empty cell with a ball further on."""
        return [
            fling
            for cell in self.cells(state)
            for fling, ray, beside in self._ways[cell].values()
            if state & ray and not state & beside
        ]

    def apply(self, state: Position, move: Fling) -> Position:
        """Fling a ball: it goes, and every ball on its ray steps one cell back towards it.

        It stops before the first ball, which rolls on until the next one, and so on. The last ball leaves the board.
        """
        step = self.step(move.way)
        met = state & self._ways[move.cell][move.way].ray
        rest = state & ~met & ~self.bit(move.cell)
        return rest | (met >> step if step > 0 else met << -step)

    def is_solved(self, state: Position) -> bool:
        """Return whether one ball is left."""
        return state.bit_count() == 1

    def cells(self, state: Position) -> list[Cell]:
        """Return the cells with a ball, row by row from the top."""
        found = []
        while state:
            y, x = divmod((state & -state).bit_length() - 1, self.width)
            found.append((x, y))
            state &= state - 1
        return found

    def bit(self, cell: Cell) -> Position:
        """Return the position with a ball in one cell only."""
        return 1 << (cell[1] * self.width + cell[0])

    def positions(self) -> Iterator[set[Position]]:
        """Yield the positions that play can reach, those with one ball fewer after each other."""
        level = {self.balls}
        while level:
            yield level
            level = {
                self.apply(state, move)
                for state in level
                if not self.is_solved(state)
                for move in self.moves(state)
            }

    def commuting(self, state: Position, move: Fling) -> frozenset[Fling]:
        """Return the moves after `move` that were there before it and lead, made first, to the same position."""
        after, before = self.apply(state, move), self.moves(state)
        found = set()
        for other in set(self.moves(after)).intersection(before) - {move}:
            first = self.apply(state, other)
            if move in self.moves(first) and self.apply(first, move) == self.apply(after, other):
                found.add(other)
        return frozenset(found)

    def remembering(self) -> "RememberedBoard":
        """Return the same board with states that remember which moves commute with the last one."""
        return RememberedBoard(self.width, self.height, self.balls)

    def step(self, way: str) -> int:
        """Return the step from the number of a cell to the next one in a direction."""
        dx, dy = STEPS[way]
        return dy * self.width + dx

    @cached_property
    def _ways(self) -> "Ways":
        return ways(self.width, self.height)


class RememberedBoard(Board):
    """A board whose states remember the last move, for those who know that moves commute.

    Play is the same. States that differ only in what they remember are different states.
    """

    def starts(self) -> list[Memory]:  # type: ignore[override]
        """Return the position that the board is set up in, with nothing to remember."""
        return [Memory(self.balls)]

    def moves(self, state: Memory) -> list[Fling]:  # type: ignore[override]
        """Return the balls that can be flung."""
        return super().moves(state.balls)

    def apply(self, state: Memory, move: Fling) -> Memory:  # type: ignore[override]
        """Fling a ball, and remember which moves could have been made before it."""
        return Memory(self._plain.apply(state.balls, move), self._plain.commuting(state.balls, move))

    def is_solved(self, state: Memory) -> bool:  # type: ignore[override]
        """Return whether one ball is left."""
        return super().is_solved(state.balls)

    @cached_property
    def _plain(self) -> Board:
        return Board(self.width, self.height, self.balls)


class BallWay(NamedTuple):
    """A move that may be legal, with the cells on its ray and the first of them."""

    fling: Fling
    ray: Position
    beside: Position


Ways: TypeAlias = dict[Cell, dict[str, BallWay]]
"""For every cell the four ways to fling a ball in it."""


@lru_cache(maxsize=64)
def ways(width: int, height: int) -> Ways:
    """Return the ways to fling a ball from each cell of a board."""
    return {
        (x, y): {way: _way(width, height, Fling((x, y), way)) for way in STEPS}
        for y in range(height)
        for x in range(width)
    }


def _way(width: int, height: int, fling: Fling) -> BallWay:
    (x, y), (dx, dy) = fling.cell, STEPS[fling.way]
    cells = list[int]()
    while 0 <= (x := x + dx) < width and 0 <= (y := y + dy) < height:
        cells.append(1 << (y * width + x))
    return BallWay(fling, sum(cells), cells[0] if cells else 0)


class Box(NamedTuple):
    """The cells from left to right and from top to bottom."""

    left: int
    right: int
    top: int
    bottom: int

    def meets(self, other: "Box") -> bool:
        """Return whether the boxes share a row or a column."""
        across = self.left <= other.right and other.left <= self.right
        return across or (self.top <= other.bottom and other.top <= self.bottom)

    def around(self, other: "Box") -> "Box":
        """Return the smallest box around both."""
        return Box(
            min(self.left, other.left),
            max(self.right, other.right),
            min(self.top, other.top),
            max(self.bottom, other.bottom),
        )


def islands(board: Board, state: Position) -> list[Box]:
    """Return the boxes into which the balls fall: balls, then boxes, that share a row or a column are joined.

    >>> islands(Board(5, 5, 0), Board.of(5, 5, [(0, 0), (2, 0), (3, 4)]).balls)
    [Box(left=0, right=2, top=0, bottom=0), Box(left=3, right=3, top=4, bottom=4)]

    Play never leaves the boxes, so balls in different ones never meet.
    """
    boxes = list[Box]()
    for x, y in board.cells(state):
        box = Box(x, x, y, y)
        while met := [other for other in boxes if box.meets(other)]:
            boxes = [other for other in boxes if other not in met]
            for other in met:
                box = box.around(other)
        boxes.append(box)
    return boxes
