"""The same panel seen differently, or with less on it."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from quandary.kinds.witness.rules import Panel, Path, Place


def symmetries(panel: Panel) -> list[Panel]:
    """The panel turned and mirrored in all eight ways; images that are the same are listed once.

    >>> from quandary.kinds.witness.notation import parse
    >>> len(symmetries(parse("+-E/|.|/S-+"))), len(symmetries(parse("+-+-E/|2|.|/S-+-+")))
    (4, 8)
    """
    images = (
        _image(panel, mirrored=mirrored, flipped=flipped, swapped=swapped)
        for mirrored, flipped, swapped in product((False, True), repeat=3)
    )
    return list(dict.fromkeys(images))


def reductions(panel: Panel) -> Iterator[tuple[str, Panel]]:
    """What can be left out, in words, and the panel without it.

    Missing lines, entrances and exits stay: they are the board, not elements on it.
    """
    for cell, element in sorted(panel.cells, key=lambda pair: pair[0]):
        yield f"the {element} at {cell}", replace(panel, cells=panel.cells - {(cell, element)})
    for place in sorted(panel.hexagons):
        yield f"the hexagon {_words(place)}", replace(panel, hexagons=panel.hexagons - {place})
    for place in sorted(panel.gaps):
        yield f"the gap {_words(place)}", replace(panel, gaps=panel.gaps - {place})


def estimate(panel: Panel, state: Path) -> float:
    """The steps to the nearest exit as the crow flies along a grid: never more than are needed."""
    x, y = state[-1]
    return min(abs(x - exit_x) + abs(y - exit_y) for exit_x, exit_y in panel.exits)


def _image(panel: Panel, *, mirrored: bool, flipped: bool, swapped: bool) -> Panel:
    width, height = panel.width, panel.height

    def turn(point: Place, right: int, top: int) -> Place:
        """Where a point goes on a grid that runs from (0, 0) to (right, top)."""
        x = right - point[0] if mirrored else point[0]
        y = top - point[1] if flipped else point[1]
        return (y, x) if swapped else (x, y)

    def junctions(points: frozenset[Place]) -> frozenset[Place]:
        return frozenset(turn(point, width, height) for point in points)

    def places(points: frozenset[Place]) -> frozenset[Place]:
        return frozenset(turn(point, 2 * width, 2 * height) for point in points)

    return Panel(
        width=height if swapped else width,
        height=width if swapped else height,
        entrances=junctions(panel.entrances),
        exits=junctions(panel.exits),
        hexagons=places(panel.hexagons),
        gaps=places(panel.gaps),
        missing=places(panel.missing),
        cells=frozenset((turn(cell, width - 1, height - 1), element) for cell, element in panel.cells),
    )


def _words(place: Place) -> str:
    """Where a place is: at a junction or between two.

    >>> _words((2, 2)), _words((1, 0))
    ('at (1, 1)', 'between (0, 0) and (1, 0)')
    """
    x, y = place
    here, there = (x // 2, y // 2), ((x + 1) // 2, (y + 1) // 2)
    return f"at {here}" if here == there else f"between {here} and {there}"
