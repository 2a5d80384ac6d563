"""Water jugs: pour until one of them holds the wanted amount."""

from pathlib import Path

from quandary.kind import Kind
from quandary.kinds._template.draw import PICTURES
from quandary.kinds._template.make import MAKER
from quandary.kinds._template.notation import NOTATION
from quandary.kinds._template.people import PEOPLE
from quandary.kinds._template.rules import Jugs
from quandary.kinds._template.same import SAMENESS

KIND = Kind(
    name="template",
    title="Jug puzzle",
    summary="Pour from jug to jug until one of them holds the wanted amount.",
    puzzle=Jugs,
    folder=Path(__file__).parent,
    notation=NOTATION,
    pictures=PICTURES,
    people=PEOPLE,
    maker=MAKER,
    sameness=SAMENESS,
)
