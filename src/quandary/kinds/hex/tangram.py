"""The pieces and the board of HEX as things to be made."""

from collections.abc import Sequence

from quandary.kinds.hex.board import CELLS, Cell, position
from quandary.kinds.hex.constraints import Hole, groups
from quandary.kinds.hex.generate import SELECTED
from quandary.kinds.hex.pieces import COPIES, PIECES, REFERENCE
from quandary.kinds.hex.rules import Hex
from quandary.solid import BoardCell, Corners, PieceCell, SolidPiece, Tangram


def tangram(puzzles: Sequence[Hex]) -> Tangram:
    """Return the pieces with the holes and colours of the first puzzle over bumps, or else of the thesis.

    >>> made = tangram([])
    >>> sum(len(piece.cells) * piece.copies for piece in made.pieces), len(made.board)
    (60, 54)
    """
    over = next((puzzle for puzzle in puzzles if puzzle.pattern is not None), None)
    pattern = over.pattern if over and over.pattern else SELECTED
    blue = (over or next(iter(puzzles), None) or Hex("Hexagon")).blue
    colours = {piece: colour for colour, members in groups(blue).items() for piece in members}
    pieces = []
    for name in PIECES:
        first, second = pattern.holes(name)
        cells = tuple(
            PieceCell(_corners(CELLS[cell]), _has(first, CELLS[cell]), _has(second, CELLS[cell]))
            for cell in REFERENCE[name]
        )
        pieces.append(SolidPiece(name, cells, f"pale-{colours[name]}", COPIES[name]))
    board = tuple(BoardCell(_corners(cell), bump=not cell.points_up) for cell in CELLS)
    return Tangram("HEX", tuple(pieces), board)


def _has(hole: Hole, cell: Cell) -> bool:
    return hole is Hole.FULL or hole is (Hole.ODD if cell.points_up else Hole.EVEN)


def _corners(cell: Cell) -> Corners:
    """Return the corners of a triangle counter-clockwise, with y upwards."""
    tip, left, right = (position(*corner) for corner in cell.corners)
    around = (tip, left, right) if cell.points_up else (tip, right, left)
    return tuple((x, -y) for x, y in around)
