"""The pieces and the board of a declaration as things to be made."""

from collections.abc import Collection, Iterable, Sequence

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
    made = [(_file_name(puzzle, piece), piece, colour_of(puzzle, piece)) for piece in puzzle.pieces]
    return solid("tangram", puzzle.lattice, made, puzzle.board, puzzle.bumps)


def solid(
    name: str,
    lattice: str,
    pieces: Iterable[tuple[str, Piece, str]],
    board: Iterable[Cell],
    bumps: Collection[Cell],
) -> Solid:
    """Return pieces with their names and colours, and a board, as things to be made."""
    made = tuple(
        SolidPiece(
            called,
            tuple(_cell(lattice, piece, at) for at in range(len(piece.cells))),
            f"pale-{colour}",
            piece.copies,
        )
        for called, piece, colour in pieces
    )
    cells = tuple(BoardCell(_corners(lattice, cell), cell in bumps) for cell in board)
    return Solid(name, made, cells)


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
