"""One person's answer, move by move: the pictures of all states, with their times."""

from typing import Any

from quandary.board.data import drawing_data
from quandary.showing.playable import Playable
from quandary.web.play.judge import LogEntry, LogError, lines, states

MOST_FRAMES = 1_000
"""The most entries of a log that are shown."""


def frames(playable: Playable, log: list[LogEntry]) -> list[dict[str, Any]]:
    """Return each state of an answer as data, with the time, what was done and the move.

    A state that breaks a rule has no picture of its own: it shows the last one that did not, and says so.
    """
    shown = log[:MOST_FRAMES]
    try:
        reached = states(playable, shown, lenient=True)
        in_force = lines(playable, shown)
    except LogError:
        return []
    found, last = list[dict[str, Any]](), playable.draw(reached[0])
    told = [(0, "", ""), *shown]
    for (at, verb, move), state, line in zip(told, reached, in_force, strict=True):
        broken = state is None and line.start is not None
        last = last if broken else playable.draw(state)
        frame = {"seconds": round(at / 1000, 2), "verb": verb, "move": move, "broken": broken}
        found.append(frame | {"shapes": drawing_data(last)["shapes"]})
    return found
