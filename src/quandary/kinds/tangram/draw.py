"""Draw the board with its pieces, and below it the pieces to lay and what their colours must do.

Every piece has its letter and a thick outline. A colour that a puzzle declares also has a hatching, so that pieces
can be told apart without colour.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Generic, TypeAlias, TypeVar

from quandary.draw.shapes import Circle, Drawing, Line, Point, Polygon, Shape, Text
from quandary.kind import Pictures
from quandary.kinds.tangram.declare import Piece, PieceLayout
from quandary.kinds.tangram.lattice import LATTICES, Cell
from quandary.kinds.tangram.notation import marks, rows
from quandary.kinds.tangram.rules import Laying, State, Tangram
from quandary.parts.laying import Place
from quandary.parts.masks import bits
from quandary.parts.spots import farthest, whereabouts
from quandary.parts.touch import COLOURS, SAYS, Relation, Touch

MARGIN = 0.35
RIM = 0.07
TRAY, GAP = 0.3, 0.25
"""The size of the pieces below the board, and the space between them."""
SHOWN = {
    Touch.EDGE: (Touch.EDGE, False),
    Touch.NO_EDGE: (Touch.EDGE, True),
    Touch.CORNER: (Touch.CORNER, False),
    Touch.NO_CORNER: (Touch.CORNER, True),
    Touch.NO_LINE: (Touch.NO_LINE, True),
}
"""How two pieces lie in the sign of a relation, and whether they may not."""
SECOND = {Touch.EDGE: (0.2, 0.0), Touch.CORNER: (0.2, 0.2), Touch.NO_LINE: (0.45, 0.0)}
"""Where the second piece of a sign is, from the first."""
LINE = 0.42
"""The height of the line for each relation."""
NARROWEST = 4.2
SIDE = {"square": 1.0, "triangle": 1.15, "hexagon": 0.62}
"""The side of a cell on the page."""
HOLE, LETTERED, CLEAR = 0.1, 0.19, 0.06
"""The radius of a hole, of a hole around a letter, and the margin around holes without hatching."""

Strokes: TypeAlias = tuple[tuple[Point, Point], ...]
Frame: TypeAlias = tuple[float, float, float, float]
"""Where the strokes in a cell have their origin, and how far 1 is across and down."""
P = TypeVar("P", bound=Laying)

HATCHING: dict[str, Strokes] = {
    "red": (((0, -0.7), (0, 0.7)),),
    "yellow": (),
    "green": (((-0.5, 0.5), (0.5, -0.5)),),
    "blue": (((-0.6, 0.35), (0.6, 0.35)), ((-0.6, -0.35), (0.6, -0.35))),
    "purple": (((-0.5, 0.5), (0.5, -0.5)), ((-0.5, -0.5), (0.5, 0.5))),
}
"""The strokes in each cell of a colour, in a circle of radius 1 that the cell surrounds."""


@dataclass(frozen=True)
class Page:
    """Where the cells of a board lie on the page. Get it from `page`."""

    layout: PieceLayout
    strip: float = 0
    """The width of a strip on the left and on the right of the board."""
    digits: int = 9
    """How exactly distances are compared."""

    @property
    def side(self) -> float:
        """The side of a cell."""
        return SIDE[self.layout.lattice.name]

    @cached_property
    def _origin(self) -> Point:
        spots = [self._spot(corner) for cell in self.layout.board for corner in self._corners(cell)]
        return min(x for x, _ in spots) - MARGIN - self.strip, min(y for _, y in spots) - MARGIN

    def _corners(self, cell: Cell) -> tuple[tuple[int, int], ...]:
        return self.layout.lattice.corners(cell)

    def _spot(self, corner: tuple[int, int]) -> Point:
        x, y = self.layout.lattice.position(corner)
        return x * self.side, y * self.side

    def spot(self, corner: tuple[int, int]) -> Point:
        """Return a corner on the page."""
        x, y = self._spot(corner)
        return x - self._origin[0], y - self._origin[1]

    @cached_property
    def polygons(self) -> list[tuple[Point, ...]]:
        """The corners of each cell on the page."""
        return [tuple(self.spot(corner) for corner in self._corners(cell)) for cell in self.layout.board]

    @cached_property
    def centres(self) -> list[Point]:
        """The middle of each cell on the page."""
        return [middle(polygon) for polygon in self.polygons]

    @cached_property
    def radius(self) -> float:
        """The radius of the circle in a cell."""
        return {"square": 0.5, "triangle": 0.2887, "hexagon": 0.866}[self.layout.lattice.name] * self.side

    @cached_property
    def width(self) -> float:
        """The width of the page."""
        right = max(x for polygon in self.polygons for x, _ in polygon)
        return max(right + MARGIN + self.strip, NARROWEST)

    @cached_property
    def bottom(self) -> float:
        """The lower end of the board, with its margin."""
        return max(y for polygon in self.polygons for _, y in polygon) + MARGIN

    def edge(self, cell: int, near: Cell) -> tuple[Point, ...]:
        """Return the ends of the edge between a cell and one beside it, on the board or off it."""
        own, there = self._corners(self.layout.board[cell]), self._corners(near)
        return tuple(self.spot(corner) for corner in own if corner in there)

    @cached_property
    def edges(self) -> list[list[tuple[int, Shape]]]:
        """For each cell, the cells beside it by number, or -1 off the board, with the line between them."""
        return [
            [(number, Line(self.edge(cell, near), "ink", RIM)) for number, near in self.beside(cell)]
            for cell in range(len(self.layout.board))
        ]

    def beside(self, cell: int) -> Iterator[tuple[int, Cell]]:
        """Yield the cells beside a cell, with their number, or -1 off the board."""
        for near in self.layout.lattice.near(self.layout.board[cell]):
            yield self.layout.number.get(near, -1), near

    @property
    def near_middle(self) -> float:
        """The distance from the middle of the board within which a piece is in the middle."""
        return self.side

    def frame(self, cell: int) -> Frame:
        """Return the frame of the strokes in a cell."""
        return (*self.centres[cell], self.radius, self.radius)

    @lru_cache(maxsize=4096)  # noqa: B019 - few boards are drawn
    def central(self, mask: int) -> int:
        """Return the cell nearest to the middle of a set of cells, which carries its letter."""
        x, y = self.middle(mask)

        def distance(cell: int) -> float:
            there = self.centres[cell]
            return round((there[0] - x) ** 2 + (there[1] - y) ** 2, self.digits)

        return min(bits(mask), key=distance)

    def middle(self, mask: int) -> Point:
        """Return the middle of a set of cells."""
        return middle([self.centres[cell] for cell in bits(mask)])


@lru_cache(maxsize=64)
def page(layout: PieceLayout) -> Page:
    """Return the page for a board."""
    return Page(layout)


def middle(points: tuple[Point, ...] | list[Point]) -> Point:
    """Return the mean of some points."""
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


class Painter(Generic[P]):
    """How boards with pieces on them are drawn. A kind says what is special to its own."""

    thinnest = 0.014
    """The width of the thinnest strokes."""

    def page(self, puzzle: P) -> Page:
        """Return where the cells lie."""
        return page(puzzle.layout)

    def title(self, puzzle: P) -> str:
        """Return the title of a picture."""
        count = sum(piece.copies for piece in puzzle.used)
        return f"A tangram of {count} pieces on {len(puzzle.layout.board)} {puzzle.layout.lattice.name}s"

    def around(self, puzzle: P) -> tuple[tuple[Shape, ...], float]:
        """Return what stands around the board, and the height of the page with it."""
        raise NotImplementedError

    def colour(self, puzzle: P, piece: str) -> str:
        """Return the colour of a piece."""
        raise NotImplementedError

    def strokes(self, puzzle: P, piece: str) -> Strokes:
        """Return the hatching of a piece."""
        raise NotImplementedError

    def mark(self, piece: str) -> str:
        """Return the letter on a piece."""
        return piece

    def draw(self, puzzle: P, state: State | None = None) -> Drawing:
        """Draw the board with the pieces on it, and around it what the puzzle asks."""
        on_board = state or puzzle.starts()[0]
        here = self.page(puzzle)
        asked, height = self.around(puzzle)
        shapes = (*_cells(puzzle, here, on_board), *self._pieces(puzzle, here, on_board), *asked)
        return Drawing(here.width, height, shapes, title=self.title(puzzle))

    def anchor(self, puzzle: P, state: State, move: Place) -> Point:
        """Return the middle of the cells that a move covers."""
        return self.page(puzzle).middle(move.mask)

    def moved(self, puzzle: P, state: State, move: Place) -> tuple[Point, Point]:
        """Return where the number of a piece stands: in the middle of the cell that is farthest from its letter."""
        here = self.page(puzzle)
        spots = [here.centres[cell] for cell in bits(move.mask)]
        spot = farthest(spots, here.centres[here.central(move.mask)])
        return spot, spot

    def tell(self, puzzle: P, move: Place) -> str:
        """Return a move in words: the piece, and where on the board its middle is."""
        return f"{puzzle.layout.piece[move.piece].called} {self.place_in_words(puzzle, move)}"

    def place_in_words(self, puzzle: P, place: Place) -> str:
        """Return where on the board a piece lies."""
        here = self.page(puzzle)
        return whereabouts(here.middle(place.mask), middle(here.centres), here.near_middle)

    def _pieces(self, puzzle: P, here: Page, state: State) -> Iterator[Shape]:
        """Draw all areas first, so that outlines lie on top of them."""
        places = [puzzle.layout.locations[number] for number in state.made]
        holes = [puzzle.holed(place) if puzzle.over_bumps else 0 for place in places]
        for place, holed in zip(places, holes, strict=True):
            colour, strokes = self.colour(puzzle, place.piece), self.strokes(puzzle, place.piece)
            yield from _area(here, place.mask, colour, strokes, holed, self.thinnest)
        size = letter_size(puzzle)
        for place, holed in zip(places, holes, strict=True):
            yield from _outline(here, place.mask)
            lettered = here.central(place.mask)
            role = "on-hole" if holed >> lettered & 1 else "ink"
            yield Text(here.centres[lettered], self.mark(place.piece), size, role, bold=True)


class _Painter(Painter[Tangram]):
    """The painter of declared tangrams."""

    def around(self, puzzle: Tangram) -> tuple[tuple[Shape, ...], float]:
        """Return what stands below the board, and the height of the page with it."""
        return around(puzzle)

    def colour(self, puzzle: Tangram, piece: str) -> str:
        """Return the declared colour of a piece, or else one that only makes the picture easier to read."""
        return colour_of(puzzle, puzzle.layout.piece[piece])

    def strokes(self, puzzle: Tangram, piece: str) -> Strokes:
        """Return the hatching of a piece whose colour is declared."""
        return strokes_of(puzzle.layout.piece[piece])


def write(puzzle: Tangram, state: State | None = None) -> str:
    """Write the board in letters, with the pieces left below it.

    >>> from quandary.kinds.tangram.notation import parse
    >>> print(write(parse("square A../A.. A=xx,3")))
    A . .
    A . .
    to lay: A A
    """
    on_board = state or puzzle.starts()[0]
    places = [puzzle.layout.locations[number].place for number in on_board.made]
    lines = rows(puzzle.lattice, marks(puzzle, places)).replace("_", " ").split("/")
    shifted = puzzle.lattice == "hexagon"
    board = [" " * (shifted and at % 2) + " ".join(line) for at, line in enumerate(lines)]
    asked = [
        *([f"to lay: {' '.join(on_board.left)}"] if on_board.left else []),
        *(["over bumps"] if puzzle.bumps else []),
        *map(str, puzzle.relations),
    ]
    return "\n".join([*board, ", ".join(asked)]).rstrip()


def colour_of(puzzle: Tangram, piece: Piece) -> str:
    """Return the declared colour of a piece, or else one that only makes the picture easier to read."""
    declared = {each.colour for each in puzzle.pieces}
    free = [colour for colour in COLOURS if colour not in declared] or COLOURS
    return piece.colour or free[puzzle.pieces.index(piece) % len(free)]


def strokes_of(piece: Piece) -> Strokes:
    """Return the hatching of a piece whose colour is declared."""
    return HATCHING[piece.colour] if piece.colour else ()


def _cells(puzzle: Laying, here: Page, state: State) -> Iterator[Shape]:
    yield from (Polygon(polygon, fill="floor", stroke="line", width=0.02) for polygon in here.polygons)
    for cell in bits(state.vacant & puzzle.bumpy):
        yield Circle(here.centres[cell], 0.11, fill="faint", stroke="ink", width=0.02)


def letter_size(puzzle: Laying) -> float:
    """Return the size of letters, which is smaller where they stand in holes."""
    return 0.28 if puzzle.over_bumps else 0.4


@lru_cache(maxsize=4096)
def _area(
    here: Page, mask: int, colour: str, strokes: Strokes, holes: int, thinnest: float
) -> tuple[Shape, ...]:
    """Draw the cells of a piece with their strokes, and its holes."""
    shapes: list[Shape] = []
    lettered = here.central(mask)
    for cell in bits(mask):
        drawn = () if cell == lettered else strokes
        shapes += hatched(here.polygons[cell], here.frame(cell), colour, drawn, thinnest)
        if holes >> cell & 1:
            radius, spot = LETTERED if cell == lettered else HOLE, here.centres[cell]
            # The margin around a solid disc keeps holes and hatching from being mistaken for each other.
            shapes += [Circle(spot, radius + CLEAR, f"pale-{colour}"), Circle(spot, radius, "hole")]
    return tuple(shapes)


def hatched(
    polygon: tuple[Point, ...], frame: Frame, colour: str, strokes: Strokes, thinnest: float = 0
) -> Iterator[Shape]:
    """Draw a cell of a piece."""
    fill = f"pale-{colour}"
    yield Polygon(polygon, fill, fill, 0.02)
    middle_x, middle_y, across, down = frame
    for stroke in strokes:
        ends = tuple((middle_x + x * across, middle_y + y * down) for x, y in stroke)
        yield Line(ends, "hatch", max(across * 0.07, thinnest))


@lru_cache(maxsize=4096)
def _outline(here: Page, mask: int) -> tuple[Shape, ...]:
    """Draw the edges between a piece and everything else."""
    return tuple(
        line
        for cell in bits(mask)
        for number, line in here.edges[cell]
        if number < 0 or not mask >> number & 1
    )


@lru_cache(maxsize=64)
def around(puzzle: Tangram) -> tuple[tuple[Shape, ...], float]:
    """Return what stands below the board, and the height of the page with it."""
    here = page(puzzle.layout)
    shapes: list[Shape] = []
    x, y, row = MARGIN, here.bottom, 0.0
    left = puzzle.starts()[0].left
    for piece in puzzle.used:
        if copies := left.count(piece.letter):
            wide, high = small_size(puzzle.lattice, piece)
            words = piece.letter if copies == 1 else f"{copies} {piece.letter}"
            wide += 0.16 + 0.2 * len(words)
            if x > MARGIN and x + wide > here.width - MARGIN:
                x, y, row = MARGIN, y + row + GAP, 0.0
            shapes += small(puzzle, piece, x + 0.08 + 0.2 * len(words), y)
            shapes.append(Text((x, y + high / 2), words, 0.28, "ink", anchor="start", bold=True))
            x, row = x + wide + GAP, max(row, high)
    y += row + MARGIN
    for relation in puzzle.relations:
        shapes += asked(relation, MARGIN, y)
        y += LINE
    return tuple(shapes), y


def small_size(lattice: str, piece: Piece, scale: float = TRAY) -> Point:
    """Return the width and the height of a small picture of a piece."""
    corners = [corner for polygon in _small_polygons(lattice, piece, 0, 0, scale) for corner in polygon]
    return max(x for x, _ in corners), max(y for _, y in corners)


def _small_polygons(
    lattice: str, piece: Piece, left: float, top: float, scale: float
) -> list[tuple[Point, ...]]:
    grid = LATTICES[lattice]
    scale *= SIDE[lattice]
    raw = [[grid.position(corner) for corner in grid.corners(cell)] for cell in piece.cells]
    x0 = min(x for polygon in raw for x, _ in polygon)
    y0 = min(y for polygon in raw for _, y in polygon)
    return [tuple((left + (x - x0) * scale, top + (y - y0) * scale) for x, y in polygon) for polygon in raw]


def small(puzzle: Tangram, piece: Piece, left: float, top: float, scale: float = TRAY) -> Iterator[Shape]:
    """Draw a small picture of a piece as it is declared."""
    colour = colour_of(puzzle, piece)
    radius = page(puzzle.layout).radius * scale
    polygons = _small_polygons(puzzle.lattice, piece, left, top, scale)
    for polygon in polygons:
        frame = (*middle(polygon), radius, radius)
        yield from hatched(polygon, frame, colour, strokes_of(piece), PAINTER.thinnest)
    for polygon in polygons:
        yield Polygon(polygon, stroke="joint", width=0.015)
    inside = set(piece.cells)
    for cell, polygon in zip(piece.cells, polygons, strict=True):
        spots = dict(zip(LATTICES[puzzle.lattice].corners(cell), polygon, strict=True))
        for near in LATTICES[puzzle.lattice].near(cell):
            if near not in inside:
                shared = LATTICES[puzzle.lattice].corners(near)
                yield Line(tuple(spot for corner, spot in spots.items() if corner in shared), "ink", 0.03)


def asked(relation: Relation, x: float, y: float) -> Iterator[Shape]:
    """Draw two squares as a relation has them, with a cross if it forbids that, and the relation in words."""
    shown, is_forbidden = SHOWN[relation.touch]
    right, down = SECOND[shown]
    for colour, left, top in (
        (relation.one, x, y - 0.1 - down / 2),
        (relation.other, x + right, y - 0.1 + down / 2),
    ):
        corners = ((left, top), (left + 0.2, top), (left + 0.2, top + 0.2), (left, top + 0.2))
        frame = (*middle(corners), 0.1, 0.1)
        yield from hatched(corners, frame, colour, HATCHING[colour], PAINTER.thinnest)
        yield Polygon(corners, stroke="ink", width=0.015)
    if is_forbidden:
        yield from cross((x + 0.74, y))
    yield Text((x + 0.9, y), SAYS[relation.touch], 0.24, "ink", anchor="start")


def cross(at: Point) -> Iterator[Shape]:
    """Draw a cross beside what may not be."""
    x, y = at
    yield Line(((x - 0.07, y - 0.07), (x + 0.07, y + 0.07)), "ink", 0.035)
    yield Line(((x - 0.07, y + 0.07), (x + 0.07, y - 0.07)), "ink", 0.035)


PAINTER = _Painter()
PICTURES = Pictures(
    draw=PAINTER.draw, anchor=PAINTER.anchor, write=write, tell=PAINTER.tell, moved=PAINTER.moved
)
