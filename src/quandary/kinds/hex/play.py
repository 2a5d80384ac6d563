"""What the board in the browser gets to know about a HEX tangram, and how it recognises a solution."""

from dataclasses import replace
from typing import Any

from quandary.board.data import drawing_data
from quandary.draw.shapes import Drawing
from quandary.kinds.hex.board import CELLS, DOWN, NUMBER
from quandary.kinds.hex.draw import (
    HATCHING,
    central,
    centre,
    colour_of,
    corner_shapes,
    edge,
    frame,
    has_hole,
    triangle,
)
from quandary.kinds.hex.instruct import PICTURES as EXPLAINED
from quandary.kinds.hex.pieces import BY_PIECE, COPIES, LETTERS, PIECES, Location
from quandary.kinds.hex.rules import Hex, State
from quandary.parts.masks import bits

MIDDLE, REACH = 27, 0.62
"""The cell where a player who uses keys begins, and how near to the middle of a cell a tap is meant for it."""


def board(puzzle: Hex) -> dict[str, Any]:
    """Return the triangles, the pieces with their places by orientation, and the shapes around the board."""
    start = puzzle.starts()[0]
    pieces = [piece for piece in PIECES if piece != puzzle.forbidden]
    return {
        "cells": [
            {
                "corners": triangle(cell),
                "centre": centre(cell),
                "frame": frame(cell),
                "near": [[NUMBER.get(near, -1), edge(cell, near)] for near in cell.neighbours],
                "bump": puzzle.pattern is not None and bool(DOWN >> number & 1),
            }
            for number, cell in enumerate(CELLS)
        ],
        "pieces": {
            piece: {
                "letter": LETTERS[piece],
                "name": piece,
                "colour": colour_of(puzzle, piece),
                "strokes": HATCHING[colour_of(puzzle, piece)],
                "copies": COPIES[piece],
                "ways": [[_place(puzzle, each) for each in group] for group in _orientations(piece)],
            }
            for piece in pieces
        },
        "middle": MIDDLE,
        "reach": REACH,
        "made": list(start.made),
        "solved": key,
        "bumps": puzzle.pattern is not None,
        "free": puzzle.pattern is None and not puzzle.relations,
        "around": drawing_data(Drawing(1, 1, tuple(corner_shapes(puzzle))))["shapes"],
    }


def key(state: State) -> str:
    """Return the numbers of the moves made: "3 118 ..."."""
    return " ".join(map(str, state.made))


def _place(puzzle: Hex, place: Location) -> dict[str, Any]:
    holes = None if puzzle.pattern is None else puzzle.pattern.holes(place.piece)
    cells = list(bits(place.mask))
    return {
        "number": place.number,
        "cells": cells,
        "central": central(place),
        "holes": [cell for cell in cells if has_hole(holes, place, CELLS[cell])],
    }


def _orientations(piece: str) -> list[list[Location]]:
    """Return the places of a piece in groups that a slide turns into each other."""
    groups: dict[tuple[tuple[int, int], ...], list[Location]] = {}
    for place in BY_PIECE[piece]:
        cells = [CELLS[cell] for cell in bits(place.mask)]
        top, left = min(cell.row for cell in cells), min(cell.column for cell in cells)
        left -= (top + left) % 2  # a slide by one column would turn triangles upside down
        shape = tuple((cell.row - top, cell.column - left) for cell in cells)
        groups.setdefault(shape, []).append(place)
    return list(groups.values())


PICTURES = replace(EXPLAINED, board=board)
