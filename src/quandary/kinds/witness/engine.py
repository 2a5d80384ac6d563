"""The C++ twin of a panel."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from quandary._native import Native, core
from quandary.kind import Engines
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
from quandary.kinds.witness.lattice import STEPS, Cell, Junction, Path, Symmetry
from quandary.kinds.witness.rules import Panel, Place

COLOUR_NUMBER = {colour: number for number, colour in enumerate(Colour, start=1)}
TYPE_NUMBER = {each: number for number, each in enumerate((Square, Star, Triangles, Polyomino, Eliminator))}
SYMMETRY_NUMBER = {symmetry: number for number, symmetry in enumerate(Symmetry)}


def native(panel: Panel) -> Native | None:
    """Return the same panel in C++, or None without the compiled core."""
    compiled = core()
    if compiled is None:
        return None
    small, large = compiled.witness.Panel64, compiled.witness.Panel128
    make = small if small.fits(panel.width, panel.height) else large
    return Native(make(described(panel, compiled.witness.Description())), tuple(STEPS))


def described(panel: Panel, description: Any) -> Any:
    """Fill in and return the description: junctions and cells by corner, edges and hexagons by place."""
    description.width, description.height = panel.width, panel.height
    description.symmetry = SYMMETRY_NUMBER[panel.symmetry]
    description.starts = corners(panel, (path[0] for path in panel.starts()))
    description.exits = corners(panel, panel.exits)
    description.blocked = numbered(panel, panel.gaps | panel.missing)
    for name in ("hexagons", "blue", "yellow"):
        setattr(description, name, numbered(panel, getattr(panel, name)))
    where = defaultdict[Element, list[Cell]](list)
    for cell, element in panel.cells:
        where[element].append(cell)
    for element, cells in where.items():
        add_element(description, element, corners(panel, cells))
    return description


def add_element(description: Any, element: Element, cells: list[int]) -> None:
    """Put an element into these cells."""
    description.add_element(
        TYPE_NUMBER[type(element)],
        COLOUR_NUMBER[element.colour],
        element.count if isinstance(element, Triangles) else 0,
        isinstance(element, Polyomino) and element.hollow,
        [sorted(shape) for shape in orientations(element)] if isinstance(element, Polyomino) else [],
        cells,
    )


def corners(panel: Panel, some: Iterable[Junction | Cell]) -> list[int]:
    """Return junctions by number, or cells by the number of their lower left corner."""
    return [y * (panel.width + 1) + x for x, y in some]


def numbered(panel: Panel, places: Iterable[Place]) -> list[int]:
    """Return places by number: four times the corner, plus 1 for the edge to its right, 2 for the one up."""
    places = list(places)
    lower_left = corners(panel, ((x // 2, y // 2) for x, y in places))
    return [4 * corner + x % 2 + 2 * (y % 2) for corner, (x, y) in zip(lower_left, places, strict=True)]


def estimate(panel: Panel, state: Path) -> float:
    """Return the grid distance to the nearest exit, a lower bound on the steps left."""
    x, y = state[-1]
    return min(abs(x - exit_x) + abs(y - exit_y) for exit_x, exit_y in panel.exits)


ENGINES = Engines(native=native, estimate=estimate)
