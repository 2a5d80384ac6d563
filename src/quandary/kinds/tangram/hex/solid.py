"""The pieces and the board of HEX as things to be made."""

from collections.abc import Sequence
from dataclasses import replace

from quandary.kinds.tangram.hex.constraints import SELECTED, coloured
from quandary.kinds.tangram.hex.pieces import CELLS, DOWN_CELLS, LAYOUT, PIECES
from quandary.kinds.tangram.hex.rules import Hex
from quandary.kinds.tangram.solid import solid
from quandary.solid import Tangram


def tangram(puzzles: Sequence[Hex]) -> Tangram:
    """Return the pieces with the holes and colours of the first puzzle over bumps, or else of the thesis.

    >>> made = tangram([])
    >>> sum(len(piece.cells) * piece.copies for piece in made.pieces), len(made.board)
    (60, 54)
    """
    over = next((puzzle for puzzle in puzzles if puzzle.pattern is not None), None)
    pattern = over.pattern if over and over.pattern else SELECTED
    colours = coloured((over or next(iter(puzzles), None) or Hex("Hexagon")).blue)
    pieces = [replace(pattern.holes(name).made(name), colour=colours[name].colour) for name in PIECES]
    made = [(name, piece, piece.colour) for name, piece in zip(PIECES, pieces, strict=True)]
    return solid("HEX", LAYOUT.lattice.name, made, CELLS, DOWN_CELLS)
