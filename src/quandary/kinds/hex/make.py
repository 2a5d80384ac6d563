"""Making more HEX puzzles."""

from quandary.kind import Maker
from quandary.kinds.hex.generate import SIZES, generate, given, reductions, size
from quandary.kinds.hex.named import SPACES
from quandary.kinds.hex.vary import neighbours

MAKER = Maker(
    spaces=SPACES,
    sizes=SIZES,
    size=size,
    generate=generate,
    reductions=reductions,
    given=given,
    neighbours=neighbours,
)
