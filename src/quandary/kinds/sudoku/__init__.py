"""Sudoku: every digit once in each row, column and box."""

from pathlib import Path

from quandary.kind import Kind
from quandary.kinds.sudoku.draw import PICTURES
from quandary.kinds.sudoku.engine import ENGINES
from quandary.kinds.sudoku.features import FEATURES
from quandary.kinds.sudoku.make import MAKER
from quandary.kinds.sudoku.notation import NOTATION
from quandary.kinds.sudoku.people import PEOPLE
from quandary.kinds.sudoku.rules import Sudoku
from quandary.kinds.sudoku.same import SAMENESS

__all__ = ["KIND", "Sudoku"]

KIND = Kind(
    name="sudoku",
    title="Sudoku",
    summary="Fill the grid so that every row, column and box has each digit once.",
    puzzle=Sudoku,
    folder=Path(__file__).parent,
    features=FEATURES,
    notation=NOTATION,
    pictures=PICTURES,
    people=PEOPLE,
    maker=MAKER,
    sameness=SAMENESS,
    engines=ENGINES,
)
