"""Making more logic mazes."""

from quandary.kind import Maker
from quandary.kinds.maze.generate import SIZES, generate, size_of
from quandary.kinds.maze.spaces import SPACES
from quandary.kinds.maze.vary import neighbours, reductions

MAKER = Maker(
    spaces=SPACES,
    sizes=SIZES,
    usual_size="6x6",
    size=size_of,
    generate=generate,
    reductions=reductions,
    neighbours=neighbours,
)
