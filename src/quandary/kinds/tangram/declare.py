"""What a declaration says: the pieces, and every location that each can take on the board.

A set of cells is an integer with one bit per cell. Cells are numbered row by row. Locations are numbered piece
by piece: the cells of a piece are put through the symmetries of the lattice in order and slid over the board row by
row. A set of cells that occurs again keeps its first number, which is also the number of the move that
puts the piece there.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from quandary.kinds.tangram.lattice import LATTICES, Cell, Lattice
from quandary.parts.laying import Place
from quandary.parts.masks import bits, mask_of, union
from quandary.puzzle import Slot

BOTH, FIRST, SECOND, NEITHER = "xfsn"
"""Holes in both sides of a cell of a piece, in its first, in its second, or in neither."""


@dataclass(frozen=True)
class Piece:
    """A polyform: its letter, its cells, what is in them, and how many of it there are."""

    letter: str
    cells: tuple[Cell, ...]
    """Slid to the top left, row by row."""
    holes: str = ""
    """What each cell has: x, f, s or n. Empty if all have holes in both sides."""
    copies: int = 1
    two_sided: bool = True
    """Whether it may be turned over."""
    colour: str = ""
    name: str = ""

    @property
    def called(self) -> str:
        """Its name, or else its letter."""
        return self.name or self.letter

    def has_hole(self, at: int, side: int) -> bool:
        """Return whether a cell, by place, has a hole in side 0 or 1."""
        return (self.holes[at] if self.holes else BOTH) in (BOTH, (FIRST, SECOND)[side])


@dataclass(frozen=True, eq=False)
class Location:
    """A place for a piece, with its properties."""

    number: int
    piece: str
    mask: int
    fits: bool
    """Whether some way of laying the piece there has a hole over every bump."""
    holes: int
    """The cells over which it has a hole if laid the first way that fits, or else the first way."""
    layout: "PieceLayout"

    @cached_property
    def place(self) -> Place:
        """The move."""
        return Place(self.piece, self.mask)

    @cached_property
    def fills(self) -> tuple[Slot, ...]:
        """The slots that the move fills: its piece and its cells."""
        cells = self.layout.cell_slots
        return self.layout.piece_slots[self.piece], *(cells[cell] for cell in bits(self.mask))

    @cached_property
    def halo(self) -> int:
        """The cells that share an edge with the location."""
        return union(self.layout.near, self.mask) & ~self.mask

    @cached_property
    def corners(self) -> int:
        """The corners of the cells."""
        return union(self.layout.corners, self.mask)

    @cached_property
    def lines(self) -> int:
        """The rows that the cells lie in, in every direction."""
        return union(self.layout.lines, self.mask)


class Gaps(NamedTuple):
    """The gaps of a board."""

    sizes: int
    """Their sizes, as a set."""
    single: tuple[int, ...]
    """Those of the size of a piece."""


@dataclass(frozen=True, eq=False)
class PieceLayout:
    """A board and pieces with everything that all their puzzles share. Get it from `layout`, which makes each once."""

    lattice: Lattice
    board: tuple[Cell, ...]
    pieces: tuple[Piece, ...]
    bumps: tuple[Cell, ...]

    @cached_property
    def number(self) -> dict[Cell, int]:
        """The number of each cell."""
        return {cell: number for number, cell in enumerate(self.board)}

    @cached_property
    def full(self) -> int:
        """The set of all cells."""
        return (1 << len(self.board)) - 1

    @cached_property
    def bumpy(self) -> int:
        """The set of cells with bumps."""
        return mask_of(self.number[cell] for cell in self.bumps)

    @cached_property
    def near(self) -> tuple[int, ...]:
        """The cells that share an edge with each cell."""
        number = self.number
        return tuple(
            mask_of(number[near] for near in self.lattice.near(cell) if near in number) for cell in self.board
        )

    @cached_property
    def corners(self) -> tuple[int, ...]:
        """The corners of each cell, as a set of the board's corners."""
        spots = [self.lattice.corners(cell) for cell in self.board]
        number = {corner: at for at, corner in enumerate(sorted({each for spot in spots for each in spot}))}
        return tuple(mask_of(number[corner] for corner in spot) for spot in spots)

    @cached_property
    def lines(self) -> tuple[int, ...]:
        """The rows that each cell lies in, in every direction, as a set of the board's rows."""
        rows = [list(enumerate(self.lattice.lines(cell))) for cell in self.board]
        number = {row: at for at, row in enumerate(sorted({each for some in rows for each in some}))}
        return tuple(mask_of(number[row] for row in some) for some in rows)

    @cached_property
    def piece(self) -> dict[str, Piece]:
        """The piece with each letter."""
        return {piece.letter: piece for piece in self.pieces}

    @cached_property
    def size(self) -> dict[str, int]:
        """The number of cells of each piece, by letter."""
        return {piece.letter: len(piece.cells) for piece in self.pieces}

    @cached_property
    def sizes(self) -> frozenset[int]:
        """The numbers of cells that pieces have."""
        return frozenset(self.size.values())

    @cached_property
    def piece_slots(self) -> dict[str, Slot]:
        """The slot of each piece, by letter."""
        return {piece.letter: Slot("piece", piece.letter) for piece in self.pieces}

    @cached_property
    def cell_slots(self) -> tuple[Slot, ...]:
        """The slot of each cell."""
        return tuple(Slot("cell", cell) for cell in range(len(self.board)))

    @cached_property
    def locations(self) -> tuple[Location, ...]:
        """All locations of all pieces, by number."""
        found: list[Location] = []
        for piece in self.pieces:
            for mask, (fits, holes) in self._locations(piece).items():
                found.append(Location(len(found), piece.letter, mask, fits, holes, self))
        return tuple(found)

    @cached_property
    def by_piece(self) -> dict[str, tuple[Location, ...]]:
        """The locations of each piece."""
        found: dict[str, list[Location]] = {piece.letter: [] for piece in self.pieces}
        for each in self.locations:
            found[each.piece].append(each)
        return {letter: tuple(some) for letter, some in found.items()}

    @cached_property
    def at(self) -> dict[Place, Location]:
        """The location of each move."""
        return {each.place: each for each in self.locations}

    @cached_property
    def owners(self) -> dict[int, tuple[str, ...]]:
        """The pieces that fit a set of cells exactly."""
        found: dict[int, tuple[str, ...]] = {}
        for each in self.locations:
            found[each.mask] = (*found.get(each.mask, ()), each.piece)
        return found

    @cached_property
    def by_lowest(self) -> tuple[tuple[Location, ...], ...]:
        """The locations whose lowest cell is each cell."""
        found: list[list[Location]] = [[] for _ in self.board]
        for each in self.locations:
            found[(each.mask & -each.mask).bit_length() - 1].append(each)
        return tuple(map(tuple, found))

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The image of each cell under each symmetry of the lattice that keeps the board, the first changing nothing.

        Bumps and pieces may change.
        """
        return tuple(cells for _, cells in self.turns)

    @cached_property
    def turns(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """The symmetries that keep the board, as (flips, the image of each cell)."""
        found = []
        down, right = self.lattice.home(self.board)
        for symmetry in self.lattice.symmetries:
            moved = self.lattice.image(self.board, symmetry)
            dy, dx = self.lattice.home(moved)
            images = [(row + dy - down, column + dx - right) for row, column in moved]
            if set(images) == set(self.board):
                found.append((symmetry[0], tuple(self.number[cell] for cell in images)))
        return tuple(found)

    @lru_cache(maxsize=1 << 16)  # noqa: B019 - several rules ask for the same
    def gaps(self, vacant: int) -> Gaps:
        """Return what rules ask about the connected parts of a set of cells."""
        found = self.regions(vacant)
        single = tuple(gap for gap in found if gap.bit_count() in self.sizes)
        return Gaps(mask_of(gap.bit_count() for gap in found), single)

    def regions(self, vacant: int) -> tuple[int, ...]:
        """Return the connected parts of a set of cells, that with the lowest cell first."""
        found, near = [], self.near
        while vacant:
            part, edge = 0, vacant & -vacant
            while edge:
                lowest = edge & -edge
                part |= lowest
                edge = (edge | near[lowest.bit_length() - 1] & vacant) & ~part
            found.append(part)
            vacant &= ~part
        return tuple(found)

    def _locations(self, piece: Piece) -> dict[int, tuple[bool, int]]:
        """Return every set of cells that a piece can take, whether it fits there, and where it has holes."""
        found: dict[int, tuple[bool, int]] = {}
        for flips, turns in self.lattice.symmetries:
            if flips and not piece.two_sided:
                continue
            shape = self.lattice.image(piece.cells, (flips, turns))
            holed = [piece.has_hole(at, flips) for at in range(len(shape))]
            for cells in self._slid(shape):
                mask = mask_of(cells)
                holes = mask_of(cell for cell, hole in zip(cells, holed, strict=True) if hole)
                fits = not mask & self.bumpy & ~holes
                if mask not in found or (fits and not found[mask][0]):
                    found[mask] = fits, holes
        return found

    def _slid(self, shape: Sequence[Cell]) -> Iterator[list[int]]:
        """Yield the numbers of the cells of a shape wherever it lies on the board, row by row."""
        row, column = shape[0]
        slides = ((there[0] - row, there[1] - column) for there in self.board)
        for down, right in slides:
            if (down + right) % self.lattice.step == 0:
                cells = [self.number.get((y + down, x + right), -1) for y, x in shape]
                if -1 not in cells:
                    yield cells


@lru_cache(maxsize=64)
def layout(
    lattice: str, board: tuple[Cell, ...], pieces: tuple[Piece, ...], bumps: tuple[Cell, ...]
) -> PieceLayout:
    """Return a board with its pieces. Puzzles that have the same share the work."""
    return PieceLayout(LATTICES[lattice], board, pieces, bumps)
