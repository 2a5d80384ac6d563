"""Deeds: what a move does besides moving the player. Ways to solve a puzzle are told apart by them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple


class Deed(NamedTuple):
    """What a move does: it pushes a box, eats a fruit, passes a checkpoint.

    >>> Deed("box at row 2, column 4 right", follows="box at row 2, column 3 right", mechanic="push").mechanic
    'push'
    """

    name: str
    """What is done, and where, in words. Deeds with the same name are the same."""
    follows: str = ""
    """The name of the deed that this one goes on with. A run of such deeds is exchanged as one."""
    mechanic: str = ""
    """The part of the game that it uses: "push", "portal"."""


def nothing(puzzle: Any) -> Any:
    """Return nothing to remember."""
    return None


def no_facts(puzzle: Any, moves: Sequence[Any]) -> list[str]:
    """Return no facts."""
    return []


@dataclass(frozen=True)
class Deeds:
    """How a kind tells what moves do."""

    of: Callable[[Any, Any, Any, Any], tuple[Deed | None, Any]]
    """(puzzle, state, move, what is remembered) → the deed, or None if the move only moves the player, and what is
    remembered after it."""
    begin: Callable[[Any], Any] = nothing
    """Puzzle → what is remembered at its start that a state does not tell, such as which bird is which."""
    facts: Callable[[Any, Sequence[Any]], Sequence[str]] = no_facts
    """(puzzle, moves of a solution) → what sets it apart, in words: "box A goes to the left target"."""


def every_move(puzzle: Any, state: Any, move: Any, remembered: Any) -> tuple[Deed | None, Any]:
    """Return the move itself as the deed."""
    return Deed(str(move)), None


EVERY_MOVE = Deeds(every_move)
"""The deeds of a kind that declares none."""
