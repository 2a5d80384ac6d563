"""What people write: digits, shading, lines, walls. Each mark is a layer of spots, on cells or on edges."""

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from quandary.pencil.words.word import OFF, ON, ValueSet

Layer: TypeAlias = Literal["cells", "between", "grid lines", "walls"]
"""Where the spots of a mark are: on cells, on edges between the centres of cells, on the lines of the grid with its frame,
or on those between cells."""


@dataclass(frozen=True)
class Digits:
    """A number in each cell, up to the longer side of the board if no highest is said.

    >>> Digits(1, 4).text(3)
    '3'
    """

    low: int = 1
    high: int = 0
    name: str = "digit"
    layer: ClassVar[Layer] = "cells"
    everywhere: ClassVar[bool] = True
    """Whether every spot is written on. If not, crosses may be left out."""

    def domain(self, rows: int, columns: int) -> ValueSet:
        """Return the values that a spot can have, as bits."""
        high = self.high or max(rows, columns)
        return (2 << high) - (1 << self.low)

    def text(self, value: int) -> str:
        """Return how a value is written in a move."""
        return str(value)

    def called(self, value: int) -> tuple[str, str]:
        """Return what one spot with a value is called, and several."""
        return str(value), f"{value}s"


class _TwoValues:
    """A mark or its opposite. People write both, and records of people show it."""

    name: str
    other: str
    everywhere: bool = False

    def domain(self, rows: int, columns: int) -> ValueSet:
        """Return both values, as bits."""
        return OFF | ON

    def text(self, value: int) -> str:
        """Return how a value is written in a move."""
        return (self.name if value else self.other).replace(" ", "-")

    def called(self, value: int) -> tuple[str, str]:
        """Return what one spot with a value is called, and several.

        >>> Shade("star").called(1), Shade("black", other="white").called(0)
        (('star', 'stars'), ('white cell', 'white cells'))
        """
        word = self.name if value else self.other
        word = f"{word} cell" if word in ("black", "white", "shaded", "unshaded") else word
        return word, f"{word}es" if word.endswith(("s", "sh")) else f"{word}s"


@dataclass(frozen=True)
class Shade(_TwoValues):
    """A mark in a cell, or a cross that says that there is none. It looks like a filled cell, a star or a disc.

    A slant is a line from corner to corner, falling to the right, or rising if it is the other; every cell has one.
    """

    name: str = "shaded"
    other: str = "cross"
    look: Literal["filled", "star", "disc", "slant"] = "filled"
    layer: ClassVar[Layer] = "cells"

    @property
    def everywhere(self) -> bool:  # type: ignore[override]
        """Whether the other value is a mark as well, and not only a cross."""
        return self.look == "slant"


@dataclass(frozen=True)
class Edges(_TwoValues):
    """A line along an edge, or a cross that says that there is none."""

    name: str = "line"
    other: str = "cross"
    on: Literal["between", "grid lines"] = "between"

    @property
    def layer(self) -> Layer:
        """Where the edges are."""
        return self.on


@dataclass(frozen=True)
class Walls(_TwoValues):
    """A wall between two cells, or a cross that says that there is none."""

    name: str = "wall"
    other: str = "cross"
    layer: ClassVar[Layer] = "walls"


AnyMark: TypeAlias = Digits | Shade | Edges | Walls
