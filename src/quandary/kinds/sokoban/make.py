"""Generators and variations of Sokoban levels."""

from quandary.kind import Maker
from quandary.kinds.sokoban.generate import AIMS, SIZES, generate, neighbours, size_of
from quandary.kinds.sokoban.spaces import SPACES

MAKER = Maker(
    spaces=SPACES,
    sizes=SIZES,
    usual_size="7x7-2",
    size=size_of,
    generate=generate,
    aims=AIMS,
    neighbours=neighbours,
)
