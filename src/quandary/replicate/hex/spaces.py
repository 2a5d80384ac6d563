"""The five steps in which the thesis narrows the placement constraints down, each as a space with a size."""

from quandary.kinds.tangram.hex.constraints import ASYMMETRIC, Hole, Holes
from quandary.kinds.tangram.hex.pieces import BY_PIECE, CELLS, COPIES, PIECES, REFERENCE
from quandary.kinds.tangram.hex.spaces import CODED, PATTERNS, codes
from quandary.parts.spaces import Choice, Product, Subsets

ANY_LOCATIONS = Product(
    [Subsets(len(BY_PIECE[piece])) for piece in PIECES if piece != "Hexagon" for _ in range(COPIES[piece])]
)
"""First step: any locations allowed for each piece, without the Hexagon."""
ANY_BUMPS = Product(
    [
        Subsets(len(CELLS)),
        *(Subsets(2 * len(REFERENCE[piece])) for piece in PIECES for _ in range(COPIES[piece])),
    ]
)
"""Second step: a bump or none on each cell, a hole or none in each triangle of both sides of each piece."""
SIDES = Choice([Holes(one, other) for one in Hole for other in Hole if {one, other} != {Hole.NONE}])
"""The 15 ways to make holes in the two sides of a piece."""
ANY_SIDES = Product([SIDES] * sum(COPIES.values()))
"""Third step: bumps on every cell that points down, holes full, odd, even or empty, but not empty on both sides."""
NO_REPEATS = Product([SIDES if piece in ASYMMETRIC else Choice(codes(piece, ())) for piece in CODED])
"""Fourth step: without patterns that differ only on symmetric pieces."""
STEPS = (ANY_LOCATIONS, ANY_BUMPS, ANY_SIDES, NO_REPEATS, PATTERNS)
"""The spaces of sections 4.2.1 to 4.2.5 of the thesis."""
