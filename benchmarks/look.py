"""Contact sheets of every kind in every palette and in grey: as set, solved, and explained.

    python benchmarks/look.py sheets/            one PNG for each kind
    python benchmarks/look.py sheets/ sokoban    one kind only

There is a column for each palette. The last one is the light palette in grey.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from quandary.draw.colour import luminance, parse_colour
from quandary.draw.palette import COLOUR_BLIND, DARK, LIGHT, PRINT, Palette, painted, paints
from quandary.draw.render import to_png
from quandary.draw.shapes import Circle, Drawing, Line, Point, Polygon, Shape, Text, rectangle
from quandary.explaining.explanation import explain
from quandary.explaining.picture import picture
from quandary.kind import Kind
from quandary.library import registry
from quandary.library.files import examples
from quandary.limits import Limits
from quandary.solving.search import solutions

CELL, GAP = 6.0, 0.3
WIDTH = 1800
"""The width of a sheet in pixels."""
QUICK = Limits(seconds=10)


def grey(palette: Palette) -> Palette:
    """Return the palette as a black-and-white printer would print it."""
    return Palette("grey", {role: _grey(css) for role, css in palette.colours.items()})


def _grey(css: str) -> str:
    colour = parse_colour(css)
    light = luminance(colour)
    share = 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return "#" + f"{round(share * 255):02x}" * 3 + f"{round(colour.cover * 255):02x}"


def sheet(drawings: Sequence[Drawing]) -> Drawing:
    """Return a picture of pictures: a row for each, a column for each palette."""
    palettes = (LIGHT, DARK, PRINT, COLOUR_BLIND, grey(LIGHT))
    shapes: list[Shape] = []
    for column, palette in enumerate(palettes):
        for row, drawing in enumerate(drawings):
            corner = GAP + column * (CELL + GAP), GAP + row * (CELL + GAP)
            shapes += _placed(painted(drawing, palette), corner)
    width, height = (GAP + number * (CELL + GAP) for number in (len(palettes), len(drawings)))
    return Drawing(width, height, tuple(shapes), background="grey")


def _placed(drawing: Drawing, corner: Point) -> Iterator[Shape]:
    scale = CELL / max(drawing.width, drawing.height)

    def move(point: Point) -> Point:
        return corner[0] + scale * point[0], corner[1] + scale * point[1]

    yield rectangle(*corner, scale * drawing.width, scale * drawing.height, fill=drawing.background)
    for shape in drawing.shapes:
        match shape:
            case Line() | Polygon():
                yield replace(shape, points=tuple(map(move, shape.points)), width=scale * shape.width)
            case Circle():
                middle, radius = move(shape.centre), scale * shape.radius
                yield replace(shape, centre=middle, radius=radius, width=scale * shape.width)
            case Text():
                yield replace(shape, at=move(shape.at), size=scale * shape.size)


def pictures(kind: Kind) -> Iterator[Drawing]:
    """Yield distinct examples as set and solved, and the first one explained."""
    puzzles, seen = [entry.puzzle for entry in examples(kind)], set[str]()
    for puzzle in puzzles:
        drawn = [kind.draw(puzzle, None)]
        drawn += [
            kind.draw(puzzle, solution.end(puzzle))
            for solution in solutions(puzzle, most=1, limits=QUICK).found
        ]
        used = {paint for each in drawn for paint in paints(each)}
        if not used <= seen:
            seen |= used
            yield from drawn
    if explained := picture(explain(puzzles[0], limits=QUICK)):
        yield explained


def main(folder: Path, wanted: Sequence[str]) -> None:
    """Write a sheet for each kind that draws."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in wanted or registry.find_kinds():
        kind = registry.find_kind(name)
        if kind.pictures.draw:
            (folder / f"{name}.png").write_bytes(to_png(sheet(list(pictures(kind))), width=WIDTH))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
