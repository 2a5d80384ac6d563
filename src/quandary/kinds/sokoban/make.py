"""Generators and variations of Sokoban levels."""

from quandary.kind import Maker
from quandary.kinds.sokoban.generate import AIMS, SIZES, generate, neighbours, size_of

MAKER = Maker(
    sizes=SIZES,
    usual_size="7x7-2",
    size=size_of,
    generate=generate,
    aims=AIMS,
    neighbours=neighbours,
)
