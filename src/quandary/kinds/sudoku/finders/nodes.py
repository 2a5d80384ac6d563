"""Candidates that are on (in the solution) or off, and what follows from each of them.

A candidate that is on switches off all that it sees. One that is off switches on the only alternative, if there is
just one. Candidates are moves.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from quandary.kinds.sudoku.finders.marks import PencilMarks, Set, lowest
from quandary.parts.masks import bits

Node: TypeAlias = tuple[int, bool]
"""A candidate, and whether it is on."""
IN_CELL = -1
"""The cause of a node that is the only one left of its cell. In a unit the cause is the unit's number."""
ASSUMED, SEEN_INSIDE = -2, -3
"""The causes of nodes that follow from no unit or cell."""


class Link(NamedTuple):
    """A candidate that another one switches, and why."""

    to: int
    cause: int


def rivals(marks: PencilMarks, move: int, *, by_cell: bool = True) -> Iterator[Link]:
    """Yield what a candidate rules out: other digits of its cell, then its box, row and column."""
    size, shape = marks.shape.size, marks.shape
    cell, digit = divmod(move, size)
    if by_cell:
        for other in bits(marks.left[cell] & ~(1 << digit)):
            yield Link(cell * size + other, IN_CELL)
    seen = 1 << cell
    for unit in shape.units_of[cell]:
        for other in bits(marks.places(unit, digit) & ~seen):
            yield Link(other * size + digit, unit)
        seen |= shape.inside[unit]


def alternatives(
    marks: PencilMarks, move: int, *, by_cell: bool = True, by_unit: bool = True
) -> Iterator[Link]:
    """Yield what must be on if a candidate is off, as the last of its cell or of a unit."""
    size = marks.shape.size
    cell, digit = divmod(move, size)
    if not marks.left[cell] >> digit & 1:
        return
    if by_cell and marks.count(cell) == 2:
        yield Link(cell * size + lowest(marks.left[cell] & ~(1 << digit)), IN_CELL)
    for unit in marks.shape.units_of[cell] if by_unit else ():
        places = marks.places(unit, digit)
        if places.bit_count() == 2:
            yield Link(lowest(places & ~(1 << cell)) * size + digit, unit)


class Chain(NamedTuple):
    """A chain inside another one: its length and its nodes, by which it is told from others."""

    length: int
    nodes: tuple[Node | None, ...]


@dataclass(frozen=True)
class Addition:
    """What something seen inside a chain adds to it."""

    off: tuple[int, ...]
    """The candidates that it rules out."""
    since: tuple[Node, ...]
    """The nodes that had to be switched off before it could be seen."""
    chain: Chain | None = None


class Since:
    """The nodes that make something visible in a chain that has led from some marks to others."""

    def __init__(self, before: PencilMarks, now: PencilMarks) -> None:
        self._before, self._now, self._size = before, now, before.shape.size
        self._nodes: dict[Node, None] = {}

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The nodes in the order in which they were met."""
        return tuple(self._nodes)

    def cell(self, cell: int, but: Set) -> None:
        """Add the digits that a cell had, except some."""
        self._add(cell * self._size + digit for digit in bits(self._before.left[cell] & ~but))

    def unit(self, unit: int, digit: int, but: Set) -> None:
        """Add the places that a digit had in a unit, except those in some cells."""
        self._add(cell * self._size + digit for cell in bits(self._before.places(unit, digit) & ~but))

    def reason(self, cause: int, move: int) -> None:
        """Add whatever made a candidate the only one left for this cause."""
        cell, digit = divmod(move, self._size)
        if cause == IN_CELL:
            self.cell(cell, self._now.left[cell])
        elif cause >= 0:
            self.unit(cause, digit, self._now.where[digit])

    def _add(self, moves: Iterable[int]) -> None:
        self._nodes |= dict.fromkeys((move, False) for move in moves)


def struck(marks: PencilMarks, node: Node) -> tuple[int, ...]:
    """Return the candidates that are ruled out if a node holds."""
    move, on = node
    cell, digit = divmod(move, marks.shape.size)
    if not on:
        return (move,)
    return tuple(cell * marks.shape.size + other for other in bits(marks.left[cell] & ~(1 << digit)))
