"""What can be counted about a declaration."""

from collections.abc import Callable

from quandary.feature import Feature, Work
from quandary.kinds.tangram.engine import native
from quandary.kinds.tangram.richness import poorest, richness
from quandary.kinds.tangram.rules import Tangram
from quandary.kinds.tangram.tilings import up_to_symmetry
from quandary.score import Score, Status


def tilings(puzzle: Tangram, work: Work) -> Score:
    """Count the solutions up to the symmetries of the puzzle."""
    engine = "native" if native(puzzle) else "python"
    return Score("", len(up_to_symmetry(puzzle)), Status.EXACT, engine=engine)


def places(puzzle: Tangram, work: Work) -> float:
    """Count the places that the pieces have at the start."""
    return len(puzzle.moves(puzzle.starts()[0]))


def counted(count: Callable[[Tangram], int]) -> Callable[[Tangram, Work], Score]:
    """Return the feature that counts solutions or puzzles, or says that there are none."""

    def find(puzzle: Tangram, work: Work) -> Score:
        if not richness(puzzle):
            return Score("", None, Status.UNSOLVABLE)
        return Score("", count(puzzle), Status.EXACT)

    return find


FEATURES = (
    Feature("tilings", "tilings", "solutions up to the symmetries of the board", tilings, "tilings"),
    Feature(
        "richness",
        "solutions",
        "different solutions of the board and its pieces under the constraints, whichever pieces are left out",
        counted(richness),
        "solutions",
    ),
    Feature(
        "poorest",
        "puzzles",
        "puzzles of the poorest chapter: without relations, with each way to touch, with two colours",
        counted(poorest),
        "puzzles",
    ),
    Feature("places", "places", "places of all pieces at the start", places, "places"),
)
ALSO = ("muse", "remuse", "luck", "solutions")
