"""The ten pieces, and every location that each can take on the board.

Locations are numbered piece by piece. For each piece, the reference cells are put through the twelve
symmetries in order and slid over the board row by row. A set of cells that occurs again keeps its first
number. Counted over all pieces, the number of a location is also the number of the move that puts the
piece there.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from quandary.kinds.hex.board import CELLS, NUMBER, SYMMETRIES, corners, halo, lines
from quandary.parts.laying import Place
from quandary.parts.masks import bits, mask_of
from quandary.puzzle import Slot

REFERENCE = {
    "Hexagon": (0, 1, 2, 8, 9, 10),
    "Butterfly": (1, 2, 3, 9, 10, 11),
    "Elbow": (0, 1, 2, 3, 7, 8),
    "Line": (0, 1, 2, 3, 4, 5),
    "Mountains": (0, 1, 2, 7, 8, 9),
    "Wrench": (0, 1, 2, 3, 4, 8),
    "Triangle": (1, 2, 3, 4, 5, 10),
    "Hook": (0, 1, 8, 9, 10, 11),
    "Trapezoid": (0, 1, 2),
    "Snake": (0, 1, 2, 10, 11, 12),
}
"""The cells of each piece in its first location. The order of the pieces breaks ties."""

PIECES = tuple(REFERENCE)
TRAPEZOID = "Trapezoid"
COPIES = {piece: 2 if piece == TRAPEZOID else 1 for piece in PIECES}
LETTERS = dict(zip(PIECES, "HBELMWTKZS", strict=True))
"""The letter of each piece. K is the Hook."""
ORDER = (
    "Line",
    "Mountains",
    "Wrench",
    "Triangle",
    "Hook",
    "Snake",
    "Hexagon",
    "Elbow",
    "Butterfly",
    TRAPEZOID,
)
"""The order in which solutions list their pieces, and in which starting pieces are tried."""


@dataclass(frozen=True, eq=False)
class Location:
    """A place for a piece, with its properties."""

    number: int
    """The number of the move, from 0 to 1128."""
    index: int
    """The number among the locations of the same piece."""
    piece: str
    mask: int
    orientations: frozenset[tuple[int, int]]
    """The (side, parity) of every way to lay the piece there: side 1 or 2 is down on the board, and
    with parity 1 the cells that pointed up in the reference now point down."""
    first: tuple[int, int]
    """The (side, parity) of the first symmetry that gave the location."""

    @cached_property
    def place(self) -> Place:
        """The move."""
        return Place(self.piece, self.mask)

    @cached_property
    def fills(self) -> tuple[Slot, ...]:
        """The slots that the move fills: its piece and its cells."""
        return (PIECE_SLOTS[self.piece], *(CELL_SLOTS[cell] for cell in bits(self.mask)))

    @cached_property
    def halo(self) -> int:
        """The cells that share an edge with the location."""
        return halo(self.mask)

    @cached_property
    def corners(self) -> int:
        """The corners of the cells."""
        return corners(self.mask)

    @cached_property
    def lines(self) -> int:
        """The rows of the cells, in all three directions."""
        return lines(self.mask)


PIECE_SLOTS = {piece: Slot("piece", piece) for piece in PIECES}
CELL_SLOTS = tuple(Slot("cell", cell) for cell in range(len(CELLS)))


def _locations(piece: str) -> dict[int, list[tuple[int, int]]]:
    """Return every set of cells that a piece can take, with the (side, parity) of each way to get it."""
    found: dict[int, list[tuple[int, int]]] = {}
    for symmetry, to in enumerate(SYMMETRIES):
        shape = [CELLS[to[cell]] for cell in REFERENCE[piece]]
        side, parity = 1 + symmetry // 6, (symmetry // 6 + symmetry) % 2
        for cell in CELLS:
            down, right = cell.row - shape[0].row, cell.column - shape[0].column
            moved = [(row + down, column + right) for row, column in shape]
            if (down + right) % 2 == 0 and all(each in NUMBER for each in moved):
                found.setdefault(mask_of(NUMBER[each] for each in moved), []).append((side, parity))
    return found


def _all_locations() -> tuple[Location, ...]:
    found: list[Location] = []
    for piece in PIECES:
        for index, (mask, ways) in enumerate(_locations(piece).items()):
            found.append(Location(len(found), index, piece, mask, frozenset(ways), ways[0]))
    return tuple(found)


LOCATIONS = _all_locations()
"""All locations, by number."""
BY_PIECE = {piece: tuple(each for each in LOCATIONS if each.piece == piece) for piece in PIECES}
FIRST = dict(zip(PIECES, accumulate((len(BY_PIECE[piece]) for piece in PIECES), initial=0), strict=False))
"""The number of each piece's first location."""
AT = {(each.piece, each.mask): each for each in LOCATIONS}
SHAPES = {each.mask: each.piece for each in LOCATIONS if each.piece != TRAPEZOID}
"""The big piece that fits a set of six cells exactly. These are all the sets made of two trapezoids."""


def location(place: Place) -> Location:
    """Return the location of a move.

    >>> location(Place("Trapezoid", 0b111)).index
    0
    """
    return AT[place]
