"""What the board in the browser gets to know about a HEX puzzle."""

from dataclasses import replace
from typing import Any

from quandary.kinds.tangram.hex.draw import PAINTER
from quandary.kinds.tangram.hex.instruct import PICTURES as EXPLAINED
from quandary.kinds.tangram.hex.rules import Hex
from quandary.kinds.tangram.play import board_of

MIDDLE, REACH = 27, 0.62
"""The cell where a player who uses keys begins, and how near to the middle of a cell a tap is meant for it."""


def board(puzzle: Hex) -> dict[str, Any]:
    """Return the triangles, the pieces with their places by orientation, and the shapes around the board."""
    return board_of(puzzle, PAINTER, MIDDLE, REACH)


PICTURES = replace(EXPLAINED, board=board)
