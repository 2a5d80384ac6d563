"""The puzzles that are served, in order."""

from collections.abc import Iterable

from quandary.showing.playable import Playable

_served: list[Playable] = []
_name = "puzzles"


def put(puzzles: Iterable[Playable], name: str = "puzzles") -> None:
    """Serve these puzzles instead of any others."""
    global _name
    _served[:] = puzzles
    _name = name


def name() -> str:
    """Return the name of the file that the puzzles come from."""
    return _name


def count() -> int:
    """Return how many puzzles are served."""
    return len(_served)


def get(number: int) -> Playable | None:
    """Return the puzzle with a number, counted from 1."""
    return _served[number - 1] if 1 <= number <= len(_served) else None
