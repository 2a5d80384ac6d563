"""The cells that hold each number and those that may still take it, which every rule looks at."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from quandary.kinds.fillomino.board import EMPTY, Board, BoardNumbers, Cells, Put, members


@dataclass(frozen=True)
class Sight:
    """For each number, the cells that hold it and the empty cells that may still take it."""

    board: Board
    holds: dict[int, Cells]
    may: dict[int, Cells]

    def regions(self, number: int) -> Iterator[Cells]:
        """Yield the regions of a number, finished or not."""
        return self.board.parts(self.holds.get(number, 0))

    def unfinished(self, number: int) -> Iterator[Cells]:
        """Yield the regions of a number that are too small."""
        return (region for region in self.regions(number) if region.bit_count() < number)

    def area(self, region: Cells, number: int, without: Cells = 0) -> Cells:
        """Return all cells that a region could grow into, step by step."""
        within = (self.holds.get(number, 0) | self.may.get(number, 0)) & ~without
        return self.board.spread(region, within)

    def bottlenecks(self, region: Cells, number: int) -> Iterator[int]:
        """Yield the empty cells without which a region could not become large enough."""
        area = self.area(region, number)
        spare = area.bit_count() > number
        for cell in members(area & self.may.get(number, 0)):
            is_leaf = (self.board.around(1 << cell) & area).bit_count() == 1
            if spare and is_leaf:
                continue
            if self.area(region, number, 1 << cell).bit_count() < number:
                yield cell

    def roomless(self, number: int) -> Cells:
        """Return the empty cells that have too little room around them for a number."""
        may, out = self.may.get(number, 0), 0
        for area in self.board.parts(self.holds.get(number, 0) | may):
            if area.bit_count() < number:
                out |= area & may
        return out

    def oversized(self, number: int) -> Cells:
        """Return the empty cells in which a number would join regions to one that is too large."""
        held, out = self.holds.get(number, 0), 0
        for cell in members(self.may.get(number, 0) & self.board.around(held)):
            if self.board.spread(1 << cell, held).bit_count() > number:
                out |= 1 << cell
        return out


def look(board: Board, state: BoardNumbers, moves: Iterable[Put]) -> Sight:
    """Look at a state, given the moves that are not ruled out.

    >>> from quandary.kinds.fillomino.board import board
    >>> sight = look(board(2, 2), (3, 0, 0, 0), [Put(0, 1, 3), Put(1, 1, 3)])
    >>> sight.holds, sight.may, list(sight.bottlenecks(0b1, 3))
    ({3: 1}, {3: 10}, [1, 3])
    """
    may: dict[int, Cells] = {}
    columns = board.columns
    for row, column, number in moves:
        may[number] = may.get(number, 0) | 1 << row * columns + column
    return Sight(board, held(state), may)


def held(state: BoardNumbers) -> dict[int, Cells]:
    """Return the cells that hold each number."""
    holds: dict[int, Cells] = {}
    for cell, number in enumerate(state):
        if number != EMPTY:
            holds[number] = holds.get(number, 0) | 1 << cell
    return holds
