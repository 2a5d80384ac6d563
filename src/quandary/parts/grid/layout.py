"""The layout of a board: its cells, the values that go into them, and the constraints."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple, TypeAlias

from quandary.parts.named import cell_name
from quandary.parts.square import orders

EMPTY = 0
BoardNumbers: TypeAlias = tuple[int, ...]
"""The value in each cell, from 1 on, row by row, with 0 for an empty cell."""


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


class Claim(NamedTuple):
    """The claim that a cell has a value or, if `holds` is False, that it has another."""

    cell: int
    value: int
    holds: bool = True


AnyOf: TypeAlias = tuple[Claim, ...]
"""Claims of which at least one is true."""


@dataclass(frozen=True)
class Group:
    """Cells in which no value comes twice. If there are as many cells as values, each comes once."""

    family: str
    """The name of all such groups: "row". If each value comes once, it is also a family of slots."""
    name: str
    """The name of this group: "row 1"."""
    cells: tuple[int, ...]


@dataclass(frozen=True)
class Layout:
    """Cells, values and constraints, declared once, from which everything else follows.

    >>> pairs = Layout(1, 2, 2, groups=(Group("row", "row 1", (0, 1)),))
    >>> pairs.breaks((1, 1)), pairs.breaks((1, 2)), pairs.breaks((0, 2))
    (True, False, False)
    """

    rows: int
    columns: int
    values: int
    """The largest value. Values start at 1."""
    groups: tuple[Group, ...] = ()
    clauses: tuple[AnyOf, ...] = ()
    cuts: Callable[[BoardNumbers], Iterable[AnyOf]] | None = None
    """The clauses that a full board breaks, for rules with too many clauses to write out ("connected")."""
    turns: tuple[tuple[int, ...], ...] = ()
    """Other orders of the cells that keep all rules. `square_turns` makes the usual ones."""
    renames: bool = False
    """Whether values are mere names, which may be swapped."""

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.rows * self.columns

    def breaks(self, numbers: BoardNumbers) -> bool:
        """Return whether the filled cells already break a group or a clause."""
        for group in self.groups:
            filled = [numbers[cell] for cell in group.cells if numbers[cell] != EMPTY]
            if len(set(filled)) < len(filled):
                return True
        return any(is_broken(clause, numbers) for clause in self.clauses)

    def is_solved(self, numbers: BoardNumbers) -> bool:
        """Return whether all cells are filled and every constraint holds."""
        if EMPTY in numbers or self.breaks(numbers):
            return False
        return self.cuts is None or not any(True for _ in self.cuts(numbers))


def is_broken(clause: AnyOf, numbers: BoardNumbers) -> bool:
    """Return whether all claims of a clause are known to be false."""
    return all(
        numbers[claim.cell] != EMPTY and (numbers[claim.cell] == claim.value) != claim.holds
        for claim in clause
    )


def lines(rows: int, columns: int) -> tuple[Group, ...]:
    """Return the rows and the columns of a board, as groups.

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


def relation(cells: tuple[int, ...], values: int, holds: Callable[..., bool]) -> tuple[AnyOf, ...]:
    """Return the clauses that make the values of a few cells satisfy a relation.

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
    """Return the rotations and reflections that keep a board's shape, 8 of a square, 4 of other rectangles.

    >>> square_turns(1, 2)
    ((0, 1), (1, 0))
    """
    ways = orders(rows, columns).items()
    return tuple(dict.fromkeys(order for turn, order in ways if rows == columns or not turn.swapped))
