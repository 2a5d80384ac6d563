"""What the board in the browser gets to know about a declared tangram, and how it recognises a solution."""

from dataclasses import replace
from typing import Any

from quandary.board.data import drawing_data
from quandary.draw.shapes import Drawing
from quandary.kinds.tangram.declare import Location
from quandary.kinds.tangram.draw import Page, around, colour_of, page, strokes_of
from quandary.kinds.tangram.instruct import PICTURES as EXPLAINED
from quandary.kinds.tangram.rules import State, Tangram
from quandary.parts.masks import bits

REACH = {"square": 0.71, "triangle": 0.7, "hexagon": 0.63}
"""How near to the middle of a cell a tap is meant for it."""


def board(puzzle: Tangram) -> dict[str, Any]:
    """Return the cells, the pieces with their places by orientation, and the shapes around the board."""
    here, start = page(puzzle.layout), puzzle.starts()[0]
    below, _ = around(puzzle)
    return {
        "cells": [
            {
                "corners": here.polygons[number],
                "centre": here.centres[number],
                "frame": [*here.centres[number], here.radius, here.radius],
                "near": [[near, here.edge(number, cell)] for near, cell in here.beside(number)],
                "bump": bool(puzzle.layout.bumpy >> number & 1),
            }
            for number in range(len(puzzle.board))
        ],
        "pieces": {
            piece.letter: {
                "letter": piece.letter,
                "name": piece.called,
                "colour": colour_of(puzzle, piece),
                "strokes": strokes_of(piece),
                "copies": piece.copies,
                "ways": [
                    [_place(puzzle, here, each) for each in group]
                    for group in _orientations(puzzle, piece.letter)
                ],
            }
            for piece in puzzle.used
        },
        "middle": here.central(puzzle.layout.full),
        "reach": REACH[puzzle.lattice],
        "made": list(start.made),
        "solved": key,
        "bumps": bool(puzzle.bumps),
        "free": not puzzle.bumps and not puzzle.relations,
        "around": drawing_data(Drawing(1, 1, below))["shapes"],
    }


def key(state: State) -> str:
    """Return the numbers of the moves made: "3 118 ..."."""
    return " ".join(map(str, state.made))


def _place(puzzle: Tangram, here: Page, place: Location) -> dict[str, Any]:
    return {
        "number": place.number,
        "cells": list(bits(place.mask)),
        "central": here.central(place.mask),
        "holes": list(bits(place.holes)) if puzzle.bumps else [],
    }


def _orientations(puzzle: Tangram, letter: str) -> list[list[Location]]:
    """Return the places of a piece in groups that a slide turns into each other."""
    groups: dict[tuple[tuple[int, int], ...], list[Location]] = {}
    layout = puzzle.layout
    for place in layout.by_piece[letter]:
        shape = layout.lattice.settled([layout.board[cell] for cell in bits(place.mask)])
        groups.setdefault(shape, []).append(place)
    return list(groups.values())


PICTURES = replace(EXPLAINED, board=board)
