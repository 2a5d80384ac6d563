"""What pushes do, and where the boxes of a solution end: what tells ways to solve a level apart."""

from collections.abc import Sequence
from string import ascii_uppercase
from typing import Any

from quandary.deed import Deed, Deeds
from quandary.kinds.sokoban.rules import Board, Cell, Push, Situation, back, reading_order, step
from quandary.parts.spots import named


def of(board: Board, state: Situation, move: Push, remembered: Any) -> tuple[Deed, None]:
    """Return a push as a deed. Pushes of a box in one direction are a run."""
    before = Push(back(*move), move.direction)
    return Deed(_name(move), follows=_name(before), mechanic="push"), None


def _name(push: Push) -> str:
    return f"push the box at {named(push.box)} {push.direction}"


def facts(board: Board, moves: Sequence[Push]) -> list[str]:
    """Return which box goes to which target. Boxes have letters in reading order.

    >>> from quandary.kinds.sokoban.notation import parse
    >>> facts(parse("#####/#@$.#/#####"), [Push((2, 1), "right")])
    ['box A goes to r2c4']
    """
    place: dict[Cell, Cell] = {box: box for box in board.boxes}
    for push in moves:
        place[step(*push)] = place.pop(push.box)
    ends = {start: end for end, start in place.items()}
    return [
        f"box {_letter(number)} goes to {named(ends[box])}"
        if ends[box] != box
        else f"box {_letter(number)} stays where it is"
        for number, box in enumerate(sorted(board.boxes, key=reading_order))
    ]


def _letter(number: int) -> str:
    return ascii_uppercase[number] if number < len(ascii_uppercase) else str(number + 1)


DEEDS = Deeds(of, facts=facts)
