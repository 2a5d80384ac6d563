"""Faster ways to solve Fillominos than slot by slot."""

from dataclasses import replace

from quandary.kind import Engines
from quandary.kinds.fillomino.board import BoardNumbers
from quandary.kinds.fillomino.complete import complete
from quandary.kinds.fillomino.rules import Fillomino
from quandary.kinds.fillomino.twin import native
from quandary.parts.solvers import AllSolutions


def onward(puzzle: Fillomino, state: BoardNumbers) -> Fillomino:
    """Return the Fillomino in which all numbers of a state are given."""
    return replace(puzzle, givens=state)


ENGINES = Engines(native=native, solvers=("native", AllSolutions(complete)), onward=onward)
