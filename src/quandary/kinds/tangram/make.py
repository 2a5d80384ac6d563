"""Making more tangrams."""

from quandary.kind import Maker
from quandary.kinds.tangram.generate import SIZES, WISHES, generate, given, reductions, size, wished
from quandary.kinds.tangram.spaces import SPACES
from quandary.kinds.tangram.vary import neighbours
from quandary.parts.wishes import granting

MAKER = Maker(
    sizes=SIZES,
    usual_size="6-piece",
    size=size,
    generate=granting(generate, wished),
    wishes=WISHES,
    reductions=reductions,
    given=given,
    neighbours=neighbours,
    spaces=SPACES,
)
