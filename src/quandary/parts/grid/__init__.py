"""Grids declared once by cells, values and constraints, from which everything else follows.

A kind is declared in about 30 lines (docs/declare-a-grid.md) if its rules are "no value twice in a group",
relations between a few cells, or anything that can point out what a wrong board breaks. Kinds with a solver
of their own use the parts: notation, pictures, moves.
"""

from quandary.parts.grid.kind import grid_kind
from quandary.parts.grid.layout import (
    AnyOf,
    BoardNumbers,
    Claim,
    Group,
    Layout,
    Put,
    lines,
    relation,
    square_turns,
)
from quandary.parts.grid.puzzle import GridPuzzle
from quandary.parts.grid.solver import (
    Needed,
    SatSolver,
    completions,
    emptied,
    full_board,
    has_sat,
    is_unique,
    needed,
)

__all__ = [
    "AnyOf",
    "BoardNumbers",
    "Claim",
    "GridPuzzle",
    "Group",
    "Layout",
    "Needed",
    "Put",
    "SatSolver",
    "completions",
    "emptied",
    "full_board",
    "grid_kind",
    "has_sat",
    "is_unique",
    "lines",
    "needed",
    "relation",
    "square_turns",
]
