"""The rules of tangrams in the words of HEX, and the players who know them."""

from dataclasses import replace

from quandary.kinds.tangram.people import FITTED, gap_is_piece, has_bad_size, has_no_shape, lacks_its_piece
from quandary.kinds.tangram.people import PEOPLE as OF_TANGRAMS
from quandary.parts.fitting import fitting_players
from quandary.rules import Rule, dead_end

ONE_PLACE, BUMPS, TOUCHING, TOUCHING_PAIRS, TOUCHING_CHAINS = FITTED
REGION_IS_PIECE = Rule(
    "region-is-piece",
    gap_is_piece,
    1.2,
    "A gap has the shape of a remaining piece, and two trapezoids cannot fill it: the piece goes there.",
    native="gap-is-piece",
)
REGION_SIZES = dead_end(
    "region-sizes",
    has_bad_size,
    cost=1.5,
    says="The size of a gap must be a multiple of 6, or of 3 while a trapezoid is left.",
    native="gap-sizes",
)
TWO_TRAPEZOIDS = dead_end(
    "two-trapezoids",
    has_no_shape,
    cost=2.0,
    says="A gap of six cells must be made of two trapezoids, as every big piece is.",
    native="gap-shapes",
)
PIECE_GONE = dead_end(
    "piece-gone",
    lacks_its_piece,
    cost=2.3,
    says="A gap with the shape of one piece is lost when that piece is gone, unless both trapezoids are left.",
)
RULES: tuple[Rule, ...] = (
    ONE_PLACE,
    REGION_IS_PIECE,
    REGION_SIZES,
    BUMPS,
    TOUCHING,
    TWO_TRAPEZOIDS,
    PIECE_GONE,
    TOUCHING_PAIRS,
    TOUCHING_CHAINS,
)

GAPS = (REGION_SIZES, PIECE_GONE, TWO_TRAPEZOIDS)
"""R3, R4 and R5 of the thesis."""
TILER, THESIS, SCANNER = PLAYERS = fitting_players(FITTED, REGION_IS_PIECE, GAPS)

PEOPLE = replace(OF_TANGRAMS, rules=RULES, players=tuple(PLAYERS))
