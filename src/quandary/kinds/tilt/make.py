"""Making more tilt mazes."""

from quandary.kind import Maker
from quandary.kinds.tilt.generate import AIMS, SIZES, WISHES, generate, size_of, wished
from quandary.kinds.tilt.spaces import SPACES
from quandary.kinds.tilt.vary import neighbours, reductions
from quandary.parts.wishes import granting

MAKER = Maker(
    spaces=SPACES,
    sizes=SIZES,
    usual_size="8x8",
    size=size_of,
    generate=granting(generate, wished),
    wishes=WISHES,
    aims=AIMS,
    reductions=reductions,
    neighbours=neighbours,
)
