"""A panel's twin in C++."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from quandary._native import Native, core
from quandary.kinds.witness.elements import (
    Colour,
    Element,
    Eliminator,
    Polyomino,
    Square,
    Star,
    Triangles,
    orientations,
)
from quandary.kinds.witness.lattice import STEPS, Cell, Junction, Symmetry
from quandary.kinds.witness.rules import Panel, Place

COLOUR_NUMBER = {colour: number for number, colour in enumerate(Colour, start=1)}
TYPE_NUMBER = {each: number for number, each in enumerate((Square, Star, Triangles, Polyomino, Eliminator))}
SYMMETRY_NUMBER = {symmetry: number for number, symmetry in enumerate(Symmetry)}


def native(panel: Panel) -> Native | None:
    """The same panel in C++, or None without the compiled core."""
    compiled = core()
    if compiled is None:
        return None
    small, large = compiled.witness.Panel64, compiled.witness.Panel128
    make = small if small.fits(panel.width, panel.height) else large
    return Native(make(_described(panel, compiled.witness.Description())), tuple(STEPS))


def _described(panel: Panel, description: Any) -> Any:
    """The description, filled in: junctions and cells by corner, edges and hexagons by place."""
    description.width, description.height = panel.width, panel.height
    description.symmetry = SYMMETRY_NUMBER[panel.symmetry]
    description.starts = [_corner(panel, path[0]) for path in panel.starts()]
    description.exits = [_corner(panel, junction) for junction in panel.exits]
    description.blocked = _places(panel, panel.gaps | panel.missing)
    for name in ("hexagons", "blue", "yellow"):
        setattr(description, name, _places(panel, getattr(panel, name)))
    where = defaultdict[Element, list[Cell]](list)
    for cell, element in panel.cells:
        where[element].append(cell)
    for element, cells in where.items():
        description.add_element(
            TYPE_NUMBER[type(element)],
            COLOUR_NUMBER[element.colour],
            element.count if isinstance(element, Triangles) else 0,
            isinstance(element, Polyomino) and element.hollow,
            [sorted(shape) for shape in orientations(element)] if isinstance(element, Polyomino) else [],
            [_corner(panel, cell) for cell in cells],
        )
    return description


def _corner(panel: Panel, corner: Junction | Cell) -> int:
    return corner[1] * (panel.width + 1) + corner[0]


def _places(panel: Panel, places: Iterable[Place]) -> list[int]:
    """Places by number: four times the corner, plus 1 for the edge to the right of it, 2 for the edge up."""
    return [4 * _corner(panel, (x // 2, y // 2)) + x % 2 + 2 * (y % 2) for x, y in places]
