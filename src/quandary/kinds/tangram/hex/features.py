"""What can be counted about a HEX puzzle without a search: pieces left, bumps and colours."""

from collections.abc import Callable

from quandary.feature import Feature, Work
from quandary.kinds.tangram.features import games
from quandary.kinds.tangram.hex.constraints import Touch, groups
from quandary.kinds.tangram.hex.pieces import location
from quandary.kinds.tangram.hex.richness import poorest, richness
from quandary.kinds.tangram.hex.rules import Hex


def _counted(name: str, unit: str, says: str, count: Callable[[Hex], float]) -> Feature:
    def read(puzzle: Hex, work: Work) -> float:
        return float(count(puzzle))

    return Feature(name, unit, says, read, work="counted")


def _places(puzzle: Hex) -> int:
    return len(puzzle.moves(puzzle.starts()[0]))


def _fitting(puzzle: Hex) -> int:
    return sum(puzzle.fits(location(move)) for move in puzzle.moves(puzzle.starts()[0]))


def _together(puzzle: Hex) -> int:
    return sum(each.touch in (Touch.EDGE, Touch.CORNER) for each in puzzle.relations)


def _colours_left(puzzle: Hex) -> int:
    left = set(puzzle.starts()[0].left)
    return sum(bool(left.intersection(pieces)) for pieces in groups(puzzle.blue).values())


FEATURES = (
    _counted("pieces_left", "pieces", "pieces still to place", lambda hex_: len(hex_.starts()[0].left)),
    _counted("pieces_placed", "pieces", "pieces that are on the board", lambda hex_: len(hex_.placed)),
    _counted("free_cells", "cells", "cells to cover", lambda hex_: hex_.starts()[0].vacant.bit_count()),
    _counted("bumps", "0 or 1", "whether the side with bumps is used", lambda hex_: hex_.pattern is not None),
    _counted("places", "places", "places of all pieces at the start", _places),
    _counted("fitting_places", "places", "those of them where holes meet the bumps", _fitting),
    _counted("colours_left", "colours", "colours of the pieces still to place", _colours_left),
    _counted("must_touch", "rules", "pairs of colours that must touch", _together),
    _counted(
        "must_not_touch",
        "rules",
        "pairs of colours that must not touch",
        lambda hex_: len(hex_.relations) - _together(hex_),
    ),
)
GAMES = games(richness, poorest)
"""What is counted over all solutions, whichever piece is left out."""
ALSO = ("muse", "remuse", "luck", "solutions")
"""General measures that need a search, beside them."""
