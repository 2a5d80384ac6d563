"""The HEX tangram: fill a hexagon of triangles with all pieces but one."""

from pathlib import Path

from quandary.kind import Kind
from quandary.kinds.tangram.hex.engine import ENGINES
from quandary.kinds.tangram.hex.features import ALSO, FEATURES, GAMES
from quandary.kinds.tangram.hex.make import MAKER
from quandary.kinds.tangram.hex.notation import NOTATION
from quandary.kinds.tangram.hex.people import PEOPLE
from quandary.kinds.tangram.hex.play import PICTURES
from quandary.kinds.tangram.hex.rules import Hex
from quandary.kinds.tangram.hex.same import SAMENESS

__all__ = ["KIND", "Hex"]

KIND = Kind(
    name="hex",
    title="HEX tangram",
    summary="Fill the hexagon with all pieces but one, respecting bumps and colours.",
    puzzle=Hex,
    folder=Path(__file__).parent,
    features=(*FEATURES, *GAMES, *ALSO),
    notation=NOTATION,
    pictures=PICTURES,
    people=PEOPLE,
    maker=MAKER,
    sameness=SAMENESS,
    engines=ENGINES,
)
