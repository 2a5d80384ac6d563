"""Making more Snakebird levels."""

from quandary.kind import Maker
from quandary.kinds.snakebird.generate import AIMS, SIZES, generate, is_a_size, size_of
from quandary.kinds.snakebird.spaces import SPACES
from quandary.kinds.snakebird.vary import neighbours, reductions

MAKER = Maker(
    sizes=SIZES,
    any_size=is_a_size,
    size=size_of,
    generate=generate,
    aims=AIMS,
    neighbours=neighbours,
    reductions=reductions,
    spaces=SPACES,
)
