"""A puzzle on a declared board: fill it so that every constraint holds."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TypeAlias

from quandary.parts.grid.layout import EMPTY, BoardNumbers, Group, Layout, Put, is_broken
from quandary.parts.named import NamedSlot, cell_name
from quandary.puzzle import Slot

Declaration: TypeAlias = Callable[[int, int], Layout]
WHOLE = NamedSlot("board", "the board as a whole")
"""The slot that is open when every cell is filled but some constraint is broken."""


@dataclass(frozen=True)
class GridPuzzle:
    """The values given on a board. A subclass declares the board by overriding `layout`.

    It is a fill puzzle: cells take values, and in a group that takes each value once, values take places.

    >>> class Pair(GridPuzzle):
    ...     @staticmethod
    ...     def layout(rows, columns):
    ...         return Layout(rows, columns, 2, groups=(Group("row", "row 1", (0, 1)),))
    >>> puzzle = Pair(1, 2, (0, 2))
    >>> [str(move) for move in puzzle.moves(puzzle.givens)], [str(slot) for slot in puzzle.slots((0, 2))]
    (['r1c1=1'], ['r1c1', '1 in row 1'])
    """

    rows: int
    columns: int
    givens: BoardNumbers

    @staticmethod
    def layout(rows: int, columns: int) -> Layout:
        """Declare the layout of a board with these numbers of rows and columns."""
        raise NotImplementedError("a kind of grid declares its layout")

    @cached_property
    def board(self) -> Layout:
        """The layout of this puzzle."""
        return _layout(self.layout, self.rows, self.columns)

    def starts(self) -> tuple[BoardNumbers]:
        """Return the givens."""
        return (self.givens,)

    def moves(self, state: BoardNumbers) -> list[Put]:
        """Return the values for empty cells that break nothing at once, by cell and value."""
        index = _index(self.layout, self.rows, self.columns)
        legal = []
        for cell, number in enumerate(state):
            if number != EMPTY:
                continue
            used = {state[peer] for peer in index.peers[cell]}
            for value in range(1, self.board.values + 1):
                if value not in used and not index.would_break(state, cell, value):
                    legal.append(Put(*divmod(cell, self.columns), value))
        return legal

    def apply(self, state: BoardNumbers, move: Put) -> BoardNumbers:
        """Return the board with the value written in."""
        cell = move.row * self.columns + move.column
        return (*state[:cell], move.number, *state[cell + 1 :])

    def is_solved(self, state: BoardNumbers) -> bool:
        """Return whether every cell is filled and every constraint holds."""
        return self.board.is_solved(state)

    def slots(self, state: BoardNumbers) -> list[Slot]:
        """Return the empty cells, then the values still missing from the groups that take each once."""
        index = _index(self.layout, self.rows, self.columns)
        found: list[Slot] = [index.cells[cell] for cell, number in enumerate(state) if number == EMPTY]
        for group, places in index.places:
            there = {state[cell] for cell in group.cells}
            found += [place for value, place in enumerate(places, start=1) if value not in there]
        return found if found or self.is_solved(state) else [WHOLE]

    def fills(self, move: Put) -> tuple[Slot, ...]:
        """Return the move's cell, and its value's place in each group that takes every value once."""
        index = _index(self.layout, self.rows, self.columns)
        cell = move.row * self.columns + move.column
        places = (places[move.number - 1] for group, places in index.places if cell in group.cells)
        return index.cells[cell], *places


class _Index:
    """Tables for repeated lookups."""

    def __init__(self, layout: Layout) -> None:
        cells = range(layout.cells)
        self.cells = [NamedSlot("cell", cell_name(*divmod(cell, layout.columns))) for cell in cells]
        self.places: list[tuple[Group, list[Slot]]] = [
            (
                group,
                [
                    NamedSlot(group.family, f"{value} in {group.name}")
                    for value in range(1, layout.values + 1)
                ],
            )
            for group in layout.groups
            if len(group.cells) == layout.values
        ]
        self.peers: list[set[int]] = [set() for _ in cells]
        for group in layout.groups:
            for cell in group.cells:
                self.peers[cell].update(other for other in group.cells if other != cell)
        self._clauses = [
            [clause for clause in layout.clauses if any(claim.cell == cell for claim in clause)]
            for cell in cells
        ]

    def would_break(self, state: BoardNumbers, cell: int, value: int) -> bool:
        """Return whether a value breaks a clause of its cell, as far as the others are filled."""
        if not self._clauses[cell]:
            return False
        after = (*state[:cell], value, *state[cell + 1 :])
        return any(is_broken(clause, after) for clause in self._clauses[cell])


@cache
def _layout(declared: Declaration, rows: int, columns: int) -> Layout:
    return declared(rows, columns)


@cache
def _index(declared: Declaration, rows: int, columns: int) -> _Index:
    return _Index(_layout(declared, rows, columns))
