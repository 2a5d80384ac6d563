"""Making more panels."""

from quandary.kind import Maker
from quandary.kinds.witness.generate import SIZES, WISHES, generate, make, size_of
from quandary.kinds.witness.vary import neighbours, reductions

MAKER = Maker(
    sizes=SIZES,
    size=size_of,
    generate=generate,
    wishes={"elements": tuple(WISHES)},
    make=make,
    reductions=reductions,
    neighbours=neighbours,
)
