"""What a puzzle tells: each sort of clue owns its notation, picture, neighbours and names.

To add a sort of clue, derive from `Clue`, or from `CellClue` if it stands in cells, and name it here.
"""

from quandary.pencil.clues.cells import ANY, Around, Arrows, CellClue, Circles, Givens, Numbers, Sums, Trees
from quandary.pencil.clues.clue import BoardSize, Clue, Margins
from quandary.pencil.clues.crossings import Crossings
from quandary.pencil.clues.dividing import Labels
from quandary.pencil.clues.lines import LineClues
from quandary.pencil.clues.number import Number
from quandary.pencil.clues.regions import Cage, Cages, Regions, borders
from quandary.pencil.clues.sides import Sides
from quandary.pencil.clues.signs import Signs

__all__ = [
    "ANY",
    "Around",
    "Arrows",
    "BoardSize",
    "Cage",
    "Cages",
    "CellClue",
    "Circles",
    "Clue",
    "Crossings",
    "Givens",
    "Labels",
    "LineClues",
    "Margins",
    "Number",
    "Numbers",
    "Regions",
    "Sides",
    "Signs",
    "Sums",
    "Trees",
    "borders",
]
