"""Draw panels as the game does: thick rounded lines and a narrower path along them.

Elements differ by shape. Those in cells are drawn in `symbols.py`.
"""

from collections.abc import Iterator

from quandary.draw.shapes import Circle, Drawing, Line, Point, Shape
from quandary.kind import Pictures
from quandary.kinds.witness.lattice import Junction, Path, Place, Symmetry, between, step
from quandary.kinds.witness.notation import write
from quandary.kinds.witness.rules import Panel
from quandary.kinds.witness.symbols import regular, symbol

MARGIN = 0.6
LINE = 0.2
PATH, CORE = 0.13, 0.06
"""The width of a path, and of the light core of the second path on a symmetric panel."""
NUB = 0.3
START = 0.19
"""The radius of the disc at the beginning of a path."""


def draw(panel: Panel, state: Path | None = None) -> Drawing:
    """Draw a panel and the path on it, if there is one."""
    shapes: list[Shape] = [*_lines(panel), *_ends(panel)]
    for cell, element in sorted(panel.cells, key=lambda pair: pair[0]):
        shapes += symbol(element, _spot(panel, (2 * cell[0] + 1, 2 * cell[1] + 1)))
    if state:
        shapes += _paths(panel, state)
    shapes += hexagon_shapes(panel)
    title = f"A Witness panel of {panel.width} × {panel.height} cells"
    return Drawing(panel.width + 2 * MARGIN, panel.height + 2 * MARGIN, tuple(shapes), title, "panel")


def anchor(panel: Panel, state: Path, move: str) -> Point:
    """Return the middle of the edge that a move crosses."""
    head = state[-1]
    return _spot(panel, between(head, step(head, move)))


def _spot(panel: Panel, place: Place) -> Point:
    """Return the point on the page for a place, which counts in half cells from the bottom."""
    return MARGIN + place[0] / 2, MARGIN + panel.height - place[1] / 2


def spot_of(panel: Panel, junction: Junction) -> Point:
    """Return the point on the page for a junction."""
    return _spot(panel, between(junction, junction))


def _lines(panel: Panel) -> Iterator[Shape]:
    for here, there in panel.edges():
        place = between(here, there)
        a, b = spot_of(panel, here), spot_of(panel, there)
        if place in panel.gaps:
            yield Line((a, _along(a, b, 0.28)), "track", LINE)
            yield Line((b, _along(b, a, 0.28)), "track", LINE)
        elif place not in panel.missing:
            yield Line((a, b), "track", LINE)


def _along(a: Point, b: Point, part: float) -> Point:
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def _ends(panel: Panel) -> Iterator[Shape]:
    for here in sorted(panel.entrances):
        yield Circle(spot_of(panel, here), 0.26, fill="track")
    for here in sorted(panel.exits):
        yield Line((spot_of(panel, here), nub(panel, here)), "track", LINE)


def nub(panel: Panel, junction: Junction) -> Point:
    """Return the tip of an exit, which points off the panel or, away from the rim, into a cell."""
    x, y = spot_of(panel, junction)
    if junction[1] in (0, panel.height):
        return x, y - NUB if junction[1] else y + NUB
    if junction[0] in (0, panel.width):
        return x + NUB if junction[0] else x - NUB, y
    return x + NUB * 0.7, y - NUB * 0.7


def hexagon_shapes(panel: Panel) -> Iterator[Shape]:
    """Draw plain hexagons in black, and those for one of two paths in the style of that path."""
    for place in sorted(panel.all_hexagons):
        spot = _spot(panel, place)
        yield regular(spot, 0.14, corners=6, fill="track")
        yield regular(spot, 0.09 if place in panel.hexagons else 0.1, corners=6, fill="dot")
        if place in panel.blue:
            yield regular(spot, 0.08, corners=6, fill="track")
            yield regular(spot, 0.055, corners=6, fill="first")
        elif place in panel.yellow:
            yield regular(spot, 0.075, corners=6, fill="second")


def _paths(panel: Panel, state: Path) -> Iterator[Shape]:
    solved = panel.is_solved(state)
    if panel.symmetry is Symmetry.NONE:
        yield from _path(panel, state, "trace", PATH, solved=solved)
    else:
        second = panel.second(state)
        yield from _path(panel, second, "on-second", PATH, solved=solved)
        yield from _path(panel, second, "second", CORE, solved=solved)
        yield from _path(panel, state, "first", PATH, solved=solved)


def _path(panel: Panel, path: Path, stroke: str, width: float, *, solved: bool) -> Iterator[Shape]:
    points = [spot_of(panel, junction) for junction in path]
    yield Circle(points[0], START - (PATH - width) / 2, fill=stroke)
    if solved:
        points.append(nub(panel, path[-1]))
    if len(points) > 1:
        yield Line(tuple(points), stroke, width)


PICTURES = Pictures(draw=draw, anchor=anchor, write=write)
