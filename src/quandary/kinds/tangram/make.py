"""Making more tangrams."""

from quandary.kind import Maker
from quandary.kinds.tangram.generate import SIZES, WISHES, generate, given, reductions, size, wished
from quandary.kinds.tangram.spaces import SPACES
from quandary.kinds.tangram.vary import neighbours

MAKER = Maker(
    sizes=SIZES,
    usual_size="6-piece",
    size=size,
    generate=generate,
    wishes=WISHES,
    make=wished,
    reductions=reductions,
    given=given,
    neighbours=neighbours,
    spaces=SPACES,
)
