"""What can be counted about a declaration."""

from collections.abc import Callable
from typing import TypeVar

from quandary.feature import Feature, Work
from quandary.kinds.tangram.engine import native
from quandary.kinds.tangram.richness import poorest, richness
from quandary.kinds.tangram.rules import Tangram
from quandary.kinds.tangram.tilings import up_to_symmetry
from quandary.score import Score, Status

P = TypeVar("P")


def tilings(puzzle: Tangram, work: Work) -> Score:
    """Count the solutions up to the symmetries of the puzzle."""
    engine = "native" if native(puzzle) else "python"
    return Score("", len(up_to_symmetry(puzzle)), Status.EXACT, engine=engine)


def places(puzzle: Tangram, work: Work) -> float:
    """Count the places that the pieces have at the start."""
    return len(puzzle.moves(puzzle.starts()[0]))


def counted(count: Callable[[P], int], solutions: Callable[[P], int]) -> Callable[[P, Work], Score]:
    """Return the feature that counts solutions or puzzles, or says that there are none."""

    def find(puzzle: P, work: Work) -> Score:
        if not solutions(puzzle):
            return Score("", None, Status.UNSOLVABLE)
        return Score("", count(puzzle), Status.EXACT)

    return find


def games(richness: Callable[[P], int], poorest: Callable[[P], int]) -> tuple[Feature, Feature]:
    """Return what can be counted over all solutions of a board and its pieces."""
    return (
        Feature(
            "richness",
            "solutions",
            "different solutions of the board and its pieces under the constraints, whichever pieces are left out",
            counted(richness, richness),
            "solutions",
        ),
        Feature(
            "poorest",
            "puzzles",
            "puzzles of the poorest chapter: without relations, with each way to touch, with two colours",
            counted(poorest, richness),
            "puzzles",
        ),
    )


FEATURES = (
    Feature("tilings", "tilings", "solutions up to the symmetries of the board", tilings, "tilings"),
    *games(richness, poorest),
    Feature("places", "places", "places of all pieces at the start", places, "places"),
)
ALSO = ("muse", "remuse", "luck", "solutions")
