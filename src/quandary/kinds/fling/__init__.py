"""Fling!: knock balls off the board, one by one, until one is left."""

from pathlib import Path

from quandary.kind import Kind
from quandary.kinds.fling.draw import PICTURES
from quandary.kinds.fling.engine import ENGINES
from quandary.kinds.fling.features import DECLARED
from quandary.kinds.fling.make import MAKER
from quandary.kinds.fling.notation import NOTATION
from quandary.kinds.fling.people import PEOPLE
from quandary.kinds.fling.rules import Board
from quandary.kinds.fling.same import SAMENESS

__all__ = ["KIND", "Board"]

KIND = Kind(
    name="fling",
    title="Fling! board",
    summary="Fling balls at each other until one is left.",
    puzzle=Board,
    folder=Path(__file__).parent,
    features=(*DECLARED, "solutions"),
    notation=NOTATION,
    pictures=PICTURES,
    people=PEOPLE,
    maker=MAKER,
    sameness=SAMENESS,
    engines=ENGINES,
)
