"""Making more Fillominos."""

from quandary.kind import Maker
from quandary.kinds.fillomino.generate import SIZES, full, generate, given, is_size, reductions, size
from quandary.kinds.fillomino.grade import BANDS
from quandary.kinds.fillomino.levels import at_level, level_of
from quandary.kinds.fillomino.spaces import SPACES
from quandary.kinds.fillomino.vary import neighbours
from quandary.parts.wishes import granting

MAKER = Maker(
    spaces=SPACES,
    sizes=SIZES,
    usual_size="8x8",
    any_size=is_size,
    size=size,
    generate=granting(generate, at_level),
    full=full,
    levels=BANDS,
    level=level_of,
    reductions=reductions,
    given=given,
    neighbours=neighbours,
)
