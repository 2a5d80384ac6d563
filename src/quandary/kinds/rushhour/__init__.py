"""Rush Hour: slide cars and trucks until one car can leave through the exit."""

from pathlib import Path

from quandary.kind import Kind
from quandary.kinds.rushhour.draw import PICTURES
from quandary.kinds.rushhour.engine import ENGINES
from quandary.kinds.rushhour.features import FEATURES
from quandary.kinds.rushhour.make import MAKER
from quandary.kinds.rushhour.notation import NOTATION
from quandary.kinds.rushhour.people import PEOPLE
from quandary.kinds.rushhour.rules import Board
from quandary.kinds.rushhour.same import SAMENESS

__all__ = ["KIND", "Board"]

KIND = Kind(
    name="rushhour",
    title="Rush Hour board",
    summary="Slide the cars until car A reaches the exit at the right.",
    puzzle=Board,
    folder=Path(__file__).parent,
    features=FEATURES,
    notation=NOTATION,
    pictures=PICTURES,
    people=PEOPLE,
    maker=MAKER,
    sameness=SAMENESS,
    engines=ENGINES,
)
