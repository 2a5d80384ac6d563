"""Making more panels."""

from quandary.kind import Maker
from quandary.kinds.witness.generate import SIZES, WISHES, generate, size_of, wished
from quandary.kinds.witness.spaces import SPACES
from quandary.kinds.witness.vary import neighbours, reductions

MAKER = Maker(
    sizes=SIZES,
    usual_size="4x4",
    size=size_of,
    generate=generate,
    wishes=WISHES,
    make=wished,
    reductions=reductions,
    neighbours=neighbours,
    spaces=SPACES,
)
