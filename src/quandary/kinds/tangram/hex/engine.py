"""The C++ twin of a HEX puzzle, which is that of a declared tangram."""

from quandary._native import Native
from quandary.kind import Engines
from quandary.kinds.tangram.engine import native as twin
from quandary.kinds.tangram.hex.rules import Hex, HexState


def native(puzzle: Hex) -> Native | None:
    """Return the same puzzle in C++, or None without the compiled core."""
    return twin(puzzle, quick=False)


def onward(puzzle: Hex, state: HexState) -> Hex | None:
    """Return the puzzle with the pieces of a state on the board, or None if the board is full."""
    return puzzle.with_placed(state.made) if state.vacant else None


ENGINES = Engines(native=native, onward=onward)
