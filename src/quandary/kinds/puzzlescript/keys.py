"""Solutions as players write them: the names of keys, or letters for them."""

import re
from collections.abc import Sequence

from quandary.errors import NotationError
from quandary.kinds.puzzlescript.rules import Level, Position

LETTERS = {"u": "up", "l": "left", "d": "down", "r": "right", "x": "action"}


def spell(level: Level, moves: Sequence[str]) -> str:
    """Return the keys of a solution.

    >>> from quandary.kinds.puzzlescript.notation import parse
    >>> from quandary.kinds.puzzlescript.rules import SMALL
    >>> spell(parse(SMALL), ["right", "action"])
    'right action'
    """
    return " ".join(moves)


def replay(level: Level, solution: str) -> list[Position]:
    """Return every position on the way, the start first. Letters will do: `rrdx`.

    >>> from quandary.kinds.puzzlescript.notation import parse
    >>> from quandary.kinds.puzzlescript.rules import SMALL
    >>> [state.end for state in replay(parse(SMALL), "r")]
    ['', 'won']

    Raises NotationError at a key that does nothing.
    """
    states = level.starts()
    for key in _keys(solution):
        if key not in level.moves(states[-1]):
            raise NotationError(
                f"Key {len(states)} of the solution, {key}, does nothing there; leave it out."
            )
        states.append(level.apply(states[-1], key))
    return states


def _keys(solution: str) -> list[str]:
    keys = list[str]()
    for word in re.findall(r"\w+", solution.lower()):
        if word in LETTERS.values():
            keys.append(word)
        elif set(word) <= LETTERS.keys():
            keys += [LETTERS[letter] for letter in word]
        else:
            names = ", ".join(LETTERS.values())
            raise NotationError(f"{word!r} is no key; the keys are {names}, or {', '.join(LETTERS)}.")
    return keys
