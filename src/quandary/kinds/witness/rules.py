"""The rules of Witness panels in plain Python: the reference.

A panel is a grid of `width` × `height` cells with lines between them. A path runs along the lines
from an entrance to an exit, meets no junction twice, and has to satisfy every element on its way.

Junctions and cells are (x, y), counted from the bottom left, from (0, 0). What lies on the lines is
at a *place*, the sum of the two junctions it lies between: (1, 0) is the edge from (0, 0) to (1, 0),
and junction (1, 1) is at the place (2, 2).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import pairwise
from typing import TypeAlias

Junction: TypeAlias = tuple[int, int]
Cell: TypeAlias = tuple[int, int]
Place: TypeAlias = tuple[int, int]
Path: TypeAlias = tuple[Junction, ...]
"""A state: the junctions of the path so far."""

STEPS = {"up": (0, 1), "right": (1, 0), "down": (0, -1), "left": (-1, 0)}
"""The moves, in the order in which they are always listed, with the direction of each."""

MOST_CELLS = 10
"""The most cells along a side: a search on a larger panel never ends."""


class Colour(StrEnum):
    """The colours of the elements that have one."""

    BLACK = "black"
    WHITE = "white"
    CYAN = "cyan"
    MAGENTA = "magenta"
    YELLOW = "yellow"
    RED = "red"
    GREEN = "green"
    BLUE = "blue"
    ORANGE = "orange"


@dataclass(frozen=True)
class Square:
    """Holds when every square of its region has the same colour."""

    colour: Colour

    def __str__(self) -> str:
        return f"{self.colour} square"


@dataclass(frozen=True)
class Triangles:
    """Hold when the path runs along exactly `count` of the cell's four edges."""

    count: int

    def __str__(self) -> str:
        return "triangle" if self.count == 1 else f"{self.count} triangles"


Element: TypeAlias = Square | Triangles
"""What a cell may hold."""


