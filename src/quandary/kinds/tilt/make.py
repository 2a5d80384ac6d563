"""Making more tilt mazes."""

from quandary.kind import Maker
from quandary.kinds.tilt.generate import AIMS, SIZES, generate, size_of
from quandary.kinds.tilt.spaces import SPACES
from quandary.kinds.tilt.vary import neighbours, reductions

MAKER = Maker(
    spaces=SPACES,
    sizes=SIZES,
    size=size_of,
    generate=generate,
    aims=AIMS,
    reductions=reductions,
    neighbours=neighbours,
)
