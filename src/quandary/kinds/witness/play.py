"""What the board in the browser gets to know about a panel, and how it recognises a solution."""

from dataclasses import replace
from functools import partial
from typing import Any

from quandary.board.data import drawing_data
from quandary.draw.shapes import Drawing
from quandary.kinds.witness.draw import draw, hexagon_shapes, nub, spot_of
from quandary.kinds.witness.instruct import PICTURES as EXPLAINED
from quandary.kinds.witness.lattice import Path, Symmetry
from quandary.kinds.witness.rules import Panel


def board(panel: Panel) -> dict[str, Any]:
    """Return the junctions with their ways and ends, and the shapes below and above the path."""
    picture, above = draw(panel), tuple(hexagon_shapes(panel))
    mirrored = panel.symmetry is not Symmetry.NONE
    below = picture.shapes[: len(picture.shapes) - len(above)]
    return {
        "starts": [[panel.start_name(start), list(start[0])] for start in panel.starts()],
        "junctions": {
            f"{x},{y}": {
                "at": spot_of(panel, (x, y)),
                "mirror": list(panel.wrapped(panel.mirror((x, y)))) if mirrored else None,
                "ways": {move: list(there) for move, there in ways.items()},
                "nub": nub(panel, (x, y)) if (x, y) in panel.ends else None,
            }
            for (x, y), ways in panel.ways.items()
        },
        "round": panel.width if panel.pillar else 0,
        "turn": -1 if panel.symmetry in (Symmetry.HORIZONTAL, Symmetry.ROTATIONAL) else 1,
        "below": drawing_data(Drawing(1, 1, below))["shapes"],
        "coloured": bool(panel.blue or panel.yellow),
        "above": drawing_data(Drawing(1, 1, above))["shapes"],
        "solved": partial(key, panel),
    }


def key(panel: Panel, state: Path) -> str:
    """Return a path as text: "0,0 0,1 1,1".

    >>> from quandary.kinds.witness.notation import parse
    >>> key(parse("+-E/|.|/S-+"), ((0, 0), (0, 1)))
    '0,0 0,1'
    """
    return " ".join(f"{x},{y}" for x, y in state)


PICTURES = replace(EXPLAINED, board=board)
