"""The checks that every panel passes, in whatever notation it came."""

from collections.abc import Iterable

from quandary.errors import NotationError
from quandary.kinds.witness.lattice import Junction, Symmetry
from quandary.kinds.witness.rules import Panel


def checked(panel: Panel) -> Panel:
    """Return the panel, or raise NotationError if it cannot be played."""
    if not panel.entrances:
        raise NotationError(
            "The panel has no start; write S at a junction, such as the one at the bottom left."
        )
    if not panel.exits:
        raise NotationError("The panel has no exit; write E at a junction, such as the one at the top right.")
    if panel.symmetry is not Symmetry.NONE:
        _check_pairs(panel, "start", panel.entrances)
        _check_pairs(panel, "exit", panel.exits)
    elif panel.blue or panel.yellow:
        raise NotationError(
            "The panel has a hexagon for one of two paths but only one path;"
            " give its symmetry, such as `symmetry horizontal`, or write * for the hexagon."
        )
    return panel


def _check_pairs(panel: Panel, what: str, ends: Iterable[Junction]) -> None:
    for here in sorted(ends):
        if panel.is_on_axis(here):
            raise NotationError(
                f"The {what} at {here} is where the two paths of a panel with {panel.symmetry} symmetry"
                " would meet; move it off the middle."
            )
        if panel.mirror(here) not in ends:
            raise NotationError(
                f"The {what} at {here} has no partner; with {panel.symmetry} symmetry"
                f" there must be one at {panel.mirror(here)}, too."
            )
