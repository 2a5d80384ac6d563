"""A panel's twin in C++."""

from collections.abc import Iterable

from quandary._native import Native, core
from quandary.kinds.witness.rules import STEPS, Colour, Junction, Panel, Place, Square, Triangles

COLOUR_NUMBER = {colour: number for number, colour in enumerate(Colour, start=1)}


def native(panel: Panel) -> Native | None:
    """The same panel in C++, or None without the compiled core."""
    compiled = core()
    if compiled is None:
        return None
    small, large = compiled.witness.Panel64, compiled.witness.Panel128
    make = small if small.fits(panel.width, panel.height) else large
    hexagons = panel.hexagons
    handle = make(
        panel.width,
        panel.height,
        [_junction(panel, junction) for junction in sorted(panel.entrances)],
        [_junction(panel, junction) for junction in panel.exits],
        [_junction(panel, (x // 2, y // 2)) for x, y in hexagons if _is_junction((x, y))],
        _edges(panel, (place for place in hexagons if not _is_junction(place))),
        _edges(panel, panel.gaps | panel.missing),
        _by_cell(panel, {c: COLOUR_NUMBER[e.colour] for c, e in panel.cells if isinstance(e, Square)}),
        _by_cell(panel, {c: e.count for c, e in panel.cells if isinstance(e, Triangles)}),
    )
    return Native(handle, tuple(STEPS))


def _is_junction(place: Place) -> bool:
    return place[0] % 2 == 0 and place[1] % 2 == 0


def _junction(panel: Panel, junction: Junction) -> int:
    return junction[1] * (panel.width + 1) + junction[0]


def _edges(panel: Panel, places: Iterable[Place]) -> list[int]:
    across = (panel.height + 1) * panel.width
    return [
        y // 2 * panel.width + x // 2 if x % 2 else across + y // 2 * (panel.width + 1) + x // 2
        for x, y in places
    ]


def _by_cell(panel: Panel, values: dict[tuple[int, int], int]) -> list[int]:
    return [values.get((x, y), 0) for y in range(panel.height) for x in range(panel.width)]
