"""How many different solutions HEX has under the bumps, holes and relations of a puzzle, whichever piece is left out.

All patterns of holes are counted over all solutions at once, as for every declared tangram.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any

import numpy as np

from quandary.kinds.tangram import richness as declared
from quandary.kinds.tangram.declare import Piece
from quandary.kinds.tangram.hex.constraints import Holes, coloured
from quandary.kinds.tangram.hex.pieces import CELLS, DOWN_CELLS, LAYOUT
from quandary.kinds.tangram.hex.rules import Hex
from quandary.kinds.tangram.patterns import MEASURES, Patterns
from quandary.kinds.tangram.rules import Tangram


def richness(puzzle: Hex) -> int:
    """Count the solutions up to symmetry that fit the bumps, holes and relations of a puzzle.

    >>> richness(Hex("Hexagon"))
    2508
    """
    return declared.richness(game(puzzle))


def poorest(puzzle: Hex) -> int:
    """Count the puzzles of the poorest chapter: without relations, with each way to touch, with two colours."""
    return declared.poorest(game(puzzle))


def game(puzzle: Hex) -> Tangram:
    """Return the board of a puzzle as a declaration with all ten pieces, of which any may be left out."""
    pieces = coloured(puzzle.blue)
    bumps = DOWN_CELLS if puzzle.pattern is not None else ()
    if puzzle.pattern is not None:
        pieces = {name: _holed(piece, puzzle.pattern.holes(name)) for name, piece in pieces.items()}
    return Tangram(LAYOUT.lattice.name, CELLS, tuple(pieces.values()), bumps, puzzle.relations)


def _holed(piece: Piece, holes: Holes) -> Piece:
    return replace(piece, holes=holes.made(piece.letter).holes)


@dataclass(frozen=True, eq=False)
class GivenPatterns(Patterns):
    """Patterns of which each piece has some that are given."""

    given: tuple[tuple[Piece, ...], ...] = ()

    @cached_property
    def choices(self) -> list[list[Piece]]:
        """The holes of each piece, as given."""
        return [list(some) for some in self.given]


@cache
def with_blue(blue: tuple[str, str], holes: tuple[tuple[str, tuple[Holes, ...]], ...]) -> GivenPatterns:
    """Return the patterns in which some pieces have one of some holes, the first changing fastest."""
    pieces, some = coloured(blue), dict(holes)
    order = [*some, *(name for name in pieces if name not in some)]
    given = tuple(
        tuple(_holed(pieces[name], each) for each in some[name]) if name in some else (pieces[name],)
        for name in order
    )
    bare = Tangram(LAYOUT.lattice.name, CELLS, tuple(pieces[name] for name in order), DOWN_CELLS)
    return GivenPatterns(bare, given=given)


def swept(parts: Iterable[Patterns], numbers: range, measures: Sequence[str]) -> Mapping[str, Any] | None:
    """Return the measures of patterns that are numbered part after part."""
    if not set(measures) <= {*MEASURES} or numbers.step != 1:
        return None
    first, found = 0, []
    for part in parts:
        low, high = max(numbers.start - first, 0), min(numbers.stop - first, part.size)
        if low < high:
            found.append(part.sweep(range(low, high), measures) or {})
        first += part.size
    return {name: np.concatenate([each[name] for each in found]) for name in measures}
