"""A kind: a family of puzzles, described by a name and six facets.

    Notation   notation.py   read and write puzzles as text
    Pictures   draw.py       draw a puzzle and its states
    People     people.py     what people know about the kind and how they solve it
    Maker      make.py       generate puzzles
    Sameness   same.py       recognise puzzles that are the same up to symmetry
    Engines    engine.py     solve and count faster

Only the name, the title, the summary, the class and the folder are required. Every facet, and every field
of a facet, is optional: a kind that has `draw` can be shown, one that has `generate` gets norms, and so on.
"""

from quandary.kind.facets import FACETS as FACETS
from quandary.kind.facets import DifficultyLevel as DifficultyLevel
from quandary.kind.facets import Engines as Engines
from quandary.kind.facets import FoundPuzzle as FoundPuzzle
from quandary.kind.facets import Maker as Maker
from quandary.kind.facets import MarkedSheet as MarkedSheet
from quandary.kind.facets import MoveNotation as MoveNotation
from quandary.kind.facets import NamedSpace as NamedSpace
from quandary.kind.facets import Notation as Notation
from quandary.kind.facets import People as People
from quandary.kind.facets import Pictures as Pictures
from quandary.kind.facets import Sameness as Sameness
from quandary.kind.facets import Told as Told
from quandary.kind.kind import Kind as Kind
from quandary.kind.known import kind_for as kind_for
from quandary.kind.known import kind_of as kind_of
from quandary.kind.known import register as register
from quandary.kind.pickled import rule_of as rule_of
from quandary.player import Policy as Policy
