"""The checks that every panel passes, in whatever notation it came."""

from collections.abc import Iterable
from dataclasses import replace

from quandary.errors import NotationError
from quandary.kinds.witness.lattice import Place, Point, Symmetry, point_at
from quandary.kinds.witness.rules import Panel


def checked(panel: Panel) -> Panel:
    """Return the panel, or raise NotationError if it cannot be played."""
    if not panel.entrances and not panel.edge_entrances:
        raise NotationError(
            "The panel has no start; write S at a junction, such as the one at the bottom left."
        )
    if not panel.exits and not panel.edge_exits:
        raise NotationError("The panel has no exit; write E at a junction, such as the one at the top right.")
    _check_pillar(panel)
    _check_pointing(panel)
    if panel.symmetry is not Symmetry.NONE:
        _check_pairs(panel, "start", panel.entrances.union(map(point_at, panel.edge_entrances)))
        _check_pairs(panel, "exit", panel.ends)
    elif panel.blue or panel.yellow:
        raise NotationError(
            "The panel has a hexagon for one of two paths but only one path;"
            " give its symmetry, such as `symmetry horizontal`, or write * for the hexagon."
        )
    for place in sorted(panel.all_hexagons):
        if not panel.has_junction(point_at(place)) and not panel.has_edge(place):
            raise NotationError(f"There is no line at {point_at(place)} for a hexagon; leave it out.")
    return panel


def usual_direction(panel: Panel, place: Place) -> tuple[int, int]:
    """Return where an exit points unless told: off the panel or, away from the rim, into a cell or space.

    >>> panel = Panel(2, 2, frozenset(), frozenset())
    >>> usual_direction(panel, (4, 4)), usual_direction(panel, (0, 2)), usual_direction(panel, (2, 2))
    ((0, 1), (-1, 0), (1, 1))
    """
    x, y = place
    if y in (0, 2 * panel.height):
        return 0, 1 if y else -1
    if not panel.pillar and x in (0, 2 * panel.width):
        return 1 if x else -1, 0
    if x % 2:
        return 0, 1
    return 1, 0 if y % 2 else 1


def with_directions(panel: Panel, directions: Iterable[tuple[Place, tuple[int, int]]]) -> Panel:
    """Return the panel with exits that point in some directions, without those that are usual."""
    unusual = frozenset((place, way) for place, way in directions if way != usual_direction(panel, place))
    return replace(panel, pointing=unusual)


def _check_pillar(panel: Panel) -> None:
    if panel.symmetry is Symmetry.PARALLEL and not panel.pillar:
        raise NotationError("Only a pillar has parallel symmetry; write `pillar` below the grid, too.")
    if panel.pillar and panel.symmetry is not Symmetry.NONE and panel.width % 2:
        raise NotationError(
            f"A pillar of {panel.width} columns has no opposite side for a second path;"
            " use an even number of columns."
        )


def _check_pointing(panel: Panel) -> None:
    for place, _ in sorted(panel.pointing):
        if point_at(place) not in panel.ends:
            raise NotationError(f"There is no exit at {point_at(place)}; leave out its direction.")


def _check_pairs(panel: Panel, what: str, ends: Iterable[Point]) -> None:
    for here in sorted(ends):
        if panel.is_on_axis(here):
            raise NotationError(
                f"The {what} at {here} is where the two paths of a panel with {panel.symmetry} symmetry"
                " would meet; move it off the middle."
            )
        if panel.wrapped(panel.mirror(here)) not in ends:
            raise NotationError(
                f"The {what} at {here} has no partner; with {panel.symmetry} symmetry"
                f" there must be one at {panel.wrapped(panel.mirror(here))}, too."
            )
