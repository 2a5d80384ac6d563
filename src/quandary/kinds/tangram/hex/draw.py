"""Draw the hexagon with its pieces, in colours and in hatchings that differ without colour.

The corners show what the puzzle asks: the piece left out at the upper left, bumps at the upper right, and
colour relations below.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from quandary.draw.shapes import Point, Polygon, Shape, Text
from quandary.kind import Pictures
from quandary.kinds.tangram.draw import (
    LINE,
    MARGIN,
    SHOWN,
    Frame,
    Page,
    Painter,
    Strokes,
    cross,
    hatched,
)
from quandary.kinds.tangram.hex.constraints import SAYS, Relation, Touch, coloured
from quandary.kinds.tangram.hex.notation import rows
from quandary.kinds.tangram.hex.pieces import DECLARED, LAYOUT, LETTERS, LOCATIONS, ROWS
from quandary.kinds.tangram.hex.rules import Hex, HexState
from quandary.kinds.tangram.lattice import Cell, Corner

SIDE = 0.6
"""The width of the strips on the left and the right for the corners of the picture."""
HATCHING: dict[str, Strokes] = {
    "red": (((0, -0.4), (0, 0.75)),),
    "yellow": (),
    "green": (((-0.5, 0.7), (0.1, -0.4)),),
    "blue": (((-0.55, 0.7), (0.55, 0.7)), ((-0.2, 0), (0.2, 0))),
    "purple": (((-0.4, 0.7), (0.25, 0)), ((-0.25, 0), (0.4, 0.7))),
}
"""The strokes in each triangle of a colour, where the corners are (0, −1), (−1, 1) and (1, 1)."""


@dataclass(frozen=True)
class _HexPage(Page):
    """Where the triangles lie on the page."""

    strip: float = SIDE
    digits: int = 17  # so that the letters stay where they are on printed puzzles

    def _corners(self, cell: Cell) -> tuple[Corner, ...]:
        return _corners(cell)

    @property
    def side(self) -> float:
        """The side of a triangle."""
        return 1.0

    @property
    def near_middle(self) -> float:
        """The distance from the middle of the board within which a piece is in the middle."""
        return 0.7

    def frame(self, cell: int) -> Frame:
        """Return the frame of the strokes in a triangle."""
        return _frame(self.polygons[cell])


def _corners(cell: Cell) -> tuple[Corner, ...]:
    """Return the corners of a triangle: its tip, and its base from the left."""
    tip, *base = LAYOUT.lattice.corners(cell)
    return tip, *sorted(base)


def _frame(corners: tuple[Point, ...]) -> Frame:
    """Return the frame of the strokes in a triangle, whose tip comes first."""
    (tip_x, tip_y), (left, base_y), (right, _) = corners
    return tip_x, (tip_y + base_y) / 2, abs(left - right) / 2, (base_y - tip_y) / 2


PAGE = _HexPage(LAYOUT)


class _Painter(Painter[Hex]):
    """The painter of HEX puzzles."""

    thinnest = 0

    def page(self, puzzle: Hex) -> Page:
        """Return where the triangles lie, which is the same for all puzzles."""
        return PAGE

    def title(self, puzzle: Hex) -> str:
        """Return the title of a picture.

        >>> PAINTER.draw(Hex("Line")).title
        'A HEX tangram without the Line'
        """
        return f"A HEX tangram without the {puzzle.forbidden}"

    def around(self, puzzle: Hex) -> tuple[tuple[Shape, ...], float]:
        """Return what the puzzle asks, around the board, and the height of the page."""
        return tuple(_corner_shapes(puzzle)), PAGE.bottom + LINE * len(puzzle.relations)

    def colour(self, puzzle: Hex, piece: str) -> str:
        """Return the colour of a piece."""
        return coloured(puzzle.blue)[piece].colour

    def strokes(self, puzzle: Hex, piece: str) -> Strokes:
        """Return the hatching of a piece."""
        return HATCHING[self.colour(puzzle, piece)]

    def mark(self, piece: str) -> str:
        """Return the letter on a piece."""
        return LETTERS[piece]


def write(puzzle: Hex, state: HexState | None = None) -> str:
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


def _corner_shapes(puzzle: Hex) -> Iterator[Shape]:
    """Draw what the puzzle asks, around the board."""
    yield Text((MARGIN, MARGIN + 0.15), "without", 0.3, "ink", anchor="start")
    yield from small(puzzle, puzzle.forbidden, MARGIN, MARGIN + 0.4)
    if puzzle.over_bumps:
        yield Text((PAGE.width - MARGIN, MARGIN + 0.15), "over bumps", 0.3, "ink", anchor="end")
    for at, relation in enumerate(puzzle.relations):
        yield from asked(relation, PAGE.bottom - MARGIN / 2 + LINE * (at + 0.5))


def small(puzzle: Hex, piece: str, left: float, top: float, scale: float = 0.32) -> Iterator[Shape]:
    """Draw a small picture of a piece as it is declared."""
    colour, lattice = PAINTER.colour(puzzle, piece), LAYOUT.lattice
    cells = [_corners(cell) for cell in DECLARED[piece].cells]
    first = min(column for corners in cells for _, column in corners)
    for cell in cells:
        points = (lattice.position((line, column - first)) for line, column in cell)
        corners = tuple((left + x * scale, top + y * scale) for x, y in points)
        yield from hatched(corners, _frame(corners), colour, HATCHING[colour])
        yield Polygon(corners, stroke="ink", width=0.01)


def asked(relation: Relation, y: float) -> Iterator[Shape]:
    """Draw two triangles as a relation has them, with a cross if it forbids that, and the relation in words."""
    shown, is_forbidden = SHOWN[relation.touch]
    at_edge = shown is Touch.EDGE
    low, high, far = y + 0.15, y - 0.15, MARGIN + (0.18 if at_edge else 0.36)
    base, tip = (high, low) if at_edge else (low, high)
    first = ((MARGIN + 0.18, high), (MARGIN, low), (MARGIN + 0.36, low))
    second = ((far + 0.18, tip), (far, base), (far + 0.36, base))
    for corners, colour in ((first, relation.one), (second, relation.other)):
        yield from hatched(corners, _frame(corners), colour, HATCHING[colour])
        yield Polygon(corners, stroke="ink", width=0.01)
    if is_forbidden:
        yield from cross((MARGIN + 0.83, y))
    yield Text((MARGIN + 1.0, y), SAYS[relation.touch], 0.24, "ink", anchor="start")


PAINTER = _Painter()
PICTURES = Pictures(
    draw=PAINTER.draw, anchor=PAINTER.anchor, write=write, tell=PAINTER.tell, moved=PAINTER.moved
)
