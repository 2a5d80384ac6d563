"""Declared tangrams: your own board and pieces, filled like HEX."""

from pathlib import Path

from quandary.kind import Kind
from quandary.kinds.tangram.engine import ENGINES
from quandary.kinds.tangram.features import ALSO, FEATURES
from quandary.kinds.tangram.make import MAKER
from quandary.kinds.tangram.notation import NOTATION
from quandary.kinds.tangram.people import PEOPLE
from quandary.kinds.tangram.play import PICTURES
from quandary.kinds.tangram.rules import Tangram
from quandary.kinds.tangram.same import SAMENESS

__all__ = ["KIND", "Tangram"]

KIND = Kind(
    name="tangram",
    title="tangram",
    summary="Fill a board of squares, triangles or hexagons with the declared pieces.",
    puzzle=Tangram,
    folder=Path(__file__).parent,
    features=(*FEATURES, *ALSO),
    notation=NOTATION,
    pictures=PICTURES,
    people=PEOPLE,
    maker=MAKER,
    sameness=SAMENESS,
    engines=ENGINES,
)
