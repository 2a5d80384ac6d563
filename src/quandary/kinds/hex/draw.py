"""Draw the hexagon with its pieces, in colours and in hatchings that differ without colour.

The corners show what the puzzle asks: the piece left out at the upper left, bumps at the upper right, and
colour relations below.
"""

from collections.abc import Iterator
from functools import cache
from typing import TypeAlias

from quandary.draw.shapes import Circle, Drawing, Line, Point, Polygon, Shape, Text
from quandary.kind import Pictures
from quandary.kinds.hex.board import CELLS, DOWN, HEIGHT, NUMBER, ROWS, Cell, position
from quandary.kinds.hex.constraints import SAYS, Hole, Holes, Relation, groups
from quandary.kinds.hex.notation import rows
from quandary.kinds.hex.pieces import LETTERS, LOCATIONS, REFERENCE, Location, location
from quandary.kinds.hex.rules import Hex, State
from quandary.parts.laying import Place
from quandary.parts.masks import bits
from quandary.parts.spots import farthest, whereabouts

MARGIN = 0.35
SIDE = 0.6
"""The width of the strips on the left and the right for the corners of the picture."""
WIDTH, BOTTOM = 6 + 2 * (MARGIN + SIDE), 6 * HEIGHT + 2 * MARGIN
LINE = 0.42
"""The extra height of the page for each relation."""
MIDDLE = 0.7
"""The distance from the middle of the board within which a piece is in the middle."""
RIM = 0.07
HOLE, LETTERED, CLEAR = 0.1, 0.19, 0.06
"""The radius of a hole, of a hole around a letter, and the margin around holes without hatching."""


Strokes: TypeAlias = tuple[tuple[Point, Point], ...]

HATCHING: dict[str, Strokes] = {
    "red": (((0, -0.4), (0, 0.75)),),
    "yellow": (),
    "green": (((-0.5, 0.7), (0.1, -0.4)),),
    "blue": (((-0.55, 0.7), (0.55, 0.7)), ((-0.2, 0), (0.2, 0))),
    "purple": (((-0.4, 0.7), (0.25, 0)), ((-0.25, 0), (0.4, 0.7))),
}
"""The strokes in each triangle of a colour, where the corners are (0, −1), (−1, 1) and (1, 1)."""


def draw(puzzle: Hex, state: State | None = None) -> Drawing:
    """Draw the board with the pieces on it, and in the corners what the puzzle asks.

    >>> draw(Hex("Line")).title
    'A HEX tangram without the Line'
    """
    on_board = state or puzzle.starts()[0]
    shapes = (*_cells(puzzle, on_board), *_pieces(puzzle, on_board), *corner_shapes(puzzle))
    return Drawing(
        WIDTH,
        BOTTOM + LINE * len(puzzle.relations),
        shapes,
        title=f"A HEX tangram without the {puzzle.forbidden}",
    )


def anchor(puzzle: Hex, state: State, move: Place) -> Point:
    """Return the middle of the cells that a move covers."""
    return middle_of(move.mask)


def moved(puzzle: Hex, state: State, move: Place) -> tuple[Point, Point]:
    """Return where the number of a piece stands: in the middle of the cell that is farthest from its letter."""
    spots = [centre(CELLS[cell]) for cell in bits(move.mask)]
    spot = farthest(spots, centre(CELLS[central(location(move))]))
    return spot, spot


def tell(puzzle: Hex, move: Place) -> str:
    """Return a move in words: the piece, and where on the board its middle is.

    >>> from quandary.kinds.hex.pieces import LOCATIONS
    >>> tell(Hex("Hexagon"), LOCATIONS[0].place)
    'Hexagon at the upper left'
    """
    return f"{move.piece} {place_in_words(move)}"


def place_in_words(place: Place) -> str:
    """Return where on the board a piece lies."""
    return whereabouts(middle_of(place.mask), (WIDTH / 2, BOTTOM / 2), MIDDLE)


