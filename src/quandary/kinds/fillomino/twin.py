"""The C++ twin of a Fillomino."""

from quandary._native import Native, core
from quandary.kinds.fillomino.rules import Fillomino

CLASSES = {36: "Small", 100: "Medium", 256: "Large", 400: "Largest"}
"""The twins by the most cells they take. Smaller ones are faster."""


def native(puzzle: Fillomino) -> Native | None:
    """Return the same puzzle in C++, or None without the compiled core."""
    compiled, cells = core(), len(puzzle.givens)
    if compiled is None:
        return None
    twin = getattr(compiled.fillomino, next(name for most, name in CLASSES.items() if cells <= most))
    handle = twin(puzzle.rows, puzzle.columns, puzzle.givens)
    return Native(handle, puzzle.board.moves, puzzle.board.slots)
