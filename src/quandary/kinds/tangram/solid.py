"""The pieces and the board of a declaration as things to be made."""

from collections.abc import Sequence

from quandary.kinds.tangram.declare import Piece
from quandary.kinds.tangram.draw import colour_of
from quandary.kinds.tangram.lattice import LATTICES, Cell
from quandary.kinds.tangram.rules import Tangram
from quandary.kinds.tangram.sets import PENTOMINOES, board_from
from quandary.solid import BoardCell, Corners, PieceCell, SolidPiece
from quandary.solid import Tangram as Solid


def tangram(puzzles: Sequence[Tangram]) -> Solid:
    """Return the pieces and the board of the first puzzle, or of the pentominoes.

    >>> made = tangram([])
    >>> sum(len(piece.cells) * piece.copies for piece in made.pieces), len(made.board)
    (60, 60)
    """
    base = PENTOMINOES
    usual = Tangram(base.lattice, board_from(base.lattice, base.board), base.pieces)
    puzzle = next(iter(puzzles), usual)
    pieces = tuple(
        SolidPiece(
            _file_name(puzzle, piece),
            tuple(_cell(puzzle.lattice, piece, at) for at in range(len(piece.cells))),
            f"pale-{colour_of(puzzle, piece)}",
            piece.copies,
        )
        for piece in puzzle.pieces
    )
    board = tuple(BoardCell(_corners(puzzle.lattice, cell), cell in puzzle.bumps) for cell in puzzle.board)
    return Solid("tangram", pieces, board)


def _file_name(puzzle: Tangram, piece: Piece) -> str:
    """Return a name that no other piece and not the board has, in large or small letters."""
    others = {"board", *(other.called.lower() for other in puzzle.pieces if other != piece)}
    return f"{piece.called}-{piece.letter}" if piece.called.lower() in others else piece.called


def _cell(lattice: str, piece: Piece, at: int) -> PieceCell:
    # Holes are only made where a declaration names them: without bumps none are needed.
    holed = bool(piece.holes)
    corners = _corners(lattice, piece.cells[at])
    return PieceCell(corners, holed and piece.has_hole(at, 0), holed and piece.has_hole(at, 1))


def _corners(lattice: str, cell: Cell) -> Corners:
    """Return the corners of a cell counter-clockwise, with y upwards."""
    grid = LATTICES[lattice]
    return tuple((x, -y) for x, y in (grid.position(corner) for corner in reversed(grid.corners(cell))))
