"""The language of pencil puzzles: what a puzzle tells (clues), what people write (marks), what must hold (rules).

words/      the rule words: exactly, different, one_loop ...   each a frozen class with `forces` and `says`
clues/      Numbers, Regions, Cages ...                        each owns its notation, picture, neighbours, names
marks.py    Digits, Shade, Edges, Walls                        layers of spots
grid.py     cells, lines, neighbours, edges
puzzle.py   Pencil: the base of a declaration, a fill puzzle
search.py   solutions and proofs        ladder.py   how people get on        kind.py   a Kind from a declaration
"""

from quandary.pencil.clues import (
    ANY,
    Around,
    Arrows,
    Cages,
    Circles,
    Crossings,
    Givens,
    LineClues,
    Number,
    Numbers,
    Regions,
    Sides,
    Signs,
    Sums,
    Trees,
)
from quandary.pencil.marks import Digits, Edges, Shade, Walls
from quandary.pencil.puzzle import Pencil
from quandary.pencil.words import (
    NO,
    YES,
    areas,
    at_least,
    at_most,
    connected,
    different,
    exactly,
    less,
    no_loop,
    no_square,
    one_loop,
    one_of,
    paired,
    rows_where,
    runs,
    sees,
    skyline,
    straight,
    table,
    total,
    touches,
)

__all__ = [
    "ANY",
    "NO",
    "YES",
    "Around",
    "Arrows",
    "Cages",
    "Circles",
    "Crossings",
    "Digits",
    "Edges",
    "Givens",
    "LineClues",
    "Number",
    "Numbers",
    "Pencil",
    "Regions",
    "Shade",
    "Sides",
    "Signs",
    "Sums",
    "Trees",
    "Walls",
    "areas",
    "at_least",
    "at_most",
    "connected",
    "different",
    "exactly",
    "less",
    "no_loop",
    "no_square",
    "one_loop",
    "one_of",
    "paired",
    "rows_where",
    "runs",
    "sees",
    "skyline",
    "straight",
    "table",
    "total",
    "touches",
]
