"""Draw panels as the game does: thick rounded lines and a narrower path along them.

Elements differ by shape. Those in cells are drawn in `symbols.py`.
"""

from collections.abc import Iterator
from itertools import pairwise

from quandary.draw.shapes import Circle, Drawing, Line, Point, Shape
from quandary.kind import Pictures
from quandary.kinds.witness.lattice import Path, Place, Symmetry, between, point_at
from quandary.kinds.witness.notation import write
from quandary.kinds.witness.rules import Panel
from quandary.kinds.witness.symbols import regular, symbol
from quandary.kinds.witness.wellformed import usual_direction

MARGIN = 0.6
LINE = 0.2
PATH, CORE = 0.13, 0.07
"""The width of a path, and of the core of a path that is for hexagons of its own."""
HEXAGON = 0.14
"""The distance from the middle of a hexagon to its corners."""
NUB = 0.3
START = 0.19
"""The radius of the disc at the beginning of a path."""


def draw(panel: Panel, state: Path | None = None) -> Drawing:
    """Draw a panel and the path on it, if there is one."""
    shapes: list[Shape] = [*_lines(panel), *_ends(panel), *_cuts(panel)]
    for cell, element in sorted(panel.cells, key=lambda pair: pair[0]):
        shapes += symbol(element, place_spot(panel, (2 * cell[0] + 1, 2 * cell[1] + 1)))
    if state:
        shapes += _paths(panel, state)
    shapes += hexagon_shapes(panel)
    title = f"A Witness panel of {panel.width} × {panel.height} cells"
    return Drawing(panel.width + 2 * MARGIN, panel.height + 2 * MARGIN, tuple(shapes), title, "panel")


def anchor(panel: Panel, state: Path, move: str) -> Point:
    """Return the middle of the edge that a move crosses."""
    return place_spot(panel, panel.edge_towards(panel.wrapped(state[-1]), move))


def place_spot(panel: Panel, place: Place) -> Point:
    """Return the point on the page for a place, which counts in half cells from the bottom."""
    return MARGIN + place[0] / 2, MARGIN + panel.height - place[1] / 2


def spot_of(panel: Panel, point: tuple[float, float]) -> Point:
    """Return the point on the page for a junction or the middle of an edge."""
    return place_spot(panel, between(point, point))


def _lines(panel: Panel) -> Iterator[Shape]:
    for here, there in panel.edges():
        place = between(here, there)
        a, b = spot_of(panel, here), spot_of(panel, there)
        if place in panel.gaps:
            yield Line((a, _along(a, b, 0.28)), "track", LINE)
            yield Line((b, _along(b, a, 0.28)), "track", LINE)
        elif place not in panel.missing:
            yield Line((a, b), "track", LINE)


def _cuts(panel: Panel) -> Iterator[Shape]:
    """Draw both sides of a pillar as dashed lines, where it was cut open to lie flat."""
    if panel.pillar:
        for x in (MARGIN / 2, MARGIN + panel.width + MARGIN / 2):
            for y in range(2 * panel.height):
                top = MARGIN + y / 2
                yield Line(((x, top + 0.1), (x, top + 0.35)), "track", LINE / 4)


def _along(a: Point, b: Point, part: float) -> Point:
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def _ends(panel: Panel) -> Iterator[Shape]:
    for here in sorted([*panel.entrances, *map(point_at, panel.edge_entrances)]):
        yield Circle(spot_of(panel, here), 0.26, fill="track")
    for there in sorted(panel.ends):
        yield Line((spot_of(panel, there), nub(panel, there)), "track", LINE)


def nub(panel: Panel, end: tuple[float, float]) -> Point:
    """Return the tip of an exit, which points where the panel says."""
    x, y = spot_of(panel, end)
    place = between(end, end)
    right, up = dict(panel.pointing).get(place) or usual_direction(panel, place)
    reach = NUB * (0.7 if right and up else 1)
    return x + reach * right, y - reach * up


def hexagon_shapes(panel: Panel) -> Iterator[Shape]:
    """Draw plain hexagons in black, and those for one of two paths in the style of that path."""
    for place in sorted(panel.all_hexagons):
        spot = place_spot(panel, place)
        yield regular(spot, HEXAGON + 0.04, corners=6, fill="track")
        yield regular(spot, HEXAGON, corners=6, fill="dot")
        if place in panel.blue:
            yield regular(spot, 0.8 * HEXAGON, corners=6, fill="track")
            yield regular(spot, 0.6 * HEXAGON, corners=6, fill="first")
        elif place in panel.yellow:
            yield regular(spot, 0.75 * HEXAGON, corners=6, fill="second")


def _paths(panel: Panel, state: Path) -> Iterator[Shape]:
    solved = panel.is_solved(state)
    both = [(state, ("first", "on-first"))]
    if panel.symmetry is not Symmetry.NONE:
        both.insert(0, (panel.second(state), ("on-second", "second")))
    # Both paths look alike, unless hexagons are for one of them. Then their cores differ.
    for path, (stroke, core) in both:
        if panel.blue or panel.yellow:
            yield from _path(panel, path, stroke, PATH, solved=solved)
            yield from _path(panel, path, core, CORE, solved=solved)
        else:
            yield from _path(panel, path, "trace", PATH, solved=solved)


def _path(panel: Panel, path: Path, stroke: str, width: float, *, solved: bool) -> Iterator[Shape]:
    yield Circle(spot_of(panel, panel.wrapped(path[0])), START - (PATH - width) / 2, fill=stroke)
    pieces = list(_unrolled(panel, path))
    if solved:
        pieces[-1].append(nub(panel, panel.wrapped(path[-1])))
    for points in pieces:
        if len(points) > 1:
            yield Line(tuple(points), stroke, width)


def _unrolled(panel: Panel, path: Path) -> Iterator[list[Point]]:
    """Yield the pieces of a path: one, but on a pillar one more each time that it passes the cut.

    The edge that closes a row is drawn on the right, and so is a path along it.
    """
    piece: list[Point] = []
    for here, there in pairwise([path[0], *path]):
        flat, beyond = panel.wrapped(there), there[0] - here[0]
        x, y = panel.wrapped(here)
        if flat[0] - x != beyond:
            if beyond > 0:
                piece.append(spot_of(panel, (x + beyond, y)))
            yield piece
            piece = [] if beyond > 0 else [spot_of(panel, (flat[0] - beyond, y))]
        piece.append(spot_of(panel, flat))
    yield piece


PICTURES = Pictures(draw=draw, anchor=anchor, write=write)
