"""Generators and variations of Sudokus."""

from quandary.kind import Maker
from quandary.kinds.sudoku.generate import SIZES, full, generate, given, reductions, size
from quandary.kinds.sudoku.levels import WISHES, level_of, rated, wished
from quandary.kinds.sudoku.spaces import SPACES
from quandary.kinds.sudoku.techniques import LEVELS
from quandary.kinds.sudoku.vary import neighbours
from quandary.parts.wishes import granting

MAKER = Maker(
    spaces=SPACES,
    sizes=SIZES,
    usual_size="9x9",
    size=size,
    generate=granting(generate, wished),
    full=full,
    levels=LEVELS,
    level=level_of,
    wishes=WISHES,
    aims={"se_rating": rated},
    reductions=reductions,
    given=given,
    neighbours=neighbours,
)
