"""What a board is like: its cells, the values that go into them, and what must hold."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple, TypeAlias

from quandary.parts.square import orders
from quandary.puzzle import Slot

EMPTY = 0
Numbers: TypeAlias = tuple[int, ...]
"""The value in each cell, from 1 on, row by row; 0 where it is empty."""


class Put(NamedTuple):
    """A value put into a cell. Rows and columns count from 0 here and from 1 in the text.

    >>> print(Put(0, 2, 12))
    r1c3=12
    """

    row: int
    column: int
    number: int

    def __str__(self) -> str:
        return f"{cell_name(self.row, self.column)}={self.number}"


class Place(Slot):
    """A slot whose name says it all.

    >>> print(Place("row", "5 in row 3"))
    5 in row 3
    """

    __slots__ = ()

    def __str__(self) -> str:
        return str(self.name)


def cell_name(row: int, column: int) -> str:
    """What people call a cell.

    >>> cell_name(0, 8)
    'r1c9'
    """
    return f"r{row + 1}c{column + 1}"


class Claim(NamedTuple):
    """That a cell has a value; or, if `holds` is False, that it has another."""

    cell: int
    value: int
    holds: bool = True


Clause: TypeAlias = tuple[Claim, ...]
"""Claims of which at least one is true."""


@dataclass(frozen=True)
class Group:
    """Cells in which no value comes twice; if there are as many cells as values, each comes once."""

    family: str
    """What such groups are called: "row". Where each value comes once, it is a family of slots."""
    name: str
    """What this one is called: "row 1"."""
    cells: tuple[int, ...]


@dataclass(frozen=True)
class Layout:
    """Cells, values and constraints, declared once; everything else follows.

    >>> pairs = Layout(1, 2, 2, groups=(Group("row", "row 1", (0, 1)),))
    >>> pairs.breaks((1, 1)), pairs.breaks((1, 2)), pairs.breaks((0, 2))
    (True, False, False)
    """

    rows: int
    columns: int
    values: int
    """Values are 1 up to this."""
    groups: tuple[Group, ...] = ()
    clauses: tuple[Clause, ...] = ()
    cuts: Callable[[Numbers], Iterable[Clause]] | None = None
    """What a full board breaks, for rules with too many clauses to write out ("connected")."""
    turns: tuple[tuple[int, ...], ...] = ()
    """Other orders of the cells that leave all rules as they are; `square_turns` makes the usual ones."""
    renames: bool = False
    """Whether values are mere names, which may change places."""

    @property
    def cells(self) -> int:
        """How many cells there are."""
        return self.rows * self.columns

    def breaks(self, numbers: Numbers) -> bool:
        """Whether the filled cells already break a group or a clause."""
        for group in self.groups:
            filled = [numbers[cell] for cell in group.cells if numbers[cell] != EMPTY]
            if len(set(filled)) < len(filled):
                return True
        return any(is_broken(clause, numbers) for clause in self.clauses)

    def is_solved(self, numbers: Numbers) -> bool:
        """Whether all cells are filled and everything holds."""
        if EMPTY in numbers or self.breaks(numbers):
            return False
        return self.cuts is None or not any(True for _ in self.cuts(numbers))


def is_broken(clause: Clause, numbers: Numbers) -> bool:
    """Whether all claims of a clause are known to be false."""
    return all(
        numbers[claim.cell] != EMPTY and (numbers[claim.cell] == claim.value) != claim.holds
        for claim in clause
    )


def lines(rows: int, columns: int) -> tuple[Group, ...]:
    """The rows and the columns of a board, as groups.

    >>> [group.name for group in lines(2, 2)]
    ['row 1', 'row 2', 'column 1', 'column 2']
    """
    across = [range(row * columns, (row + 1) * columns) for row in range(rows)]
    down = [range(column, rows * columns, columns) for column in range(columns)]
    return tuple(
        Group(family, f"{family} {at}", tuple(cells))
        for family, groups in (("row", across), ("column", down))
        for at, cells in enumerate(groups, start=1)
    )


def relation(cells: tuple[int, ...], values: int, holds: Callable[..., bool]) -> tuple[Clause, ...]:
    """The clauses which say that the values of a few cells stand in a relation.

    >>> smaller = relation((0, 1), 2, lambda one, other: one < other)
    >>> Layout(1, 2, 2, clauses=smaller).breaks((2, 1))
    True
    """
    return tuple(
        tuple(Claim(cell, value, holds=False) for cell, value in zip(cells, some, strict=True))
        for some in product(range(1, values + 1), repeat=len(cells))
        if not holds(*some)
    )


def square_turns(rows: int, columns: int) -> tuple[tuple[int, ...], ...]:
    """The turns and reflections of a board that keep its shape: 8 of a square, 4 of another rectangle.

    >>> square_turns(1, 2)
    ((0, 1), (1, 0))
    """
    ways = orders(rows, columns).items()
    return tuple(dict.fromkeys(order for turn, order in ways if rows == columns or not turn.swapped))
