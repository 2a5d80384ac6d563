"""The pieces and signs of HEX puzzles with their meanings, for instructions."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from quandary.draw.shapes import Drawing, Text
from quandary.kinds.tangram.hex.constraints import SAYS, Touch, groups
from quandary.kinds.tangram.hex.draw import PICTURES as DRAWN
from quandary.kinds.tangram.hex.draw import asked, small
from quandary.kinds.tangram.hex.pieces import COPIES, LETTERS, PIECES, REFERENCE
from quandary.kinds.tangram.hex.rules import Hex
from quandary.kinds.tangram.hex.solid import tangram
from quandary.parts.laying import bump_signs

SIDE = 1.2


def symbols(puzzles: Sequence[Hex]) -> Iterator[tuple[Drawing, str]]:
    """Yield every piece by name, then the signs that the puzzles use."""
    first = puzzles[0] if puzzles else Hex("Hexagon")
    for colour, members in groups(first.blue).items():
        for piece in sorted(members, key=PIECES.index):
            twice = ", two of them" if COPIES[piece] > 1 else ""
            yield _piece(first, piece), f"{piece} ({LETTERS[piece]}), {colour}{twice}"
    yield (
        Drawing(SIDE, SIDE, (Text((SIDE / 2, 0.2), "without", 0.28), *small(first, "Line", 0.12, 0.45))),
        ("The piece that is not used."),
    )
    if any(puzzle.pattern is not None for puzzle in puzzles):
        yield from bump_signs(SIDE)
    for touch in Touch:
        relations = [each for puzzle in puzzles for each in puzzle.relations if each.touch is touch]
        if relations:
            shapes = tuple(asked(relations[0], SIDE / 2))[:-1]
            yield Drawing(SIDE, SIDE, shapes), f"Pieces of the two colours {SAYS[touch]}."


def _piece(puzzle: Hex, piece: str) -> Drawing:
    rows = 1 + max(REFERENCE[piece]) // 7
    return Drawing(SIDE, SIDE, tuple(small(puzzle, piece, 0.08, 0.6 - 0.14 * rows)))


PICTURES = replace(DRAWN, symbols=symbols, tangram=tangram)
