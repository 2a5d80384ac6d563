"""Snakebird: eat all the fruit, then lead every bird to the exit."""

from pathlib import Path

from quandary.kind import Kind
from quandary.kinds.snakebird.board import Board
from quandary.kinds.snakebird.draw import PICTURES
from quandary.kinds.snakebird.engine import ENGINES
from quandary.kinds.snakebird.features import DECLARED
from quandary.kinds.snakebird.make import MAKER
from quandary.kinds.snakebird.notation import NOTATION
from quandary.kinds.snakebird.people import PEOPLE
from quandary.kinds.snakebird.rules import Flock, Level, Move
from quandary.kinds.snakebird.same import SAMENESS

__all__ = ["KIND", "Flock", "Level", "Move"]

KIND = Kind(
    name="snakebird",
    title="Snakebird level",
    summary="Eat all the fruit, then lead every bird to the exit.",
    puzzle=Board,
    folder=Path(__file__).parent,
    features=DECLARED,
    notation=NOTATION,
    pictures=PICTURES,
    people=PEOPLE,
    maker=MAKER,
    sameness=SAMENESS,
    engines=ENGINES,
)
