"""Fillomino: every number is the size of its region."""

from pathlib import Path

from quandary.kind import Kind
from quandary.kinds.fillomino.draw import PICTURES
from quandary.kinds.fillomino.engine import ENGINES
from quandary.kinds.fillomino.features import FEATURES
from quandary.kinds.fillomino.make import MAKER
from quandary.kinds.fillomino.notation import NOTATION
from quandary.kinds.fillomino.people import PEOPLE
from quandary.kinds.fillomino.rules import Fillomino
from quandary.kinds.fillomino.same import SAMENESS

__all__ = ["KIND", "Fillomino"]

KIND = Kind(
    name="fillomino",
    title="Fillomino",
    summary="Fill the board so that every region of equal numbers has as many cells as its number.",
    puzzle=Fillomino,
    folder=Path(__file__).parent,
    features=FEATURES,
    notation=NOTATION,
    pictures=PICTURES,
    people=PEOPLE,
    maker=MAKER,
    sameness=SAMENESS,
    engines=ENGINES,
)
