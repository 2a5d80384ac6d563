"""Making more tangrams."""

from quandary.kind import Maker
from quandary.kinds.tangram.generate import SIZES, generate, given, reductions, size
from quandary.kinds.tangram.spaces import SPACES
from quandary.kinds.tangram.vary import neighbours

MAKER = Maker(
    sizes=SIZES,
    size=size,
    generate=generate,
    reductions=reductions,
    given=given,
    neighbours=neighbours,
    spaces=SPACES,
)
