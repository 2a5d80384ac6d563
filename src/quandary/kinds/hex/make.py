"""Making more HEX puzzles."""

from quandary.kind import Maker
from quandary.kinds.hex.generate import SIZES, WISHES, generate, given, reductions, size, wished
from quandary.kinds.hex.named import SPACES
from quandary.kinds.hex.vary import neighbours
from quandary.parts.wishes import granting

MAKER = Maker(
    spaces=SPACES,
    sizes=SIZES,
    usual_size="8-piece",
    size=size,
    generate=granting(generate, wished),
    wishes=WISHES,
    reductions=reductions,
    given=given,
    neighbours=neighbours,
)
