"""The rules that people use, from the easiest to the hardest, and the players who know them.

R1 to R5 come from Mahmoud's thesis, read so that they are sound. The others cover bumps and colours, which
the thesis checks only at the end. The costs are our own and only order the rules.
"""

from collections.abc import Iterator, Sequence

from quandary.kind import People
from quandary.kinds.hex.board import regions
from quandary.kinds.hex.pieces import LOCATIONS, SHAPES, TRAPEZOID, Location, location
from quandary.kinds.hex.rules import Hex, State
from quandary.parts.fitting import Fitting, fitting_players
from quandary.parts.laying import Place
from quandary.parts.touch import asked
from quandary.rules import Finding, Rule, dead_end

BIG, SMALL = 6, 3
"""The cells of a piece. Only trapezoids are small."""


def _region_is_piece(puzzle: Hex, state: State, moves: Sequence[Place]) -> Iterator[Finding]:
    for region in regions(state.vacant):
        if piece := _owner(state, region):
            yield Finding(f"the gap of {region.bit_count()} cells", must=(Place(piece, region),))


def _owner(state: State, region: int) -> str | None:
    """Return the only piece that can fill a gap with the shape of a remaining piece, or None."""
    spare = state.left.count(TRAPEZOID)
    size = region.bit_count()
    if size == SMALL and spare:
        return TRAPEZOID
    piece = SHAPES.get(region)
    return piece if size == BIG and spare < 2 and piece in state.left else None


def _has_odd_size(puzzle: Hex, state: State) -> bool:
    spare = TRAPEZOID in state.left
    rests = {region.bit_count() % BIG for region in regions(state.vacant)}
    return not rests <= ({0, SMALL} if spare else {0})


def _lacks_its_piece(puzzle: Hex, state: State) -> bool:
    spare = state.left.count(TRAPEZOID)
    return spare < 2 and any(
        not spare if region.bit_count() == SMALL else SHAPES.get(region) not in state.left
        for region in regions(state.vacant)
        if region.bit_count() in (SMALL, BIG)
    )


def _has_no_shape(puzzle: Hex, state: State) -> bool:
    return any(region.bit_count() == BIG and region not in SHAPES for region in regions(state.vacant))


FITTING = Fitting[Hex, Location](
    lay=lambda _, move: location(move),
    laid=lambda _, number: LOCATIONS[number],
    fits=Hex.fits,
    called=lambda _, piece: str(piece),
)
ONE_PLACE, BUMPS, TOUCHING, TOUCHING_PAIRS, TOUCHING_CHAINS = FITTED = FITTING.rules()
REGION_IS_PIECE = Rule(
    "region-is-piece",
    _region_is_piece,
    1.2,
    "A gap has the shape of a remaining piece, and two trapezoids cannot fill it: the piece goes there.",
)
REGION_SIZES = dead_end(
    "region-sizes",
    _has_odd_size,
    cost=1.5,
    says="The size of a gap must be a multiple of 6, or of 3 while a trapezoid is left.",
)
TWO_TRAPEZOIDS = dead_end(
    "two-trapezoids",
    _has_no_shape,
    cost=2.0,
    says="A gap of six cells must be made of two trapezoids, as every big piece is.",
)
PIECE_GONE = dead_end(
    "piece-gone",
    _lacks_its_piece,
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
TILER, THESIS, SCANNER = fitting_players(FITTED, REGION_IS_PIECE, GAPS)


def elements(puzzle: Hex) -> Iterator[str]:
    """Yield what a puzzle asks besides filling the board.

    >>> from quandary.kinds.hex.constraints import Relation, Touch
    >>> list(elements(Hex("Line", relations=(Relation("red", "blue", Touch.EDGE),))))
    ['edges must touch', 'two colours']
    """
    yield from asked(puzzle.relations)
    if puzzle.pattern is not None:
        yield "bumps"


PEOPLE = People(
    rules=RULES,
    players=(TILER, THESIS, SCANNER),
    policy="best",
    columns=("remuse", "muse", "solutions"),
    elements=elements,
)