@dataclass(frozen=True)
class Panel:
    """A Witness panel, as a path puzzle whose states are paths.

    >>> panel = Panel(1, 1, entrances=frozenset({(0, 0)}), exits=frozenset({(1, 1)}))
    >>> panel.moves(((0, 0),))
    ['up', 'right']
    >>> panel.apply(((0, 0),), "up")
    ((0, 0), (0, 1))
    >>> panel.is_solved(((0, 0), (0, 1), (1, 1)))
    True

    No junction is both entrance and exit, and no edge is two of: crossed by a hexagon, broken by a gap,
    missing. `notation.parse` sees to that, and to everything being on the panel.
    """

    width: int
    height: int
    entrances: frozenset[Junction]
    exits: frozenset[Junction]
    hexagons: frozenset[Place] = frozenset()
    """Junctions and edges that the path must cover."""
    gaps: frozenset[Place] = frozenset()
    """Edges that are broken, so that the path cannot cross them."""
    missing: frozenset[Place] = frozenset()
    """Edges that are not drawn at all; to the path they are like gaps."""
    cells: frozenset[tuple[Cell, Element]] = frozenset()

    # The four methods

    def starts(self) -> tuple[Path, ...]:
        """A path of one junction for each entrance, from left to right, then from the bottom up."""
        return tuple((junction,) for junction in sorted(self.entrances))

    def moves(self, state: Path) -> list[str]:
        """The directions in which the path can go on: up, right, down, left."""
        return [move for move, there in self.ways[state[-1]].items() if there not in state]

    def apply(self, state: Path, move: str) -> Path:
        """The path, one step longer."""
        return (*state, self.ways[state[-1]][move])

    def is_solved(self, state: Path) -> bool:
        """Whether the path ends at an exit and every element holds.

        An exit that is reached too early does not end play: the path may run on to another one.
        """
        if state[-1] not in self.exits:
            return False
        covered = covered_by(state)
        return self.hexagons <= covered and self._triangles_hold(covered) and self._squares_hold(covered)

    # What follows from the fields

    @cached_property
    def ways(self) -> dict[Junction, dict[str, Junction]]:
        """Where each move leads from each junction, along edges that can be crossed."""
        blocked = self.gaps | self.missing
        return {
            here: {
                move: there
                for move in STEPS
                if self.has_junction(there := step(here, move)) and between(here, there) not in blocked
            }
            for here in self.junctions()
        }

    @cached_property
    def element_at(self) -> dict[Cell, Element]:
        """The elements by cell; empty cells are left out."""
        return dict(self.cells)

    @cached_property
    def colour_at(self) -> dict[Cell, Colour]:
        """The colours of the squares by cell."""
        return {cell: element.colour for cell, element in self.cells if isinstance(element, Square)}

    @cached_property
    def dividers(self) -> frozenset[Place]:
        """The edges between squares of different colours: no solution leaves one out."""
        colours = self.colour_at
        return frozenset(
            side
            for cell, colour in colours.items()
            for side, beyond in sides(cell)
            if colours.get(beyond, colour) != colour
        )

    @cached_property
    def _triangle_sides(self) -> list[tuple[int, list[Place]]]:
        return [
            (element.count, [side for side, _ in sides(cell)])
            for cell, element in self.cells
            if isinstance(element, Triangles)
        ]

    def has_junction(self, junction: Junction) -> bool:
        """Whether the junction is on the panel."""
        return 0 <= junction[0] <= self.width and 0 <= junction[1] <= self.height

    def junctions(self) -> Iterator[Junction]:
        """All junctions, row by row from the bottom."""
        return ((x, y) for y in range(self.height + 1) for x in range(self.width + 1))

    def edges(self) -> Iterator[tuple[Junction, Junction]]:
        """All edges by their two junctions, missing ones included, row by row from the bottom."""
        for here in self.junctions():
            for move in ("up", "right"):
                if self.has_junction(there := step(here, move)):
                    yield here, there

    def regions(self, covered: frozenset[Place]) -> Iterator[list[Cell]]:
        """The parts into which a path divides the cells, given the places that it covers."""
        todo = {(x, y) for x in range(self.width) for y in range(self.height)}
        while todo:
            region = [todo.pop()]
            for cell in region:  # grows while we walk it
                for side, beyond in sides(cell):
                    if beyond in todo and side not in covered:
                        todo.remove(beyond)
                        region.append(beyond)
            yield region

    def _squares_hold(self, covered: frozenset[Place]) -> bool:
        colours = self.colour_at
        if not self.dividers <= covered:  # nearly always enough to tell, and quick
            return False
        return all(
            len({colours[cell] for cell in region if cell in colours}) <= 1
            for region in self.regions(covered)
        )

    def _triangles_hold(self, covered: frozenset[Place]) -> bool:
        return all(count == sum(side in covered for side in around) for count, around in self._triangle_sides)


def step(junction: Junction, move: str) -> Junction:
    """The junction that a move leads to, on the panel or off it."""
    dx, dy = STEPS[move]
    return junction[0] + dx, junction[1] + dy


def between(here: Junction, there: Junction) -> Place:
    """The place of the edge between two neighbours; of a junction, given twice, its own."""
    return here[0] + there[0], here[1] + there[1]


def sides(cell: Cell) -> Iterator[tuple[Place, Cell]]:
    """The four edges around a cell, each with the cell beyond it, on the panel or off it."""
    x, y = cell
    for dx, dy in STEPS.values():
        yield (2 * x + 1 + dx, 2 * y + 1 + dy), (x + dx, y + dy)


def covered_by(path: Path) -> frozenset[Place]:
    """The places of the junctions and edges on a path.

    >>> sorted(covered_by(((0, 0), (1, 0))))
    [(0, 0), (1, 0), (2, 0)]
    """
    junctions = {between(here, here) for here in path}
    return frozenset(junctions.union(between(here, there) for here, there in pairwise(path)))
