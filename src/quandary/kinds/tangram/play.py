"""What the board in the browser gets to know about a tangram, and how it recognises a solution."""

from dataclasses import replace
from typing import Any

from quandary.board.data import drawing_data
from quandary.draw.shapes import Drawing
from quandary.kinds.tangram.declare import Location, Piece, PieceLayout
from quandary.kinds.tangram.draw import PAINTER, Page, Painter
from quandary.kinds.tangram.instruct import PICTURES as EXPLAINED
from quandary.kinds.tangram.rules import Laying, State, Tangram
from quandary.parts.masks import bits

REACH = {"square": 0.71, "triangle": 0.7, "hexagon": 0.63}
"""How near to the middle of a cell a tap is meant for it."""


def board(puzzle: Tangram) -> dict[str, Any]:
    """Return the cells, the pieces with their places by orientation, and the shapes around the board."""
    page = PAINTER.page(puzzle)
    return board_of(puzzle, PAINTER, page.central(puzzle.layout.full), REACH[puzzle.lattice])


def board_of(puzzle: Laying, painter: Painter[Any], middle: int, reach: float) -> dict[str, Any]:
    """Return the same for a board that a painter draws, with the cell where a player who uses keys begins."""
    here, start = painter.page(puzzle), puzzle.starts()[0]
    around, _ = painter.around(puzzle)
    return {
        "cells": [
            {
                "corners": here.polygons[number],
                "centre": here.centres[number],
                "frame": here.frame(number),
                "near": [[near, here.edge(number, cell)] for near, cell in here.beside(number)],
                "bump": bool(puzzle.bumpy >> number & 1),
            }
            for number in range(len(puzzle.layout.board))
        ],
        "pieces": {piece.letter: _piece(puzzle, painter, here, piece) for piece in puzzle.used},
        "middle": middle,
        "reach": reach,
        "made": list(start.made),
        "solved": key,
        "bumps": puzzle.over_bumps,
        "free": not puzzle.over_bumps and not puzzle.relations,
        "around": drawing_data(Drawing(1, 1, tuple(around)))["shapes"],
    }


def key(state: State) -> str:
    """Return the numbers of the moves made: "3 118 ..."."""
    return " ".join(map(str, state.made))


def _piece(puzzle: Laying, painter: Painter[Any], here: Page, piece: Piece) -> dict[str, Any]:
    return {
        "letter": painter.mark(piece.letter),
        "name": piece.called,
        "colour": painter.colour(puzzle, piece.letter),
        "strokes": painter.strokes(puzzle, piece.letter),
        "copies": piece.copies,
        "ways": [
            [_place(puzzle, here, each) for each in group]
            for group in _orientations(puzzle.layout, piece.letter)
        ],
    }


def _place(puzzle: Laying, here: Page, place: Location) -> dict[str, Any]:
    return {
        "number": place.number,
        "cells": list(bits(place.mask)),
        "central": here.central(place.mask),
        "holes": list(bits(puzzle.holed(place))) if puzzle.over_bumps else [],
    }


def _orientations(layout: PieceLayout, letter: str) -> list[list[Location]]:
    """Return the places of a piece in groups that a slide turns into each other."""
    groups: dict[tuple[tuple[int, int], ...], list[Location]] = {}
    for place in layout.by_piece[letter]:
        shape = layout.lattice.settled([layout.board[cell] for cell in bits(place.mask)])
        groups.setdefault(shape, []).append(place)
    return list(groups.values())


PICTURES = replace(EXPLAINED, board=board)
