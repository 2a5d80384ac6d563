"""Making more panels."""

from quandary.kind import Maker
from quandary.kinds.witness.generate import SIZES, generate, size_of
from quandary.kinds.witness.spaces import SPACES
from quandary.kinds.witness.vary import neighbours, reductions

MAKER = Maker(
    sizes=SIZES,
    size=size_of,
    generate=generate,
    reductions=reductions,
    neighbours=neighbours,
    spaces=SPACES,
)
