"""The judge: moves and logs from a browser, replayed with the kind's own rules. Nothing else is believed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from quandary.errors import QuandaryError
from quandary.puzzle import is_fill
from quandary.showing.playable import Playable
from quandary.solving.follow import follow
from quandary.web.limits import limit

Reason = Literal["solved", "not-a-solution", "illegal-move", "too-long", "bad-log", "log-mismatch"]
LogEntry: TypeAlias = tuple[int, str, str]
"""An entry of a log: milliseconds since the puzzle was shown, what was done, and the move."""
VERBS = ("start", "move", "back", "erase", "undo", "redo", "restart")


@dataclass(frozen=True)
class Judgement:
    """What the judge says of an answer."""

    reason: Reason
    says: str = ""
    length: int = 0
    """The number of moves."""

    @property
    def is_solved(self) -> bool:
        """Whether the moves solve the puzzle."""
        return self.reason == "solved"


class LogError(QuandaryError):
    """A log that is not what a board writes."""


def judge(playable: Playable, moves: str) -> Judgement:
    """Return whether moves, as `follow` reads them, solve the puzzle.

    >>> from quandary.library.files import read
    >>> [entry] = read("tilt:+-+-+-+/|o . .|/+ +-+ +/|. .|*|/+-+-+-+")
    >>> judge(Playable.of(entry), "right down").reason, judge(Playable.of(entry), "up").reason
    ('solved', 'illegal-move')
    """
    if len(moves) > 40 * limit("moves") or len(moves.split()) > limit("moves"):
        return Judgement("too-long", f"An answer has at most {limit('moves')} moves.")
    try:
        way = follow(playable.puzzle, moves)
    except QuandaryError as error:
        return Judgement("illegal-move", str(error))
    length = len(way.states) - 1
    return (
        Judgement("solved", length=length)
        if way.is_solved
        else Judgement("not-a-solution", "It is not solved yet.", length)
    )


@dataclass(frozen=True)
class MovesInForce:
    """The moves in force at one time, from a start."""

    start: str | None
    moves: tuple[str, ...] = ()


def lines(playable: Playable, log: Sequence[LogEntry]) -> list[MovesInForce]:
    """Return the moves in force after each entry of a log, those before the first one first. Raises LogError."""
    names = list(playable.starts)
    here = MovesInForce(names[0] if len(names) == 1 else None)
    found, past, future = [here], list[MovesInForce](), list[MovesInForce]()
    for number, (_, verb, word) in enumerate(log, start=1):
        match verb:
            case "undo" | "redo":
                source, target = (past, future) if verb == "undo" else (future, past)
                if not source:
                    raise LogError(f"Entry {number} of the log: there is nothing to {verb}.")
                target.append(here)
                here = source.pop()
            case _:
                past.append(here)
                future.clear()
                here = _changed(playable, here, verb, word, number)
        found.append(here)
    return found


def _changed(playable: Playable, here: MovesInForce, verb: str, word: str, number: int) -> MovesInForce:
    match verb:
        case "start" if word in playable.starts:
            return MovesInForce(word)
        case "move" if here.start is not None:
            return MovesInForce(here.start, (*here.moves, word))
        case "back" if here.moves:
            return MovesInForce(here.start, here.moves[:-1])
        case "erase" if word in here.moves and is_fill(playable.steps):
            return MovesInForce(here.start, tuple(move for move in here.moves if move != word))
        case "restart":
            return MovesInForce(here.start)
    raise LogError(f"Entry {number} of the log, {verb[:20]!r} {word[:40]!r}, is not possible there.")


def text_of(playable: Playable, line: MovesInForce) -> str:
    """Return a line as text that `follow` reads."""
    several = len(playable.starts) > 1 and line.start is not None
    return " ".join([*([f"from {line.start}:"] if several else ()), *line.moves])


def states(playable: Playable, log: Sequence[LogEntry]) -> list[Any]:
    """Return the state after each entry of a log, the first one first. Raises LogError at an illegal move."""
    reached: dict[MovesInForce, Any] = {}

    def state(line: MovesInForce) -> Any:
        if line.start is None:
            return None
        if line not in reached:
            if not line.moves:
                reached[line] = playable.starts[line.start]
            else:
                before = state(MovesInForce(line.start, line.moves[:-1]))
                options = {} if playable.steps.is_solved(before) else _options(playable, before)
                if line.moves[-1] not in options:
                    raise LogError(f"The move {line.moves[-1][:40]!r} of the log is not legal.")
                reached[line] = playable.steps.apply(before, options[line.moves[-1]])
        return reached[line]

    return [state(line) for line in _with_prefixes(lines(playable, log), reached, state)]


def _with_prefixes(
    found: list[MovesInForce], reached: dict[MovesInForce, Any], state: Any
) -> list[MovesInForce]:
    """Visit the prefixes of long lines first, so that `state` never recurses deeply."""
    for line in found:
        if line not in reached and line.start is not None:
            for length in range(len(line.moves)):
                state(MovesInForce(line.start, line.moves[:length]))
    return found


def _options(playable: Playable, state: Any) -> dict[str, Any]:
    return {str(move): move for move in playable.steps.moves(state)}
