"""The C++ twin of a HEX puzzle."""

from dataclasses import replace

from quandary._native import Native, core
from quandary.kind import Engines
from quandary.kinds.hex.constraints import Touch
from quandary.kinds.hex.pieces import LOCATIONS, PIECES, location
from quandary.kinds.hex.rules import ALL_MOVES, ALL_SLOTS, Hex, State

TOUCHES = list(Touch)


def native(puzzle: Hex) -> Native | None:
    """Return the same puzzle in C++, or None without the compiled core."""
    compiled = core()
    if compiled is None:
        return None
    fitting = [] if puzzle.pattern is None else list(puzzle.pattern.fitting_numbers)
    bonds = [
        number
        for (one, other), touches in puzzle.bonds.items()
        for touch in touches
        for number in (PIECES.index(one), PIECES.index(other), TOUCHES.index(touch))
    ]
    handle = compiled.hex.Hex(
        PIECES.index(puzzle.forbidden),
        [location(place).number for place in puzzle.placed],
        fitting,
        puzzle.pattern is not None,
        bonds,
    )
    return Native(handle, ALL_MOVES, ALL_SLOTS)


def onward(puzzle: Hex, state: State) -> Hex | None:
    """Return the puzzle with the pieces of a state on the board, or None if the board is full."""
    return (
        replace(puzzle, placed=tuple(LOCATIONS[number].place for number in state.made))
        if state.vacant
        else None
    )


ENGINES = Engines(native=native, onward=onward)
