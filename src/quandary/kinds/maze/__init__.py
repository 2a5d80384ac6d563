"""Logic mazes: a path from corner to corner, through every checkpoint and across no break."""

from pathlib import Path

from quandary.kind import Kind
from quandary.kinds.maze.draw import PICTURES
from quandary.kinds.maze.engine import ENGINES
from quandary.kinds.maze.features import FEATURES
from quandary.kinds.maze.make import MAKER
from quandary.kinds.maze.notation import NOTATION
from quandary.kinds.maze.people import PEOPLE
from quandary.kinds.maze.rules import Maze
from quandary.kinds.maze.same import SAMENESS
from quandary.kinds.maze.sheet import MazeSheet

__all__ = ["KIND", "Maze", "MazeSheet"]

KIND = Kind(
    name="maze",
    title="logic maze",
    summary="Draw a path from corner to corner through every checkpoint.",
    puzzle=Maze,
    folder=Path(__file__).parent,
    features=FEATURES,
    notation=NOTATION,
    pictures=PICTURES,
    people=PEOPLE,
    maker=MAKER,
    sameness=SAMENESS,
    engines=ENGINES,
)
