"""Making more Rush Hour boards."""

from quandary.kind import Maker
from quandary.kinds.rushhour.generate import AIMS, SIZES, USUAL_SIZE, generate, is_size, size_of
from quandary.kinds.rushhour.vary import neighbours, reductions

MAKER = Maker(
    sizes=SIZES,
    any_size=is_size,
    usual_size=USUAL_SIZE,
    size=size_of,
    generate=generate,
    aims=AIMS,
    reductions=reductions,
    neighbours=neighbours,
)
