"""Tilt mazes: tip the board so that the ball rolls over every checkpoint."""

from pathlib import Path

from quandary.kind import Kind
from quandary.kinds.tilt.draw import PICTURES
from quandary.kinds.tilt.engine import ENGINES
from quandary.kinds.tilt.features import DECLARED
from quandary.kinds.tilt.make import MAKER
from quandary.kinds.tilt.notation import NOTATION
from quandary.kinds.tilt.people import PEOPLE
from quandary.kinds.tilt.rules import Maze
from quandary.kinds.tilt.same import SAMENESS

__all__ = ["KIND", "Maze"]

KIND = Kind(
    name="tilt",
    title="tilt maze",
    summary="Tip the board so that the ball rolls over every checkpoint.",
    puzzle=Maze,
    folder=Path(__file__).parent,
    features=DECLARED,
    notation=NOTATION,
    pictures=PICTURES,
    people=PEOPLE,
    maker=MAKER,
    sameness=SAMENESS,
    engines=ENGINES,
)
