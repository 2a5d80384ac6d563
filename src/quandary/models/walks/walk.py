"""One recorded solve of a fill puzzle: what was written, marked and erased, in order.

>>> from quandary.library.registry import find_kind
>>> kind = find_kind("sudoku")
>>> walk = RecordedWalk(kind, kind.parse(".3....3....41..."), "p1", "s1", (WalkStep("write", "r1c1", "2"),))
>>> [(board.step, str(board.move)) for board in boards(walk)]
[(0, 'r1c1=2')]
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from quandary.errors import QuandaryError
from quandary.kind import Kind
from quandary.limits import Limits
from quandary.solving.choose import engine_for

Verb = Literal["write", "mark", "erase", "back"]
TAKEN_BACK = ("erase", "back")


class WalkStep(NamedTuple):
    """One thing that a person did: a value written into a place, a pencil mark, a place erased, or a step back."""

    verb: Verb
    place: str
    """The place, such as r4c9."""
    value: str = ""
    seconds: float | None = None


@dataclass(frozen=True)
class RecordedWalk:
    """What one solver did on one puzzle."""

    kind: Kind
    puzzle: Any
    name: str
    """The puzzle's name: walks on the same puzzle are never held out and learned from together."""
    solver: str
    steps: tuple[WalkStep, ...]
    helped: bool = False
    """Whether not all is recorded: the recorder wrote marks itself, or what follows was cut off."""


class BoardBefore(NamedTuple):
    """A board on which a person wrote something right, and the move."""

    step: int
    state: Any
    made: tuple[Any, ...]
    """The right moves that stand on it."""
    move: Any
    last: Any
    """The right move before it, or None."""
    seconds: float | None = None


@lru_cache(maxsize=1024)
def solved_moves(kind: Kind, puzzle: Any) -> Mapping[str, Any]:
    """Return the move that a solution makes at each place.

    Raises QuandaryError if no solution was found.
    """
    found = engine_for(puzzle).solutions(1, Limits(seconds=10))
    if not found.found:
        raise QuandaryError("no solution was found")
    return {place_of(puzzle, move): move for move in found.found[0].moves}


def needed_moves(kind: Kind, puzzle: Any) -> Mapping[str, Any]:
    """Return the moves of a solution that people write: crosses may be left out where the board allows it."""
    right, on_paper = solved_moves(kind, puzzle), kind.pictures.drawn_by.get("")
    if on_paper is None or not hasattr(on_paper, "spelled"):
        return right
    state = next(iter(puzzle.starts()))
    for move in right.values():
        state = puzzle.apply(state, move)
    return {place_of(puzzle, move): move for move in on_paper(puzzle).spelled(state)}


def place_of(puzzle: Any, move: Any) -> str:
    """Return the place that a move fills, such as r4c9."""
    return str(next(iter(puzzle.fills(move))).name)


def value_of(move: Any) -> str:
    """Return what a move writes, as its text has it after the place."""
    return str(move).rpartition("=")[2]


def boards(walk: RecordedWalk) -> Iterator[BoardBefore]:
    """Yield every board on which something right was written that was not there yet.

    What is wrong is passed over, since nothing can be told from it about the rules; an erased place is open again.
    """
    right = solved_moves(walk.kind, walk.puzzle)
    start = next(iter(walk.puzzle.starts()))
    there = dict[str, Any]()
    state, last = start, None
    for number, step in enumerate(walk.steps):
        move = right.get(step.place)
        if step.verb in TAKEN_BACK and there.pop(step.place, None) is not None:
            state = _state(walk.puzzle, start, there)
        elif (
            step.verb == "write"
            and move is not None
            and step.place not in there
            and value_of(move) == step.value
        ):
            yield BoardBefore(number, state, tuple(there.values()), move, last, step.seconds)
            there[step.place] = last = move
            state = walk.puzzle.apply(state, move)


def _state(puzzle: Any, start: Any, there: Mapping[str, Any]) -> Any:
    state = start
    for move in there.values():
        state = puzzle.apply(state, move)
    return state


def is_whole(walk: RecordedWalk) -> bool:
    """Return whether a walk ends with the whole solution on the board."""
    right = needed_moves(walk.kind, walk.puzzle)
    there = dict[str, str]()
    for step in walk.steps:
        if step.verb == "write":
            there[step.place] = step.value
        elif step.verb in TAKEN_BACK:
            there.pop(step.place, None)
    return all(there.get(place) == value_of(move) for place, move in right.items())
