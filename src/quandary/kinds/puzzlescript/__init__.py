"""PuzzleScript games: levels of games that are written in the language of puzzle designers."""

from pathlib import Path

from quandary.kind import Kind
from quandary.kinds.puzzlescript.draw import PICTURES
from quandary.kinds.puzzlescript.engine import ENGINES
from quandary.kinds.puzzlescript.make import MAKER
from quandary.kinds.puzzlescript.notation import NOTATION
from quandary.kinds.puzzlescript.people import PEOPLE
from quandary.kinds.puzzlescript.rules import Level

__all__ = ["KIND", "Level"]

KIND = Kind(
    name="puzzlescript",
    title="PuzzleScript level",
    summary="Win a level of a PuzzleScript game.",
    puzzle=Level,
    folder=Path(__file__).parent,
    notation=NOTATION,
    pictures=PICTURES,
    people=PEOPLE,
    maker=MAKER,
    engines=ENGINES,
)
