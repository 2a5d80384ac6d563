"""Making more HEX puzzles."""

from quandary.kind import Maker
from quandary.kinds.tangram.generate import given, size
from quandary.kinds.tangram.hex.generate import SIZES, WISHES, generate, reductions, wished
from quandary.kinds.tangram.hex.spaces import SPACES
from quandary.kinds.tangram.hex.vary import neighbours
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
