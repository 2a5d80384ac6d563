"""Sokoban: push every box onto a target."""

from pathlib import Path

from quandary.kind import Kind
from quandary.kinds.sokoban.draw import PICTURES
from quandary.kinds.sokoban.engine import ENGINES
from quandary.kinds.sokoban.features import DECLARED
from quandary.kinds.sokoban.make import MAKER
from quandary.kinds.sokoban.notation import NOTATION
from quandary.kinds.sokoban.people import PEOPLE
from quandary.kinds.sokoban.rules import Board, Level, Steps
from quandary.kinds.sokoban.same import SAMENESS
from quandary.kinds.sokoban.seen import SEEN
from quandary.kinds.sokoban.structure_features import STRUCTURE

__all__ = ["KIND", "Level", "Steps"]

KIND = Kind(
    name="sokoban",
    title="Sokoban level",
    summary="Push every box onto a target.",
    puzzle=Board,
    folder=Path(__file__).parent,
    features=DECLARED + STRUCTURE + SEEN,
    notation=NOTATION,
    pictures=PICTURES,
    people=PEOPLE,
    maker=MAKER,
    sameness=SAMENESS,
    engines=ENGINES,
)