def write(puzzle: Hex, state: State | None = None) -> str:
    """Write the board in letters, with what the puzzle asks below it.

    >>> print(write(Hex("Hexagon")))
      . . . . . . .
     . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
     . . . . . . . . .
      . . . . . . .
    left out: Hexagon
    """
    on_board = state or puzzle.starts()[0]
    places = tuple(LOCATIONS[number].place for number in on_board.made)
    lines = [" " * first + " ".join(row) for (first, _), row in zip(ROWS, rows(places), strict=True)]
    asked = [
        f"left out: {puzzle.forbidden}",
        *(["over bumps"] if puzzle.pattern else []),
        *map(str, puzzle.relations),
    ]
    return "\n".join([*lines, ", ".join(asked)])


def _spot(line: int, column: int) -> Point:
    x, y = position(line, column)
    return MARGIN + SIDE + 0.5 + x, MARGIN + y


@cache
def triangle(cell: Cell) -> tuple[Point, ...]:
    """Return the corners of a cell on the page, the tip first."""
    return tuple(_spot(*corner) for corner in cell.corners)


@cache
def centre(cell: Cell) -> Point:
    """Return the middle of a cell on the page."""
    points = triangle(cell)
    return sum(x for x, _ in points) / 3, sum(y for _, y in points) / 3


@cache
def middle_of(mask: int) -> Point:
    """Return the middle of some cells on the page."""
    centres = [centre(CELLS[cell]) for cell in bits(mask)]
    return sum(x for x, _ in centres) / len(centres), sum(y for _, y in centres) / len(centres)


def colour_of(puzzle: Hex, piece: str) -> str:
    """Return the colour of a piece."""
    return next(colour for colour, pieces in groups(puzzle.blue).items() if piece in pieces)


def _cells(puzzle: Hex, state: State) -> Iterator[Shape]:
    yield from (Polygon(triangle(cell), fill="floor", stroke="line", width=0.02) for cell in CELLS)
    if puzzle.pattern is not None:
        for cell in bits(state.vacant & DOWN):
            yield Circle(centre(CELLS[cell]), 0.11, fill="faint", stroke="ink", width=0.02)


def _pieces(puzzle: Hex, state: State) -> Iterator[Shape]:
    """Draw all areas first, so that outlines lie on top of them."""
    pieces = [LOCATIONS[number] for number in state.made]
    for place in pieces:
        holes = None if puzzle.pattern is None else puzzle.pattern.holes(place.piece)
        yield from _area(place, colour_of(puzzle, place.piece), holes)
    size = 0.4 if puzzle.pattern is None else 0.28
    for place in pieces:
        yield from _outline(place)
        holes = None if puzzle.pattern is None else puzzle.pattern.holes(place.piece)
        lettered = CELLS[central(place)]
        role = "on-hole" if has_hole(holes, place, lettered) else "ink"
        yield Text(centre(lettered), LETTERS[place.piece], size, role, bold=True)


@cache
def _area(place: Location, colour: str, holes: Holes | None) -> tuple[Shape, ...]:
    """Draw the triangles of a piece with their strokes, and its holes if it lies on bumps."""
    shapes: list[Shape] = []
    for cell in bits(place.mask):
        is_central = cell == central(place)
        shapes += _hatched(triangle(CELLS[cell]), colour, () if is_central else HATCHING[colour])
        if has_hole(holes, place, CELLS[cell]):
            radius, middle = LETTERED if is_central else HOLE, centre(CELLS[cell])
            # The margin around a solid disc keeps holes and hatching from being mistaken for each other.
            shapes += [Circle(middle, radius + CLEAR, f"pale-{colour}"), Circle(middle, radius, "hole")]
    return tuple(shapes)


@cache
def central(place: Location) -> int:
    """Return the cell nearest to the middle of a piece, which carries its letter."""
    x, y = middle_of(place.mask)

    def distance(cell: int) -> float:
        there = centre(CELLS[cell])
        return (there[0] - x) ** 2 + (there[1] - y) ** 2

    return min(bits(place.mask), key=distance)


