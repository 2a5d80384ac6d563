"""Symmetries of HEX puzzles: turned or mirrored boards."""

from collections.abc import Iterator
from dataclasses import replace

from quandary.kind import Sameness
from quandary.kinds.tangram.hex.constraints import Pattern
from quandary.kinds.tangram.hex.pieces import SYMMETRIES, location
from quandary.kinds.tangram.hex.rules import Hex
from quandary.kinds.tangram.hex.solutions import moved

KEEPING_BUMPS = (0, 2, 4, 7, 9, 11)
"""The symmetries that keep bumps on bumps."""


def symmetries(puzzle: Hex) -> Iterator[Hex]:
    """Yield the puzzle turned and mirrored in all ways, twelve on the clear side and six over bumps.

    Over bumps, a mirrored board is played with the pieces turned over.
    """
    for symmetry in range(len(SYMMETRIES)) if puzzle.pattern is None else KEEPING_BUMPS:
        to = moved(symmetry)
        turned = puzzle.with_placed(to[location(place).number] for place in puzzle.placed)
        yield replace(turned, pattern=_turned_over(puzzle.pattern)) if symmetry >= 6 else turned


def _turned_over(holes: Pattern | None) -> Pattern | None:
    return None if holes is None else holes.mirrored()


SAMENESS = Sameness(symmetries=symmetries)
