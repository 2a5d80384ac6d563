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
VERBS = ("start", "move", "back", "erase", "undo", "redo", "restart", "refused")
"""What a log tells. A refusal changes nothing: the board did not take what was tried."""


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
        way = follow(playable.steps, moves)
    except QuandaryError as error:
        return Judgement("illegal-move", str(error))
    length = len(way.states) - 1
    return (
        Judgement("solved", length=length)
        if way.is_solved
        else Judgement("not-a-solution", "It is not solved yet.", length)
    )


class MoveLine:
    """The moves in force at one time, from a start. Lines that begin alike share their beginning, so that a long log is small."""

    __slots__ = ("before", "first", "longer", "move", "number", "start")

    def __init__(self, start: str | None, before: "MoveLine | None" = None, move: str = "") -> None:
        self.start, self.before, self.move = start, before, move
        self.first: MoveLine = before.first if before else self
        """The line without moves."""
        self.number: int = before.number + 1 if before else 0
        """The number of moves."""
        self.longer: dict[str, MoveLine] = {}
        """The lines with one more move, by that move."""

    def then(self, move: str) -> "MoveLine":
        """Return the line with one more move, the same object each time."""
        return self.longer.setdefault(move, MoveLine(self.start, self, move))

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves, one after the other."""
        found, here = list[str](), self
        while here.before is not None:
            found.append(here.move)
            here = here.before
        return tuple(found[::-1])


def lines(playable: Playable, log: Sequence[LogEntry]) -> list[MoveLine]:
    """Return the moves in force after each entry of a log, those before the first one first. Raises LogError."""
    starts = {name: MoveLine(name) for name in playable.starts}
    here = next(iter(starts.values())) if len(starts) == 1 else MoveLine(None)
    most = _most_moves(playable)
    found, past, future = [here], list[MoveLine](), list[MoveLine]()
    for number, (_, verb, word) in enumerate(log, start=1):
        match verb:
            case "refused":
                pass
            case "undo" | "redo":
                source, target = (past, future) if verb == "undo" else (future, past)
                if not source:
                    raise LogError(f"Entry {number} of the log: there is nothing to {verb}.")
                target.append(here)
                here = source.pop()
            case _:
                past.append(here)
                future.clear()
                changed = starts.get(word) if verb == "start" else _changed(playable, here, verb, word)
                if changed is None or changed.number > most:
                    raise LogError(
                        f"Entry {number} of the log, {verb[:20]!r} {word[:40]!r}, is not possible there."
                    )
                here = changed
        found.append(here)
    return found


def _most_moves(playable: Playable) -> int:
    """Return how many moves can be in force: each fills a slot, where there are slots."""
    steps = playable.steps
    if not is_fill(steps):
        return limit("moves")
    return max((sum(1 for _ in steps.slots(state)) for state in playable.starts.values()), default=0)


def _changed(playable: Playable, here: MoveLine, verb: str, word: str) -> MoveLine | None:
    """Return the moves in force after something was done to them, or None if that is not possible."""
    match verb:
        case "move" if here.start is not None:
            return here.then(word)
        case "back" if here.before:
            return here.before
        case "erase" if is_fill(playable.steps) and word in here.moves:
            left = here.first
            for move in here.moves:
                left = left if move == word else left.then(move)
            return left
        case "restart":
            return here.first
    return None


def text_of(playable: Playable, start: str | None, moves: Sequence[str]) -> str:
    """Return moves from a start as text that `follow` reads."""
    several = len(playable.starts) > 1 and start is not None
    return " ".join([*([f"from {start}:"] if several else ()), *moves])


def states(playable: Playable, log: Sequence[LogEntry], *, lenient: bool = False) -> list[Any]:
    """Return the state after each entry of a log, the first one first. Raises LogError at an illegal move.

    If `lenient`, a line that breaks a rule, as people write it on the way, has the state None instead.
    """
    found = lines(playable, log)
    reached: dict[MoveLine, Any] = {}
    for line in found:
        new, here = list[MoveLine](), line
        while here not in reached:
            new.append(here)
            if here.before is None:
                break
            here = here.before
        for each in reversed(new):
            try:
                reached[each] = _reached(playable, each, reached)
            except LogError:
                if not lenient:
                    raise
                reached[each] = None
    return [reached[line] for line in found]


def faults_of(playable: Playable, log: Sequence[LogEntry]) -> list[dict[str, Any]]:
    """Return marks on what breaks a rule in the answer that a log leads to."""
    state = states(playable, log, lenient=True)[-1]
    return [] if state is None else playable.faults(state)


def _reached(playable: Playable, line: MoveLine, reached: dict[MoveLine, Any]) -> Any:
    """Return the state that a line leads to, from the one before its last move."""
    if line.before is None:
        return None if line.start is None else playable.starts[line.start]
    before = reached[line.before]
    if before is None:
        raise LogError("The moves before are not legal.")
    options = {} if playable.steps.is_solved(before) else _options(playable, before)
    if line.move not in options:
        raise LogError(f"The move {line.move[:40]!r} of the log is not legal.")
    return playable.steps.apply(before, options[line.move])


def _options(playable: Playable, state: Any) -> dict[str, Any]:
    return {str(move): move for move in playable.steps.moves(state)}
