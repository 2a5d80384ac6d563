"""Faster ways to solve Fillominos than slot by slot."""

from quandary.kind import Engines
from quandary.kinds.fillomino.complete import complete
from quandary.kinds.fillomino.twin import native

ENGINES = Engines(native=native, complete=complete)