def _hatched(corners: tuple[Point, ...], colour: str, strokes: Strokes) -> Iterator[Shape]:
    """Draw a triangle of a piece from its corners, the tip first."""
    fill = f"pale-{colour}"
    yield Polygon(corners, fill, fill, 0.02)
    middle_x, middle_y, across, down = _frame(corners)
    for stroke in strokes:
        ends = tuple((middle_x + x * across, middle_y + y * down) for x, y in stroke)
        yield Line(ends, "hatch", across * 0.07)


def _frame(corners: tuple[Point, ...]) -> tuple[float, float, float, float]:
    """Return where strokes have their origin, and how far 1 is across and down."""
    (tip_x, tip_y), (_, base_y), _ = corners
    across = abs(corners[1][0] - corners[2][0]) / 2
    return tip_x, (tip_y + base_y) / 2, across, (base_y - tip_y) / 2


def frame(cell: Cell) -> tuple[float, float, float, float]:
    """Return where the strokes in a cell have their origin, and how far 1 is across and down."""
    return _frame(triangle(cell))


@cache
def _outline(place: Location) -> tuple[Shape, ...]:
    """Draw the edges between the piece and everything else."""
    return tuple(
        Line(edge(CELLS[number], near), "ink", RIM)
        for number in bits(place.mask)
        for near in CELLS[number].neighbours
        if near not in NUMBER or not place.mask >> NUMBER[near] & 1
    )


def edge(cell: Cell, near: Cell) -> tuple[Point, ...]:
    """Return the ends of the edge between two cells."""
    shared = [corner for corner in cell.corners if corner in near.corners]
    return tuple(_spot(*corner) for corner in shared)


def has_hole(holes: Holes | None, place: Location, cell: Cell) -> bool:
    """Return whether the piece has a hole over the cell, in an orientation that fits if there is one."""
    if holes is None:
        return False
    ways = sorted(place.orientations)
    side, parity = next((way for way in ways if holes[way[0] - 1].fits(way[1])), ways[0])
    hole = holes[side - 1]
    pointed_up = cell.points_up is (parity == 0)
    return hole is Hole.FULL or hole is (Hole.ODD if pointed_up else Hole.EVEN)


def corner_shapes(puzzle: Hex) -> Iterator[Shape]:
    """Draw what the puzzle asks, around the board."""
    yield Text((MARGIN, MARGIN + 0.15), "without", 0.3, "ink", anchor="start")
    yield from small(puzzle, puzzle.forbidden, MARGIN, MARGIN + 0.4)
    if puzzle.pattern is not None:
        yield Text((WIDTH - MARGIN, MARGIN + 0.15), "over bumps", 0.3, "ink", anchor="end")
    for at, relation in enumerate(puzzle.relations):
        yield from asked(relation, BOTTOM - MARGIN / 2 + LINE * (at + 0.5))


def small(puzzle: Hex, piece: str, left: float, top: float, scale: float = 0.32) -> Iterator[Shape]:
    """Draw a small picture of a piece in its reference location."""
    cells = [CELLS[cell] for cell in REFERENCE[piece]]
    colour = colour_of(puzzle, piece)
    first = min(column for cell in cells for _, column in cell.corners)
    for cell in cells:
        points = (position(line, column - first) for line, column in cell.corners)
        corners = tuple((left + x * scale, top + y * scale) for x, y in points)
        yield from _hatched(corners, colour, HATCHING[colour])
        yield Polygon(corners, stroke="ink", width=0.01)


def asked(relation: Relation, y: float) -> Iterator[Shape]:
    """Draw two triangles in the colours of a relation and the relation in words, on one line."""
    for at, colour in enumerate((relation.one, relation.other)):
        x = MARGIN + 0.4 * at
        corners = ((x + 0.2, y - 0.17), (x, y + 0.17), (x + 0.4, y + 0.17))
        yield from _hatched(corners, colour, HATCHING[colour])
        yield Polygon(corners, stroke="ink", width=0.01)
    yield Text((MARGIN + 0.95, y), SAYS[relation.touch], 0.24, "ink", anchor="start")


PICTURES = Pictures(draw=draw, anchor=anchor, write=write, tell=tell, moved=moved)
