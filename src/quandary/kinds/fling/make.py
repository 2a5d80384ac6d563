"""Making more Fling! boards."""

from quandary.kind import Maker
from quandary.kinds.fling.generate import FEWEST_BALLS, SIZES, USUAL_SIZE, generate, is_size, make, size_of
from quandary.kinds.fling.space import SPACES
from quandary.kinds.fling.vary import given, neighbours, reductions
from quandary.parts.wishes import granting

WISHES = {
    "balls": tuple(str(balls) for balls in range(FEWEST_BALLS, 17)),
    "solutions": ("one", "any"),
}
"""What `quandary generate --with` takes."""

MAKER = Maker(
    sizes=SIZES,
    any_size=is_size,
    usual_size=USUAL_SIZE,
    size=size_of,
    generate=granting(generate, make),
    wishes=WISHES,
    reductions=reductions,
    neighbours=neighbours,
    given=given,
    spaces=SPACES,
)
