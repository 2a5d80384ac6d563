"""HEX as a declared tangram: its ten pieces, its board of 54 triangles, and what follows from them.

A set of cells is an integer with one bit per cell. Cells are numbered row by row:

             0  1  2  3  4  5  6                row 0, columns 2 to 8
          7  8  9 10 11 12 13 14 15             row 1, columns 1 to 9
      16 17 18 19 20 21 22 23 24 25 26          row 2, columns 0 to 10
      27 28 29 30 31 32 33 34 35 36 37          row 3
         38 39 40 41 42 43 44 45 46             row 4
            47 48 49 50 51 52 53                row 5

The triangle at row r and column c points up if r + c is even.
"""

from dataclasses import replace

from quandary.kinds.tangram.declare import Location, Piece, layout
from quandary.kinds.tangram.lattice import points_up
from quandary.kinds.tangram.sets import FREE, HEX, NO_CELL, board_from
from quandary.parts.laying import Place
from quandary.parts.masks import bits, mask_of

PIECES = tuple(piece.name for piece in HEX.pieces)
"""The names of the pieces. Their order breaks ties."""
LETTERS = {piece.name: piece.letter for piece in HEX.pieces}
"""The letter of each piece. K is the Hook."""
COPIES = {piece.name: piece.copies for piece in HEX.pieces}
TRAPEZOID = "Trapezoid"
ORDER = (
    *("Line", "Mountains", "Wrench", "Triangle", "Hook", "Snake", "Hexagon", "Elbow", "Butterfly"),
    TRAPEZOID,
)
"""The order in which solutions list their pieces, and in which starting pieces are tried."""

DECLARED: dict[str, Piece] = {piece.name: replace(piece, letter=piece.name) for piece in HEX.pieces}
"""The pieces as declared, but for their letters: a move names the piece."""
LAYOUT = layout(HEX.lattice, board_from(HEX.lattice, HEX.board), tuple(DECLARED.values()), ())
"""The board without bumps, which all puzzles share."""
ROWS = tuple((row.count(NO_CELL), row.count(FREE)) for row in HEX.board.split("/"))
"""The first column and the length of each row."""
CELLS, FULL, SYMMETRIES = LAYOUT.board, LAYOUT.full, LAYOUT.symmetries
DOWN_CELLS = tuple(cell for cell in CELLS if not points_up(cell))
DOWN = mask_of(LAYOUT.number[cell] for cell in DOWN_CELLS)
"""The cells that point down, which have the bumps on the side with bumps."""
LOCATIONS: tuple[Location, ...] = LAYOUT.locations
"""All locations, by number."""
BY_PIECE = LAYOUT.by_piece
AT = LAYOUT.at
FIRST = {piece: places[0].number for piece, places in BY_PIECE.items()}
"""The number of each piece's first location."""
REFERENCE = {piece: tuple(bits(places[0].mask)) for piece, places in BY_PIECE.items()}
"""The cells of each piece in its first location."""
SHAPES = {each.mask: each.piece for each in LOCATIONS if each.piece != TRAPEZOID}
"""The big piece that fits a set of six cells exactly. These are all the sets made of two trapezoids."""


def image(mask: int, symmetry: int) -> int:
    """Rotate or reflect a set of cells: symmetry 6 f + t flips top and bottom f times, then turns t sixths clockwise.

    >>> list(bits(image(mask_of([0, 1, 2]), 1)))
    [5, 6, 14]
    """
    to = SYMMETRIES[symmetry]
    return mask_of(to[cell] for cell in bits(mask))


def location(place: Place) -> Location:
    """Return the location of a move.

    >>> location(Place("Trapezoid", 0b111)).number - FIRST["Trapezoid"]
    0
    """
    return AT[place]
