"""The pieces and signs of declared tangrams with their meanings, for instructions."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from quandary.draw.shapes import Drawing
from quandary.kinds.tangram.declare import Piece
from quandary.kinds.tangram.draw import PICTURES as DRAWN
from quandary.kinds.tangram.draw import asked, small, small_size
from quandary.kinds.tangram.rules import Tangram
from quandary.kinds.tangram.solid import tangram
from quandary.parts.laying import bump_signs
from quandary.parts.touch import SAYS, Touch

SIDE = 1.2
MOST_PIECES = 24
"""The most pieces that are explained one by one. Puzzles of many sets show theirs below the board."""


def symbols(puzzles: Sequence[Tangram]) -> Iterator[tuple[Drawing, str]]:
    """Yield every piece by name, then the signs that the puzzles use."""
    pieces = {piece: puzzle for puzzle in puzzles for piece in puzzle.used}
    for piece, puzzle in list(pieces.items())[:MOST_PIECES]:
        yield _piece(puzzle, piece), _described(piece)
    if any(puzzle.bumps for puzzle in puzzles):
        yield from bump_signs(SIDE)
    for touch in Touch:
        relations = [each for puzzle in puzzles for each in puzzle.relations if each.touch is touch]
        if relations:
            shapes = tuple(asked(relations[0], 0.25, SIDE / 2))[:-1]
            yield Drawing(SIDE, SIDE, shapes), f"Pieces of the two colours {SAYS[touch]}."


def _described(piece: Piece) -> str:
    facts = [f"{piece.name} ({piece.letter})" if piece.name else f"The piece {piece.letter}"]
    facts += [piece.colour] if piece.colour else []
    facts += [f"{piece.copies} of them"] if piece.copies > 1 else []
    facts += [] if piece.two_sided else ["not to be turned over"]
    return ", ".join(facts) + "."


def _piece(puzzle: Tangram, piece: Piece) -> Drawing:
    wide, high = small_size(puzzle.lattice, piece, 1)
    scale = (SIDE - 0.2) / max(wide, high, 4)
    left, top = (SIDE - wide * scale) / 2, (SIDE - high * scale) / 2
    return Drawing(SIDE, SIDE, tuple(small(puzzle, piece, left, top, scale)))


PICTURES = replace(DRAWN, symbols=symbols, tangram=tangram)
