"""Write panels as JSON of jbzdarkid's editor, which `jbzdarkid.py` reads."""

import json
from typing import Any

from quandary.errors import NotationError
from quandary.kinds.witness.elements import Element, Eliminator, Polyomino, Square, Star, Triangles
from quandary.kinds.witness.jbzdarkid import BLUE, BROKEN, MISSING, PLAIN, ROTATES, SHAPE_SIDE, WAYS, YELLOW
from quandary.kinds.witness.lattice import Place, Symmetry, is_cell
from quandary.kinds.witness.rules import Panel
from quandary.kinds.witness.rulesets import JBZDARKID
from quandary.kinds.witness.wellformed import usual_direction

SYMMETRIES = {
    Symmetry.HORIZONTAL: {"x": True, "y": False},
    Symmetry.VERTICAL: {"x": False, "y": True},
    Symmetry.ROTATIONAL: {"x": True, "y": True},
    Symmetry.PARALLEL: {"x": False, "y": False},
}


def encode(panel: Panel) -> str:
    """Return the JSON of a panel on one line. Raises NotationError if the editor lacks something on it."""
    columns = range(2 * panel.width + (not panel.pillar))
    rows = range(2 * panel.height, -1, -1)
    ends = {(round(2 * x), round(2 * y)) for x, y in panel.ends}
    ways = {place: dict(panel.pointing).get(place) or usual_direction(panel, place) for place in ends}
    grid = [[_point(panel, (x, y), ways) for y in rows] for x in columns]
    told: dict[str, Any] = {"grid": grid, "pillar": panel.pillar}
    if panel.rules != JBZDARKID:
        told["rules"] = str(panel.rules)
    if panel.symmetry is not Symmetry.NONE:
        told["symmetry"] = SYMMETRIES[panel.symmetry]
    return json.dumps(told, separators=(",", ":"))


def _point(panel: Panel, place: Place, ways: dict[Place, tuple[int, int]]) -> dict[str, Any] | None:
    x, y = place
    if is_cell(place):
        element = panel.element_at.get((x // 2, y // 2))
        return None if element is None else _element(element)
    point: dict[str, Any] = {"type": "line"}
    if place in panel.hexagons | panel.blue | panel.yellow:
        point["dot"] = BLUE if place in panel.blue else YELLOW if place in panel.yellow else PLAIN[0]
    if place in panel.gaps | panel.missing:
        point["gap"] = BROKEN if place in panel.gaps else MISSING
    if place in panel.edge_entrances or (x % 2 == 0 == y % 2 and (x // 2, y // 2) in panel.entrances):
        point["start"] = True
    if place in ways:
        names = {way: name for name, way in WAYS.items()}
        if ways[place] not in names:
            raise NotationError("jbzdarkid's editor has no exits that point to a corner.")
        point["end"] = names[ways[place]]
    return point


def _element(element: Element) -> dict[str, Any]:
    told: dict[str, Any] = {"color": str(element.colour)}
    match element:
        case Square():
            return {"type": "square", **told}
        case Star():
            return {"type": "star", **told}
        case Eliminator():
            return {"type": "nega", **told}
        case Triangles():
            return {"type": "triangle", "count": element.count, **told}
        case Polyomino():
            return {"type": "ylop" if element.hollow else "poly", "polyshape": _bits(element), **told}
    raise NotationError(f"jbzdarkid's editor has no {type(element).__name__}.")


def _bits(element: Polyomino) -> int:
    top = max(y for _, y in element.shape)
    cells = [(x, top - y) for x, y in element.shape]
    if any(max(cell) >= SHAPE_SIDE for cell in cells):
        raise NotationError(f"jbzdarkid's editor has polyominoes up to {SHAPE_SIDE} cells a side.")
    return sum(1 << (SHAPE_SIDE * x + y) for x, y in cells) | (ROTATES if element.rotates else 0)
