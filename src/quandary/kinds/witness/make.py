"""Making more panels."""

from quandary.kind import Maker
from quandary.kinds.witness.generate import SIZES, WISHES, generate, size_of, wished
from quandary.kinds.witness.spaces import SPACES
from quandary.kinds.witness.vary import neighbours, reductions
from quandary.parts.wishes import granting

MAKER = Maker(
    sizes=SIZES,
    usual_size="4x4",
    size=size_of,
    generate=granting(generate, wished),
    wishes=WISHES,
    reductions=reductions,
    neighbours=neighbours,
    spaces=SPACES,
)
