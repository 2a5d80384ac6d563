"""The C++ twin of a declared tangram."""

from functools import lru_cache
from typing import Any

from quandary._native import Native, core
from quandary.kind import Engines
from quandary.kinds.tangram.declare import Layout
from quandary.kinds.tangram.rules import BROKEN, Tangram
from quandary.kinds.tangram.search import complete, search_order
from quandary.parts.masks import bits
from quandary.parts.touch import Touch
from quandary.puzzle import Slot

MOST_LETTERS, MOST_CELLS = 26, 128
TOUCHES = list(Touch)


def native(puzzle: Tangram) -> Native | None:
    """Return the same puzzle in C++, or None without the compiled core or with too many locations for it."""
    compiled = core()
    if compiled is None:
        return None
    made: Any = compiled.tangram
    layout = puzzle.layout
    fitting = next((each for each in (made.Small, made.Large) if len(layout.locations) <= each.most), None)
    if fitting is None:
        return None
    shared = _shared(layout)
    letters = [piece.letter for piece in puzzle.pieces]
    described = made.Description(
        *shared,
        copies=[piece.copies for piece in puzzle.pieces],
        left=[0 if piece.letter in puzzle.left_out else piece.copies for piece in puzzle.pieces],
        placed=[layout.at[place].number for place in puzzle.placed],
        fitting=[each.number for each in layout.locations if each.fits] if puzzle.bumps else [],
        over_bumps=bool(puzzle.bumps),
        bonds=[
            number
            for (one, other), touches in puzzle.bonds.items()
            for touch in touches
            for number in (letters.index(one), letters.index(other), TOUCHES.index(touch))
        ],
    )
    return Native(fitting(described), _moves(layout), _slots(layout))


@lru_cache(maxsize=16)
def _shared(layout: Layout) -> tuple[list[Any], ...]:
    """Return what all puzzles on a board tell C++ about it."""
    letters = [piece.letter for piece in layout.pieces]
    return (
        [list(bits(near)) for near in layout.near],
        _sharing(layout.corners),
        _sharing(layout.lines),
        [letters.index(each.piece) for each in layout.locations],
        [list(bits(each.mask)) for each in layout.locations],
        search_order(layout),
    )


def _sharing(sets: tuple[int, ...]) -> list[list[int]]:
    """Return, for each cell, the cells that share something with it, itself included."""
    return [[at for at, other in enumerate(sets) if other & own] for own in sets]


@lru_cache(maxsize=16)
def _moves(layout: Layout) -> tuple[Any, ...]:
    return tuple(each.place for each in layout.locations)


@lru_cache(maxsize=16)
def _slots(layout: Layout) -> tuple[Slot, ...]:
    """Return the slots by their numbers in C++, where 26 letters and 128 cells have room."""
    letters = [piece.letter for piece in layout.pieces]
    pieces = [Slot("piece", letters[at] if at < len(letters) else "") for at in range(MOST_LETTERS)]
    return (*pieces, *(Slot("cell", cell) for cell in range(MOST_CELLS)), BROKEN)


ENGINES = Engines(native=native, complete=complete)
