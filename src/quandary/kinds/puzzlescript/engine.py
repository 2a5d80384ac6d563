"""Fast ways to solve levels."""

from quandary.kind import Engines
from quandary.kinds.puzzlescript.twin import native

ENGINES = Engines(native=native)
