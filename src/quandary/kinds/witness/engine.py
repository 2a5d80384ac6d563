"""The C++ twin of a panel."""

from collections.abc import Iterable
from functools import cache
from math import inf
from typing import Any

from quandary._native import Native, core
from quandary.kind import Engines
from quandary.kinds.witness.elements import (
    Colour,
    Eliminator,
    Polyomino,
    Square,
    Star,
    Triangles,
    orientations,
)
from quandary.kinds.witness.lattice import STEPS, Cell, Junction, Path, Symmetry
from quandary.kinds.witness.rules import Panel, Place

TYPES = (Square, Star, Triangles, Polyomino, Eliminator)
"""In the order of the numbers that the compiled core uses."""
MOVES = tuple(STEPS)
JUNCTIONS_IN_A_WORD = 64
"""The most junctions of a panel whose sets are single words."""


def native(panel: Panel) -> Native | None:
    """Return the same panel in C++, or None without the compiled core."""
    compiled = core()
    if compiled is None or not _has_twin(panel):
        return None
    small, large = compiled.witness.Panel64, compiled.witness.Panel128
    is_small = (panel.width + 1) * (panel.height + 1) <= JUNCTIONS_IN_A_WORD
    return Native((small if is_small else large)(describe(panel)), MOVES)


def _has_twin(panel: Panel) -> bool:
    """Return whether C++ knows everything about a panel.

    It does not know paths that start or end in the middle of an edge, pillars of two columns, and regions that
    hang together by their lines alone.
    """
    if panel.edge_entrances or panel.edge_exits or (panel.pillar and panel.width < 3):
        return False
    return not (panel.may_have_outside and panel.outline.has_bridges)


def describe(panel: Panel) -> Any:
    """Return the panel as C++ builds its twin from it. The core must be there."""
    starts = None if panel.symmetry is Symmetry.NONE else [path[0] for path in panel.starts()]
    if panel.may_have_outside and not panel.outline.is_whole:
        return reader().read(panel, starts, panel.outline.outside, tuple(panel.counted.items()))
    return reader().read(panel, starts, (), None)


@cache
def reader() -> Any:
    """Return what reads panels in C++, made once for all of them. The core must be there."""
    compiled = core()
    assert compiled is not None  # noqa: S101 - callers have asked
    return compiled.witness.Reader(TYPES, tuple(Colour), tuple(Symmetry), orientations)


def corners(panel: Panel, some: Iterable[Junction | Cell]) -> list[int]:
    """Return junctions by number, or cells by the number of their lower left corner."""
    return [y * panel.columns + x for x, y in some]


def numbered(panel: Panel, places: Iterable[Place]) -> list[int]:
    """Return places by number: four times the corner, plus 1 for the edge to its right, 2 for the one up."""
    places = list(places)
    lower_left = corners(panel, ((x // 2, y // 2) for x, y in places))
    return [4 * corner + x % 2 + 2 * (y % 2) for corner, (x, y) in zip(lower_left, places, strict=True)]


def estimate(panel: Panel, state: Path) -> float:
    """Return the grid distance to the nearest exit, a lower bound on the steps left."""
    x, y = panel.wrapped(state[-1])
    round_it = panel.width if panel.pillar else 0
    return min(
        min(abs(x - to_x), abs(round_it - abs(x - to_x)) if round_it else inf) + abs(y - to_y)
        for to_x, to_y in panel.ends
    )


ENGINES = Engines(native=native, estimate=estimate)
