"""Witness panels: draw a line from a start to an exit that satisfies everything on its way."""

from pathlib import Path

from quandary.kind import Kind
from quandary.kinds.witness.engine import ENGINES
from quandary.kinds.witness.features import PER_JUNCTION, SOLVED, STATIC
from quandary.kinds.witness.make import MAKER
from quandary.kinds.witness.notation import NOTATION
from quandary.kinds.witness.people import PEOPLE
from quandary.kinds.witness.play import PICTURES
from quandary.kinds.witness.rules import Panel
from quandary.kinds.witness.same import SAMENESS

__all__ = ["KIND", "Panel"]

KIND = Kind(
    name="witness",
    title="Witness panel",
    summary="Draw a line from a start to an exit that satisfies every element of the panel.",
    puzzle=Panel,
    folder=Path(__file__).parent,
    features=(*STATIC, *PER_JUNCTION, *SOLVED),
    notation=NOTATION,
    pictures=PICTURES,
    people=PEOPLE,
    maker=MAKER,
    sameness=SAMENESS,
    engines=ENGINES,
)
