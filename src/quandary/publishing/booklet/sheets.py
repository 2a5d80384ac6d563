"""Extra pages at the end of a booklet: pieces to cut out, in their true size."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from quandary.draw.shapes import Circle, Drawing, Polygon, Shape, Text
from quandary.publishing.booklet.content import Book
from quandary.publishing.booklet.style import Style
from quandary.publishing.physical.make import Sizes
from quandary.publishing.physical.outline import centre
from quandary.publishing.physical.sheet import CutPart, CutSheet, arrange, board_parts, piece_part
from quandary.solid import Tangram

PAPER = Sizes(side=18.0, clearance=0.0, bump=1.5, play=0.4, rim=2.0)
HEADING = 30.0
"""The height of the heading above a sheet, in millimetres."""


@dataclass(frozen=True)
class Sheet:
    """Pictures with their width and height in millimetres, each on a page of its own."""

    title: str
    about: str
    pictures: tuple[tuple[Drawing, float, float], ...]


def sheets_for(book: Book, style: Style) -> tuple[Sheet, ...]:
    """Return the sheets of pieces for the kinds of a booklet that have pieces."""
    kinds = {item.entry.kind.name: item.entry.kind for item in book.items}
    found = []
    for kind in kinds.values():
        if kind.pictures.tangram:
            puzzles = [item.entry.puzzle for item in book.items if item.entry.kind is kind]
            found.append(_sheet(kind.pictures.tangram(puzzles), style))
    return tuple(found)


def _sheet(tangram: Tangram, style: Style) -> Sheet:
    width, height = style.size
    pieces = [piece_part(piece, PAPER) for piece in tangram.pieces for _ in range(piece.copies)]
    board = next(iter(board_parts(tangram, PAPER)))
    pages = [_fitted(arrange([board], width), width, height - HEADING)]
    pages.append(_fitted(arrange(pieces, width), width, height - HEADING))
    return Sheet(
        f"Pieces and board: {tangram.name}",
        "Print at actual size, glue onto cardboard, and cut along the outlines. Black dots are holes on the side that"
        " lies down, rings are holes on the other side.",
        tuple(pages),
    )


def _fitted(sheet: CutSheet, width: float, height: float) -> tuple[Drawing, float, float]:
    """Return a picture of a sheet, made smaller if it is too large for the page."""
    scale = min(1.0, width / sheet.width, height / sheet.height)
    shapes = tuple(shape for part in sheet.parts for shape in _shapes(part, sheet.height))
    return (
        Drawing(sheet.width, sheet.height, shapes, "Pieces to cut out"),
        sheet.width * scale,
        sheet.height * scale,
    )


def _shapes(part: CutPart, height: float) -> Iterator[Shape]:
    for face in part.faces:
        points = tuple((x, height - y) for x, y in face)
        yield Polygon(points, part.colour or "floor", part.colour or "line", 0.15)
    for loop in part.loops:
        yield Polygon(tuple((x, height - y) for x, y in loop), None, "ink", 0.5)
    for ring in part.rings:
        x, y = ring.middle
        if ring.layer == "FIRST":
            yield Circle((x, height - y), ring.radius * 0.6, fill="hole")
        else:
            yield Circle((x, height - y), ring.radius, stroke="ink", width=0.3)
    if part.colour and part.faces:
        x, y = _inner_edge(part)
        yield Text((x, height - y), part.name, 1.8, "ink")


def _inner_edge(part: CutPart) -> tuple[float, float]:
    """Return the middle of the edge between two cells that is nearest to the middle of a part.

    A single cell has none, so there it is halfway from the middle to the lowest edge.
    """
    x, y = centre([corner for face in part.faces for corner in face])
    shared = [
        centre([corner for corner in one if corner in other])
        for one, other in combinations(part.faces, 2)
        if len({*one} & {*other}) == 2
    ]
    if not shared:
        return x, (y + min(low for _, low in part.faces[0])) / 2
    return min(shared, key=lambda at: (at[0] - x) ** 2 + (at[1] - y) ** 2)
