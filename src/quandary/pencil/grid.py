"""The geometry of a board: cells, lines, neighbours, edges, and the spots that marks are written on.

Cells are numbered row by row. The spots of a mark on cells have the numbers of their cells; those of edges come after them.
"""

from collections.abc import Collection, Iterable, Iterator
from functools import cache, cached_property
from itertools import combinations, groupby, takewhile
from typing import NamedTuple, TypeAlias

from quandary.draw.shapes import Point
from quandary.parts.named import cell_name
from quandary.pencil.marks import AnyMark
from quandary.pencil.words.graph import Links, beside, groups
from quandary.pencil.words.word import Scope, SpotNumber, ValueSet, values_of

CellNumber: TypeAlias = int
UP, RIGHT, DOWN, LEFT = range(4)
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""The row and column of each direction."""
OPEN = -1
"""The value of a spot on which nothing is written."""


class Write(NamedTuple):
    """A mark written on a spot."""

    spot: SpotNumber
    value: int
    text: str

    def __str__(self) -> str:
        return self.text


class Through(NamedTuple):
    """A way of a line through a cell: its two edges, the other edges of the cell, and those on which it would go on."""

    is_straight: bool
    edges: Scope
    others: Scope
    onward: Scope


class SpotPlace(NamedTuple):
    """A spot: its name, the middle of it on the board in cells, its ends if it is an edge, and its mark."""

    name: str
    middle: Point
    ends: tuple[Point, Point] | None
    mark: AnyMark


@cache
def grid_of(rows: int, columns: int, marks: tuple[AnyMark, ...]) -> "Grid":
    """Return the geometry of a board, the same object for equal boards."""
    return Grid(rows, columns, marks)


class Grid:
    """The geometry of a board with marks.

    >>> from quandary.pencil.marks import Edges, Shade
    >>> grid = Grid(2, 3, (Shade(),))
    >>> grid.rows, grid.near(0), len(grid.beside), len(grid.touching)
    (((0, 1, 2), (3, 4, 5)), (1, 3), 7, 11)
    >>> [str(move) for move in Grid(1, 1, (Edges(on="grid lines"),)).moves[0]]
    ['r1c1.top=cross', 'r1c1.top=line']
    """

    def __init__(self, rows: int, columns: int, marks: tuple[AnyMark, ...]) -> None:
        self.height, self.width, self.marks = rows, columns, marks
        self.cells: Scope = tuple(range(rows * columns))
        """All cells."""
        self.rows: tuple[Scope, ...] = tuple(
            self.cells[at : at + columns] for at in range(0, rows * columns, columns)
        )
        self.columns: tuple[Scope, ...] = tuple(self.cells[at::columns] for at in range(columns))
        self.places: list[SpotPlace] = []
        self.domains: list[ValueSet] = []
        for mark in marks:
            found = list(self._layer(mark))
            self.places += found
            self.domains += [mark.domain(rows, columns)] * len(found)

    @property
    def lines(self) -> tuple[Scope, ...]:
        """The rows and the columns."""
        return self.rows + self.columns

    @cached_property
    def moves(self) -> tuple[tuple[Write, ...], ...]:
        """The moves of each spot, by value."""
        return tuple(
            tuple(
                Write(spot, value, f"{place.name}={place.mark.text(value)}")
                for value in values_of(self.domains[spot])
            )
            for spot, place in enumerate(self.places)
        )

    @cached_property
    def beside(self) -> Links:
        """The pairs of cells that share a side."""
        return tuple((cell, other) for cell in self.cells for other in self.near(cell) if cell < other)

    @cached_property
    def touching(self) -> Links:
        """The pairs of cells that share a side or a corner."""
        return tuple((cell, other) for cell in self.cells for other in self.around(cell) if cell < other)

    @cached_property
    def squares(self) -> tuple[Scope, ...]:
        """The squares of four cells."""
        return tuple(
            (cell, cell + 1, cell + self.width, cell + self.width + 1)
            for cell in self.cells
            if cell % self.width + 1 < self.width and cell + self.width < len(self.cells)
        )

    def boxes(self, rows: int, columns: int) -> tuple[Scope, ...]:
        """Return the boxes with these numbers of rows and columns."""
        return tuple(
            tuple(self.rows[top + down][left + right] for down in range(rows) for right in range(columns))
            for top in range(0, self.height, rows)
            for left in range(0, self.width, columns)
        )

    def near(self, cell: CellNumber) -> Scope:
        """Return the cells that share a side with a cell."""
        return self._near[cell]

    def around(self, cell: CellNumber) -> Scope:
        """Return the cells that share a side or a corner with a cell."""
        return tuple(
            self._stepped(
                cell, [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
            )
        )

    def way(self, cell: CellNumber, direction: int) -> Scope:
        """Return the cells in a direction, up, right, down or left, to the edge of the board."""
        row, column = divmod(cell, self.width)
        match direction:
            case 0:
                return self.columns[column][:row][::-1]
            case 1:
                return self.rows[row][column + 1 :]
            case 2:
                return self.columns[column][row + 1 :]
        return self.rows[row][:column][::-1]

    def groups(self, cells: Iterable[CellNumber]) -> list[set[CellNumber]]:
        """Return the connected groups of some cells.

        >>> Grid(2, 3, ()).groups([0, 3, 2])
        [{0, 3}, {2}]
        """
        return groups(cells, beside(self.beside))

    def until(self, way: Scope, stops: Collection[CellNumber]) -> Scope:
        """Return the cells on a way up to the first of some others."""
        return tuple(takewhile(lambda cell: cell not in stops, way))

    def seen(self, cell: CellNumber, stops: Collection[CellNumber]) -> Scope:
        """Return the cells that are seen from a cell up to some others, in all directions."""
        return tuple(other for way in range(4) for other in self.until(self.way(cell, way), stops))

    def runs(self, stops: Collection[CellNumber]) -> list[Scope]:
        """Return the parts of rows and columns between some cells.

        >>> Grid(2, 3, ()).runs([1])
        [(0,), (2,), (3, 4, 5), (0, 3), (4,), (2, 5)]
        """
        parts = (groupby(line, lambda cell: cell in stops) for line in self.lines)
        return [tuple(run) for part in parts for stops_it, run in part if not stops_it]

    def spans(self, regions: Iterable[Scope]) -> list[Scope]:
        """Return the shortest parts of lines that begin in one region, cross another and end in a third.

        >>> Grid(2, 4, ()).spans([(0, 4), (1, 2, 5, 6), (3, 7)])
        [(0, 1, 2, 3), (4, 5, 6, 7)]
        """
        label = {cell: at for at, region in enumerate(regions) for cell in region}
        found = list[Scope]()
        for line in self.lines:
            parts = [tuple(part) for _, part in groupby(line, label.get)]
            found += [(a[-1], *b, c[0]) for a, b, c in zip(parts, parts[1:], parts[2:], strict=False)]
        return found

    def ring(self, cell: CellNumber) -> tuple[Scope, bool]:
        """Return the cells around a cell in their order, and whether the last is beside the first."""
        row, column = divmod(cell, self.width)
        there = [
            [*self._stepped(cell, (step,))]
            for step in ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
        ]
        inside = 0 < row < self.height - 1 and 0 < column < self.width - 1
        first = 0 if inside else next(at for at, here in enumerate(there) if here and not there[at - 1])
        return tuple(other for here in (*there[first:], *there[:first]) for other in here), inside

    @cached_property
    def edges(self) -> Scope:
        """The spots of the edges."""
        return tuple(spot for spot, place in enumerate(self.places) if place.ends)

    @cached_property
    def ends(self) -> tuple[tuple[int, int], ...]:
        """The two ends of each edge, as numbers of cells or of dots."""
        number = {
            point: at
            for at, point in enumerate(sorted({p for s in self.edges for p in self._ends(s)}, key=_by_row))
        }
        return tuple((number[a], number[b]) for a, b in map(self._ends, self.edges))

    def sides(self, cell: CellNumber) -> Scope:
        """Return the spots of the four sides of a cell."""
        return self._sides[cell]

    def out(self, cell: CellNumber) -> dict[int, SpotNumber]:
        """Return the edges from the centre of a cell, or its walls, by direction."""
        return self._out[cell]

    def beyond(self, cell: CellNumber) -> dict[int, SpotNumber]:
        """Return the edges that go on from the next cells, by direction."""
        near = {way: self.way(cell, way)[:1] for way in range(4)}
        return {
            way: self.out(next_[0])[way] for way, next_ in near.items() if next_ and way in self.out(next_[0])
        }

    def through(self, cell: CellNumber) -> Iterator["Through"]:
        """Yield the ways of a line through the centre of a cell.

        >>> from quandary.pencil.marks import Edges
        >>> next(Grid(2, 3, (Edges(),)).through(0))
        Through(is_straight=False, edges=(0, 4), others=(), onward=(1,))
        """
        near, far = self.out(cell), self.beyond(cell)
        for one, other in combinations(near, 2):
            others = tuple(edge for way, edge in near.items() if way not in (one, other))
            onward = tuple(far[way] for way in (one, other) if way in far)
            yield Through(other - one == 2, (near[one], near[other]), others, onward)

    def name(self, cell: CellNumber) -> str:
        """Return the name of a cell for people.

        >>> Grid(2, 2, ()).name(2)
        'r2c1'
        """
        return cell_name(*divmod(cell, self.width))

    def centre(self, cell: CellNumber) -> Point:
        """Return the middle of a cell."""
        row, column = divmod(cell, self.width)
        return column + 0.5, row + 0.5

    @cached_property
    def _near(self) -> tuple[Scope, ...]:
        return tuple(tuple(self._stepped(cell, ((0, -1), (0, 1), (-1, 0), (1, 0)))) for cell in self.cells)

    @cached_property
    def _sides(self) -> tuple[Scope, ...]:
        at = {self.places[spot].middle: spot for spot in self.edges}
        return tuple(
            tuple(at[x + dx / 2, y + dy / 2] for dy, dx in STEPS) for x, y in map(self.centre, self.cells)
        )

    @cached_property
    def _out(self) -> tuple[dict[int, SpotNumber], ...]:
        at = {self.places[spot].middle: spot for spot in self.edges}
        return tuple(
            {way: at[near] for way, (dy, dx) in enumerate(STEPS) if (near := (x + dx / 2, y + dy / 2)) in at}
            for x, y in map(self.centre, self.cells)
        )

    def _stepped(
        self, cell: CellNumber, steps: "list[tuple[int, int]] | tuple[tuple[int, int], ...]"
    ) -> Iterator[CellNumber]:
        row, column = divmod(cell, self.width)
        for down, right in steps:
            if 0 <= row + down < self.height and 0 <= column + right < self.width:
                yield (row + down) * self.width + column + right

    def _ends(self, spot: SpotNumber) -> tuple[Point, Point]:
        ends = self.places[spot].ends
        return ends if ends else ((0, 0), (0, 0))

    def _layer(self, mark: AnyMark) -> Iterator[SpotPlace]:
        if mark.layer == "cells":
            for cell in self.cells:
                yield SpotPlace(self.name(cell), self.centre(cell), None, mark)
        elif mark.layer == "between":
            for cell, other in ((a, b) for gap in (1, self.width) for a, b in self.beside if b - a == gap):
                a, b = self.centre(cell), self.centre(other)
                yield SpotPlace(f"{self.name(cell)}-{self.name(other)}", _middle(a, b), (a, b), mark)
        elif mark.layer == "walls":
            yield from self._walls(mark)
        else:
            yield from self._grid_lines(mark)

    def _walls(self, mark: AnyMark) -> Iterator[SpotPlace]:
        for gap, side in ((1, "right"), (self.width, "bottom")):
            for cell, other in self.beside:
                if other - cell == gap:
                    row, column = divmod(other, self.width)
                    ends = ((column, row), (column, row + 1) if gap == 1 else (column + 1, row))
                    yield SpotPlace(f"{self.name(cell)}.{side}", _middle(*ends), ends, mark)

    def _grid_lines(self, mark: AnyMark) -> Iterator[SpotPlace]:
        for row in range(self.height + 1):
            for column in range(self.width):
                at = self.name(min(row, self.height - 1) * self.width + column)
                ends = ((column, row), (column + 1, row))
                yield SpotPlace(
                    f"{at}.{'top' if row < self.height else 'bottom'}", _middle(*ends), ends, mark
                )
        for row in range(self.height):
            for column in range(self.width + 1):
                at = self.name(row * self.width + min(column, self.width - 1))
                ends = ((column, row), (column, row + 1))
                yield SpotPlace(
                    f"{at}.{'left' if column < self.width else 'right'}", _middle(*ends), ends, mark
                )


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _by_row(point: Point) -> Point:
    return point[1], point[0]
