"""The elements that the cells of a panel may hold. Each has a colour, because stars count colours."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

CellSet: TypeAlias = frozenset[tuple[int, int]]
"""The cells of a polyomino as (x, y) from the bottom left, with smallest x and y equal to 0."""


class Colour(StrEnum):
    """The colours of the elements."""

    BLACK = "black"
    WHITE = "white"
    CYAN = "cyan"
    MAGENTA = "magenta"
    YELLOW = "yellow"
    RED = "red"
    GREEN = "green"
    BLUE = "blue"
    ORANGE = "orange"


LARGEST_SHAPE = 200
"""The most places in the rectangle around a polyomino."""
HOLLOW = Colour.BLUE
"""The colour in which the game draws hollow polyominoes."""


@dataclass(frozen=True)
class Square:
    """Holds when every square of its region has the same colour."""

    colour: Colour

    def __str__(self) -> str:
        return f"{self.colour} square"


@dataclass(frozen=True)
class Star:
    """Holds when its region has exactly two elements of its colour, itself included, of any type."""

    colour: Colour

    def __str__(self) -> str:
        return f"{self.colour} star"


@dataclass(frozen=True)
class Triangles:
    """Hold when the path runs along exactly `count` of the cell's four edges, 1 to 4 of them."""

    count: int
    colour: Colour = Colour.ORANGE

    def __str__(self) -> str:
        return "triangle" if self.count == 1 else f"{self.count} triangles"


@dataclass(frozen=True)
class Polyomino:
    """Holds when the region's polyominoes, minus the hollow ones, can be laid out to cover it exactly.

    The shape need not be connected. Shapes are moved and, if they rotate, turned, but not mirrored.
    The game draws solid ones in yellow and hollow ones in `HOLLOW`.
    """

    shape: CellSet
    rotates: bool = False
    hollow: bool = False
    colour: Colour = Colour.YELLOW

    def __str__(self) -> str:
        return f"{'hollow ' if self.hollow else ''}polyomino of {len(self.shape)}"


@dataclass(frozen=True)
class Eliminator:
    """Removes one failing element of its region. An eliminator that finds nothing to remove fails itself."""

    colour: Colour = Colour.WHITE

    def __str__(self) -> str:
        return "eliminator"


Element: TypeAlias = Square | Star | Triangles | Polyomino | Eliminator
"""An element of a cell."""


def fits(shape: CellSet) -> bool:
    """Return whether a shape is small enough for every notation, even if it is longer than any panel.

    >>> bar = frozenset((x, 0) for x in range(100))
    >>> fits(bar), fits(bar | {(0, 3)})
    (True, False)
    """
    return (max(x for x, _ in shape) + 1) * (max(y for _, y in shape) + 1) <= LARGEST_SHAPE


def at_origin(cells: CellSet) -> CellSet:
    """Move a shape so that its smallest x and y are 0.

    >>> sorted(at_origin(frozenset({(2, 5), (3, 5)})))
    [(0, 0), (1, 0)]
    """
    left, bottom = min(x for x, _ in cells), min(y for _, y in cells)
    return frozenset((x - left, y - bottom) for x, y in cells)


def turned(shape: CellSet) -> CellSet:
    """Rotate a shape by a quarter turn.

    >>> sorted(turned(frozenset({(0, 0), (1, 0), (2, 0), (2, 1)})))
    [(0, 2), (1, 0), (1, 1), (1, 2)]
    """
    return at_origin(frozenset((-y, x) for x, y in shape))


def orientations(polyomino: Polyomino) -> list[CellSet]:
    """Return the shapes that a polyomino may take, each once."""
    shapes = [polyomino.shape]
    for _ in range(3 if polyomino.rotates else 0):
        shapes.append(turned(shapes[-1]))
    return list(dict.fromkeys(shapes))
