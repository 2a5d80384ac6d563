"""What can be counted about a declaration."""

from quandary.feature import Feature, Work
from quandary.kinds.tangram.engine import native
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


FEATURES = (
    Feature("tilings", "tilings", "solutions up to the symmetries of the board", tilings, "tilings"),
    Feature("places", "places", "places of all pieces at the start", places, "places"),
)
ALSO = ("muse", "remuse", "luck", "solutions")
