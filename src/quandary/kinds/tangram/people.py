"""The rules that people use, from the easiest to the hardest, and the players who know them.

They are the rules R1 to R5 of Mahmoud's thesis on HEX, read so that they are sound on any board with any pieces, and
rules for bumps and colours, which the thesis checks only at the end. The costs are our own and only order the rules.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from quandary.kind import People
from quandary.kinds.tangram.declare import Location, PieceLayout
from quandary.kinds.tangram.rules import Laying, State
from quandary.parts.fitting import Fitting, fitting_players
from quandary.parts.laying import Place
from quandary.rules import Finding, Rule, dead_end, only_option


@lru_cache(maxsize=4096)
def sums(sizes: tuple[int, ...]) -> tuple[int, int]:
    """Return the sizes that some pieces have together, and those that two or more have, as sets.

    >>> from quandary.parts.masks import bits
    >>> [list(bits(some)) for some in sums((2, 3))]
    [[0, 2, 3, 5], [5]]
    """
    one, more, any_number = 0, 0, 1
    for size in sizes:
        more |= (one | more) << size
        one |= 1 << size
        any_number |= any_number << size
    return any_number, more


@lru_cache(maxsize=4096)
def _sums(layout: PieceLayout, left: tuple[str, ...]) -> tuple[int, int]:
    return sums(tuple(layout.size[letter] for letter in left))


def gap_is_piece(puzzle: Laying, state: State, moves: Sequence[Place]) -> Iterator[Finding]:
    """Find the gaps that only one piece can fill, R1 of the thesis."""
    _, more = _sums(puzzle.layout, state.left)
    for gap in puzzle.layout.gaps(state.vacant).single:
        owners = [letter for letter in puzzle.layout.owners.get(gap, ()) if letter in state.left]
        if len(owners) == 1 and not more >> gap.bit_count() & 1:
            yield Finding(f"the gap of {gap.bit_count()} cells", must=(Place(owners[0], gap),))


def has_bad_size(puzzle: Laying, state: State) -> bool:
    """Return whether no pieces left have the size of some gap together, R3."""
    possible, _ = _sums(puzzle.layout, state.left)
    return bool(puzzle.layout.gaps(state.vacant).sizes & ~possible)


def lacks_its_piece(puzzle: Laying, state: State) -> bool:
    """Return whether a gap for a single piece is the shape of none that is left, R4."""
    gaps = puzzle.layout.gaps(state.vacant).single
    if not gaps:
        return False
    (_, more), owners = _sums(puzzle.layout, state.left), puzzle.layout.owners
    return any(
        not more >> gap.bit_count() & 1 and not any(letter in state.left for letter in owners.get(gap, ()))
        for gap in gaps
    )


def has_no_shape(puzzle: Laying, state: State) -> bool:
    """Return whether a gap of the size of a piece has a shape that pieces cannot make, left or not, R5."""
    owners = puzzle.layout.owners
    return any(
        gap not in owners and not _is_made_of_pieces(puzzle, gap, {})
        for gap in puzzle.layout.gaps(state.vacant).single
    )


def _is_made_of_pieces(puzzle: Laying, gap: int, used: dict[str, int]) -> bool:
    """Return whether declared pieces, left or not, can fill a gap."""
    if not gap:
        return True
    layout = puzzle.layout
    for each in layout.by_lowest[(gap & -gap).bit_length() - 1]:
        times = used.get(each.piece, 0)
        if (
            not each.mask & ~gap
            and times < layout.piece[each.piece].copies
            and _is_made_of_pieces(puzzle, gap & ~each.mask, {**used, each.piece: times + 1})
        ):
            return True
    return False


FITTING = Fitting[Laying, Location](
    lay=lambda puzzle, move: puzzle.layout.at[move],
    laid=lambda puzzle, number: puzzle.layout.locations[number],
    fits=lambda puzzle, place: puzzle.fits(place),
    called=lambda puzzle, piece: puzzle.layout.piece[str(piece)].called,
)
ONE_PLACE, BUMPS, TOUCHING, TOUCHING_PAIRS, TOUCHING_CHAINS = FITTED = FITTING.rules()
ONE_COVER = only_option("one-cover", "cell", cost=1.1, says="A cell can be covered in only one way.")
GAP_IS_PIECE = Rule(
    "gap-is-piece",
    gap_is_piece,
    1.2,
    "A gap has the shape of a remaining piece, and no others together have its size: the piece goes there.",
)
GAP_SIZES = dead_end(
    "gap-sizes",
    has_bad_size,
    cost=1.5,
    says="Some of the remaining pieces must together have the size of each gap.",
)
GAP_SHAPES = dead_end(
    "gap-shapes",
    has_no_shape,
    cost=2.0,
    says="A gap of the size of a piece must have a shape that pieces can make, left or not.",
)
PIECE_GONE = dead_end(
    "piece-gone",
    lacks_its_piece,
    cost=2.3,
    says="A gap for a single piece is lost when no remaining piece has its shape.",
)
RULES: tuple[Rule, ...] = (
    ONE_PLACE,
    ONE_COVER,
    GAP_IS_PIECE,
    GAP_SIZES,
    BUMPS,
    TOUCHING,
    GAP_SHAPES,
    PIECE_GONE,
    TOUCHING_PAIRS,
    TOUCHING_CHAINS,
)

GAPS = (GAP_SIZES, PIECE_GONE, GAP_SHAPES)
"""R3, R4 and R5 of the thesis."""
TILER, THESIS, SCANNER = fitting_players(FITTED, GAP_IS_PIECE, GAPS)


PEOPLE = People(
    rules=RULES,
    players=(TILER, THESIS, SCANNER),
    policy="best",
    columns=("remuse", "muse", "solutions"),
)
