"""Pieces and boards as things to be made: cells of a lattice, with bumps and the holes that fit over them.

Corners are points of a plane in which x runs right and y runs up, in sides of a cell. Seen from above, a piece
lies with its first side down. Cells that share two corners share an edge.
"""

from dataclasses import dataclass
from typing import TypeAlias

Corner: TypeAlias = tuple[float, float]
Corners: TypeAlias = tuple[Corner, ...]


@dataclass(frozen=True)
class PieceCell:
    """One cell of a piece, its corners counter-clockwise, and where it has holes."""

    corners: Corners
    first: bool = False
    """Whether there is a hole in the side that lies down."""
    second: bool = False
    """Whether there is a hole in the side that lies up."""


@dataclass(frozen=True)
class SolidPiece:
    """A piece to be made."""

    name: str
    cells: tuple[PieceCell, ...]
    colour: str = "pale-blue"
    """The role of its colour."""
    copies: int = 1


@dataclass(frozen=True)
class BoardCell:
    """One cell of a board, its corners counter-clockwise."""

    corners: Corners
    bump: bool = False
    """Whether there is a bump on it, on the side of the board that has bumps."""


@dataclass(frozen=True)
class Tangram:
    """All pieces of a puzzle, and its board."""

    name: str
    pieces: tuple[SolidPiece, ...]
    board: tuple[BoardCell, ...]
