"""The puzzles that are served, in order."""

from collections.abc import Iterable, Sequence

from quandary.showing.playable import Playable
from quandary.web.play.strip import Mark

_served: list[Playable] = []
_marks: list[Mark] = []
_name = "puzzles"


def put(puzzles: Iterable[Playable], name: str = "puzzles", marks: Sequence[Mark] = ()) -> None:
    """Serve these puzzles instead of any others. Those of a course have a mark each."""
    global _name
    _served[:] = puzzles
    _marks[:] = marks
    _name = name


def name() -> str:
    """Return the name of the file that the puzzles come from."""
    return _name


def count() -> int:
    """Return how many puzzles are served."""
    return len(_served)


def mark(number: int) -> Mark | None:
    """Return the mark of a puzzle, if it is one of a course."""
    return _marks[number - 1] if 1 <= number <= len(_marks) else None


def get(number: int) -> Playable | None:
    """Return the puzzle with a number, counted from 1."""
    return _served[number - 1] if 1 <= number <= len(_served) else None
