"""The C++ twin of a declared tangram."""

from functools import lru_cache
from typing import Any

from quandary._native import Native, core
from quandary.kind import Engines
from quandary.kinds.tangram.declare import PieceLayout
from quandary.kinds.tangram.rules import BROKEN, Laying
from quandary.kinds.tangram.search import complete, search_order
from quandary.parts.masks import bits
from quandary.parts.solvers import AllSolutions
from quandary.parts.touch import Touch
from quandary.puzzle import Slot

TOUCHES = list(Touch)


def native(puzzle: Laying, *, quick: bool = True) -> Native | None:
    """Return the same puzzle in C++, or None without the compiled core or with too many locations for it.

    Without `quick`, its solutions come in the order of those of every fill puzzle.
    """
    compiled: Any = core()
    size = _size(puzzle.layout, len(puzzle.starts()[0].left) + len(puzzle.placed)) if compiled else None
    if size is None:
        return None
    layout, letters = puzzle.layout, [piece.letter for piece in puzzle.layout.pieces]
    copies = {piece.letter: piece.copies for piece in puzzle.used}
    handle = getattr(compiled.tangram, size)(
        _board(layout, size),
        left=[copies.get(letter, 0) for letter in letters],
        placed=[layout.at[place].number for place in puzzle.placed],
        fitting=list(puzzle.fitting) if puzzle.over_bumps else [],
        over_bumps=puzzle.over_bumps,
        bonds=[
            number
            for (one, other), touches in puzzle.bonds.items()
            for touch in touches
            for number in (letters.index(one), letters.index(other), TOUCHES.index(touch))
        ],
    )
    return Native(handle, _moves(layout), _slots(layout, size), quick)


@lru_cache(maxsize=64)
def _size(layout: PieceLayout, pieces: int) -> str | None:
    """Return the name of the smallest class that has room for a board and so many pieces on it."""
    made: Any = core()
    for name in ("Small", "Medium", "Large"):
        most = getattr(made.tangram, name)
        if (
            len(layout.locations) <= most.moves
            and len(layout.board) <= most.cells
            and len(layout.pieces) <= most.letters
            and pieces <= most.pieces
        ):
            return name
    return None


@lru_cache(maxsize=16)
def _board(layout: PieceLayout, size: str) -> Any:
    """Return the board in C++, which all its puzzles share."""
    letters = [piece.letter for piece in layout.pieces]
    made: Any = core()
    return getattr(made.tangram, f"{size}Board")(
        [list(bits(near)) for near in layout.near],
        _sharing(layout.corners),
        _sharing(layout.lines),
        [letters.index(each.piece) for each in layout.locations],
        [list(bits(each.mask)) for each in layout.locations],
        search_order(layout),
        [len(piece.cells) for piece in layout.pieces],
        [piece.copies for piece in layout.pieces],
    )


def _sharing(sets: tuple[int, ...]) -> list[list[int]]:
    """Return, for each cell, the cells that share something with it, itself included."""
    return [[at for at, other in enumerate(sets) if other & own] for own in sets]


@lru_cache(maxsize=16)
def _moves(layout: PieceLayout) -> tuple[Any, ...]:
    return tuple(each.place for each in layout.locations)


@lru_cache(maxsize=16)
def _slots(layout: PieceLayout, size: str) -> tuple[Slot, ...]:
    """Return the slots by their numbers in C++, which has room for more letters and cells."""
    made: Any = core()
    most = getattr(made.tangram, size)
    letters = [piece.letter for piece in layout.pieces]
    pieces = [Slot("piece", letters[at] if at < len(letters) else "") for at in range(most.letters)]
    return (*pieces, *(Slot("cell", cell) for cell in range(most.cells)), BROKEN)


ENGINES = Engines(native=native, solvers=("native", AllSolutions(complete)))
