"""Flat sheets of pieces and boards: lines to cut, circles to drill or engrave, side by side without overlap."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from quandary.publishing.physical.make import Sizes
from quandary.publishing.physical.outline import Outline, centre
from quandary.solid import Corner, Corners, SolidPiece, Tangram

GAP = 4.0
"""The space between two things, in millimetres."""
WIDTH = 400.0
"""The width of a sheet for a laser, in millimetres."""


@dataclass(frozen=True)
class Ring:
    """A circle on a sheet."""

    middle: Corner
    radius: float
    layer: str


@dataclass(frozen=True)
class CutPart:
    """One thing to cut out: closed lines, circles, and a name. y runs upwards."""

    name: str
    loops: tuple[Corners, ...]
    rings: tuple[Ring, ...] = ()
    colour: str = ""
    faces: tuple[Corners, ...] = ()
    """The cells, for a picture."""

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The least and largest x and y."""
        across = [x for loop in self.loops for x, _ in loop]
        up = [y for loop in self.loops for _, y in loop]
        return min(across), min(up), max(across), max(up)

    @property
    def size(self) -> tuple[float, float]:
        """The width and the height."""
        left, low, right, high = self.box
        return right - left, high - low

    def at(self, x: float, y: float) -> "CutPart":
        """Return the same part with its lower left corner at a point."""
        left, low, _, _ = self.box

        def move(corner: Corner) -> Corner:
            return corner[0] - left + x, corner[1] - low + y

        return replace(
            self,
            loops=tuple(tuple(map(move, loop)) for loop in self.loops),
            faces=tuple(tuple(map(move, face)) for face in self.faces),
            rings=tuple(replace(ring, middle=move(ring.middle)) for ring in self.rings),
        )


@dataclass(frozen=True)
class CutSheet:
    """Parts side by side on a sheet, in millimetres."""

    width: float
    height: float
    parts: tuple[CutPart, ...]


def piece_part(piece: SolidPiece, sizes: Sizes) -> CutPart:
    """Return the outline of a piece, with its holes on two layers."""
    inset = sizes.clearance - sizes.kerf / 2
    outline = sizes.outline((cell.corners for cell in piece.cells), inset)
    rings = tuple(
        Ring(centre(corners), sizes.hole.radius, layer)
        for cell, corners in zip(piece.cells, outline.cells, strict=True)
        for layer, is_there in (("FIRST", cell.first), ("SECOND", cell.second))
        if is_there
    )
    return CutPart(piece.name, tuple(outline.loops), rings, piece.colour, outline.moved)


def board_parts(tangram: Tangram, sizes: Sizes) -> Iterator[CutPart]:
    """Yield the base of the board with its bumps, and two frames for the rims on both sides."""
    cells = [cell.corners for cell in tangram.board]
    inner = sizes.outline(cells, -sizes.clearance + sizes.kerf / 2)
    outer = sizes.outline(cells, -sizes.clearance - sizes.rim - sizes.kerf / 2)
    bumps = tuple(
        Ring(centre(corners), sizes.bump, "BUMPS")
        for cell, corners in zip(tangram.board, inner.cells, strict=True)
        if cell.bump
    )
    yield CutPart("Board", tuple(outer.loops), bumps, faces=inner.moved)
    for name in ("Frame for the clear side", "Frame for the side with bumps"):
        yield CutPart(name, (*outer.loops, *_turned(inner)))


def _turned(outline: Outline) -> Iterator[Corners]:
    return (loop[::-1] for loop in outline.loops)


def arrange(parts: Sequence[CutPart], width: float = WIDTH, gap: float = GAP) -> CutSheet:
    """Put parts into rows from the top, the highest first, so that none overlaps another.

    >>> square = CutPart("a", (((0, 0), (10, 0), (10, 10), (0, 10)),))
    >>> sheet = arrange([square, square, square], width=40)
    >>> sheet.width, sheet.height, [part.box[:2] for part in sheet.parts]
    (32.0, 32.0, [(4.0, 18.0), (18.0, 18.0), (4.0, 4.0)])
    """
    rows: list[list[CutPart]] = [[]]
    left = gap
    for part in sorted(parts, key=lambda each: -each.size[1]):
        if rows[-1] and left + part.size[0] + gap > width:
            rows.append([])
            left = gap
        rows[-1].append(part)
        left += part.size[0] + gap
    heights = [max(part.size[1] for part in row) for row in rows if row]
    total = sum(heights) + gap * (len(heights) + 1)
    placed, top = [], total
    for row, height in zip(rows, heights, strict=True):
        x = gap
        top -= gap + height
        for part in row:
            placed.append(part.at(x, top + height - part.size[1]))
            x += part.size[0] + gap
    return CutSheet(max(part.box[2] for part in placed) + gap, total, tuple(placed))


def cut_sheet(tangram: Tangram, sizes: Sizes = Sizes(), width: float = WIDTH) -> CutSheet:
    """Return all pieces and the parts of the board on one sheet."""
    pieces = [piece_part(piece, sizes) for piece in tangram.pieces for _ in range(piece.copies)]
    return arrange([*board_parts(tangram, sizes), *pieces], width)
